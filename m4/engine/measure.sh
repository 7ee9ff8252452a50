# measure.sh - runs each sweep once for its table, and the analyzer on it.  As start.sh.
# shellcheck shell=sh disable=SC1090,SC2034,SC2086,SC2154,SC2317

# ac_fn_probe_keep SWEEP: keeps its table, or the reason that there is none, for --enable-probe-curves.
ac_fn_probe_keep ()
{
  test "$enable_probe_curves" = yes || return 0
  rm -f archparams.d/"$1".*
  if test -f "$ac_probe_dir/$1.table"; then
    cp "$ac_probe_dir/$1.table" archparams.d/
  else
    { echo "$ac_probe_why"; cat "$ac_probe_dir/$1.err"; } >"archparams.d/$1.why"
  fi
}

# ac_fn_probe_is_built SWEEP: does the program have it?
ac_fn_probe_is_built ()
{
  test ! -f "$ac_probe_dir/probes/machine/real/sweeps.h" ||
    grep "^SWEEP[_OF]*($1[,)]" "$ac_probe_dir/probes/machine/real/sweeps.h" >/dev/null
}

# ac_fn_probe_contention TABLE: keeps the least cost of work that fills the core, of all tables so far; the
# next sweep compares with it to detect contention.  Adds the milliseconds that TABLE took to
# ac_probe_measured_ms.
ac_fn_probe_contention ()
{
  ac_probe_contention=$(awk -v least="$ac_probe_contention" '
    /^# contention: / && (least == "" || $3 + 0 < least + 0) { least = $3 }
    /^# seconds: / { ms = 1000 * $3 }
    END { printf "%d %s", ms, least }' "$1")
  ac_probe_measured_ms=$((ac_probe_measured_ms + ${ac_probe_contention%% *}))
  ac_probe_contention=${ac_probe_contention#* }
}
ac_probe_measured_ms=0

# ac_fn_probe_measure SWEEP: runs it, once.
ac_fn_probe_measure ()
{
  case " $ac_probe_swept " in *" $ac_probe_language.$1 "*) return 0 ;; esac
  ac_probe_swept="$ac_probe_swept $ac_probe_language.$1"
  ac_fn_probe_measure_now "$1"
}

# ac_fn_probe_measure_now SWEEP: runs it.  A sweep is completed if it printed a table, or if it can never measure on
# this machine.
ac_fn_probe_measure_now ()
{
  ac_fn_probe_build
  ac_probe_base=$ac_probe_dir/$1
  ac_probe_status=127
  ac_probe_lacking=
  ac_fn_probe_hand
  if ac_fn_probe_is_built "$1"; then
    set -- "$1" "PROBE_SECONDS=$ac_probe_seconds"
    case $1 in kernel_*) set -- "$@" "PROBE_DIR=$ac_probe_at" ;; esac
    ac_fn_probe_run probe "$@" $ac_probe_handed ${ac_probe_contention:+PROBE_CONTENTION=$ac_probe_contention} $ac_probe_apart_cores \
      >"$ac_probe_base.table" 2>"$ac_probe_base.err"
    ac_probe_status=$?
  fi
  case $ac_probe_status in
    0) ac_fn_probe_contention "$ac_probe_base.table" ;;
    *) ac_fn_probe_reason "$1" $ac_probe_status
      ac_fn_probe_fail "$ac_probe_base" table "$1" ;;
  esac
  case $ac_probe_status$ac_probe_lacking in
    0* | 77) ac_probe_completed="$ac_probe_completed $ac_probe_language.$1" ;;
    75*) ac_probe_not_now="$ac_probe_not_now $ac_probe_language.$1" ;;
  esac
  ac_fn_probe_log "$ac_probe_base.table"
  ac_fn_probe_keep "$1"
}

# ac_fn_probe_analyze DIRECTORY METHOD TABLE: runs the analyzer in DIRECTORY.
ac_fn_probe_analyze ()
{
  ac_fn_probe_limited "$ac_probe_seconds" "./$1/analyze$EXEEXT" "$2" -C 0.9 "$3"
}

# ac_fn_probe_learn SWEEP VALUES: if SWEEP is cores, keeps for later sweeps whether no two CPUs share a core.
ac_fn_probe_learn ()
{
  test "$1" = cores || return 0
  ac_probe_apart_cores=
  ! grep '^# cores apart$' "$2" >/dev/null || ac_probe_apart_cores=PROBE_CORES_APART=yes
}

# ac_fn_probe_decide SWEEP METHOD: measures and analyzes, once for each pair.
ac_fn_probe_decide ()
{
  case " $ac_probe_decided " in *" $ac_probe_language.$1.$2 "*) return 0 ;; esac
  ac_probe_decided="$ac_probe_decided $ac_probe_language.$1.$2"
  ac_fn_probe_measure "$1"
  ac_fn_probe_decide_now "$1" "$2"
}

# ac_fn_probe_decide_now SWEEP METHOD: analyzes the table, if there is one.
ac_fn_probe_decide_now ()
{
  test -f "$ac_probe_dir/$1.table" || return 0
  ac_probe_base=$ac_probe_dir/$1.$2
  ac_fn_probe_analyze "$ac_probe_dir" "$2" "$ac_probe_dir/$1.table" >"$ac_probe_base.values" 2>"$ac_probe_base.err"
  ac_probe_status=$?
  case $ac_probe_status in
    0 | 1) ac_fn_probe_log "$ac_probe_base.values"
      ac_fn_probe_learn "$1" "$ac_probe_base.values"
      ac_probe_completed="$ac_probe_completed $ac_probe_language.$1.$2" ;;
    *) ac_fn_probe_reason "$1: analyze" $ac_probe_status
      ac_fn_probe_fail "$ac_probe_base" values "$1: analyze" ;;
  esac
}
