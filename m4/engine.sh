# The shell functions behind the macros; configure carries them.  POSIX sh, without local
# variables: names begin with ac_probe_.  File descriptor 5 is config.log and 6 the terminal, as
# in every configure.
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
ac_probe_crowd=
ac_probe_completed=
ac_probe_not_now=
ac_probe_decided=
ac_probe_settled=
ac_probe_published=
ac_probe_warned=no

# ---- its directory ----

# ac_fn_probe_home: makes the directory of this run.  One that exists already, left by a process that had
# the same id, is not used, and neither is a link.  Configure removes conf$$* when it ends, however it ends.
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
  # What configure's traps call, and what ends it.
  as_fn_exit ()
  {
    set +e
    test -z "$ac_signal" || ac_fn_probe_end
    as_fn_set_status "$1"
    exit "$1"
  }
}

# ac_fn_probe_end: on a signal, before configure removes the directory: ends what still writes to it.
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

# ac_fn_probe_place: sets ac_probe_dir to where the language in force has its programs, and ac_probe_at to
# how the target calls that.
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

# ac_fn_probe_language LANGUAGE: c or cxx, whose compiler and flags make the probes from now on; each has
# a program of its own.
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

# ac_fn_probe_mode: from --enable-probes; a package that is built for others must not carry this
# machine's numbers, so SOURCE_DATE_EPOCH alone turns measuring off.
ac_fn_probe_mode ()
{
  case $enable_probes in
    yes | measure) ac_probe_mode=measure ;;
    no | default) ac_probe_mode=default ;;
    measure-only | again | query) ac_probe_mode=$enable_probes ;;
    '') ac_probe_mode=measure
      if test -n "$SOURCE_DATE_EPOCH"; then
        ac_probe_mode=default
        ac_fn_probe_notice "SOURCE_DATE_EPOCH is set: machine parameters are not measured but defaults; see --enable-probes"
      fi ;;
    *) as_fn_error $? "--enable-probes is measure, measure-only, query, again or default, not '$enable_probes'" "$LINENO" 5 ;;
  esac
  test $ac_probe_mode != default || return 0
  if ! ac_fn_probe_home; then
    ac_probe_mode=default
    ac_fn_probe_warning "no directory can be made here: machine parameters are the defaults"
    return
  fi
  case $ac_probe_mode:$cross_compiling:$PROBE_LAUNCHER in
    *:no: | *::) ;;
    *:) ac_probe_mode=default
      ac_fn_probe_notice "cross compiling without PROBE_LAUNCHER: machine parameters are defaults; give what you know:$(ac_fn_probe_ungiven)" ;;
    *) ac_fn_probe_launcher ;;
  esac
}

# ac_fn_probe_ungiven: each parameter that is neither given nor has a default, as it may be given.
ac_fn_probe_ungiven ()
{
  for ac_probe_item in $(set | sed -n 's/^ac_probe_default_\([a-z0-9_]*\)=.*/\1/p'); do
    eval "test -n \"\$ac_cv_probe_$ac_probe_item\$ac_probe_default_$ac_probe_item\"" ||
      printf ' ac_cv_probe_%s=' "$ac_probe_item"
  done
}

# ac_fn_probe_launcher: has what is built for the target run by PROBE_LAUNCHER, if that prints what
# such a program prints, and nothing else.
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
  ac_fn_probe_warning "PROBE_LAUNCHER='$PROBE_LAUNCHER' does not run what is built here: it $ac_probe_why; machine parameters are defaults"
}

# ac_fn_probe_start: once, before the first parameter.
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
  if test $ac_probe_mode != default; then # which believes nothing that is measured
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

# ---- the fingerprints ----

# ac_fn_probe_machine: what a measured value depends on, in one line.  It is asked by a shell of the
# launcher's machine; where that runs none, as an emulator, it is this machine and the launcher.
ac_fn_probe_machine ()
{
  cat >"$ac_probe_dir/machine.sh" <<'_EOF'
uname -m
awk -F: '
  /^(vendor_id|cpu family|model|model name|stepping|cpu|revision|isa|uarch)[ \t]*:/ ||
  /^CPU (implementer|architecture|variant|part|revision)[ \t]*:/ { if (!seen[$0]++) print $2 }
  /^flags.* hypervisor/ { if (!virtual++) print "hypervisor" }' /proc/cpuinfo
sysctl -n hw.model machdep.cpu.brand_string
test ! -r /sys/hypervisor/type || cat /sys/hypervisor/type
sed -n 's/^Cpus_allowed_list:/cpus /p' /proc/self/status ||
  getconf _NPROCESSORS_ONLN
echo "page $(getconf PAGESIZE)"
_EOF
  {
    if test -n "$ac_probe_launch" && ac_fn_probe_limited $((ac_probe_seconds + ac_probe_patience)) \
      $ac_probe_launch sh "$ac_probe_at/machine.sh" >"$ac_probe_dir/machine.said" && test -s "$ac_probe_dir/machine.said"; then
      cat "$ac_probe_dir/machine.said"
    else
      rm -f "$ac_probe_dir/machine.said"
      ${CONFIG_SHELL-/bin/sh} "$ac_probe_dir/machine.sh"
      echo "$ac_probe_launch"
    fi
  } 2>/dev/null | tr -cs 'A-Za-z0-9_.,()+-' ' '
}

# ac_fn_probe_compiler: a checksum of the languages, their compilers and flags, however many blanks part
# these.
ac_fn_probe_compiler ()
{
  # shellcheck disable=SC2046 # two words
  set -- $(for ac_probe_item in ${ac_probe_languages-c}; do
    case $ac_probe_item in
      c) $CC --version; echo $CC : $CPPFLAGS : $CFLAGS ;;
      cxx) $CXX --version; echo c++ $CXX : $CPPFLAGS : $CXXFLAGS ;;
    esac
  done 2>/dev/null | cksum)
  echo "$1-$2"
}

# ac_fn_probe_about: what a recording says of how its tables came about.
ac_fn_probe_about ()
{
  echo "archparams: $ac_probe_version"
  echo "machine: $ac_cv_probe_machine"
  ac_fn_probe_flags
  echo "counters: $ac_probe_counters"
}

# ac_fn_probe_flags: the compiler and its flags, a line each.
ac_fn_probe_flags ()
{
  case ${ac_probe_languages-c} in
    cxx) set -- "$CXX" CXX CPPFLAGS CXXFLAGS LDFLAGS ;;
    *) set -- "$CC" CC CPPFLAGS CFLAGS LDFLAGS ;;
  esac
  echo "compiler: $($1 --version 2>/dev/null | sed 1q)"
  shift
  for ac_probe_item; do
    eval "ac_probe_answer=\$$ac_probe_item"
    printf '%s: %s\n' "$ac_probe_item" "$(printf %s "$ac_probe_answer" | tr '\n' ' ')"
  done
}

