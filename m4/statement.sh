# Shell functions that write the sources of statements; a configure that measures any carries them.
# As engine.sh.
# shellcheck shell=sh disable=SC2013,SC2034,SC2086,SC2154

# ac_fn_probe_variable K TYPE: the K-th of a statement's variables, in ac_probe_type,
# ac_probe_shared and ac_probe_after; ac_probe_switched is not empty where the compiler may not be able to keep it.
ac_fn_probe_variable ()
{
  case $2 in
    i32 | i64 | s64 | f32 | f64 | address) ac_probe_begin=BEGIN_$2
      ac_probe_after="$ac_probe_after KEEP_$2(p$1)"
      ac_probe_switched="$ac_probe_switched || !defined KEEP_$2" ;;
    *) ac_probe_begin=BEGIN_other
      ac_probe_switched="$ac_probe_switched || 1" ;;
  esac
  case $1 in
    0) ac_probe_first=$ac_probe_begin ac_probe_type=$2 ;;
    *) ac_probe_shared="$ac_probe_shared SHARE($2, $ac_probe_begin, p$1, $1)" ;;
  esac
}

# ac_fn_probe_variables TYPE VARIABLES: all of them, by their number or as p0:TYPE p1:TYPE.
ac_fn_probe_variables ()
{
  ac_probe_shared='' ac_probe_after='' ac_probe_switched=0 ac_probe_variable=0
  case $2 in
    *:*) for ac_probe_item in $2; do
        ac_fn_probe_variable "$ac_probe_variable" "${ac_probe_item#*:}"
        ac_probe_variable=$((ac_probe_variable + 1))
      done ;;
    *) while test "$ac_probe_variable" -lt "$2"; do
        ac_fn_probe_variable "$ac_probe_variable" "$1"
        ac_probe_variable=$((ac_probe_variable + 1))
      done ;;
  esac
}

# ac_fn_probe_text NAME TEXT: C statements as a macro over p0, and as a string.
ac_fn_probe_text ()
{
  echo "#define $1(p0) $2;
#define $1_TEXT \"$(printf '%s\n' "$2" | sed 's/[\\"]/\\&/g')\""
}

# ac_fn_probe_statement FILE SWEEP NAME TYPE VARIABLES STATEMENT CHAIN REST: adds a sweep to
# probes/FILE.c.  CHAIN and REST as in operations.list.
ac_fn_probe_statement ()
{
  ac_fn_probe_variables "$4" "$5"
  {
    cat <<_EOF
#include "harness/keep.h"
#define SWEEP_NAME $2
#define NAME "$3"
#define TYPE $ac_probe_type
#define BEGIN $ac_probe_first
#define SHARED $ac_probe_shared
#define AFTER(p0) $ac_probe_after
#if $ac_probe_switched
#define SWITCHED
#endif
_EOF
    ac_fn_probe_text STATEMENT "$6"
    case $7 in
      -) ac_fn_probe_text CHAIN "$6" ;;
      none) echo '#define INDEPENDENT' ;;
      *) echo '#define INDEPENDENT'
        ac_fn_probe_text CHAIN "$7" ;;
    esac
    test "$8" = - || ac_fn_probe_text REST "$8"
    echo '#include "nano/streams.h"'
  } >>"$ac_probe_dir/probes/$1.c"
}

# ac_fn_probe_stub SOURCE: what does not compile costs the sweeps of this source only.
ac_probe_instead=ac_fn_probe_stub
ac_fn_probe_stub ()
{
  ac_fn_probe_log "$ac_probe_dir/${ac_probe_base%.c}.out"
  {
    echo '#include "harness/probe.h"'
    for ac_probe_sweep in $(sed -n 's/^#define SWEEP_NAME //p' "$1"); do
      echo "sweep sweep_$ac_probe_sweep;
const char *sweep_$ac_probe_sweep(struct machine *machine, FILE *out) {
    (void)machine;
    (void)out;
    return \"it does not compile\";
}"
    done
  } >"$1.stub.c"
  ac_fn_probe_compile "${ac_probe_base%.c}" -I "$ac_probe_dir/probes" "$1.stub.c"
}
