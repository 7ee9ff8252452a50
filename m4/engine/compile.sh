# compile.sh - compiles one source, with the user's flags or in the least time.  As start.sh.
# shellcheck shell=sh disable=SC1090,SC2034,SC2086,SC2154,SC2317

# ac_fn_probe_driver: sets ac_probe_driver to the compiler and the user's flags, and ac_probe_as_c to the options that
# make a C++ compiler read C.  The standard is GNU's, since GCC does not contract a*b+c under -std=c99, but does in C++.
ac_fn_probe_driver ()
{
  case $ac_probe_language in
    cxx) ac_probe_driver="$CXX $CPPFLAGS $CXXFLAGS" ac_probe_as_c='-x c -std=gnu99' ;;
    *) ac_probe_driver="$CC $CPPFLAGS $CFLAGS" ac_probe_as_c='' ;;
  esac
}

# ac_fn_probe_cc NAME ARGUMENT...: runs the compiler with the user's flags, with output to NAME.out.  It runs under the
# runner, since a compiler that outlives configure would write to a removed directory.  Its temporary files are in that
# directory too, since a compiler that is killed leaves them.
ac_fn_probe_cc ()
{
  ac_probe_said=$ac_probe_dir/$1.out
  shift
  TMPDIR=$ac_probe_temporary ${ac_probe_runner:+"$ac_probe_runner" 600 $ac_probe_most_bytes 0} \
    $ac_probe_driver $ac_probe_plain "$@" >"$ac_probe_said" 2>&1 </dev/null
}

# ac_fn_probe_plain: sets ac_probe_plain to the first list of options that the compiler accepts; none changes an
# instruction.  They turn off debugging information, which takes time to write, and warnings, which may be errors under
# the user's flags, and select C99 if the compiler defaults to an older C; clang's older ones have such loops too, but only
# one in a block.
ac_fn_probe_plain ()
{
  test "$ac_probe_plain_for" != $ac_probe_language || return 0
  ac_probe_plain_for=$ac_probe_language
  ac_fn_probe_driver
  echo 'int plain(int n) { for (int i = 0; i < 9; i++) n += i; for (int i = 0; i < 9; i++) n *= i; return n; }' \
    >"$ac_probe_dir/plain.c"
  ac_probe_standards='-std=gnu99 -std=c99'
  case $ac_probe_driver in *-std=c* | *-ansi*) ac_probe_standards='-std=c99 -std=gnu99' ;; esac
  for ac_probe_plain in '-g0 -w' "-g0 -w ${ac_probe_standards% *}" "-g0 -w ${ac_probe_standards#* }" \
    '' ${ac_probe_standards} -c99 -AC99 ''; do
    ac_fn_probe_cc plain $ac_probe_as_c -c -o "$ac_probe_dir/plain" "$ac_probe_dir/plain.c" && return
  done
}

# ac_fn_probe_compile NAME ARGUMENT...: compiles an object.
ac_fn_probe_compile ()
{
  ac_probe_made=$1
  shift
  ac_fn_probe_cc "$ac_probe_made" $ac_probe_as_c -c -o "$ac_probe_dir/$ac_probe_made.$OBJEXT" "$@"
}

# ac_fn_probe_link PROGRAM ARGUMENT...: links objects.
ac_fn_probe_link ()
{
  ac_probe_made=$1
  shift
  ac_fn_probe_cc "$ac_probe_made" $LDFLAGS -o "$ac_probe_dir/$ac_probe_made$EXEEXT" "$@" -lm
}

# ac_fn_probe_program PROGRAM ARGUMENT... SOURCE: compiles and links one source.
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

# ac_fn_probe_include SOURCE...: prints one source that includes all of them: one compilation costs a fraction of ten.
# The analyzer needs no _GNU_SOURCE, and so fewer of the system's declarations.
ac_fn_probe_include ()
{
  case $1 in */analysis/*) ;; *) echo '#define _GNU_SOURCE' ;; esac
  for ac_probe_source; do
    echo "#include \"${ac_probe_source#"$ac_probe_dir/"}\""
  done
}

# ac_fn_probe_quickly FUNCTION NAME SOURCE: compiles a source that times nothing itself, such as the analyzer, without
# optimisation, in a fraction of the time.
ac_fn_probe_quickly ()
{
  $1 "$2" -O0 "$3" || $1 "$2" "$3"
}

# The folders of probes/ with loops that are timed, which are compiled with the user's flags.
ac_probe_timing=' real core kernel '

# ac_fn_probe_compile_of FOLDER NAME SOURCE: compiles a source of that folder.
ac_fn_probe_compile_of ()
{
  case $ac_probe_timing in
    *" $1 "*) ac_fn_probe_compile "$2" $ac_probe_defines "$3" ;;
    *) ac_fn_probe_quickly ac_fn_probe_compile "$2" "$3" ;;
  esac
}

# ac_fn_probe_compile_room FOLDER: compiles all files of a folder except its sweeps as one.  If that fails, compiles each
# file alone, so that an error costs only that file.
ac_fn_probe_compile_room ()
{
  ac_fn_probe_compile_of "$1" "room-$1" "$ac_probe_dir/room-$1.c" && return
  sed -n 's/^#include "\(.*\)"$/\1/p' "$ac_probe_dir/room-$1.c" | while read -r ac_probe_source; do
    ac_probe_base=${ac_probe_source##*/}
    ac_fn_probe_compile_of "$1" "room-$1-${ac_probe_base%.c}" "$ac_probe_dir/$ac_probe_source"
  done
}

# ac_fn_probe_instead SOURCE: compiles the stub of a source that does not compile, if it has one.
ac_fn_probe_instead ()
{
  ac_probe_base=${1##*/}
  ac_probe_base=${ac_probe_base%.c}
  ac_fn_probe_log "$ac_probe_dir/$ac_probe_base.out"
  test -f "$ac_probe_dir/$ac_probe_base.failed" ||
    echo "does not compile: $(ac_fn_probe_first_error "$ac_probe_dir/$ac_probe_base.out")" >"$ac_probe_dir/$ac_probe_base.failed"
  ac_fn_probe_compile "$ac_probe_base" -DPROBE_STUB "$1" || rm -f "$ac_probe_said"
}

# ac_fn_probe_compile_sweep SOURCE: compiles it with the user's flags if it depends on them or configure wrote it.
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

# ac_fn_probe_native PROGRAM SOURCE: compiles it for the build machine.
ac_fn_probe_native ()
{
  ac_probe_made=$1
  case $cross_compiling$PROBE_LAUNCHER:$BUILD_CC in
    no:* | :*) ac_fn_probe_quickly ac_fn_probe_program "$1" "$2"
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

# ac_fn_probe_runner: builds, once, the program that runs others and leaves no process behind.
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

# ac_fn_probe_analyzer: compiles the analyzer.
ac_fn_probe_analyzer ()
{
  ac_fn_probe_native analyze "$ac_probe_dir/analysis.c"
}

# ac_fn_probe_beside FUNCTION ARGUMENT...: runs it in the background.
ac_fn_probe_beside ()
{
  "$@" &
  ac_probe_jobs="$ac_probe_jobs $!"
}
