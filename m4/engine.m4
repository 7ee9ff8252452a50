# AC_PROBE_PREREQ(VERSION)
# ------------------------
# Stops autoconf where this file is older than VERSION.
AC_DEFUN([AC_PROBE_PREREQ],
[m4_if(m4_version_compare(_AC_PROBE_VERSION, [$1]), [-1],
  [m4_fatal([archparams.m4 $1 or later is needed, this is ]_AC_PROBE_VERSION)])])

# _AC_PROBE_ROW(NAME, UNIT, SWEEPS, METHODS, COUNTS, EXISTS, NEEDS, FLAGS, ASKED-WITH, MEANING)
# -----------------------------------------------------------------------------------------------
# What a row of m4/*.tab says of a parameter; caches.tab says what the cells are.
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

# Which parameters the compiler's flags decide, as patterns of the shell: by what their names begin with, those
# of operations and those that users name.
m4_define([_AC_PROBE_BY_FLAGS], [hint_*|latency_*|throughput_*|in_flight_*|sustained_*|kernel_*])

# _AC_PROBE(NAME, DEFAULT, IF-KNOWN, IF-UNKNOWN)
# ----------------------------------------------
# One parameter, published as ARCH_NAME.  Where its unit is `word: A B', the value is one of these words and
# published as flags, ARCH_NAME_A 1 and ARCH_NAME_B 0.
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
# Has configure carry what finds NAME, and its row for the shell; and the same of that by which it exists.
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

# _AC_PROBE_LANGUAGE(NAME)
# ------------------------
# In which language it is measured: that in force where it is first asked for.  What the flags
# decide can be asked for in one language only.
m4_define([_AC_PROBE_LANGUAGE],
[m4_if(_AC_PROBE_LANGUAGE_NOW, [cxx], [AC_REQUIRE([AC_PROG_CXX])])dnl
m4_ifdef([_AC_PROBE_LANGUAGE_$1],
[m4_if(m4_defn([_AC_PROBE_LANGUAGE_$1]), _AC_PROBE_LANGUAGE_NOW, [],
  [m4_ifval(m4_defn([_AC_PROBE_FLAGS_$1]), [m4_fatal([$1 is asked for in C and in C++: it depends on the compiler and its flags])])])],
[m4_define([_AC_PROBE_LANGUAGE_$1], _AC_PROBE_LANGUAGE_NOW)dnl
m4_append_uniq_w([_AC_PROBE_LANGUAGES], _AC_PROBE_LANGUAGE_NOW)])])
m4_define([_AC_PROBE_LANGUAGE_NOW], [m4_if(_AC_LANG, [C++], [cxx], [c])])
m4_define([_AC_PROBE_LANGUAGE_OF], [m4_defn([_AC_PROBE_LANGUAGE_$1])])

# _AC_PROBE_USE_IN(LANGUAGE, SWEEP)
# ---------------------------------
m4_define([_AC_PROBE_USE_IN], [m4_append_uniq_w([_AC_PROBE_SWEEPS_$1], [$2])])

# AC_PROBE_LATENCY(OP, TYPE, [DEFAULT], [IF-KNOWN], [IF-UNKNOWN])
# ---------------------------------------------------------------
# Cycles from one operation to the next that waits for it, as ARCH_LATENCY_OP_TYPE.
AC_DEFUN([AC_PROBE_LATENCY], [_AC_PROBE_OPERATION([LATENCY], $@)])

# AC_PROBE_THROUGHPUT(OP, TYPE, [DEFAULT], [IF-KNOWN], [IF-UNKNOWN])
# ------------------------------------------------------------------
# Operations per 1000 cycles where they do not wait for each other.
AC_DEFUN([AC_PROBE_THROUGHPUT], [_AC_PROBE_OPERATION([THROUGHPUT], $@)])

# AC_PROBE_IN_FLIGHT(OP, TYPE, [DEFAULT], [IF-KNOWN], [IF-UNKNOWN])
# -----------------------------------------------------------------
# The most streams that do not slow each other.
AC_DEFUN([AC_PROBE_IN_FLIGHT], [_AC_PROBE_OPERATION([IN_FLIGHT], $@)])

# _AC_PROBE_OPERATION(WHAT, OP, TYPE, DEFAULT, IF-KNOWN, IF-UNKNOWN)
# ------------------------------------------------------------------
m4_define([_AC_PROBE_OPERATION],
[_AC_PROBE_OPERATION_OF([AC_PROBE_$1_]m4_toupper([$2]m4_ifval([$3], [_$3])), $@)])