# ac_fn_probe_in_cache WHAT: sets ac_probe_item to the fingerprint that the cache file has, whatever a
# config.site has said since.
ac_fn_probe_in_cache ()
{
  ac_probe_item=
  test -f "$cache_file" || return 0
  while IFS= read -r ac_probe_line; do
    case $ac_probe_line in
      "ac_cv_probe_$1="*) ac_probe_item=${ac_probe_line##*=}
        ac_probe_item=${ac_probe_item#"'"}
        ac_probe_item=${ac_probe_item%"}"}
        ac_probe_item=${ac_probe_item%"'"} ;;
    esac
  done <"$cache_file"
}

# ac_fn_probe_guard WHAT NOW PATTERN: where a fingerprint of WHAT, be it from config.site or in the
# cache, is not NOW, drops the measured and queried values whose names match PATTERN, whoever asked
# for them.
ac_fn_probe_guard ()
{
  ac_fn_probe_in_cache "$1"
  eval "ac_probe_before=\$ac_cv_probe_$1,\${ac_probe_item:-\$2} ac_probe_of=\$ac_cv_probe_$1; ac_cv_probe_$1=\$2"
  test "$ac_probe_before" != "$2,$2" || return 0
  case ${ac_probe_of#archparams * },${ac_probe_item#archparams * } in
    "${2#archparams * }," | "${2#archparams * },${2#archparams * }") ac_probe_of=archparams ;; # of this machine
    *) ac_probe_of=$1 ;;
  esac
  ac_probe_dropped=
  test $1 != machine || unset ac_cv_probe_unsaid
  for ac_probe_var in $(set | sed -n "s/^ac_cv_probe_\([a-z0-9_]*\)=.* \([mq][a-z]*ed\|queried undecided\).\{0,1\}$/\1/p"); do
    eval "case $ac_probe_var in
      $3) unset ac_cv_probe_$ac_probe_var
        case $ac_probe_var in hint_*) ;; *) ac_probe_dropped=\"\$ac_probe_dropped $ac_probe_var\" ;; esac ;;
    esac"
  done
  test -z "$ac_probe_dropped" ||
    ac_fn_probe_warning "cached values of another $ac_probe_of are dropped:$ac_probe_dropped"
  test "$ac_probe_item" != "$2" || case $cache_file in # those of config.site, and these are left
    /*) . "$cache_file" ;;
    *) . "./$cache_file" ;;
  esac
}

# ---- running ----

# ac_fn_probe_log FILE: evidence to config.log.
ac_fn_probe_log ()
{
  test ! -s "$1" || sed 's/[^[:print:]	]//g; s/^/| /' "$1" >&5
}

# ac_fn_probe_limited SECONDS COMMAND...: runs COMMAND, killed after SECONDS with all that it has
# started.  It runs in the background, so that configure acts on a signal at once.  A launcher is
# asked to end before, so that it takes back what it has put into a queue.
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

# The most that a probe, a query or a launcher may print; tables are a hundredth of it.
ac_probe_most_bytes=16777216

# ac_fn_probe_watched SECONDS COMMAND...: the same without the runner, which kills COMMAND but
# not what it has started.  The watchdog polls, so that nothing of it outlives the command by more than a
# second, and holds no file open.  It is not ended by a signal that configure traps: it could come before
# the subshell drops the trap.
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

# ---- compiling ----

# ac_fn_probe_driver: sets ac_probe_driver to the compiler and the user's flags, and ac_probe_as_c to
# what makes it take a source for C: GNU's, since under -std=c99 GCC contracts no a*b+c, which it does in
# every C++.
ac_fn_probe_driver ()
{
  case $ac_probe_language in
    cxx) ac_probe_driver="$CXX $CPPFLAGS $CXXFLAGS" ac_probe_as_c='-x c -std=gnu99' ;;
    *) ac_probe_driver="$CC $CPPFLAGS $CFLAGS" ac_probe_as_c='' ;;
  esac
}

# ac_fn_probe_cc NAME ARGUMENT...: the user's compiler and flags; what it says is in NAME.out.  Under
# the runner, since a compiler that outlives configure would write to a directory that is removed; what it
# keeps for a while goes to that directory as well, since a compiler that is killed leaves it.
ac_fn_probe_cc ()
{
  ac_probe_said=$ac_probe_dir/$1.out
  shift
  TMPDIR=$ac_probe_temporary ${ac_probe_runner:+"$ac_probe_runner" 600 $ac_probe_most_bytes 0} \
    $ac_probe_driver $ac_probe_plain "$@" >"$ac_probe_said" 2>&1 </dev/null
}

# ac_fn_probe_plain: sets ac_probe_plain to options that change no instruction, the first of these lists
# that the compiler takes: without what debuggers read, which takes time to write, and without warnings,
# which are errors where the user's flags say so; and for C99 where it compiles an older C, ISO's where
# that is ISO's.
ac_fn_probe_plain ()
{
  test "$ac_probe_plain_for" != $ac_probe_language || return 0
  ac_probe_plain_for=$ac_probe_language
  ac_fn_probe_driver
  echo 'int plain(void) { for (int i = 0; i < 9; i++) if (i > 7) return i; return 0; }' >"$ac_probe_dir/plain.c"
  ac_probe_standards='-std=gnu99 -std=c99'
  case $ac_probe_driver in *-std=c* | *-ansi*) ac_probe_standards='-std=c99 -std=gnu99' ;; esac
  for ac_probe_plain in '-g0 -w' "-g0 -w ${ac_probe_standards% *}" "-g0 -w ${ac_probe_standards#* }" \
    '' ${ac_probe_standards} -c99 -AC99 ''; do
    ac_fn_probe_cc plain $ac_probe_as_c -c -o "$ac_probe_dir/plain" "$ac_probe_dir/plain.c" && return
  done
}

# ac_fn_probe_compile NAME ARGUMENT...: an object.
ac_fn_probe_compile ()
{
  ac_probe_made=$1
  shift
  ac_fn_probe_cc "$ac_probe_made" $ac_probe_as_c -c -o "$ac_probe_dir/$ac_probe_made.$OBJEXT" "$@"
}

# ac_fn_probe_link PROGRAM ARGUMENT...: of objects.
ac_fn_probe_link ()
{
  ac_probe_made=$1
  shift
  ac_fn_probe_cc "$ac_probe_made" $LDFLAGS -o "$ac_probe_dir/$ac_probe_made$EXEEXT" "$@" -lm
}

# ac_fn_probe_program PROGRAM ARGUMENT... SOURCE: of one source.
ac_fn_probe_program ()
{
  ac_probe_made=$1
  shift
  ac_fn_probe_cc "$ac_probe_made" $LDFLAGS -o "$ac_probe_dir/$ac_probe_made$EXEEXT" $ac_probe_as_c "$@" -lm
}

# ac_fn_probe_first_error FILE: prints the first error among a compiler's messages, with names relative to
# srcdir.
ac_fn_probe_first_error ()
{
  awk -v here="$ac_probe_tree/" '
    { gsub(/[^[:print:]]/, "")
      while (here != "/" && (at = index($0, here)) > 0) $0 = substr($0, 1, at - 1) substr($0, at + length(here)) }
    !first && NF { first = $0 }
    /[Ee]rror|undefined|annot/ { first = $0; exit }
    END { print substr(first, 1, 200) }' "$1" 2>/dev/null
}

# ac_fn_probe_include SOURCE...: one source that is all of them: one compilation costs a fraction
# of ten.  What asks nothing of the system does without most of its headers.
ac_fn_probe_include ()
{
  case $1 in */analysis/*) ;; *) echo '#define _GNU_SOURCE' ;; esac
  for ac_probe_source; do
    echo "#include \"${ac_probe_source#"$ac_probe_dir/"}\""
  done
}

# ac_fn_probe_quickly FUNCTION NAME SOURCE: what times nothing itself, as the analyzer: without
# optimisation it is compiled in a fraction of the time.
ac_fn_probe_quickly ()
{
  $1 "$2" -O0 "$3" || $1 "$2" "$3"
}

# The rooms of probes/ that time something of their own, and so have to be optimised.
ac_probe_timing=' real core kernel '

# ac_fn_probe_compile_of ROOM NAME SOURCE: an object of what stands in that room.
ac_fn_probe_compile_of ()
{
  case $ac_probe_timing in
    *" $1 "*) ac_fn_probe_compile "$2" -D_GNU_SOURCE= $ac_probe_defines "$3" ;;
    *) ac_fn_probe_quickly ac_fn_probe_compile "$2" "$3" ;;
  esac
}

# ac_fn_probe_compile_room ROOM: all but its sweeps as one.  Where not all of that compiles, each of its files is
# compiled alone, so that one costs itself.
ac_fn_probe_compile_room ()
{
  ac_fn_probe_compile_of "$1" "room-$1" "$ac_probe_dir/room-$1.c" && return
  sed -n 's/^#include "\(.*\)"$/\1/p' "$ac_probe_dir/room-$1.c" | while read -r ac_probe_source; do
    ac_probe_base=${ac_probe_source##*/}
    ac_fn_probe_compile_of "$1" "room-$1-${ac_probe_base%.c}" "$ac_probe_dir/$ac_probe_source"
  done
}

