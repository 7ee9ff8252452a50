# ---- how a value reaches config.h, Makefiles and archparams.h ----

# _AC_PROBE_DECLARE(NAME)
# -----------------------
# Declares the parameter to autoheader and automake, once.
m4_define([_AC_PROBE_DECLARE],
[m4_ifndef([_AC_PROBE_ASKED_$1],
[m4_define([_AC_PROBE_ASKED_$1])dnl
AC_SUBST([ARCH_]m4_toupper([$1]))dnl
m4_map_args_w(m4_default(m4_defn([_AC_PROBE_WORDS_$1]), [-]),
  [_AC_PROBE_TEMPLATE([ARCH_]m4_toupper([$1]), m4_defn([_AC_PROBE_MEANING_$1]), ], [)])])])

# _AC_PROBE_TEMPLATE(MACRO, MEANING, WORD or -)
# ---------------------------------------------
# In config.h a value is an ordinary AC_DEFINE, so that AX_PREFIX_CONFIG_H and its like rename it too.
m4_define([_AC_PROBE_TEMPLATE],
[AH_TEMPLATE(m4_if([$3], [-], [[$1]], [m4_toupper([$1_$3])]), [$2; undefined if it is unknown without a default, or none])])

# AC_PROBE_HEADER([FILE = archparams.h], [PREFIX = ARCH_])
# --------------------------------------------------------
# Writes an installable header with every parameter that this configure asks for.  config.status alone can write
# it again.  A header that would not change keeps its time stamp, so that nothing is rebuilt.
AC_DEFUN([AC_PROBE_HEADER],
[AC_REQUIRE([_AC_PROBE_ENGINE])dnl
AC_CONFIG_COMMANDS_PRE([_AC_PROBE_HEADER_TEXT(m4_default([$2], [ARCH_]))
_AC_PROBE_HEADER_OF([$1])=$ac_probe_header])dnl
AC_CONFIG_COMMANDS(m4_default([$1], [archparams.h]),
[AS_ECHO(["$_AC_PROBE_HEADER_OF([$1])"]) >"$ac_file.tmp"
if cmp -s "$ac_file.tmp" "$ac_file" 2>/dev/null; then
  AC_MSG_NOTICE([$ac_file is unchanged])
  rm -f "$ac_file.tmp"
else
  mv -f "$ac_file.tmp" "$ac_file"
fi],
[_AC_PROBE_HEADER_OF([$1])='$_AC_PROBE_HEADER_OF([$1])'])])

# _AC_PROBE_HEADER_OF(FILE)
# -------------------------
# The shell variable that holds the text of the header FILE.
m4_define([_AC_PROBE_HEADER_OF], [AS_TR_SH([ac_probe_header_]m4_default([$1], [archparams.h]))])

# _AC_PROBE_HEADER_TEXT(PREFIX)
# -----------------------------
# Lists the parameters in the order of m4/*.tab, whatever the order of the macros in configure.ac.
m4_define([_AC_PROBE_HEADER_TEXT],
[ac_probe_header='/* What configure found out about the machine; see each origin. */'
m4_map_args_w(_AC_PROBE_NAMES, [_AC_PROBE_HEADER_LINE([$1], ], [)])])

# _AC_PROBE_HEADER_LINE(PREFIX, NAME)
# -----------------------------------
m4_define([_AC_PROBE_HEADER_LINE],
[m4_ifdef([_AC_PROBE_ASKED_$2],
[ac_fn_probe_header $2 $1[]m4_toupper([$2]) "m4_defn([_AC_PROBE_MEANING_$2])"
])])
