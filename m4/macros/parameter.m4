# ---- a parameter: its row, what configure carries for it, and its macro ----

# AC_PROBE_PREREQ(VERSION)
# ------------------------
# Stops autoconf where this file is older than VERSION.
AC_DEFUN([AC_PROBE_PREREQ],
[m4_if(m4_version_compare(_AC_PROBE_VERSION, [$1]), [-1],
  [m4_fatal([archparams.m4 $1 or later is needed, this is ]_AC_PROBE_VERSION)])])

# _AC_PROBE_ROW(NAME, UNIT, SWEEPS, METHODS, COUNTS, EXISTS, NEEDS, FLAGS, ASKED-WITH, MEANING)
# -----------------------------------------------------------------------------------------------
# The cells of a parameter's row; m4/caches.tab describes them.
m4_define([_AC_PROBE_ROW],
[m4_define([_AC_PROBE_UNIT_$1], [$2])dnl
m4_define([_AC_PROBE_WORDS_$1], _AC_PROBE_WORDS([$2]))dnl
m4_define([_AC_PROBE_SWEEPS_OF_$1], [$3])dnl
m4_define([_AC_PROBE_METHODS_OF_$1], [$4])dnl
m4_define([_AC_PROBE_COUNTS_OF_$1], [$5])dnl
m4_define([_AC_PROBE_EXISTS_$1], [$6])dnl
m4_define([_AC_PROBE_NEEDS_$1], m4_ifval([$7], [[needs]]))dnl
m4_define([_AC_PROBE_FLAGS_$1], [$8])dnl
m4_define([_AC_PROBE_ASKED_WITH_$1], [$9])dnl
m4_define([_AC_PROBE_MEANING_$1], m4_quote(m4_shift3(m4_shift3(m4_shift3($@)))[ ($2)]))])

# _AC_PROBE_WORDS(UNIT)
# ---------------------
# The words of a unit `word: A B'; nothing where the value is a number.
m4_define([_AC_PROBE_WORDS], [m4_if(m4_index([$1], [word: ]), [0], [m4_substr([$1], [6])])])

# Shell patterns for the parameters that depend on the compiler's flags: operations and the user's own by the
# beginning of their names.  The rows of the other ones add their names.
m4_define([_AC_PROBE_BY_FLAGS], [hint_*|latency_*|throughput_*|in_flight_*|sustained_*|kernel_*])

# _AC_PROBE(NAME, DEFAULT, IF-KNOWN, IF-UNKNOWN)
# ----------------------------------------------
# Finds one parameter and publishes it as ARCH_NAME.  A value that is a word is published as flags: for the unit
# `word: A B', ARCH_NAME_A is 1 and ARCH_NAME_B is 0.
AC_DEFUN([_AC_PROBE],
[AC_REQUIRE([_AC_PROBE_ENGINE])_AC_PROBE_LANGUAGE([$1])dnl
_AC_PROBE_NEED_ROW([$1])dnl
_AC_PROBE_DECLARE([$1])dnl
_AC_PROBE_SET_DEFAULT([$1], [$2], m4_defn([_AC_PROBE_WORDS_$1]))dnl
ac_fn_probe $1 ARCH_[]m4_toupper([$1])
m4_ifval([$3$4], [AS_IF([m4_ifdef([_AC_PROBE_CANDIDATES_$1], [test "x$ac_probe_origin" != xdefault],
  [test "x$ac_probe_value" != x])], [$3], [$4])
])])

# _AC_PROBE_NEED_ROW(NAME)
# ------------------------
# Makes configure carry the row of NAME with its sweeps, methods and queries, and the same for the parameter
# that says whether NAME exists.
m4_define([_AC_PROBE_NEED_ROW],
[m4_ifndef([_AC_PROBE_CELLS_$1],
[_AC_PROBE_LANGUAGE([$1])dnl
_AC_PROBE_NEED_SWEEPS(m4_defn([_AC_PROBE_SWEEPS_OF_$1])[ ]m4_bpatsubst(m4_defn([_AC_PROBE_COUNTS_OF_$1]), [ .*]), _AC_PROBE_LANGUAGE_OF([$1]))dnl
m4_ifval(m4_defn([_AC_PROBE_FLAGS_$1]), [m4_append_uniq_w([_AC_PROBE_SWEEPS_BY_FLAGS], m4_defn([_AC_PROBE_SWEEPS_OF_$1]))])dnl
m4_map_args_w(m4_defn([_AC_PROBE_METHODS_OF_$1])[ ]m4_bpatsubst(m4_defn([_AC_PROBE_COUNTS_OF_$1]), [^[^ ]*]), [_AC_PROBE_USE([METHOD], ], [)])dnl
m4_ifval(m4_defn([_AC_PROBE_ASKED_WITH_$1]), [_AC_PROBE_USE_GROUPS([$1], m4_defn([_AC_PROBE_ASKED_WITH_$1]))])dnl
m4_define([_AC_PROBE_CELLS_$1], m4_quote(m4_defn([_AC_PROBE_SWEEPS_OF_$1])[:]m4_defn([_AC_PROBE_METHODS_OF_$1])[:]dnl
m4_defn([_AC_PROBE_COUNTS_OF_$1])[:]m4_defn([_AC_PROBE_EXISTS_$1])[:]_AC_PROBE_LANGUAGE_OF([$1])[:]dnl
m4_defn([_AC_PROBE_NEEDS_$1])[:]m4_defn([_AC_PROBE_FLAGS_$1])[:]m4_defn([_AC_PROBE_WORDS_$1])))dnl
m4_append([_AC_PROBE_ROWS], [ $1])dnl
m4_if(m4_index(m4_defn([_AC_PROBE_EXISTS_$1]), [?]), [-1],
  [m4_ifval(m4_defn([_AC_PROBE_EXISTS_$1]), [_AC_PROBE_NEED_ROW(m4_bpatsubst(m4_defn([_AC_PROBE_EXISTS_$1]), [>=.*]))])])])])

