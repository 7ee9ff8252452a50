# compile.sh - compiles one source, as the flags or the least time want it.  As start.sh.
# shellcheck shell=sh disable=SC1090,SC2034,SC2086,SC2154,SC2317

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
    *" $1 "*) ac_fn_probe_compile "$2" $ac_probe_defines "$3" ;;
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
  ac_fn_probe_compile "$ac_probe_base" -DPROBE_STUB "$1" || rm -f "$ac_probe_said"
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
