# start.sh - the shell functions behind the macros, which every configure carries: the directory of a run, and the mode.
# POSIX sh, without local variables: names begin with ac_probe_.  File descriptor 5 is config.log and 6 the terminal,
# as in every configure.
# shellcheck shell=sh disable=SC1090,SC2034,SC2086,SC2154,SC2317

ac_probe_home=
ac_probe_dir=
ac_probe_at=
ac_probe_launch=
ac_probe_patience=0
ac_probe_runner=
ac_probe_runner_made=no
ac_probe_pid=
ac_probe_language=c
ac_probe_plain_for=
ac_probe_started=no
ac_probe_built=
ac_probe_swept=
ac_probe_contention=
ac_probe_apart_cores=
ac_probe_completed=
ac_probe_not_now=
ac_probe_decided=
ac_probe_settled=
ac_probe_published=
ac_probe_warned=no

# ---- the directory of a run ----

# ac_fn_probe_home: makes the directory of this run.  A directory that exists, left by a process with the same id, is
# not used, and neither is a link.  Configure removes conf$$* however it ends.
ac_fn_probe_home ()
{
  test -z "$ac_probe_home" || return 0
  for ac_probe_item in '' .1 .2 .3 .4 .5 .6 .7 .8 .9; do
    ac_probe_home=conf$$.probe$ac_probe_item
    mkdir -m 755 "$ac_probe_home" 2>/dev/null && break
    ac_probe_home=
  done
  test -n "$ac_probe_home" || return 1
  ac_fn_probe_place
  # Called by configure's traps, and at its end.
  as_fn_exit ()
  {
    set +e
    test -z "$ac_signal" || ac_fn_probe_end
    as_fn_set_status "$1"
    exit "$1"
  }
}

# ac_fn_probe_end: on a signal, ends the processes that still write to the directory before configure removes it.
ac_fn_probe_end ()
{
  trap '' HUP INT PIPE TERM
  test -z "$ac_probe_pid" || { kill $ac_probe_pid; wait $ac_probe_pid; } 2>/dev/null
  for ac_probe_item in 1 2 3 4 5 6 7 8 9; do
    rm -rf "$ac_probe_home" 2>/dev/null
    test -d "$ac_probe_home" || break
    sleep 1
  done
}

# ac_fn_probe_place: sets ac_probe_dir to the directory of the current language's programs, and ac_probe_at to the
# target's name for it.
ac_fn_probe_place ()
{
  ac_probe_dir=$ac_probe_home
  test "$ac_probe_language" = c || {
    ac_probe_dir=$ac_probe_home/$ac_probe_language
    mkdir -p "$ac_probe_dir"
  }
  ac_probe_at=./$ac_probe_dir
  test -z "$ac_probe_launch" || ac_probe_at=$(pwd)/$ac_probe_dir
}

# ac_fn_probe_language LANGUAGE: selects c or cxx, whose compiler and flags compile the probes from now on.  Each has a
# program of its own.
ac_fn_probe_language ()
{
  test "$1" != "$ac_probe_language" || return 0
  ac_probe_language=$1
  test -z "$ac_probe_home" || ac_fn_probe_place
}

# ---- the mode ----

# ac_fn_probe_notice TEXT
ac_fn_probe_notice ()
{
  echo "$as_me: $1" >&6
  echo "$as_me: $1" >&5
}

# ac_fn_probe_warning TEXT
ac_fn_probe_warning ()
{
  echo "$as_me: WARNING: $1" >&2
  echo "$as_me: WARNING: $1" >&5
}