# ac_fn_probe_instead SOURCE: what does not compile may have something to stand instead of it; if not, the compiler
# has said all before.
ac_fn_probe_instead ()
{
  ac_probe_base=${1##*/}
  ac_probe_base=${ac_probe_base%.c}
  ac_fn_probe_log "$ac_probe_dir/$ac_probe_base.out"
  test -f "$ac_probe_dir/$ac_probe_base.failed" ||
    echo "does not compile: $(ac_fn_probe_first_error "$ac_probe_dir/$ac_probe_base.out")" >"$ac_probe_dir/$ac_probe_base.failed"
  ac_fn_probe_compile "$ac_probe_base" -DPROBE_INSTEAD "$1" || rm -f "$ac_probe_said"
}

# ac_fn_probe_compile_sweep SOURCE: with the user's flags where these decide what it measures, or configure writes it.
ac_fn_probe_compile_sweep ()
{
  ac_fn_probe_write "$1"
  ac_probe_base=${1##*/}
  ac_probe_base=${ac_probe_base%.c}
  ac_probe_room=${1%/*}
  ac_probe_room=${ac_probe_room##*/}
  case "$ac_probe_room $ac_probe_sweeps_by_flags " in
    'probes '* | *" $ac_probe_base "*) ac_probe_options=$(cat "${1%.c}.flags" 2>/dev/null)
      ac_fn_probe_compile "$ac_probe_base" $ac_probe_options "$1" || ac_fn_probe_instead "$1" ;;
    *) ac_fn_probe_compile_of "$ac_probe_room" "$ac_probe_base" "$1" ;;
  esac
}

# ac_fn_probe_native PROGRAM SOURCE: for the machine that configure runs on.
ac_fn_probe_native ()
{
  ac_probe_made=$1
  case $cross_compiling$PROBE_LAUNCHER:$BUILD_CC in
    no: | :) ac_fn_probe_quickly ac_fn_probe_program "$1" "$2"
      return ;;
    no*:) set -- "$2" "$CC" cc gcc clang c99 ;;
    *:) set -- "$2" cc gcc clang c99 ;;
    *) set -- "$2" "$BUILD_CC" ;;
  esac
  ac_probe_source_of=$1
  shift
  for ac_probe_item; do
    TMPDIR=$ac_probe_temporary $ac_probe_item -o "$ac_probe_dir/$ac_probe_made$EXEEXT" "$ac_probe_source_of" -lm && return
  done >"$ac_probe_dir/$ac_probe_made.out" 2>&1
}

# ac_fn_probe_runner: once; what runs other programs and leaves nothing of them.
ac_fn_probe_runner ()
{
  test $ac_probe_runner_made = no || return 0
  ac_probe_runner_made=yes
  ac_probe_temporary=$(pwd)/$ac_probe_home/temporary
  mkdir "$ac_probe_temporary"
  ac_probe_below=$ac_probe_dir
  ac_fn_probe_unpack_runner
  ac_fn_probe_plain
  ac_fn_probe_native runner "$ac_probe_dir/m4/runner.c"
  if "./$ac_probe_dir/runner$EXEEXT" 9 9 0 true >/dev/null 2>&1; then
    ac_probe_runner=./$ac_probe_dir/runner$EXEEXT
  else
    ac_fn_probe_log "$ac_probe_dir/runner.out"
  fi
}

# ac_fn_probe_analyzer
ac_fn_probe_analyzer ()
{
  ac_fn_probe_native analyze "$ac_probe_dir/analysis.c"
}

# ac_fn_probe_beside FUNCTION ARGUMENT...: beside the others.
ac_fn_probe_beside ()
{
  "$@" &
  ac_probe_jobs="$ac_probe_jobs $!"
}

# ac_fn_probe_compile_all: all beside each other, what takes longest first.
ac_fn_probe_compile_all ()
{
  ac_probe_jobs=
  trap 'kill $ac_probe_jobs 2>/dev/null; exit 1' TERM
  ac_fn_probe_beside ac_fn_probe_analyzer
  for ac_probe_room in $ac_probe_rooms; do
    ac_fn_probe_beside ac_fn_probe_compile_room $ac_probe_room
  done
  for ac_probe_source in $ac_probe_apart; do
    ac_fn_probe_beside ac_fn_probe_compile_sweep "$ac_probe_source"
  done
  wait
  ac_fn_probe_link_all || ac_fn_probe_link_some
  for ac_probe_out in "$ac_probe_dir"/*.out; do
    ac_fn_probe_log "$ac_probe_out"
  done
}

# ac_fn_probe_link_all: the program of all objects.
ac_fn_probe_link_all ()
{
  ac_fn_probe_link_probe probe "$ac_probe_dir"/*."$OBJEXT"
}

# ac_fn_probe_source SWEEP: prints the name of the source that it is in: its own, one that its row names, or one that
# has its name.
ac_fn_probe_source ()
{
  for ac_probe_in in "$ac_probe_dir/probes/$1.c" "$ac_probe_dir"/probes/*/"$1.c"; do
    test ! -f "$ac_probe_in" || { echo "$ac_probe_in"; return; }
  done
  ac_probe_in=$(sed -n "s/^SWEEP_OF($1, \"\([a-z0-9_/]*\).*/\1.c/p" "$ac_probe_dir/probes/rows.h" 2>/dev/null)
  test -z "$ac_probe_in" || { echo "$ac_probe_dir/probes/$ac_probe_in"; return; }
  grep -l "SWEEP_NAME $1\$" "$ac_probe_dir"/probes/*.c | sed 1q
}

# ac_fn_probe_object SWEEP: prints the name of the object that it is in: of its source, or of that one's room.
ac_fn_probe_object ()
{
  ac_probe_in=$(ac_fn_probe_source "$1")
  ac_probe_room=${ac_probe_in%/*}
  ac_probe_in=${ac_probe_in##*/}
  for ac_probe_item in "${ac_probe_in%.c}" "room-${ac_probe_room##*/}-${ac_probe_in%.c}" "room-${ac_probe_room##*/}"; do
    test ! -f "$ac_probe_dir/$ac_probe_item.$OBJEXT" || { echo "$ac_probe_dir/$ac_probe_item.$OBJEXT"; return; }
  done
}

