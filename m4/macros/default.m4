# ---- the default of a parameter ----

# _AC_PROBE_SET_DEFAULT(NAME, DEFAULT, WORDS)
# -------------------------------------------
# A literal is checked at autoconf time and holds wherever the parameter is asked for.  A shell expression is
# evaluated and checked when configure reaches it.
m4_define([_AC_PROBE_SET_DEFAULT],
[m4_ifval([$2],
[m4_ifdef([_AC_PROBE_DEFAULT_$1],
[m4_if(m4_defn([_AC_PROBE_DEFAULT_$1]), [$2], [],
  [m4_fatal([$1 has two defaults, ]m4_defn([_AC_PROBE_DEFAULT_$1])[ and $2])])],
[m4_define([_AC_PROBE_DEFAULT_$1], [$2])])dnl
_AC_PROBE_IF_EXPRESSION([$2],
[ac_probe_default=$2
ac_fn_probe_default $1 "$ac_probe_default" "$3"
],
[_AC_PROBE_CHECK_DEFAULT([$1], [$2], [$3])])])])

# _AC_PROBE_IF_EXPRESSION(TEXT, THEN, ELSE)
# -----------------------------------------
# Does TEXT have anything that the shell expands?
m4_define([_AC_PROBE_IF_EXPRESSION], [m4_if(m4_bregexp([$1], [[$`]]), [-1], [$3], [$2])])

# _AC_PROBE_CHECK_DEFAULT(NAME, DEFAULT, WORDS)
# ---------------------------------------------
# Refuses a DEFAULT that is neither one of the WORDS nor a decimal number up to 2^63 - 1.  The number is compared in
# three parts, because m4's integers end at 2^31 - 1.
m4_define([_AC_PROBE_CHECK_DEFAULT],
[m4_ifval([$3],
  [m4_if(m4_index([$2], [ ])m4_eval(m4_index([ $3 ], [ $2 ]) < 0), [-10], [],
    [m4_fatal([the default of $1 is not one of $3: $2])])],
  [m4_if(m4_translit([[$2]], [0-9])m4_bregexp([$2], [^0[0-9]]), [-1], [],
    [m4_fatal([the default of $1 is not a decimal number: $2])])dnl
m4_if(m4_eval(m4_len([$2]) > 19), [1], [m4_fatal([the default of $1 is more than 2^63 - 1: $2])],
  m4_len([$2]), [19], [m4_if(m4_list_cmp([m4_substr([$2], [0], [7]), 1m4_substr([$2], [7], [6]), 1m4_substr([$2], [13])],
    [9223372, 1036854, 1775807]), [1], [m4_fatal([the default of $1 is more than 2^63 - 1: $2])])])])])
