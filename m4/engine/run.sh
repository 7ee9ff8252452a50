# run.sh - runs a program with a time limit, and gives the reason if it fails.  As start.sh.
# shellcheck shell=sh disable=SC1090,SC2034,SC2086,SC2154,SC2317

# ac_fn_probe_log FILE: copies it to config.log.
ac_fn_probe_log ()
{
  test ! -s "$1" || sed 's/[^[:print:]	]//g; s/^/| /' "$1" >&5
}

# ac_fn_probe_limited SECONDS COMMAND...: runs COMMAND, and after SECONDS kills it with all processes that it has
# started.  It runs in the background, so that configure acts on a signal at once.  A launcher first gets a signal to
# end, so that it can remove its job from a queue.
ac_fn_probe_limited ()
{
  if test -z "$ac_probe_runner"; then
    ac_fn_probe_watched "$@"
    return
  fi
  ac_probe_left=$1
  shift
  ac_probe_grace=0
  test -z "$ac_probe_launch" || ac_probe_grace=2
  "$ac_probe_runner" "$ac_probe_left" $ac_probe_most_bytes $ac_probe_grace "$@" </dev/null &
  ac_probe_pid=$!
  { wait $ac_probe_pid; } 2>/dev/null
  ac_probe_status=$?
  ac_probe_pid=
  return $ac_probe_status
}

# The limit on the output of a probe, a query or a launcher; tables are a hundredth of it.
ac_probe_most_bytes=16777216

# ac_fn_probe_watched SECONDS COMMAND...: the same without the runner; kills COMMAND, but not the processes that it has
# started.  The watchdog polls, so that it outlives the command by a second at most, and holds no file open.  It is
# not ended by a signal that configure traps, since that could arrive before the subshell resets the trap.
ac_fn_probe_watched ()
{
  ac_probe_left=$1
  shift
  "$@" </dev/null &
  ac_probe_pid=$!
  (
    while test "$ac_probe_left" -gt 0; do
      sleep 1
      kill -0 $ac_probe_pid || exit 0
      kill -0 $$ || break
      ac_probe_left=$((ac_probe_left - 1))
    done
    echo >"$ac_probe_dir/late"
    test -z "$ac_probe_launch" || { kill $ac_probe_pid; sleep 2; }
    kill -9 $ac_probe_pid
  ) >/dev/null 2>&1 5>&- 6>&- &
  ac_probe_dog=$!
  { wait $ac_probe_pid; } 2>/dev/null
  ac_probe_status=$?
  ac_probe_pid=
  { kill -9 $ac_probe_dog; wait $ac_probe_dog; } 2>/dev/null
  if test -f "$ac_probe_dir/late"; then
    rm -f "$ac_probe_dir/late"
    ac_probe_status=137
  fi
  return $ac_probe_status
}

# ac_fn_probe_run PROGRAM ARGUMENT...: runs it on the target, with the time limit of a probe and the time that a
# launcher may wait.  Settings are arguments, since few launchers pass on the environment.
ac_fn_probe_run ()
{
  ac_probe_program=$1
  shift
  ac_fn_probe_limited $((ac_probe_seconds + 2 + ac_probe_patience)) \
    $ac_probe_launch "$ac_probe_at/$ac_probe_program$EXEEXT" "$@"
}

# ac_fn_probe_why STATUS: sets ac_probe_why to the meaning of an exit status.
ac_fn_probe_why ()
{
  case $1 in
    75) ac_probe_why='cannot measure now' ;;
    77) ac_probe_why='cannot measure here' ;;
    126) ac_probe_why='may not be run here' ;;
    127) ac_probe_why='was not built or not found' ;;
    137 | 265) ac_probe_why="was killed, at the latest after $((ac_probe_seconds + ac_probe_patience)) s" ;;
    *) ac_probe_why="failed with status $1" ;;
  esac
}

# ac_fn_probe_reason WHAT STATUS: logs why there is no table or no value.
ac_fn_probe_reason ()
{
  ac_fn_probe_why "$2"
  echo "$as_me: probe $1 $ac_probe_why" >&5
}

# ac_fn_probe_fail BASE SUFFIX WHAT: the program that failed gave its reason in BASE.err, if it ran, and its output
# does not count.  Leaves in BASE.why a line for reason.sh.
ac_fn_probe_fail ()
{
  rm -f "$1.$2"
  ac_fn_probe_log "$1.err"
  sed 's/[^[:print:]]//g; s/^never here: //; q' "$1.err" 2>/dev/null | sed "s/^/$3 $ac_probe_why: /" >"$1.why"
  test -s "$1.why" || echo "$3 $ac_probe_why" >"$1.why"
}