# ac_fn_probe_link_some: where all of them cannot be linked, what does not compile costs itself: the
# program is of those objects that can be linked with each other, and their sweeps.
ac_fn_probe_link_some ()
{
  ac_fn_probe_set_aside
  if ! ac_fn_probe_link_all; then
    ac_fn_probe_program_of
    ac_fn_probe_try_objects
    ac_probe_linked=''
    for ac_probe_sweep in $ac_probe_sweeps; do
      test -z "$(ac_fn_probe_object "$ac_probe_sweep")" || ac_probe_linked="$ac_probe_linked $ac_probe_sweep"
    done
    ac_fn_probe_program_of $ac_probe_linked
    ac_fn_probe_link_all
  fi
  ac_fn_probe_bring_back
}

# ac_fn_probe_try_objects: keeps those objects that can be linked with the program's own and each other.
ac_fn_probe_try_objects ()
{
  ac_probe_fine=$ac_probe_dir/room-real.$OBJEXT
  ac_probe_added=yes
  while test $ac_probe_added = yes; do
    ac_probe_added=no
    for ac_probe_object in "$ac_probe_dir"/*."$OBJEXT"; do
      case " $ac_probe_fine " in *" $ac_probe_object "*) continue ;; esac
      ac_fn_probe_link_probe probe "$ac_probe_object" $ac_probe_fine || continue
      ac_probe_fine="$ac_probe_fine $ac_probe_object"
      ac_probe_added=yes
    done
  done
  for ac_probe_object in "$ac_probe_dir"/*."$OBJEXT"; do
    case " $ac_probe_fine " in *" $ac_probe_object "*) continue ;; esac
    ac_fn_probe_link_probe probe "$ac_probe_object" $ac_probe_fine
    ac_fn_probe_log "$ac_probe_said"
    rm -f "$ac_probe_object"
  done
}

# ac_fn_probe_program_of SWEEP...: compiles what lists the sweeps, with these alone.
ac_fn_probe_program_of ()
{
  ac_fn_probe_list_sweeps "$@"
  ac_fn_probe_compile_room real
}

# ---- what other scripts define anew, where configure carries them ----

# ac_fn_probe_write SOURCE: registers.sh writes some late, beside other compilations.
ac_fn_probe_write () { :; }

# ac_fn_probe_link_probe PROGRAM OBJECT...: threads.sh has options for threads.
ac_fn_probe_link_probe () { ac_fn_probe_link "$@"; }

# ac_fn_probe_prepare: before anything is compiled; threads.sh looks for hwloc.
ac_fn_probe_prepare () { :; }

# ac_fn_probe_set_aside, ac_fn_probe_bring_back: before and after objects are tried; kernel.sh has something stand in
# for candidates.
ac_fn_probe_set_aside () { :; }
ac_fn_probe_bring_back () { :; }

# ac_fn_probe_hand: sets ac_probe_handed to what a sweep is told; sizes.sh tells the sizes of caches.
ac_fn_probe_hand () { ac_probe_handed=; }

# ac_fn_probe_remark NAME: sets ac_probe_remark to what is printed behind the value; kernel.sh names candidates.
ac_fn_probe_remark () { :; }

# ---- writing ----

# ac_fn_probe_file NAME: writes standard input to the file NAME below ac_probe_below.
ac_fn_probe_file ()
{
  test -d "$ac_probe_below/${1%/*}" || mkdir -p "$ac_probe_below/${1%/*}"
  cat >"$ac_probe_below/$1"
}

# ac_fn_probe_list_sweeps SWEEP...: the program's list of these, with the rows of those that have one.
ac_fn_probe_list_sweeps ()
{
  ac_probe_item=$ac_probe_dir/probes/rows.h
  test -f "$ac_probe_item" || ac_probe_item=/dev/null
  awk -v sweeps="$*" '
    /^SWEEP_OF/ { split($0, cell, /[(,]/); row[cell[2]] = $0 }
    END {
      n = split(sweeps, sweep, " ")
      for (i = 1; i <= n; i++) print ((sweep[i] in row) ? row[sweep[i]] : "SWEEP(" sweep[i] ")")
    }' "$ac_probe_item" >"$ac_probe_dir/probes/machine/real/sweeps.h"
}

# ac_fn_probe_list WORD NAME...: the C sources' lists of what there is.
ac_fn_probe_list ()
{
  ac_probe_word=$1
  shift
  for ac_probe_item; do echo "$ac_probe_word($ac_probe_item)"; done
}

# ac_fn_probe_join: makes one source of those in each room of probes/, ac_probe_rooms, and of the analyzer.  Sweeps are
# apart, ac_probe_apart: each is the whole of a subject, and what configure writes may not suit the flags.
ac_fn_probe_join ()
{
  ac_probe_rooms=
  ac_probe_apart=
  for ac_probe_folder in "$ac_probe_dir"/probes/ "$ac_probe_dir"/probes/*/ "$ac_probe_dir"/probes/*/*/; do
    set --
    for ac_probe_source in "$ac_probe_folder"*.c; do
      test -f "$ac_probe_source" || continue
      ac_probe_base=${ac_probe_source##*/}
      case "$ac_probe_folder: $ac_probe_sweeps " in
        */real/:*) set -- "$@" "$ac_probe_source" ;;
        */probes/:* | *" ${ac_probe_base%.c} "*) ac_probe_apart="$ac_probe_apart $ac_probe_source" ;;
        *) set -- "$@" "$ac_probe_source" ;;
      esac
    done
    test $# != 0 || continue
    ac_probe_room=${ac_probe_folder%/}
    ac_probe_room=${ac_probe_room##*/}
    ac_fn_probe_include "$@" >"$ac_probe_dir/room-$ac_probe_room.c"
    ac_probe_rooms="$ac_probe_rooms $ac_probe_room"
  done
  ac_fn_probe_include "$ac_probe_dir"/analysis/*.c "$ac_probe_dir"/analysis/*/*.c \
    >"$ac_probe_dir/analysis.c"
}

# ac_fn_probe_build: once for each language; writes and compiles what the macros in use need.
ac_fn_probe_build ()
{
  case " $ac_probe_built " in *" $ac_probe_language "*) return 0 ;; esac
  ac_probe_built="$ac_probe_built $ac_probe_language"
  eval "ac_probe_sweeps=\$ac_probe_sweeps_$ac_probe_language"
  ac_fn_probe_runner
  ac_probe_below=$ac_probe_dir
  ac_fn_probe_unpack
  ac_fn_probe_write_sweeps
  ac_fn_probe_drop_others
  ac_fn_probe_list_sweeps $ac_probe_sweeps
  ac_fn_probe_list METHOD $ac_probe_methods >"$ac_probe_dir/analysis/methods.h"
  ac_fn_probe_join
  ac_fn_probe_plain
  ac_fn_probe_prepare
  # A subshell waits for nothing else that configure has in the background.
  (ac_fn_probe_compile_all) &
  ac_probe_pid=$!
  wait $ac_probe_pid
  ac_probe_pid=
  ac_fn_probe_check_built
}

