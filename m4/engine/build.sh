# build.sh - writes, compiles and links the sources that the macros in use need.  As start.sh.
# shellcheck shell=sh disable=SC1090,SC2034,SC2086,SC2154,SC2317

# ac_fn_probe_compile_all: compiles all sources in parallel, those that take longest first.
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

# ac_fn_probe_link_all: links the program from all objects.
ac_fn_probe_link_all ()
{
  ac_fn_probe_link_probe probe "$ac_probe_dir"/*."$OBJEXT"
}

# ac_fn_probe_source SWEEP: prints the name of its source: the file of its name, the one that its row in rows.h
# names, or the written one that defines it.
ac_fn_probe_source ()
{
  for ac_probe_in in "$ac_probe_dir/probes/$1.c" "$ac_probe_dir"/probes/*/"$1.c"; do
    test ! -f "$ac_probe_in" || { echo "$ac_probe_in"; return; }
  done
  ac_probe_in=$(sed -n "s/^SWEEP_OF($1, \"\([a-z0-9_/]*\).*/\1.c/p" "$ac_probe_dir/probes/rows.h" 2>/dev/null)
  test -z "$ac_probe_in" || { echo "$ac_probe_dir/probes/$ac_probe_in"; return; }
  grep -l "SWEEP_NAME $1\$" "$ac_probe_dir"/probes/*.c | sed 1q
}

# ac_fn_probe_object SWEEP: prints the name of its object, if there is one: that of its source or, for a source that is
# compiled with others, that of its folder, or of the source in its folder if that was compiled alone.
ac_fn_probe_object ()
{
  ac_probe_in=$(ac_fn_probe_source "$1")
  ac_probe_room=${ac_probe_in%/*}
  ac_probe_item=${ac_probe_in##*/}
  ac_probe_item=${ac_probe_item%.c}
  case " $ac_probe_apart " in
    *" $ac_probe_in "*) set -- "$ac_probe_item" ;;
    *) set -- "room-${ac_probe_room##*/}-$ac_probe_item" "room-${ac_probe_room##*/}" ;;
  esac
  for ac_probe_item; do
    test ! -f "$ac_probe_dir/$ac_probe_item.$OBJEXT" || { echo "$ac_probe_dir/$ac_probe_item.$OBJEXT"; return; }
  done
}

# ac_fn_probe_link_some: if linking all objects fails, links those that can be linked with each other, and lists only
# their sweeps: a source that does not compile costs only its own values.
ac_fn_probe_link_some ()
{
  ac_fn_probe_set_aside
  ac_probe_stands=yes
  if ! ac_fn_probe_link_all; then
    ac_fn_probe_program_of
    ac_fn_probe_try_objects
    ac_probe_linked=''
    for ac_probe_sweep in $ac_probe_sweeps; do
      test -z "$(ac_fn_probe_object "$ac_probe_sweep")" || ac_probe_linked="$ac_probe_linked $ac_probe_sweep"
    done
    ac_fn_probe_program_of $ac_probe_linked
    ac_fn_probe_link_all || ac_probe_stands=no
  fi
  ac_fn_probe_bring_back
}

# ac_fn_probe_try_objects: keeps the objects that can be linked with the program's own and with each other.
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

# ac_fn_probe_program_of SWEEP...: compiles the list of sweeps again, with these only.
ac_fn_probe_program_of ()
{
  ac_fn_probe_list_sweeps "$@"
  ac_fn_probe_compile_room real
}

# ---- hooks, which other scripts redefine if configure carries them ----

# ac_fn_probe_write SOURCE: registers.sh writes some sources late, while others are compiled.
ac_fn_probe_write () { :; }

# ac_fn_probe_link_probe PROGRAM OBJECT...: threads.sh adds options for threads.
ac_fn_probe_link_probe () { ac_fn_probe_link "$@"; }

# ac_fn_probe_prepare: called before anything is compiled; threads.sh looks for hwloc.
ac_fn_probe_prepare () { :; }

# ac_fn_probe_set_aside, ac_fn_probe_bring_back: called before and after objects are tried; kernel.sh replaces
# candidates by stubs.
ac_fn_probe_set_aside () { :; }
ac_fn_probe_bring_back () { :; }

# ac_fn_probe_hand: sets ac_probe_handed to the settings of a sweep; sizes.sh adds the sizes of caches.
ac_fn_probe_hand () { ac_probe_handed=; }

# ac_fn_probe_remark NAME: sets ac_probe_remark to a remark after the value; kernel.sh names candidates that failed.
ac_fn_probe_remark () { :; }

# ---- writing ----

# ac_fn_probe_file NAME: writes standard input to the file NAME below ac_probe_below.
ac_fn_probe_file ()
{
  test -d "$ac_probe_below/${1%/*}" || mkdir -p "$ac_probe_below/${1%/*}"
  cat >"$ac_probe_below/$1"
}

# ac_fn_probe_list_sweeps SWEEP...: writes the program's list of sweeps, with the rows of rows.h.
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

# ac_fn_probe_list WORD NAME...: prints a list for the C sources, WORD(NAME) on each line.
ac_fn_probe_list ()
{
  ac_probe_word=$1
  shift
  for ac_probe_item; do echo "$ac_probe_word($ac_probe_item)"; done
}

# ac_fn_probe_join: makes one source of each folder of probes/, in ac_probe_rooms, and one of the analyzer.  Sweeps and
# written sources are compiled separately, in ac_probe_apart, since names in one sweep may clash with those in another.
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

# ac_fn_probe_build: writes and compiles everything, once for each language.
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
  # In a subshell, since configure may have other processes in the background.
  (ac_fn_probe_compile_all) &
  ac_probe_pid=$!
  wait $ac_probe_pid
  ac_probe_pid=
  ac_fn_probe_check_built
}

# ac_fn_probe_drop_others: removes the sources of sweeps that are measured in another language.
ac_fn_probe_drop_others ()
{
  for ac_probe_sweep in $ac_probe_sweeps_c $ac_probe_sweeps_cxx; do
    case " $ac_probe_sweeps " in
      *" $ac_probe_sweep "*) ;;
      *) rm -f "$ac_probe_dir/probes/$ac_probe_sweep.c" "$ac_probe_dir"/probes/*/"$ac_probe_sweep.c" ;;
    esac
  done
}

# ac_fn_probe_check_built: warns, once, if nothing at all can be measured, with the reason.
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
