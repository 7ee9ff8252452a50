# ---- operations, and the statements and kernels of the user ----

# AC_PROBE_LATENCY(OP, TYPE, [DEFAULT], [IF-KNOWN], [IF-UNKNOWN])
# ---------------------------------------------------------------
# Latency in cycles, from a chain of dependent operations (X-Ray 3.2), as ARCH_LATENCY_OP_TYPE.  An OP or TYPE that is
# not in m4/operations.list is an error at autoconf time.
AC_DEFUN([AC_PROBE_LATENCY], [_AC_PROBE_OPERATION([LATENCY], $@)])

# AC_PROBE_THROUGHPUT(OP, TYPE, [DEFAULT], [IF-KNOWN], [IF-UNKNOWN])
# ------------------------------------------------------------------
# Operations per 1000 cycles of independent streams at their best: 1000 / initiation interval (X-Ray 3.2),
# as ARCH_THROUGHPUT_OP_TYPE.  Errors as for AC_PROBE_LATENCY.
AC_DEFUN([AC_PROBE_THROUGHPUT], [_AC_PROBE_OPERATION([THROUGHPUT], $@)])

# AC_PROBE_IN_FLIGHT(OP, TYPE, [DEFAULT], [IF-KNOWN], [IF-UNKNOWN])
# -----------------------------------------------------------------
# The most independent streams whose cost per iteration is still that of one (BlackjackBench 3.3.3), as
# ARCH_IN_FLIGHT_OP_TYPE.  Errors as for AC_PROBE_LATENCY.
AC_DEFUN([AC_PROBE_IN_FLIGHT], [_AC_PROBE_OPERATION([IN_FLIGHT], $@)])

# _AC_PROBE_OPERATION(WHAT, OP, TYPE, DEFAULT, IF-KNOWN, IF-UNKNOWN)
# ------------------------------------------------------------------
m4_define([_AC_PROBE_OPERATION],
[_AC_PROBE_OPERATION_OF([AC_PROBE_$1_]m4_toupper([$2]m4_ifval([$3], [_$3])), $@)])

# _AC_PROBE_OPERATION_OF(MACRO, WHAT, OP, TYPE, DEFAULT, IF-KNOWN, IF-UNKNOWN)
# ----------------------------------------------------------------------------
m4_define([_AC_PROBE_OPERATION_OF],
[m4_ifdef([$1], [m4_indir([$1], [$5], [$6], [$7])],
  [m4_fatal([there is no operation $3]m4_ifval([$4], [ on $4], [ without a type]))])])

# AC_PROBE_STATEMENT(NAME, STATEMENT, TYPE, VARIABLES, [IF-KNOWN], [IF-UNKNOWN])
# ------------------------------------------------------------------------------
# Latency, throughput and streams in flight of the user's own statement (X-Ray's <S, T, n>): C assignments over
# p0, p1, ..., where p0 carries the dependence.  TYPE is a type of the operations or a C type.  VARIABLES is their
# number, or each with its type, `p0:f64 p1:i64'.  IF-KNOWN runs if all three are known.  The units are cycles,
# operations per 1000 cycles, and a count.  It is an error at autoconf time if NAME is an operation, no identifier in
# lower case, or already another statement.  A statement that does not compile or run leaves its values unknown.
AC_DEFUN([AC_PROBE_STATEMENT],
[_AC_PROBE_STATEMENT([$1], [$2], [$3], [$4], [statement_$1], [-], [latency_$1 throughput_$1 in_flight_$1])dnl
_AC_PROBE_STATEMENT_S([$1], [latency], [cycles])
_AC_PROBE_STATEMENT_S([$1], [throughput], [operations per 1000 cycles])
_AC_PROBE_STATEMENT_S([$1], [in_flight], [count])
m4_ifval([$5$6], [AS_IF([test "x$ARCH_LATENCY_[]m4_toupper([$1])" != x &&
  test "x$ARCH_THROUGHPUT_[]m4_toupper([$1])" != x &&
  test "x$ARCH_IN_FLIGHT_[]m4_toupper([$1])" != x], [$5], [$6])
])])