# ac_fn_probe_drop_others: the sources of sweeps that the flags decide and that are measured in another language.
ac_fn_probe_drop_others ()
{
  for ac_probe_sweep in $ac_probe_sweeps_by_flags; do
    case " $ac_probe_sweeps " in
      *" $ac_probe_sweep "*) ;;
      *) rm -f "$ac_probe_dir/probes/$ac_probe_sweep.c" "$ac_probe_dir"/probes/*/"$ac_probe_sweep.c" ;;
    esac
  done
}

# ac_fn_probe_check_built: says, once, where nothing at all can be measured, and why.
ac_fn_probe_check_built ()
{
  ac_probe_why=
  if test ! -f "$ac_probe_dir/probe$EXEEXT"; then
    ac_probe_why="compiled with '$ac_probe_driver': $(ac_fn_probe_first_error "$ac_probe_dir/room-real.out")"
  elif test ! -f "$ac_probe_dir/analyze$EXEEXT"; then
    ac_probe_why="decided, since the analyzer could not be compiled: $(ac_fn_probe_first_error "$ac_probe_dir/analyze.out")"
  elif test -z "$ac_probe_launch"; then
    ac_fn_probe_run probe >"$ac_probe_dir/check.said" 2>&1
    ac_probe_status=$?
    test $ac_probe_status -lt 126 || ac_probe_why="run: what was compiled $(ac_fn_probe_why $ac_probe_status; echo "$ac_probe_why")"
  fi
  test -n "$ac_probe_why" && test $ac_probe_warned = no || return 0
  ac_probe_warned=yes
  ac_fn_probe_warning "archparams: nothing could be $ac_probe_why; machine parameters are the defaults, see config.log"
}

# ac_fn_probe_run PROGRAM ARGUMENT...: on the target, for so long as a probe may take and what a
# launcher may wait.  What it needs to know are arguments, since launchers do not hand on the
# environment.
ac_fn_probe_run ()
{
  ac_probe_program=$1
  shift
  ac_fn_probe_limited $((ac_probe_seconds + 2 + ac_probe_patience)) \
    $ac_probe_launch "$ac_probe_at/$ac_probe_program$EXEEXT" "$@"
}

# ac_fn_probe_why STATUS: sets ac_probe_why to what it means.
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

# ac_fn_probe_reason WHAT STATUS: why there is no table or no value.
ac_fn_probe_reason ()
{
  ac_fn_probe_why "$2"
  echo "$as_me: probe $1 $ac_probe_why" >&5
}

# ac_fn_probe_fail BASE SUFFIX: a program that failed has said why, and nothing else counts.
ac_fn_probe_fail ()
{
  rm -f "$1.$2"
  ac_fn_probe_log "$1.err"
}

# ac_fn_probe_keep SWEEP: its table, or why there is none, where that is asked for.
ac_fn_probe_keep ()
{
  test "$enable_probe_curves" = yes || return 0
  rm -f archparams.d/"$1".*
  if test -f "$ac_probe_base.table"; then
    cp "$ac_probe_base.table" archparams.d/
  else
    { echo "$ac_probe_why"; cat "$ac_probe_base.err"; } >"archparams.d/$1.why"
  fi
}

# ac_fn_probe_is_built SWEEP: is it one of the program's?
ac_fn_probe_is_built ()
{
  test ! -f "$ac_probe_dir/probes/machine/real/sweeps.h" ||
    grep "^SWEEP[_OF]*($1[,)]" "$ac_probe_dir/probes/machine/real/sweeps.h" >/dev/null
}

# ac_fn_probe_crowd TABLE: keeps the least that filled the core, of all tables until now, for the next
# sweep: it knows by that whether it is alone there.  Adds the milliseconds that TABLE took to
# ac_probe_measured_ms.
ac_fn_probe_crowd ()
{
  ac_probe_crowd=$(awk -v least="$ac_probe_crowd" '
    /^# crowd: / && (least == "" || $3 + 0 < least + 0) { least = $3 }
    /^# seconds: / { ms = 1000 * $3 }
    END { printf "%d %s", ms, least }' "$1")
  ac_probe_measured_ms=$((ac_probe_measured_ms + ${ac_probe_crowd%% *}))
  ac_probe_crowd=${ac_probe_crowd#* }
}
ac_probe_measured_ms=0

# ac_fn_probe_measure SWEEP: once, whoever asks first.
ac_fn_probe_measure ()
{
  case " $ac_probe_swept " in *" $ac_probe_language.$1 "*) return 0 ;; esac
  ac_probe_swept="$ac_probe_swept $ac_probe_language.$1"
  ac_fn_probe_measure_now "$1"
}

# ac_fn_probe_measure_now SWEEP: a table, or none.  A sweep is completed where it printed one, or where
# this machine can never show what it measures.
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
    ac_fn_probe_run probe "$@" $ac_probe_handed ${ac_probe_crowd:+PROBE_CROWD=$ac_probe_crowd} \
      >"$ac_probe_base.table" 2>"$ac_probe_base.err"
    ac_probe_status=$?
  fi
  case $ac_probe_status in
    0) ac_fn_probe_crowd "$ac_probe_base.table" ;;
    *) ac_fn_probe_reason "$1" $ac_probe_status
      ac_fn_probe_fail "$ac_probe_base" table ;;
  esac
  case $ac_probe_status$ac_probe_lacking in
    0* | 77) ac_probe_completed="$ac_probe_completed $ac_probe_language.$1" ;;
    75*) ac_probe_not_now="$ac_probe_not_now $ac_probe_language.$1" ;;
  esac
  ac_fn_probe_log "$ac_probe_base.table"
  ac_fn_probe_keep "$1"
}

# ac_fn_probe_analyze DIRECTORY METHOD TABLE: what the analyzer in DIRECTORY makes of it.
ac_fn_probe_analyze ()
{
  ac_fn_probe_limited "$ac_probe_seconds" "./$1/analyze$EXEEXT" "$2" -C 0.9 "$3"
}

# ac_fn_probe_decide SWEEP METHOD: once for each pair.
ac_fn_probe_decide ()
{
  case " $ac_probe_decided " in *" $ac_probe_language.$1.$2 "*) return 0 ;; esac
  ac_probe_decided="$ac_probe_decided $ac_probe_language.$1.$2"
  ac_fn_probe_measure "$1"
  ac_fn_probe_decide_now "$1" "$2"
}

# ac_fn_probe_decide_now SWEEP METHOD: values, or none.
ac_fn_probe_decide_now ()
{
  test -f "$ac_probe_dir/$1.table" || return 0
  ac_probe_base=$ac_probe_dir/$1.$2
  ac_fn_probe_analyze "$ac_probe_dir" "$2" "$ac_probe_dir/$1.table" >"$ac_probe_base.values" 2>"$ac_probe_base.err"
  ac_probe_status=$?
  case $ac_probe_status in
    0 | 1) ac_fn_probe_log "$ac_probe_base.values"
      ac_probe_completed="$ac_probe_completed $ac_probe_language.$1.$2" ;;
    *) ac_fn_probe_reason "$1: analyze" $ac_probe_status
      ac_fn_probe_fail "$ac_probe_base" values ;;
  esac
}

# ---- one value ----

# ac_fn_probe_valid VALUE: unknown, none, or one of ac_probe_words; where there are none, 0 or a
# decimal up to 2^63-1 without a leading zero.
ac_fn_probe_valid ()
{
  case $1 in
    '' | *[!a-z0-9_]*) return 1 ;;
    unknown | none) return 0 ;;
  esac
  if test -n "$ac_probe_words"; then
    case " $ac_probe_words " in *" $1 "*) return 0 ;; *) return 1 ;; esac
  fi
  case $1 in
    0) return 0 ;;
    0* | *[!0-9]* | ????????????????????*) return 1 ;;
    ???????????????????) expr "x$1" '<' x9223372036854775808 >/dev/null ;;
    *) return 0 ;;
  esac
}

# ac_fn_probe_accept CACHED...: the words of a cached or given value.  Sets ac_probe_value and
# ac_probe_origin if the mode accepts it, and ac_probe_undecided to what stands behind them; 1 where it is to
# be determined anew, 2 where it is no value.
ac_fn_probe_accept ()
{
  ac_probe_value=$1
  ac_probe_origin=${2-given}
  ac_probe_undecided=${3+ undecided}
  case $#:$ac_probe_origin:$3:$ac_probe_mode in
    0:*) return 1 ;;
    1:given::* | 2:given::[!a]* | 2:measured::measure | 2:measured::measure-only | \
      3:queried:undecided:measure | 2:queried::query | 2:default::default)
      ac_fn_probe_valid "$1" || return 2 ;;
    2:given::again | 2:measured::* | 2:queried::* | 2:default::* | 3:queried:undecided:*)
      ac_fn_probe_valid "$1" || return 2
      return 1 ;;
    *) return 2 ;;
  esac
}

# ac_fn_probe_accept_cached NAME: calls ac_fn_probe_accept with the value of NAME that the cache or the user has,
# and sets ac_probe_status to its status.
ac_fn_probe_accept_cached ()
{
  set -f # the value is words, and none of them a pattern
  eval "ac_fn_probe_accept \$ac_cv_probe_$1"
  ac_probe_status=$?
  set +f
}

# ac_fn_probe_believe NAME: its cached or given value, if there is one that the mode accepts.  What an
# earlier run could not decide, and did not ask the system, is asked and not measured again.
ac_fn_probe_believe ()
{
  ac_fn_probe_accept_cached "$1"
  ac_probe_decided_before=no
  case $ac_probe_status:$ac_probe_value:$ac_probe_origin:$ac_probe_undecided in
    0:unknown:measured:) ac_fn_probe_can_ask "$1" || return 0
      ac_probe_decided_before=yes
      return 1 ;;
    2:*) eval "ac_fn_probe_warning \"ac_cv_probe_$1='\$ac_cv_probe_$1' is no value and is ignored\"" ;;
  esac
  return $ac_probe_status
}

# ac_fn_probe_ask SWEEP METHOD: what these say.
ac_fn_probe_ask ()
{
  ac_fn_probe_decide "$1" "$2"
  ac_fn_probe_read "$ac_probe_dir/$1.$2.values"
  case " $ac_probe_completed " in
    *" $ac_probe_language.$1.$2 "*) ;;
    *" $ac_probe_language.$1 "*) test ! -f "$ac_probe_dir/$1.table" || ac_probe_failed=yes ;;
    *) ac_probe_failed=yes ;;
  esac
}

# ac_fn_probe_read FILE: what it says.
ac_fn_probe_read ()
{
  if test -f "$1"; then
    while IFS='=' read -r ac_probe_item ac_probe_answer; do
      test "$ac_probe_item" != "$ac_probe_name" || ac_probe_value=$ac_probe_answer
    done <"$1"
  fi
  ac_fn_probe_valid "$ac_probe_value" || ac_probe_value=unknown
}

# ac_fn_probe_row NAME: sets ac_probe_name to it, ac_probe_of_sweeps and its like and ac_probe_words to what its row
# says, and the language to that in which it is measured.  Where its existence hangs on another parameter, ac_probe_by is
# that, ac_probe_by_least what that has to be, and ac_probe_by_found the same as ac_probe_by if it has to be found first.
ac_fn_probe_row ()
{
  ac_probe_name=$1
  eval "ac_probe_words=\$ac_probe_row_$1"
  for ac_probe_cell in sweeps methods counts exists language needs flags; do
    eval "ac_probe_of_$ac_probe_cell=\${ac_probe_words%%:*}"
    ac_probe_words=${ac_probe_words#*:}
  done
  ac_probe_by=${ac_probe_of_exists%%>=*}
  ac_probe_by_least=${ac_probe_of_exists##*=}
  ac_probe_by_least=${ac_probe_by_least%"?"}
  case $ac_probe_of_exists in *'?') ac_probe_by_found='' ;; *) ac_probe_by_found=$ac_probe_by ;; esac
  ac_fn_probe_language "${ac_probe_of_language:-c}"
}

# ac_fn_probe_find: sets ac_probe_value to the value of ac_probe_name by the mode's own source, the first that
# knows it.
ac_fn_probe_find ()
{
  ac_probe_value=unknown
  ac_probe_origin=default
  case $ac_probe_mode in
    default) return 0 ;;
    query) ac_probe_origin=queried
      if ac_fn_probe_reaches_system; then
        ac_fn_probe_said "$ac_probe_name"
      else
        ac_probe_failed=yes
      fi
      return 0 ;;
  esac
  ac_probe_origin=measured
  ac_probe_rest=$ac_probe_of_methods
  for ac_probe_from in $ac_probe_of_sweeps; do
    case $ac_probe_counters:$ac_probe_value in
      only:*) ;;
      *:unknown) ac_fn_probe_ask "$ac_probe_from" "${ac_probe_rest%% *}" ;;
    esac
    ac_probe_rest=${ac_probe_rest#* }
  done
  case $ac_probe_counters:$ac_probe_of_counts in
    no:* | *:) ;;
    *) ac_fn_probe_vote ;;
  esac
}

# ac_fn_probe_vote: counts have a vote beside time: where they know another value nobody does.
ac_fn_probe_vote ()
{
  ac_probe_time=$ac_probe_value
  ac_fn_probe_ask ${ac_probe_of_counts}
  case $ac_probe_time:$ac_probe_value in
    unknown:* | "$ac_probe_value:$ac_probe_time") ;;
    *:unknown) ac_probe_value=$ac_probe_time ;;
    *) echo "$as_me: $ac_probe_name is $ac_probe_time by time, $ac_probe_value by counts" >&5
      ac_probe_value=unknown ;;
  esac
}

# ac_fn_probe_find_row NAME: the same of NAME, whose macro may come later.
ac_fn_probe_find_row ()
{
  ac_fn_probe_row "$1"
  ac_probe_by_value=
  case $ac_probe_by_found:" $ac_probe_settled " in
    :*) ;;
    *:*" $ac_probe_by "*) eval "ac_probe_by_value=\$ac_probe_value_$ac_probe_by" ;;
    *) ac_fn_probe_find_row $ac_probe_by
      ac_probe_by_value=$ac_probe_value
      ac_fn_probe_row "$1" ;;
  esac
  if ac_fn_probe_is_absent "$ac_probe_by_value"; then
    ac_probe_value=none ac_probe_origin=measured
  else
    ac_fn_probe_find
  fi
}

# ac_fn_probe_is_absent VALUE: is that of the parameter by which ac_probe_name exists known, and too small?
ac_fn_probe_is_absent ()
{
  case $1:$ac_probe_by in
    *: | :* | *[!0-9]*:*) return 1 ;;
  esac
  test "$1" -lt "$ac_probe_by_least"
}

# ac_fn_probe_is_settled_absent: the same by what is settled of that.  Sets ac_probe_value to `none' then, and the
# rest to what that has.
ac_fn_probe_is_settled_absent ()
{
  test -n "$ac_probe_by" || return 1
  eval "ac_probe_by_value=\$ac_probe_value_$ac_probe_by"
  ac_fn_probe_is_absent "$ac_probe_by_value" || return
  ac_probe_value=none
  eval "ac_probe_origin=\$ac_probe_origin_$ac_probe_by ac_probe_undecided=\$ac_probe_undecided_$ac_probe_by
    ac_probe_failed=\$ac_probe_failed_$ac_probe_by"
}

# ac_fn_probe_know NAME: settles NAME, which may be asked for later, or never, and comes back to ac_probe_name.
ac_fn_probe_know ()
{
  case " $ac_probe_settled " in *" $1 "*) return ;; esac
  ac_probe_asker=$ac_probe_name
  ac_probe_asker_cached=$ac_probe_cached
  ac_fn_probe_row "$1"
  ac_probe_cached=yes
  ac_fn_probe_believe "$1" || ac_probe_cached=no
  ac_fn_probe_settle "$1"
  ac_fn_probe_row $ac_probe_asker
  ac_probe_cached=$ac_probe_asker_cached
  ac_probe_decided_before=no
}

# ac_fn_probe_define PRINT MACRO VALUE: has PRINT print the definition; of a word, that of a flag for
# each of ac_probe_words, of which one is 1.
ac_fn_probe_define ()
{
  test -n "$ac_probe_words" || $1 "$2" "$3"
  for ac_probe_word in $ac_probe_words; do
    ac_probe_flag=0
    test "$ac_probe_word" != "$3" || ac_probe_flag=1
    $1 "$2_$(echo "$ac_probe_word" | tr '[:lower:]' '[:upper:]')" $ac_probe_flag
  done
}

# ac_fn_probe_plainly MACRO VALUE: an ordinary definition, for confdefs.h and so for config.h.
ac_fn_probe_plainly ()
{
  echo "#define $1 $2"
}

# ac_fn_probe_guarded MACRO VALUE: for the installable header, where -D on the command line wins.
ac_fn_probe_guarded ()
{
  echo "#ifndef $1
#define $1 $2 /* $ac_probe_origin */
#endif"
}