# ac_fn_probe_mode: sets ac_probe_mode from --enable-probes.  A package built for other machines must not contain this
# one's numbers, so SOURCE_DATE_EPOCH alone turns measuring off.
ac_fn_probe_mode ()
{
  case $enable_probes in
    yes | measure) ac_probe_mode=measure ;;
    no | default) ac_probe_mode=default ;;
    measure-only | again | query) ac_probe_mode=$enable_probes ;;
    '') ac_probe_mode=measure
      if test -n "$SOURCE_DATE_EPOCH"; then
        ac_probe_mode=default
        ac_fn_probe_notice "SOURCE_DATE_EPOCH is set: machine parameters are the defaults; --enable-probes measures them"
      fi ;;
    *) as_fn_error $? "--enable-probes is measure, measure-only, query, again or default, not '$enable_probes'" "$LINENO" 5 ;;
  esac
  test $ac_probe_mode != default || return 0
  if ! ac_fn_probe_home; then
    ac_probe_mode=default
    ac_fn_probe_warning "archparams: no directory can be created here: machine parameters are the defaults"
    return
  fi
  case $ac_probe_mode:$cross_compiling:$PROBE_LAUNCHER in
    *:no: | *::) ;;
    *:) ac_probe_mode=default
      ac_probe_item=$(ac_fn_probe_ungiven)
      ac_fn_probe_notice "cross compiling without PROBE_LAUNCHER: machine parameters are the defaults${ac_probe_item:+; set those that you know:$ac_probe_item}" ;;
    *) ac_fn_probe_launcher ;;
  esac
}

# ac_fn_probe_ungiven: prints ac_cv_probe_NAME= for each parameter that is not given and has no default.
ac_fn_probe_ungiven ()
{
  for ac_probe_item in $(set | sed -n 's/^ac_probe_default_\([a-z0-9_]*\)=.*/\1/p'); do
    eval "ac_probe_value=\$ac_cv_probe_$ac_probe_item ac_probe_default=\$ac_probe_default_$ac_probe_item"
    case $ac_probe_value:$ac_probe_default in
      : | *' measured:' | *' default:' | *' queried:' | *' undecided:') printf ' ac_cv_probe_%s=' "$ac_probe_item" ;;
    esac
  done
}

# ac_fn_probe_launcher: uses PROBE_LAUNCHER if it runs a program built here and prints the program's output only.
ac_fn_probe_launcher ()
{
  ac_probe_launch=$PROBE_LAUNCHER
  case $ac_probe_at in /*) ;; *) ac_fn_probe_place ;; esac
  ac_probe_patience=$ac_probe_seconds
  ac_fn_probe_runner
  ac_fn_probe_query check
  ac_probe_status=$?
  test "$(cat "$ac_probe_dir/check.said")" != 'archparams query 42' || return 0
  case $ac_probe_status in
    0) ac_probe_why='prints something else' ;;
    *) ac_fn_probe_why $ac_probe_status ;;
  esac
  ac_probe_mode=default
  ac_fn_probe_warning "PROBE_LAUNCHER='$PROBE_LAUNCHER' cannot run programs built here: it $ac_probe_why; machine parameters are the defaults"
}

# ac_fn_probe_start: prepares everything, once, before the first parameter.
ac_fn_probe_start ()
{
  ac_probe_started=yes
  case $PROBE_SECONDS in
    '' | 0* | *[!0-9]* | ??????*) ac_probe_seconds=10 ;;
    *) ac_probe_seconds=$PROBE_SECONDS ;;
  esac
  ac_probe_counters=${PROBE_COUNTERS:-yes}
  case $ac_probe_counters in
    yes | no | only) ;;
    *) as_fn_error $? "PROBE_COUNTERS is not yes, no or only" "$LINENO" 5 ;;
  esac
  ac_fn_probe_mode
  test $ac_probe_mode != again || unset ac_cv_probe_unsaid
  if test $ac_probe_mode != default; then # this mode uses no measured value
    ac_fn_probe_guard machine "archparams $ac_probe_version $(ac_fn_probe_machine)" '*'
    ac_fn_probe_guard compiler "$(ac_fn_probe_compiler)" "$ac_probe_by_flags"
  fi
  if test "$enable_probe_curves" = yes; then
    mkdir -p archparams.d
    : >archparams.d/values
    echo "$ac_cv_probe_machine" >archparams.d/machine
    ac_fn_probe_about >archparams.d/about
  fi
}
