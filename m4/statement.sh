# statement.sh - writes the sources of operations and of the user's statements.  As start.sh.
# shellcheck shell=sh disable=SC2013,SC2034,SC2086,SC2154

# ac_fn_probe_variable K TYPE: declares the K-th of a statement's variables.  Each stream has its own copy of those in
# ac_probe_assigned.  ac_probe_switched notes a type that may have no constraint to keep it in a register.
ac_fn_probe_variable ()
{
  case $2 in
    i32 | i64 | s64 | f32 | f64 | [vh]f32 | [vh]f64 | address) ac_probe_begin=BEGIN_$2
      ac_probe_hold="$ac_probe_hold KEEP_$2(p$1)"
      ac_probe_missing="$ac_probe_missing || !defined BEGIN_$2"
      ac_probe_switched="$ac_probe_switched || !defined KEEP_$2" ;;
    *) ac_probe_begin=BEGIN_other
      ac_probe_switched="$ac_probe_switched || 1" ;;
  esac
  case $ac_probe_assigned in
    *"$1"*) ac_probe_shared="$ac_probe_shared FIRST($2, $ac_probe_begin, p$1)"
      ac_probe_own="$ac_probe_own $2 s##_$1 = first_p$1[0];"
      ac_probe_last="$ac_probe_last first_p$1[0] = s##_$1;"
      ac_probe_names="$ac_probe_names, p$1"
      ac_probe_copies="$ac_probe_copies, s##_$1"
      ac_probe_owned=$((ac_probe_owned + 1)) ;;
    *) ac_probe_shared="$ac_probe_shared SHARE($2, $ac_probe_begin, p$1, $(($1 - ac_probe_owned + 1)))" ;;
  esac
}

# ac_fn_probe_variables TYPE VARIABLES: declares all variables, given by their number or as p0:TYPE p1:TYPE.
ac_fn_probe_variables ()
{
  ac_probe_shared='' ac_probe_hold='' ac_probe_own='' ac_probe_last='' ac_probe_names=''
  ac_probe_copies='' ac_probe_owned=0 ac_probe_switched=0 ac_probe_missing=0 ac_probe_variable=0
  case $2 in
    *:*) ac_probe_types=$2
      for ac_probe_item in $2; do
        ac_fn_probe_variable "$ac_probe_variable" "${ac_probe_item#*:}"
        ac_probe_variable=$((ac_probe_variable + 1))
      done ;;
    *) ac_probe_types=$1
      while test "$ac_probe_variable" -lt "$2"; do
        ac_fn_probe_variable "$ac_probe_variable" "$1"
        ac_probe_variable=$((ac_probe_variable + 1))
      done ;;
  esac
}

# ac_fn_probe_text NAME TEXT: prints C statements as a macro over a stream's own variables and its number, and as a string.
# HOLD keeps the compiler from merging the statements of a set.
ac_fn_probe_text ()
{
  ac_probe_held=$2
  test "$ac_probe_assigned" = 0 ||
    ac_probe_held=$(printf '%s\n' "$2" | sed "s/;/; HOLD(${ac_probe_names#, })/g")
  echo "#define $1(s) $1_OF(${ac_probe_copies#, }, s##_number)
#define $1_OF(${ac_probe_names#, }, STREAM_NUMBER) $ac_probe_held;
#define $1_TEXT \"$(printf '%s\n' "$2" | sed 's/[\\"]/\\&/g')\""
}

# ac_fn_probe_assigned STATEMENTS: prints the numbers of the variables that they assign.
ac_fn_probe_assigned ()
{
  echo "$1" | tr ';' '\n' | sed -n 's/^ *p\([0-7]\) *[-+*/&|^%<>]*=.*/\1/p' | tr -d '\n'
}

# ac_fn_probe_errno OWNER STATEMENT FILE: has probes/FILE.c compiled with -fno-math-errno if STATEMENT takes a
# square root and the compiler knows the option: the check for errno would add a fraction of a cycle to each
# root of a chain.  A user's own statement is compiled with the user's flags alone.
ac_fn_probe_errno ()
{
  case $1:$2 in
    user:*) ;;
    *sqrt*)
      echo 'int plain;' >"$ac_probe_dir/plain.c"
      ! ac_fn_probe_cc plain ${ac_probe_as_c-} -fno-math-errno -c -o "$ac_probe_dir/plain" "$ac_probe_dir/plain.c" 2>/dev/null ||
        echo '-fno-math-errno' >"$ac_probe_dir/probes/$3.flags" ;;
  esac
}

# ac_fn_probe_statement FILE SWEEP NAME TYPE VARIABLES STATEMENT CHAIN REST [OWNER [IN_MEMORY]]: adds a sweep to
# probes/FILE.c.  CHAIN and REST as in operations.list; where CHAIN is `set' the statements do not
# wait for each other, and each stream has of its own whatever they assign.  OWNER is `user' where the user wrote it.
# IN_MEMORY as in operations.list.
ac_fn_probe_statement ()
{
  ac_probe_assigned=0
  test "$7" != set || ac_probe_assigned=$(ac_fn_probe_assigned "$6")
  ac_fn_probe_errno "${9-}" "$6" "$1"
  ac_fn_probe_variables "$4" "$5"
  {
    cat <<_EOF
#include "core/types.h"
#ifdef PROBE_STUB
#include "core/stub.h"
SWEEP_STUB(sweep_$2)
#else
#define SWEEP_NAME $2
#define NAME "$3"
#define TYPES "$ac_probe_types"
#define SHARED $ac_probe_shared
#define OWN(s) $ac_probe_own
#define LAST(s) $ac_probe_last
#define HOLD(${ac_probe_names#, }) $ac_probe_hold
#define AFTER(s) HOLD(${ac_probe_copies#, })
#if $ac_probe_switched
#define SWITCHED
#endif
#if $ac_probe_missing
#define MISSING
#endif
_EOF
    ac_fn_probe_text STATEMENT "$6"
    case $7 in
      - | set) ac_fn_probe_text CHAIN "$6" ;;
      none) echo '#define INDEPENDENT' ;;
      *) echo '#define INDEPENDENT'
        ac_fn_probe_text CHAIN "$7" ;;
    esac
    test "$8" = - || ac_fn_probe_text REST "$8"
    test "$7" != set || echo '#define SET'
    test "${10--}" = - || ac_fn_probe_text IN_MEMORY "${10}"
    case ${9-}:$4 in
      user:*) ;;
      *:[vh]f??) echo "#define GUARD(machine) simd_guard(machine, sizeof($4))" ;;
    esac
    echo '#include "core/streams.h"
#endif'
  } >>"$ac_probe_dir/probes/$1.c"
}

# ac_fn_probe_statement_guard SWEEP WHAT PARAMETER...: drops cached answers to another statement, set, type or number of
# variables than WHAT.
ac_fn_probe_statement_guard ()
{
  ac_probe_name=$1 ac_probe_sum=$(printf '%s\n' "$2" | cksum | tr ' ' -)
  shift 2
  ac_fn_probe_drop_changed "$ac_probe_name" "$ac_probe_sum" "$@"
}