# _AC_PROBE_NEED_SWEEPS(SWEEPS, LANGUAGE)
# ---------------------------------------
m4_define([_AC_PROBE_NEED_SWEEPS],
[m4_map_args_w([$1], [_AC_PROBE_USE([SWEEP], ], [)])dnl
m4_map_args_w([$1], [_AC_PROBE_USE_IN([$2], ], [)])])

# _AC_PROBE_USE_IN(LANGUAGE, SWEEP)
# ---------------------------------
m4_define([_AC_PROBE_USE_IN], [m4_append_uniq_w([_AC_PROBE_SWEEPS_$1], [$2])])

# _AC_PROBE_USE(SWEEP, METHOD or QUERY, NAME)
# -------------------------------------------
# Makes configure carry a sweep, a method or a part of query with every file that its includes need.
m4_define([_AC_PROBE_USE],
[m4_ifndef([_AC_PROBE_USES_$1_$2],
[m4_define([_AC_PROBE_USES_$1_$2])dnl
m4_append_uniq_w([_AC_PROBE_$1S], [$2])dnl
m4_append_uniq_w([_AC_PROBE_CARRIED], m4_defn([_AC_PROBE_CARRIED_$1_$2]))])])

# _AC_PROBE_USE_GROUPS(NAME, GROUPS)
# ----------------------------------
# Enters NAME in the first of the GROUPS of parameters that the system reports together, and makes configure
# carry the parts of query/ that ask for any of the GROUPS.
m4_define([_AC_PROBE_USE_GROUPS],
[m4_append([_AC_PROBE_GROUP_]m4_car(m4_unquote(m4_split([$2]))), [$1], [ ])dnl
m4_append_uniq_w([_AC_PROBE_GROUPS], m4_car(m4_unquote(m4_split([$2]))))dnl
m4_map_args_w([$2], [_AC_PROBE_USE_PART(], [)])])

# _AC_PROBE_USE_PART(GROUP)
# -------------------------
# A group without a part of its own is answered by what every query carries.
m4_define([_AC_PROBE_USE_PART],
[m4_ifdef([_AC_PROBE_CARRIED_QUERY_$1], [_AC_PROBE_USE([QUERY], [$1])])])

# _AC_PROBE_LANGUAGE(NAME)
# ------------------------
# Notes the language in which NAME is first asked for.  A parameter that depends on the compiler's flags can be
# asked for in one language only.
m4_define([_AC_PROBE_LANGUAGE],
[m4_if(_AC_PROBE_LANGUAGE_NOW, [cxx], [AC_REQUIRE([AC_PROG_CXX])])dnl
m4_ifdef([_AC_PROBE_LANGUAGE_$1],
[m4_if(m4_defn([_AC_PROBE_LANGUAGE_$1]), _AC_PROBE_LANGUAGE_NOW, [],
  [m4_ifval(m4_defn([_AC_PROBE_FLAGS_$1]), [m4_fatal([$1 is asked for in C and in C++: it depends on the compiler and its flags])])])],
[m4_define([_AC_PROBE_LANGUAGE_$1], _AC_PROBE_LANGUAGE_NOW)dnl
m4_append_uniq_w([_AC_PROBE_LANGUAGES], _AC_PROBE_LANGUAGE_NOW)])])
m4_define([_AC_PROBE_LANGUAGE_NOW], [m4_if(_AC_LANG, [C++], [cxx], [c])])
m4_define([_AC_PROBE_LANGUAGE_OF], [m4_defn([_AC_PROBE_LANGUAGE_$1])])

# _AC_PROBE_GROUP(DEFAULTS, NAMES)
# --------------------------------
# Every parameter of a group, measured with one program.  DEFAULTS is a list such as
# l1_size=32768 l1_replacement=lru.
m4_define([_AC_PROBE_GROUP],
[m4_foreach_w([_AC_PROBE_ITEM], [$1],
[m4_if(m4_bregexp(_AC_PROBE_ITEM, [^[a-z0-9_]+=\([0-9]+\|[a-z]+\|.*[$`].*\)$]), [0], [],
  [m4_fatal([not NAME=NUMBER: ]_AC_PROBE_ITEM)])dnl
m4_if(m4_bregexp([ $2 ], [ ]m4_bpatsubst(_AC_PROBE_ITEM, [=.*])[ ]), [-1],
  [m4_fatal([not a parameter of this group: ]_AC_PROBE_ITEM)])])dnl
ac_fn_probe_ahead $2
m4_foreach_w([_AC_PROBE_NAME], [$2],
[m4_indir([AC_PROBE_]m4_toupper(_AC_PROBE_NAME),
  _AC_PROBE_DEFAULT_IN([ ]m4_normalize([$1])[ ], _AC_PROBE_NAME))
])])

# _AC_PROBE_DEFAULT_IN(DEFAULTS, NAME)
# ------------------------------------
m4_define([_AC_PROBE_DEFAULT_IN],
[m4_if(m4_bregexp([$1], [ $2=]), [-1], [], [m4_bregexp([$1], [ $2=\([^ ]*\) ], [\1])])])