# AC_PROBE_SUSTAINED(NAME, STATEMENTS, TYPE, VARIABLES, [IF-KNOWN], [IF-UNKNOWN])
# -------------------------------------------------------------------------------
# The rate of a set of independent statements (X-Ray 3.4) in sets per 1000 cycles, as ARCH_SUSTAINED_NAME.  Errors as
# for AC_PROBE_STATEMENT.
AC_DEFUN([AC_PROBE_SUSTAINED],
[_AC_PROBE_STATEMENT([$1], [$2], [$3], [$4], [sustained_$1], [set], [sustained_$1])dnl
_AC_PROBE_STATEMENT_S([$1], [sustained], [sets per 1000 cycles], [$5], [$6])])

# AC_PROBE_KERNEL(NAME, PROTOTYPE, CANDIDATES, CONTEXT, [IF-KNOWN], [IF-UNKNOWN])
# ------------------------------------------------------------------------------
# The fastest of the CANDIDATES, C files below srcdir that each define the function PROTOTYPE, when it is called as
# CONTEXT says: `n=1000 X=memory:n Y=l1:n tolerance=1e-10'.  The value is a word, the file's base name.  Operands are
# flushed from the caches in front of their level before each sample (Whaley and Castaldo 4).  The first candidate is the
# default.  A name or prototype that is not valid is an error at autoconf time.  A context that is not valid leaves the
# default, with the reason in config.log.
AC_DEFUN([AC_PROBE_KERNEL],
[AC_REQUIRE([AC_PROBE_L1_SIZE])AC_REQUIRE([AC_PROBE_L1_LINE])AC_REQUIRE([AC_PROBE_L2_SIZE])AC_REQUIRE([AC_PROBE_L3_SIZE])dnl
_AC_PROBE_CHECK_NAME([$1], [kernel])dnl
m4_if(m4_bregexp([$2], [^[^()]+([^()]+)[^()]*$]), [0], [], [m4_fatal([the prototype of $1 is not that of a function: $2])])dnl
m4_if(m4_normalize([$3]), [], [m4_fatal([$1 has no candidates])])dnl
m4_if(m4_translit([[$3]], [-A-Za-z0-9_./+,@%=~ 	
]), [], [], [m4_fatal([the candidates of $1 have names with characters that are special to the shell: $3])])dnl
m4_if(m4_bregexp([ $3], [[ /]\(dnl\|m4_[^ ]*\)\.c]), [-1], [],
  [m4_fatal([not a valid name for a candidate, since m4 has a macro of that name: $3])])dnl
m4_if(m4_index([$4], [']), [-1], [], [m4_fatal([the context of $1 contains a single quote: $4])])dnl
_AC_PROBE_KERNEL([$1], m4_translit([[$2]], m4_newline, [ ]), [m4_normalize([$3])], [m4_normalize([$4])],
  m4_quote(m4_map_args_w([$3], [_AC_PROBE_KERNEL_WORD(], [) ])))dnl
_AC_PROBE([kernel_$1], m4_car(m4_unquote(m4_split(m4_defn([_AC_PROBE_WORDS_kernel_$1])))), [$5], [$6])])

# _AC_PROBE_KERNEL_WORD(FILE)
# ---------------------------
# The base name of a candidate's FILE, checked.
m4_define([_AC_PROBE_KERNEL_WORD],
[_AC_PROBE_KERNEL_NAMED(m4_bpatsubst(m4_bpatsubst([[$1]], [^\(.\).*/], [\1]), [\.c$]))])
m4_define([_AC_PROBE_KERNEL_NAMED],
[_AC_PROBE_CHECK_NAME([$1], [candidate])dnl
m4_case([$1], [unknown], [m4_fatal([not a valid name for a candidate: $1])], [none], [m4_fatal([not a valid name for a candidate: $1])])dnl
[$1]])

# _AC_PROBE_CHECK_NAME(NAME, WHAT)
# --------------------------------
# Refuses a NAME that cannot be part of shell variables and C macros, or that m4 would expand.
m4_define([_AC_PROBE_CHECK_NAME],
[m4_if(m4_bregexp([$1], [^[a-z][a-z0-9_]*$]), [0], [],
  [m4_fatal([not a valid name for a $2, which is lower-case letters, digits and _: $1])])dnl
m4_ifdef([$1], [m4_fatal([not a valid name for a $2, since m4 has a macro of that name: $1])])])

# _AC_PROBE_KERNEL(NAME, PROTOTYPE, CANDIDATES, CONTEXT, WORDS)
# -------------------------------------------------------------
# Makes configure carry the kernel, once, and check the guard of the cached answer at each call.
m4_define([_AC_PROBE_KERNEL],
[m4_ifndef([_AC_PROBE_WHAT_kernel_$1],
[m4_define([_AC_PROBE_WHAT_kernel_$1], [$2|$3|$4])dnl
m4_define([_AC_PROBE_CANDIDATES_kernel_$1])dnl
_AC_PROBE_ROW([kernel_$1], [word: ]m4_normalize([$5]), [kernel_$1], [kernel], [], [], [], [flags], [], [the fastest of the kernels $1])dnl
m4_append([_AC_PROBE_NAMES], [ kernel_$1])dnl
_AC_PROBE_SWEEP_OF([kernel_$1], [m4/kernel.sh],
  [ac_fn_probe_kernel '$1' '_AC_PROBE_QUOTED([$2])' '$3' '$4'])])dnl
m4_if(m4_defn([_AC_PROBE_WHAT_kernel_$1]), [$2|$3|$4], [], [m4_fatal([$1 is defined as two kernels])])dnl
ac_fn_probe_kernel_guard '$1' '_AC_PROBE_QUOTED([$2])' '$3' '$4'
])

# _AC_PROBE_STATEMENT(NAME, STATEMENT, TYPE, VARIABLES, SWEEP, CHAIN, PARAMETERS)
# -------------------------------------------------------------------------------
# Makes configure carry the sweep of the statement, once, and check the guard of the cached answers at each call.
m4_define([_AC_PROBE_STATEMENT],
[m4_ifdef([AC_PROBE_LATENCY_]m4_toupper([$1]), [m4_fatal([$1 is an operation])])dnl
_AC_PROBE_CHECK_NAME([$1], [statement])dnl
m4_if(m4_bregexp([$4], [^\([1-8]\|p0:[a-z0-9_]+\( +p[1-7]:[a-z0-9_]+\)*\)$]), [0], [],
  [m4_fatal([the variables of $1 are neither a number from 1 to 8 nor p0:TYPE p1:TYPE ...: $4])])dnl
m4_if(m4_normalize([$2]), [], [m4_fatal([$1 has no statement])])dnl
m4_if(m4_normalize([$3]), [], [m4_fatal([$1 has no type])])dnl
m4_if(m4_index([$3], [']), [-1], [], [m4_fatal([the type of $1 contains a single quote: $3])])dnl
m4_ifndef([_AC_PROBE_WHAT_$5],
[m4_define([_AC_PROBE_WHAT_$5], [$2|$3|$4])dnl
_AC_PROBE_STATEMENT_SWEEP([$5], [$5], [$1], [$3], [$4], m4_translit([[$2]], m4_newline, [ ]), [$6], [-], [user])])dnl
m4_if(m4_defn([_AC_PROBE_WHAT_$5]), [$2|$3|$4], [], [m4_fatal([$1 is defined as two statements])])dnl
ac_fn_probe_statement_guard '$5' '_AC_PROBE_QUOTED(m4_translit([[$2]], m4_newline, [ ]))|$3|$4' $7
])

# _AC_PROBE_STATEMENT_S(NAME, WHAT, UNIT, [IF-KNOWN], [IF-UNKNOWN])
# -----------------------------------------------------------------
# Adds the row of one of a statement's values, and finds it.
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

# _AC_PROBE_STATEMENT_SWEEP(SWEEP, FILE, NAME, TYPE, VARIABLES, STATEMENT, CHAIN, REST, [REST-OF-CALL])
# -----------------------------------------------------------------------------------------------------
# The last are more arguments of ac_fn_probe_statement, as the shell writes them.
m4_define([_AC_PROBE_STATEMENT_SWEEP],
[_AC_PROBE_SWEEP_OF([$1], [m4/statement.sh],
  [ac_fn_probe_statement '$2' '$1' '$3' '$4' '$5' '_AC_PROBE_QUOTED([$6])' '$7' '$8' $9])])

# _AC_PROBE_REGISTERS_SWEEP(SWEEP, TYPE)
# --------------------------------------
# The loops are written when the sweep is compiled, for the type in the file SWEEP.type.
m4_define([_AC_PROBE_REGISTERS_SWEEP],
[_AC_PROBE_SWEEP_OF([$1], [m4/registers.sh], [: >"$ac_probe_dir/probes/$1.c"; echo '$2' >"$ac_probe_dir/probes/$1.type"])])

# _AC_PROBE_QUOTED(TEXT)
# ----------------------
# TEXT as it must stand between the shell's single quotes.
m4_define([_AC_PROBE_QUOTED], [m4_bpatsubst([[$1]], ['], ['\\''])])