# _AC_PROBE_OPERATION_OF(MACRO, WHAT, OP, TYPE, DEFAULT, IF-KNOWN, IF-UNKNOWN)
# ----------------------------------------------------------------------------
m4_define([_AC_PROBE_OPERATION_OF],
[m4_ifdef([$1], [m4_indir([$1], [$5], [$6], [$7])],
  [m4_fatal([there is no operation $3]m4_ifval([$4], [ on $4]))])])

# AC_PROBE_STATEMENT(NAME, STATEMENT, TYPE, VARIABLES, [IF-KNOWN], [IF-UNKNOWN])
# ------------------------------------------------------------------------------
# The same three of a statement of the user's own: C assignments over p0, p1, ... of TYPE, which is
# one of the operations' or a C type; p0 carries the dependence.  VARIABLES is their number, or each
# with its type, `p0:f64 p1:i64'.  Known is what is known of all three.
AC_DEFUN([AC_PROBE_STATEMENT],
[_AC_PROBE_STATEMENT([$1], [$2], [$3], [$4], [statement_$1], [-])dnl
_AC_PROBE_STATEMENT_S([$1], [latency], [cycles])
_AC_PROBE_STATEMENT_S([$1], [throughput], [operations per 1000 cycles])
_AC_PROBE_STATEMENT_S([$1], [in_flight], [count])
m4_ifval([$5$6], [AS_IF([test "x$ARCH_LATENCY_[]m4_toupper([$1])" != x &&
  test "x$ARCH_THROUGHPUT_[]m4_toupper([$1])" != x &&
  test "x$ARCH_IN_FLIGHT_[]m4_toupper([$1])" != x], [$5], [$6])
])])

# AC_PROBE_SUSTAINED(NAME, STATEMENTS, TYPE, VARIABLES, [IF-KNOWN], [IF-UNKNOWN])
# -------------------------------------------------------------------------------
# How often a set of statements that do not wait for each other can be executed (X-Ray 3.4): sets
# per 1000 cycles, as ARCH_SUSTAINED_NAME.
AC_DEFUN([AC_PROBE_SUSTAINED],
[_AC_PROBE_STATEMENT([$1], [$2], [$3], [$4], [sustained_$1], [set])dnl
_AC_PROBE_STATEMENT_S([$1], [sustained], [sets per 1000 cycles], [$5], [$6])])