# ac_fn_probe_settle NAME: the first time that a parameter is asked for: what it is, and what of that is cached.
# What a failure left unknown is not: it may go well another time.
ac_fn_probe_settle ()
{
  case $ac_probe_cached$ac_probe_decided_before in
    nono) test -z "$ac_probe_by_found" || ac_fn_probe_know $ac_probe_by
      ac_fn_probe_ahead "$1"
      ac_fn_probe_row "$1" ;;
  esac
  ac_probe_settled="$ac_probe_settled $1"
  ac_probe_failed=no
  test $ac_probe_cached = yes || ac_fn_probe_determine "$1"
  case $ac_probe_failed:$ac_probe_value:$ac_probe_origin:$ac_probe_mode in
    yes:unknown:*) unset ac_cv_probe_$1
      eval "ac_probe_told_$1='not $ac_probe_origin'" ;;
    yes:*:queried:[!q]*) unset ac_cv_probe_$1 ;;
    *) eval "ac_cv_probe_$1=\"\$ac_probe_value \$ac_probe_origin\$ac_probe_undecided\"" ;;
  esac
  eval "ac_probe_value_$1=\$ac_probe_value ac_probe_origin_$1=\$ac_probe_origin ac_probe_failed_$1=\$ac_probe_failed
    ac_probe_undecided_$1=\$ac_probe_undecided ac_probe_cached_$1=\$ac_probe_cached"
}

