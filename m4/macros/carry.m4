# ---- what configure carries: options, shell functions, rows and C sources ----

# _AC_PROBE_ENGINE
# ----------------
# A macro may be called inside an argument that is not quoted.  There text would lose its brackets, and a
# diversion would not divert.  So the macros only note what they need, and m4_wrap writes it once, at top level,
# after the end of configure.ac and before AC_INIT's own m4_wrap, which lists the variables to substitute.
AC_DEFUN([_AC_PROBE_ENGINE],
[m4_if(_AC_PROBE_LANGUAGE_NOW, [c], [AC_REQUIRE([AC_PROG_CC])])dnl
m4_wrap_lifo([_AC_PROBE_OPTIONS[]_AC_PROBE_CARRY])])

# _AC_PROBE_OPTIONS
# -----------------
m4_define([_AC_PROBE_OPTIONS],
[m4_divert_push([INIT_PREPARE])dnl
AC_ARG_ENABLE([probes],
  [AS_HELP_STRING([--enable-probes=MODE],
    [origin of machine parameters: measure (the system is asked for values that stay unknown), measure-only, query (ask the system only), again (measure anew, whatever the cache holds) or default (measure nothing; the same as --disable-probes). If you give nothing, and the package sets no other, it is measure, or default where SOURCE_DATE_EPOCH is set])])
AC_ARG_ENABLE([probe-curves],
  [AS_HELP_STRING([--enable-probe-curves], [keep the measured tables in archparams.d/])])
m4_if(m4_index([ ]m4_defn([_AC_PROBE_CARRIED])[ ], [ m4/threads.sh ]), [-1], [],
[AC_ARG_WITH([hwloc],
  [AS_HELP_STRING([--with-hwloc], [pin threads through hwloc when several CPUs are measured])])
])dnl
AC_ARG_VAR([PROBE_LAUNCHER], [command that runs a program on the target, such as srun -N1 -n1 --exclusive])dnl
AC_ARG_VAR([BUILD_CC], [C compiler for the build machine, when cross compiling or with a launcher])dnl
m4_divert_once([HELP_VAR], [AS_HELP_STRING([PROBE_SECONDS],
  [time limit of each measurement in seconds (10)], [              ])
AS_HELP_STRING([PROBE_COUNTERS],
  [use performance counters beside time: yes, no, only (yes)], [              ])])dnl
m4_divert_pop([INIT_PREPARE])])

# _AC_PROBE_CARRY
# ---------------
# Writes the shell functions, the lists of sweeps, methods and rows that are asked for, and the C sources, each
# word for word as it stands in archparams' tree.
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

# ac_fn_probe_unpack: writes the C sources of the probes and the analyzer.
ac_fn_probe_unpack ()
{
  :
_AC_PROBE_TEXTS([probes/], m4_defn([_AC_PROBE_CARRIED]))dnl
_AC_PROBE_TEXTS([analysis/], m4_defn([_AC_PROBE_CARRIED]))dnl
}

# ac_fn_probe_unpack_runner: writes the source of the program that runs the other programs.
ac_fn_probe_unpack_runner ()
{
_AC_PROBE_TEXTS([m4/runner.c], m4_defn([_AC_PROBE_CARRIED]))dnl
}

# ac_fn_probe_unpack_query: writes the sources of the program that asks the system.
ac_fn_probe_unpack_query ()
{
_AC_PROBE_TEXTS([query/], m4_defn([_AC_PROBE_CARRIED]))dnl
}

# ac_fn_probe_write_sweeps: writes the sources of the user's statements and kernels and of the registers.
ac_fn_probe_write_sweeps ()
{
  :
m4_map_args_w(m4_ifdef([_AC_PROBE_SWEEPS], [m4_defn([_AC_PROBE_SWEEPS])]), [_AC_PROBE_CALL_OF(], [)])dnl
}
m4_divert_pop([INIT_PREPARE])])

# _AC_PROBE_TEXTS(PART, FILES)
# ----------------------------
# The texts of the FILES whose names contain PART.
m4_define([_AC_PROBE_TEXTS],
[m4_map_args_w([$2], [_AC_PROBE_TEXT_IF([$1], ], [)])])
m4_define([_AC_PROBE_TEXT_IF],
[m4_if(m4_index([$2], [$1]), [-1], [], [m4_defn([_AC_PROBE_TEXT_$2])])])

# _AC_PROBE_ROW_OF(NAME)
# ----------------------
# The shell variables of a parameter: its row, the group it is asked with and its literal default.
m4_define([_AC_PROBE_ROW_OF],
[ac_probe_row_$1='m4_defn([_AC_PROBE_CELLS_$1])'
m4_ifval(m4_defn([_AC_PROBE_ASKED_WITH_$1]), [ac_probe_asked_with_$1='m4_defn([_AC_PROBE_ASKED_WITH_$1])'
])dnl
m4_ifdef([_AC_PROBE_ASKED_$1], [ac_probe_default_$1=m4_ifdef([_AC_PROBE_DEFAULT_$1],
[_AC_PROBE_IF_EXPRESSION(m4_defn([_AC_PROBE_DEFAULT_$1]), [], [m4_defn([_AC_PROBE_DEFAULT_$1])])])
])])

# _AC_PROBE_GROUP_OF(GROUP)
# -------------------------
# The parameters that the system reports together.
m4_define([_AC_PROBE_GROUP_OF], [ac_probe_group_$1='m4_defn([_AC_PROBE_GROUP_$1])'
])

# _AC_PROBE_CALL_OF(SWEEP)
# ------------------------
# The call that writes the source of SWEEP, for a sweep that has one.
m4_define([_AC_PROBE_CALL_OF], [m4_ifdef([_AC_PROBE_CALL_$1], [  case " $ac_probe_sweeps " in *" $1 "*) m4_indir([_AC_PROBE_CALL_$1]) ;; esac
])])