# AC_PROBE_KERNEL(NAME, PROTOTYPE, CANDIDATES, CONTEXT, [IF-KNOWN], [IF-UNKNOWN])
# ------------------------------------------------------------------------------
# The fastest of the user's own kernels, each a C file below srcdir that defines the function
# PROTOTYPE, when it is called as CONTEXT says: `n=1000 X=memory:n Y=l1:n tolerance=1e-10'.  Its word
# is the file's base name.
AC_DEFUN([AC_PROBE_KERNEL],
[AC_REQUIRE([AC_PROBE_L1_SIZE])AC_REQUIRE([AC_PROBE_L1_LINE])AC_REQUIRE([AC_PROBE_L2_SIZE])AC_REQUIRE([AC_PROBE_L3_SIZE])dnl
_AC_PROBE_CHECK_NAME([$1], [kernel])dnl
m4_if(m4_bregexp([$2], [^[^()]+([^()]+)[^()]*$]), [0], [], [m4_fatal([the prototype of $1 is none: $2])])dnl
m4_if(m4_normalize([$3]), [], [m4_fatal([$1 has no candidates])])dnl
m4_if(m4_translit([[$3]], [-A-Za-z0-9_./+,@%=~ 	
]), [], [], [m4_fatal([the candidates of $1 have names that the shell would not leave as they are: $3])])dnl
m4_if(m4_bregexp([ $3], [[ /]\(dnl\|m4_[^ ]*\)\.c]), [-1], [],
  [m4_fatal([no name of a candidate, since m4 has a macro of that name: $3])])dnl
m4_if(m4_index([$4], [']), [-1], [], [m4_fatal([the context of $1 has a quotation mark of the shell: $4])])dnl
_AC_PROBE_KERNEL([$1], m4_translit([[$2]], m4_newline, [ ]), [m4_normalize([$3])], [m4_normalize([$4])],
  m4_quote(m4_map_args_w([$3], [_AC_PROBE_KERNEL_WORD(], [) ])))dnl
_AC_PROBE([kernel_$1], m4_car(m4_unquote(m4_split(m4_defn([_AC_PROBE_WORDS_kernel_$1])))), [$5], [$6])])

# _AC_PROBE_KERNEL_WORD(FILE)
# ---------------------------
m4_define([_AC_PROBE_KERNEL_WORD],
[_AC_PROBE_KERNEL_NAMED(m4_bpatsubst(m4_bpatsubst([[$1]], [^\(.\).*/], [\1]), [\.c$]))])
m4_define([_AC_PROBE_KERNEL_NAMED],
[_AC_PROBE_CHECK_NAME([$1], [candidate])dnl
m4_case([$1], [unknown], [m4_fatal([no name of a candidate: $1])], [none], [m4_fatal([no name of a candidate: $1])])dnl
[$1]])

# _AC_PROBE_CHECK_NAME(NAME, WHAT)
# --------------------------------
# A name becomes part of variables and macros, and a word that m4 would expand does not get there.
m4_define([_AC_PROBE_CHECK_NAME],
[m4_if(m4_bregexp([$1], [^[a-z][a-z0-9_]*$]), [0], [],
  [m4_fatal([no name of a $2, which is lower-case letters, digits and _: $1])])dnl
m4_ifdef([$1], [m4_fatal([no name of a $2, since m4 has a macro of that name: $1])])])

# _AC_PROBE_KERNEL(NAME, PROTOTYPE, CANDIDATES, CONTEXT, WORDS)
# -------------------------------------------------------------
# Has configure carry it, once, and check the cached answer each time.
m4_define([_AC_PROBE_KERNEL],
[m4_ifndef([_AC_PROBE_WHAT_kernel_$1],
[m4_define([_AC_PROBE_WHAT_kernel_$1], [$2|$3|$4])dnl
m4_define([_AC_PROBE_CANDIDATES_kernel_$1])dnl
_AC_PROBE_ROW([kernel_$1], [word: ]m4_normalize([$5]), [kernel_$1], [kernel], [], [], [], [flags], [], [the fastest of the kernels $1])dnl
m4_append([_AC_PROBE_NAMES], [ kernel_$1])dnl
_AC_PROBE_SWEEP_OF([kernel_$1], [m4/kernel.sh],
  [ac_fn_probe_kernel '$1' '_AC_PROBE_QUOTED([$2])' '$3' '$4'])])dnl
m4_if(m4_defn([_AC_PROBE_WHAT_kernel_$1]), [$2|$3|$4], [], [m4_fatal([$1 is two kernels])])dnl
ac_fn_probe_kernel_guard '$1' '_AC_PROBE_QUOTED([$2])' '$3' '$4'
])

# _AC_PROBE_STATEMENT(NAME, STATEMENT, TYPE, VARIABLES, SWEEP, CHAIN)
# -------------------------------------------------------------------
# Has configure carry it, once.
m4_define([_AC_PROBE_STATEMENT],
[m4_ifdef([AC_PROBE_LATENCY_]m4_toupper([$1]), [m4_fatal([$1 is an operation])])dnl
_AC_PROBE_CHECK_NAME([$1], [statement])dnl
m4_if(m4_bregexp([$4], [^\([1-8]\|p0:[a-z0-9_]+\( +p[1-7]:[a-z0-9_]+\)*\)$]), [0], [],
  [m4_fatal([the variables of $1 are neither a number from 1 to 8 nor p0:TYPE p1:TYPE ...: $4])])dnl
m4_if(m4_normalize([$2]), [], [m4_fatal([$1 has no statement])])dnl
m4_if(m4_normalize([$3]), [], [m4_fatal([$1 has no type])])dnl
m4_if(m4_index([$3], [']), [-1], [], [m4_fatal([the type of $1 has a quotation mark of the shell: $3])])dnl
m4_ifndef([_AC_PROBE_WHAT_$5],
[m4_define([_AC_PROBE_WHAT_$5], [$2|$3|$4])dnl
_AC_PROBE_STATEMENT_SWEEP([$5], [$5], [$1], [$3], [$4], m4_translit([[$2]], m4_newline, [ ]), [$6], [-], [user])])dnl
m4_if(m4_defn([_AC_PROBE_WHAT_$5]), [$2|$3|$4], [], [m4_fatal([$1 is two statements])])])

# _AC_PROBE_STATEMENT_S(NAME, WHAT, UNIT, [IF-KNOWN], [IF-UNKNOWN])
# -----------------------------------------------------------------
# One of its values, as a row of a family's table has it.
m4_define([_AC_PROBE_STATEMENT_S],
[m4_ifndef([_AC_PROBE_MEANING_$2_$1],
[_AC_PROBE_ROW([$2_$1], [$3], _AC_PROBE_SWEEP_NAME([$1], [$2]), [streams], [], [], [], [flags], [], [$2 of the statement $1])dnl
m4_append([_AC_PROBE_NAMES], [ $2_$1])])dnl
_AC_PROBE([$2_$1], [], [$4], [$5])])

# _AC_PROBE_SWEEP_NAME(NAME, WHAT)
# --------------------------------
m4_define([_AC_PROBE_SWEEP_NAME], [m4_if([$2], [sustained], [sustained], [statement])_$1])

# _AC_PROBE_SWEEP_OF(SWEEP, SCRIPT, CALL)
# ---------------------------------------
# A sweep whose source configure writes by CALL, a function of the shell SCRIPT.
m4_define([_AC_PROBE_SWEEP_OF],
[m4_define([_AC_PROBE_CALL_$1], [$3])dnl
m4_define([_AC_PROBE_CARRIED_SWEEP_$1], m4_defn([_AC_PROBE_CARRIED_SCRIPT_$2]))])

# _AC_PROBE_STATEMENT_SWEEP(SWEEP, FILE, NAME, TYPE, VARIABLES, STATEMENT, CHAIN, REST, [user])
# ---------------------------------------------------------------------------------------------
m4_define([_AC_PROBE_STATEMENT_SWEEP],
[_AC_PROBE_SWEEP_OF([$1], [m4/statement.sh],
  [ac_fn_probe_statement '$2' '$1' '$3' '$4' '$5' '_AC_PROBE_QUOTED([$6])' '$7' '$8' $9])])

# _AC_PROBE_REGISTERS_SWEEP(SWEEP, TYPE)
# --------------------------------------
# Its loops are written when it is compiled, for the type in the file SWEEP.type.
m4_define([_AC_PROBE_REGISTERS_SWEEP],
[_AC_PROBE_SWEEP_OF([$1], [m4/registers.sh], [: >"$ac_probe_dir/probes/$1.c"; echo '$2' >"$ac_probe_dir/probes/$1.type"])])

# _AC_PROBE_QUOTED(TEXT)
# ----------------------
# For what stands between the shell's single quotes.
m4_define([_AC_PROBE_QUOTED], [m4_bpatsubst([[$1]], ['], ['\\''])])

# _AC_PROBE_WORDS(UNIT)
# ---------------------
# The words that a value may be, or nothing where it is a number.
m4_define([_AC_PROBE_WORDS], [m4_if(m4_index([$1], [word: ]), [0], [m4_substr([$1], [6])])])

# _AC_PROBE_USE(SWEEP, METHOD or QUERY, NAME)
# -------------------------------------------
# Has configure carry a sweep, a method or a part of query: every file that it is made of, which
# the generator found by following includes.
m4_define([_AC_PROBE_USE],
[m4_ifndef([_AC_PROBE_USES_$1_$2],
[m4_define([_AC_PROBE_USES_$1_$2])dnl
m4_append_uniq_w([_AC_PROBE_$1S], [$2])dnl
m4_append_uniq_w([_AC_PROBE_CARRIED], m4_defn([_AC_PROBE_CARRIED_$1_$2]))])])

# _AC_PROBE_DECLARE(NAME)
# -----------------------
# What autoheader, automake and the header are told, once.
m4_define([_AC_PROBE_DECLARE],
[m4_ifndef([_AC_PROBE_ASKED_$1],
[m4_define([_AC_PROBE_ASKED_$1])dnl
AC_SUBST([ARCH_]m4_toupper([$1]))dnl
m4_map_args_w(m4_default(m4_defn([_AC_PROBE_WORDS_$1]), [-]),
  [_AC_PROBE_TEMPLATE([ARCH_]m4_toupper([$1]), m4_defn([_AC_PROBE_MEANING_$1]), ], [)])])])

# _AC_PROBE_USE_GROUPS(NAME, GROUPS)
# ----------------------------------
# A parameter that the system tells together with the others of GROUPS, and counts among those of the first:
# has configure carry the parts of query/ that ask.
m4_define([_AC_PROBE_USE_GROUPS],
[m4_append([_AC_PROBE_GROUP_]m4_car(m4_unquote(m4_split([$2]))), [$1], [ ])dnl
m4_append_uniq_w([_AC_PROBE_GROUPS], m4_car(m4_unquote(m4_split([$2]))))dnl
m4_map_args_w([$2], [_AC_PROBE_USE_PART(], [)])])

# _AC_PROBE_USE_PART(GROUP)
# -------------------------
# Some groups are told by what every query asks.
m4_define([_AC_PROBE_USE_PART],
[m4_ifdef([_AC_PROBE_CARRIED_QUERY_$1], [_AC_PROBE_USE([QUERY], [$1])])])

# _AC_PROBE_TEMPLATE(MACRO, MEANING, WORD or -)
# ---------------------------------------------
# In config.h a value is an ordinary AC_DEFINE, so that what renames those renames it too.
m4_define([_AC_PROBE_TEMPLATE],
[AH_TEMPLATE(m4_if([$3], [-], [[$1]], [m4_toupper([$1_$3])]), [$2, undefined where unknown])])

# _AC_PROBE_SET_DEFAULT(NAME, DEFAULT, WORDS)
# -------------------------------------------
# A literal is checked here and holds wherever the parameter is asked for; an expression of the shell is
# worked out, and checked, where it stands.
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
m4_define([_AC_PROBE_IF_EXPRESSION], [m4_if(m4_bregexp([$1], [[$`]]), [-1], [$3], [$2])])

# _AC_PROBE_CHECK_DEFAULT(NAME, DEFAULT, WORDS)
# ---------------------------------------------
# One of the words, or a decimal number up to 2^63 - 1, which is compared in three parts: m4 counts to 2^31.
m4_define([_AC_PROBE_CHECK_DEFAULT],
[m4_ifval([$3],
  [m4_if(m4_index([$2], [ ])m4_eval(m4_index([ $3 ], [ $2 ]) < 0), [-10], [],
    [m4_fatal([the default of $1 is none of $3: $2])])],
  [m4_if(m4_translit([[$2]], [0-9])m4_bregexp([$2], [^0[0-9]]), [-1], [],
    [m4_fatal([the default of $1 is no decimal number: $2])])dnl
m4_if(m4_eval(m4_len([$2]) > 19), [1], [m4_fatal([the default of $1 is more than 2^63 - 1: $2])],
  m4_len([$2]), [19], [m4_if(m4_list_cmp([m4_substr([$2], [0], [7]), 1m4_substr([$2], [7], [6]), 1m4_substr([$2], [13])],
    [9223372, 1036854, 1775807]), [1], [m4_fatal([the default of $1 is more than 2^63 - 1: $2])])])])])

# _AC_PROBE_GROUP(DEFAULTS, NAMES)
# --------------------------------
# Every parameter of a family.  DEFAULTS is a list such as l1_size=32768 l1_replacement=lru.
m4_define([_AC_PROBE_GROUP],
[m4_foreach_w([_AC_PROBE_ITEM], [$1],
[m4_if(m4_bregexp(_AC_PROBE_ITEM, [^[a-z0-9_]+=\([0-9]+\|[a-z]+\|.*[$`].*\)$]), [0], [],
  [m4_fatal([not NAME=NUMBER: ]_AC_PROBE_ITEM)])dnl
m4_if(m4_bregexp([ $2 ], [ ]m4_bpatsubst(_AC_PROBE_ITEM, [=.*])[ ]), [-1],
  [m4_fatal([no parameter of this group: ]_AC_PROBE_ITEM)])])dnl
ac_fn_probe_ahead $2
m4_foreach_w([_AC_PROBE_NAME], [$2],
[m4_indir([AC_PROBE_]m4_toupper(_AC_PROBE_NAME),
  _AC_PROBE_DEFAULT_IN([ ]m4_normalize([$1])[ ], _AC_PROBE_NAME))
])])

# _AC_PROBE_DEFAULT_IN(DEFAULTS, NAME)
# ------------------------------------
m4_define([_AC_PROBE_DEFAULT_IN],
[m4_if(m4_bregexp([$1], [ $2=]), [-1], [], [m4_bregexp([$1], [ $2=\([^ ]*\) ], [\1])])])

# AC_PROBE_HEADER([FILE = archparams.h], [PREFIX = ARCH_])
# --------------------------------------------------------
# An installable header with every parameter that this configure asks for; config.status alone
# can write it again.  It stays untouched where nothing changed, so that nothing is rebuilt.
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
# The shell variable that holds the text of FILE.
m4_define([_AC_PROBE_HEADER_OF], [AS_TR_SH([ac_probe_header_]m4_default([$1], [archparams.h]))])

# _AC_PROBE_HEADER_TEXT(PREFIX)
# -----------------------------
# In the order of the families' tables, whatever the order of the macros.
m4_define([_AC_PROBE_HEADER_TEXT],
[ac_probe_header='/* What configure found out about the machine; see each origin. */'
m4_map_args_w(_AC_PROBE_NAMES, [_AC_PROBE_HEADER_LINE([$1], ], [)])])

# _AC_PROBE_HEADER_LINE(PREFIX, NAME)
# -----------------------------------
m4_define([_AC_PROBE_HEADER_LINE],
[m4_ifdef([_AC_PROBE_ASKED_$2],
[ac_fn_probe_header $2 $1[]m4_toupper([$2]) "m4_defn([_AC_PROBE_MEANING_$2])"
])])

# _AC_PROBE_ENGINE
# ----------------
# Where a macro is called says nothing about where its text may stand: within an argument that is not
# quoted, text would lose its brackets and a diversion would not divert.  So macros note what they
# need, and what configure carries is written once, at top level, behind the end of configure.ac; before
# AC_INIT's own m4_wrap, which lists the variables to substitute.
AC_DEFUN([_AC_PROBE_ENGINE],
[m4_if(_AC_PROBE_LANGUAGE_NOW, [c], [AC_REQUIRE([AC_PROG_CC])])dnl
m4_wrap_lifo([_AC_PROBE_OPTIONS[]_AC_PROBE_CARRY])])

# _AC_PROBE_OPTIONS
# -----------------
m4_define([_AC_PROBE_OPTIONS],
[m4_divert_push([INIT_PREPARE])dnl
AC_ARG_ENABLE([probes],
  [AS_HELP_STRING([--enable-probes=MODE],
    [where machine parameters come from: measure (the default; what that leaves unknown is asked of the system), measure-only, query (what the system says), again (measured whatever the cache holds) or default (nothing is measured; also --disable-probes)])])
AC_ARG_ENABLE([probe-curves],
  [AS_HELP_STRING([--enable-probe-curves], [keep what was measured in archparams.d/])])
m4_if(m4_index([ ]m4_defn([_AC_PROBE_CARRIED])[ ], [ m4/threads.sh ]), [-1], [],
[AC_ARG_WITH([hwloc],
  [AS_HELP_STRING([--with-hwloc], [pin threads through hwloc, where several CPUs are measured])])
])dnl
AC_ARG_VAR([PROBE_LAUNCHER], [what runs a program on the target, as qemu-aarch64 or srun -N1 -n1])dnl
AC_ARG_VAR([BUILD_CC], [C compiler of the build machine, where that is another])dnl
m4_divert_once([HELP_VAR], [AS_HELP_STRING([PROBE_SECONDS],
  [the longest that a probe may take (10)], [              ])
AS_HELP_STRING([PROBE_COUNTERS],
  [do counters vote beside time? yes, no, only], [              ])])dnl
m4_divert_pop([INIT_PREPARE])])

# _AC_PROBE_CARRY
# ---------------
# Writes what configure carries: shell functions, lists of what is asked for, and the C sources, each
# as it stands in archparams' tree.
m4_define([_AC_PROBE_CARRY],
[m4_divert_push([INIT_PREPARE])dnl
m4_defn([_AC_PROBE_ABOUT])dnl
_AC_PROBE_TEXTS([.sh], m4_defn([_AC_PROBE_CARRIED]))dnl
ac_probe_version='_AC_PROBE_VERSION.m4_defn([_AC_PROBE_SERIAL])'
ac_probe_languages='m4_ifdef([_AC_PROBE_LANGUAGES], [_AC_PROBE_LANGUAGES])'
ac_probe_sweeps_c='m4_ifdef([_AC_PROBE_SWEEPS_c], [_AC_PROBE_SWEEPS_c])'
ac_probe_sweeps_cxx='m4_ifdef([_AC_PROBE_SWEEPS_cxx], [_AC_PROBE_SWEEPS_cxx])'
ac_probe_sweeps_by_flags='m4_ifdef([_AC_PROBE_SWEEPS_BY_FLAGS], [_AC_PROBE_SWEEPS_BY_FLAGS])'
ac_probe_methods='m4_ifdef([_AC_PROBE_METHODS], [_AC_PROBE_METHODS])'
ac_probe_queries='m4_ifdef([_AC_PROBE_QUERYS], [_AC_PROBE_QUERYS])'
ac_probe_by_flags='m4_defn([_AC_PROBE_BY_FLAGS])'
m4_map_args_w(m4_ifdef([_AC_PROBE_ROWS], [m4_defn([_AC_PROBE_ROWS])]), [_AC_PROBE_ROW_OF(], [)])dnl
m4_map_args_w(m4_ifdef([_AC_PROBE_GROUPS], [m4_defn([_AC_PROBE_GROUPS])]), [_AC_PROBE_GROUP_OF(], [)])dnl

# ac_fn_probe_unpack: writes the C sources of probes and analyzer.
ac_fn_probe_unpack ()
{
  :
_AC_PROBE_TEXTS([probes/], m4_defn([_AC_PROBE_CARRIED]))dnl
_AC_PROBE_TEXTS([analysis/], m4_defn([_AC_PROBE_CARRIED]))dnl
}

# ac_fn_probe_unpack_runner: writes that of the program that runs the others.
ac_fn_probe_unpack_runner ()
{
_AC_PROBE_TEXTS([m4/runner.c], m4_defn([_AC_PROBE_CARRIED]))dnl
}

# ac_fn_probe_unpack_query: writes those of the program that asks the system.
ac_fn_probe_unpack_query ()
{
_AC_PROBE_TEXTS([query/], m4_defn([_AC_PROBE_CARRIED]))dnl
}

# ac_fn_probe_write_sweeps: writes the sources that depend on what configure.ac says.
ac_fn_probe_write_sweeps ()
{
  :
m4_map_args_w(m4_ifdef([_AC_PROBE_SWEEPS], [m4_defn([_AC_PROBE_SWEEPS])]), [_AC_PROBE_CALL_OF(], [)])dnl
}
m4_divert_pop([INIT_PREPARE])])

# _AC_PROBE_TEXTS(PART, FILES)
# ----------------------------
# The texts of those files in whose names PART is.
m4_define([_AC_PROBE_TEXTS],
[m4_map_args_w([$2], [_AC_PROBE_TEXT_IF([$1], ], [)])])
m4_define([_AC_PROBE_TEXT_IF],
[m4_if(m4_index([$2], [$1]), [-1], [], [m4_defn([_AC_PROBE_TEXT_$2])])])

# _AC_PROBE_ROW_OF(NAME)
# ----------------------
# What the shell knows of a parameter from the beginning.
m4_define([_AC_PROBE_ROW_OF],
[ac_probe_row_$1='m4_defn([_AC_PROBE_CELLS_$1])'
m4_ifval(m4_defn([_AC_PROBE_ASKED_WITH_$1]), [ac_probe_asked_with_$1='m4_defn([_AC_PROBE_ASKED_WITH_$1])'
])dnl
m4_ifdef([_AC_PROBE_ASKED_$1], [ac_probe_default_$1=m4_ifdef([_AC_PROBE_DEFAULT_$1],
[_AC_PROBE_IF_EXPRESSION(m4_defn([_AC_PROBE_DEFAULT_$1]), [], [m4_defn([_AC_PROBE_DEFAULT_$1])])])
])])

# _AC_PROBE_GROUP_OF(GROUP)
# -------------------------
m4_define([_AC_PROBE_GROUP_OF], [ac_probe_group_$1='m4_defn([_AC_PROBE_GROUP_$1])'
])

# _AC_PROBE_CALL_OF(SWEEP)
# ------------------------
m4_define([_AC_PROBE_CALL_OF], [m4_ifdef([_AC_PROBE_CALL_$1], [  case " $ac_probe_sweeps " in *" $1 "*) m4_indir([_AC_PROBE_CALL_$1]) ;; esac
])])