# ac_fn_probe_determine NAME: finds what is neither given nor cached.
ac_fn_probe_determine ()
{
  ac_probe_undecided=
  test $ac_probe_decided_before = yes || test -z "$ac_probe_by_found" || ! ac_fn_probe_is_settled_absent || return 0
  test $ac_probe_decided_before = yes || ac_fn_probe_find
  ac_fn_probe_ask_system "$1"
  test $ac_probe_value != unknown || ac_fn_probe_is_settled_absent || :
}

# ac_fn_probe_publish NAME CNAME FIRST: the definition, once there is a value: a later macro may have a default
# where the first had none.
ac_fn_probe_publish ()
{
  eval "ac_probe_value=\$ac_probe_value_$1 ac_probe_origin=\$ac_probe_origin_$1 ac_probe_default=\$ac_probe_default_$1"
  case $3:$ac_probe_value:$ac_probe_default in
    yes:* | no:unknown:?*) ;;
    *) return 0 ;;
  esac
  if test $ac_probe_value = unknown && test -n "$ac_probe_default"; then
    ac_probe_value=$ac_probe_default ac_probe_origin=default
    eval "ac_probe_value_$1=\$ac_probe_default ac_probe_origin_$1=default; unset ac_probe_told_$1"
  fi
  case $ac_probe_value in
    unknown | none) ;;
    *) ac_fn_probe_define ac_fn_probe_plainly "$2" "$ac_probe_value" >>confdefs.h ;;
  esac
  test "$enable_probe_curves" != yes ||
    echo "$1	$ac_probe_value	$ac_probe_origin	$ac_probe_of_sweeps${ac_probe_of_counts:+ ${ac_probe_of_counts% *}}	$ac_probe_of_methods${ac_probe_of_counts:+ ${ac_probe_of_counts#* }}" >>archparams.d/values
}

# ac_fn_probe_default NAME VALUE WORDS: a default that the shell has worked out; an empty one is none.
ac_fn_probe_default ()
{
  ac_probe_words=$3
  case $2 in
    '' | unknown) ;;
    none) ac_fn_probe_warning "the default of $1 is no value: '$2'" ;;
    *) if ac_fn_probe_valid "$2"; then
        eval "ac_probe_default_$1=\$2"
      else
        ac_fn_probe_warning "the default of $1 is no value: '$2'"
      fi ;;
  esac
}

# ac_fn_probe NAME CNAME: one parameter.  Sets ac_probe_value and CNAME, which are empty where it is unknown or there
# is none, and ac_probe_origin.
ac_fn_probe ()
{
  ac_fn_probe_row "$1"
  test $ac_probe_started = yes || ac_fn_probe_start
  ac_probe_remark=
  case " $ac_probe_published :: $ac_probe_settled " in
    *" $1 "*::*) ac_probe_cached=yes ;;
    *::*" $1 "*) eval "ac_probe_cached=\$ac_probe_cached_$1" ;;
    *) ac_probe_cached=yes
      ac_fn_probe_believe "$1" || ac_probe_cached=no ;;
  esac
  printf %s "checking for $2... " >&6
  echo "$as_me: checking for $2" >&5
  case " $ac_probe_settled " in *" $1 "*) ;; *) ac_fn_probe_settle "$1" ;; esac
  case " $ac_probe_published " in
    *" $1 "*) ac_fn_probe_publish "$1" "$2" no ;;
    *) ac_fn_probe_publish "$1" "$2" yes
      ac_probe_published="$ac_probe_published $1"
      case $1:$ac_probe_of_flags in
        kernel_*) ac_fn_probe_remark "$1" ;;
        *hint*) ac_fn_probe_hint "$1" "$ac_probe_of_sweeps" "$ac_probe_of_methods" ;;
      esac ;;
  esac
  eval "ac_probe_value=\$ac_probe_value_$1 ac_probe_origin=\$ac_probe_origin_$1
    ac_probe_result=\"\$ac_probe_value_$1 (\${ac_probe_told_$1-\$ac_probe_origin_$1})\$ac_probe_remark\""
  test $ac_probe_cached = no || ac_probe_result="(cached) $ac_probe_result"
  echo "$ac_probe_result" >&6
  echo "$as_me: result: $ac_probe_result" >&5
  case $ac_probe_value in unknown | none) ac_probe_value= ;; esac
  eval "$2=\$ac_probe_value"
}

# ---- what other flags would show ----

# ac_fn_probe_hint NAME SWEEP METHOD: where the flags hide what the machine has, which flag would show
# it: tried here, and cached as the value is.
ac_fn_probe_hint ()
{
  eval "ac_probe_value=\$ac_probe_value_$1 ac_probe_origin=\$ac_probe_origin_$1"
  case $1:$ac_probe_value:$ac_probe_origin in
    *:unknown:* | *:none:* | fma:1:*) return 0 ;;
    *:measured) ;;
    *) return 0 ;;
  esac
  if test $ac_probe_cached = no; then
    ac_fn_probe_other_flag "$1" "$2" "$3"
    eval "ac_cv_probe_hint_$1=\"\$ac_probe_hint measured\""
    test -n "$ac_probe_hint" || unset ac_cv_probe_hint_$1
  fi
  eval "ac_probe_hint=\${ac_cv_probe_hint_$1% measured}"
  case $ac_probe_hint in
    [0-9]*' '-m*) echo "$as_me: $1 is $ac_probe_value with these flags; ${ac_probe_hint%% *} with ${ac_probe_hint#* }, which was tried here" >&5
      eval "ac_probe_hint_$1=\$ac_probe_hint" ;;
  esac
}

# ac_fn_probe_other_flag NAME SWEEP METHOD: sets ac_probe_hint to what NAME is with the flag that stands for
# all that this machine has, and that flag; to `none' where that is no more; to nothing where that does not show.
ac_fn_probe_other_flag ()
{
  ac_probe_hint=none
  test -z "$ac_probe_launch" || return 0
  case $ac_probe_driver in *=native*) return 0 ;; esac
  test -f "$ac_probe_dir/probe$EXEEXT" || return 0
  ac_probe_found=$(ac_fn_probe_try_flag "$1" "${2%% *}" "${3%% *}")
  case $ac_probe_found in
    unknown* | '') ac_probe_hint= ;;
    [1-9]*' '-m*) test "${ac_probe_found%% *}" -le "$ac_probe_value" || ac_probe_hint=$ac_probe_found ;;
  esac
}

# ac_fn_probe_try_flag NAME SWEEP METHOD: in a subshell; prints the value and the flag.  The sweep is
# compiled again, and linked with the objects that there are.
ac_fn_probe_try_flag ()
{
  ac_probe_base_dir=$ac_probe_dir
  ac_probe_object=$(ac_fn_probe_object "$2")
  ac_probe_source=$(ac_fn_probe_source "$2")
  ac_probe_source=${ac_probe_source#"$ac_probe_dir/"}
  ac_probe_object_name=${ac_probe_source##*/}
  ac_probe_object_name=${ac_probe_object_name%.c}
  ac_probe_dir=$ac_probe_dir/native
  ac_probe_at=./$ac_probe_dir
  test -d "$ac_probe_dir" || { mkdir "$ac_probe_dir" && cp -R "$ac_probe_base_dir/probes" "$ac_probe_dir"; }
  ac_fn_probe_driver
  ac_probe_asked=$ac_probe_driver
  for ac_probe_flag in -march=native -mcpu=native; do
    ac_probe_driver="$ac_probe_asked $ac_probe_flag"
    ac_fn_probe_rewrite "$ac_probe_object_name"
    ac_fn_probe_compile "$ac_probe_object_name" "$ac_probe_dir/$ac_probe_source" || continue
    set -- "$@" "$ac_probe_dir/$ac_probe_object_name.$OBJEXT"
    for ac_probe_item in "$ac_probe_base_dir"/*."$OBJEXT"; do
      test "$ac_probe_item" = "$ac_probe_object" || set -- "$@" "$ac_probe_item"
    done
    ac_probe_name=$1 ac_probe_sweep=$2 ac_probe_method=$3
    shift 3
    ac_fn_probe_link_probe probe "$@" || return
    # Others may run for a moment.
    ac_fn_probe_with_flag || ac_fn_probe_with_flag || ac_fn_probe_with_flag
    echo "$ac_probe_value $ac_probe_flag"
    return
  done
  echo none
}

# ac_fn_probe_with_flag: sets ac_probe_value to what that program gives, which may be unknown.
ac_fn_probe_with_flag ()
{
  ac_probe_value=unknown
  ac_fn_probe_run probe "$ac_probe_sweep" "PROBE_SECONDS=$ac_probe_seconds" >"$ac_probe_dir/table" 2>/dev/null || return
  ac_fn_probe_analyze "$ac_probe_base_dir" "$ac_probe_method" "$ac_probe_dir/table" >"$ac_probe_dir/values" 2>/dev/null
  ac_fn_probe_read "$ac_probe_dir/values"
  test "$ac_probe_value" != unknown
}

# ac_fn_probe_rewrite SOURCE: what was written for the flags is written anew.
ac_fn_probe_rewrite ()
{
  test ! -f "$ac_probe_base_dir/probes/$1.type" ||
    ac_fn_probe_registers "$1" "$(cat "$ac_probe_base_dir/probes/$1.type")"
}

# ---- the header ----

# ac_fn_probe_header NAME MACRO MEANING: adds a parameter to the text of the installable
# header.
ac_fn_probe_header ()
{
  eval "ac_probe_value=\$ac_probe_value_$1 ac_probe_origin=\$ac_probe_origin_$1"
  case $ac_probe_value in
    unknown | none | '') ac_probe_line="/* #undef $2, which is ${ac_probe_value:-unknown} */" ;;
    *) ac_fn_probe_row "$1"
      ac_probe_line=$(ac_fn_probe_define ac_fn_probe_guarded "$2" "$ac_probe_value") ;;
  esac
  eval "ac_probe_hint=\$ac_probe_hint_$1"
  test -z "$ac_probe_hint" || ac_probe_line="/* with the flags of this configure; ${ac_probe_hint%% *} with ${ac_probe_hint#* }, tried here */
$ac_probe_line"
  ac_probe_header="$ac_probe_header

/* $3 */
$ac_probe_line"
}
