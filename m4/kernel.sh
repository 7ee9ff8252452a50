# kernel.sh - writes the sources of the user's kernels and finds those that can be linked.  As start.sh.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154

# ac_fn_probe_kernel_word TEXT: prints its last identifier.
ac_fn_probe_kernel_word ()
{
  echo "$1" | sed 's/[][].*//; s/.*[^A-Za-z0-9_]\([A-Za-z_][A-Za-z0-9_]*\) *$/\1/'
}

# ac_fn_probe_kernel_type PARAMETER: prints the type to which a pointer points.
ac_fn_probe_kernel_type ()
{
  echo "${1%%[][*]*}" | sed "s/\(.*[^A-Za-z0-9_]\)$ac_probe_word *\$/\1/; s/ *const */ /g; s/^ *//; s/ *\$//"
}

# ac_fn_probe_kernel_operand PARAMETER WHERE: adds an array; WHERE is LEVEL:COUNT or LEVEL:COUNT:STRIDE.
ac_fn_probe_kernel_operand ()
{
  ac_probe_level=${2%%:*}
  ac_probe_count=${2#*:}
  case $ac_probe_count in
    *:*) ac_probe_stride=${ac_probe_count#*:} ac_probe_count=${ac_probe_count%%:*} ;;
    *) ac_probe_stride=1 ;;
  esac
  case $ac_probe_level in
    memory) ac_probe_level=IN_MEMORY ;;
    l[1-4]) ac_probe_level=${ac_probe_level#l} ;;
    *) ac_probe_wrong="$ac_probe_word is in $ac_probe_level, which is neither memory nor one of l1 to l4" ;;
  esac
  case $1 in *const*) ac_probe_written=0 ;; *) ac_probe_written=1 ;; esac
  ac_probe_type=$(ac_fn_probe_kernel_type "$1")
  ac_probe_arguments="$ac_probe_arguments, at[$ac_probe_operands]"
  ac_probe_operands=$((ac_probe_operands + 1))
  ac_probe_functions="$ac_probe_functions
KERNEL_OPERAND($ac_probe_word, $ac_probe_type)"
  ac_probe_places="$ac_probe_places
        {{\"$ac_probe_word\", sizeof($ac_probe_type), (size_t)($ac_probe_count), (size_t)($ac_probe_stride), $ac_probe_level},
         $ac_probe_written, fill_$ac_probe_word, value_$ac_probe_word},"
}

# ac_fn_probe_kernel_parameter PARAMETER VALUE: adds a number, passed by value or by address, or an array.
ac_fn_probe_kernel_parameter ()
{
  case $1:$2 in
    *:) ac_probe_wrong="$ac_probe_word has no value" ;;
    *[][*]*:*:*) ac_fn_probe_kernel_operand "$1" "$2" ;;
    *[][*]*:*) ac_probe_numbers="$ac_probe_numbers
    $(ac_fn_probe_kernel_type "$1") ${ac_probe_word}_given = $2, *$ac_probe_word = &${ac_probe_word}_given;
    (void)$ac_probe_word;"
      ac_probe_arguments="$ac_probe_arguments, $ac_probe_word" ;;
    *) ac_probe_numbers="$ac_probe_numbers
    $1 = $2;
    (void)$ac_probe_word;"
      ac_probe_arguments="$ac_probe_arguments, $ac_probe_word" ;;
  esac
}

# ac_fn_probe_kernel_context NAME CONTEXT: sets ac_probe_given to the value of NAME in CONTEXT.
ac_fn_probe_kernel_context ()
{
  ac_probe_given=
  for ac_probe_item in $2; do
    case $ac_probe_item in "$1="*) ac_probe_given=${ac_probe_item#*=} ;; esac
  done
}

# ac_fn_probe_kernel_parameters PARAMETERS CONTEXT: adds all parameters.
ac_fn_probe_kernel_parameters ()
{
  ac_probe_parameters=$1,
  while test -n "$ac_probe_parameters"; do
    ac_probe_parameter=${ac_probe_parameters%%,*}
    ac_probe_parameters=${ac_probe_parameters#*,}
    ac_probe_word=$(ac_fn_probe_kernel_word "$ac_probe_parameter")
    ac_probe_names="$ac_probe_names$ac_probe_word "
    ac_fn_probe_kernel_context "$ac_probe_word" "$2"
    ac_fn_probe_kernel_parameter "$ac_probe_parameter" "$ac_probe_given"
  done
}

# ac_fn_probe_kernel_options CONTEXT: reads the settings that are not parameters.
ac_fn_probe_kernel_options ()
{
  ac_probe_align=0 ac_probe_misalign=0 ac_probe_tolerance=0 ac_probe_cpus=1 ac_probe_cpu_time=0
  for ac_probe_item in $1; do
    case $ac_probe_names:$ac_probe_item in
      *" ${ac_probe_item%%=*} "*:*) ;;
      *' :cppflags='*) ;;
      *' :align='*!*) ac_probe_align=${ac_probe_item#*=} ac_probe_misalign=${ac_probe_item#*!}
        ac_probe_align=${ac_probe_align%!*} ;;
      *' :align='*) ac_probe_align=${ac_probe_item#*=} ;;
      *' :tolerance='*) ac_probe_tolerance=${ac_probe_item#*=} ;;
      *' :cpus='*) ac_probe_cpus=${ac_probe_item#*=} ;;
      *' :time=wall') ;;
      *' :time=cpu') ac_probe_cpu_time=1 ;;
      *) ac_probe_wrong="unknown setting or invalid value: $ac_probe_item" ;;
    esac
  done
  case $ac_probe_cpus in
    '' | 0* | *[!0-9]* | ????????*) ac_probe_wrong="cpus is not a positive number: $ac_probe_cpus" ;;
  esac
  case $ac_probe_cpus:$ac_probe_cpu_time in
    1:* | *:0) ;;
    *) ac_probe_wrong='time=cpu cannot be combined with more than one CPU' ;;
  esac
  case $ac_probe_align$ac_probe_misalign in
    *[!0-9]*) ac_probe_wrong="align is not a number: $ac_probe_align, $ac_probe_misalign" ;;
  esac
}

# ac_fn_probe_kernel_candidates NAME CANDIDATES: writes a source for each, with a stub in case it does not compile.
ac_fn_probe_kernel_candidates ()
{
  ac_probe_number=0 ac_probe_labels='' ac_probe_declared='' ac_probe_cases='' ac_probe_flags=''
  for ac_probe_item in $2; do
    ac_probe_base=${ac_probe_item##*/}
    ac_probe_of=ac_kernel_$1_$ac_probe_number
    ac_probe_labels="$ac_probe_labels \"${ac_probe_base%.c}\","
    ac_probe_flags="$ac_probe_flags &${ac_probe_of}_compiled,"
    ac_probe_declared="$ac_probe_declared
extern const int ${ac_probe_of}_compiled;
$ac_probe_returns $ac_probe_of($ac_probe_taken);"
    ac_probe_cases="$ac_probe_cases
    case $ac_probe_number:
        $ac_probe_return $ac_probe_of(${ac_probe_arguments#, });
        break;"
    cat >"$ac_probe_dir/probes/candidate_$1_$ac_probe_number.c" <<_EOF
extern const int ${ac_probe_of}_compiled;
#ifdef PROBE_STUB
const int ${ac_probe_of}_compiled = 0;
void $ac_probe_of(void);
void $ac_probe_of(void) {
}
#else
const int ${ac_probe_of}_compiled = 1;
#define $ac_probe_function $ac_probe_of
#include "$ac_probe_tree/$ac_probe_item"
#endif
_EOF
    echo "$ac_probe_cppflags" >"$ac_probe_dir/probes/candidate_$1_$ac_probe_number.flags"
    ac_probe_number=$((ac_probe_number + 1))
  done
}

# ac_fn_probe_kernel NAME PROTOTYPE CANDIDATES CONTEXT: writes probes/kernel_NAME.c and a source for each candidate.
ac_fn_probe_kernel ()
{
  ac_probe_wrong='' ac_probe_operands=0 ac_probe_arguments='' ac_probe_functions='' ac_probe_places=''
  ac_probe_numbers='' ac_probe_names=' '
  ac_probe_tree=$(cd "$srcdir" && pwd)
  ac_probe_taken=${2#*'('}
  ac_probe_taken=${ac_probe_taken%')'*}
  ac_probe_function=$(ac_fn_probe_kernel_word " ${2%%'('*}")
  ac_probe_returns=$(echo "${2%%'('*}" | sed "s/$ac_probe_function *\$//")
  case $ac_probe_returns in
    *void*) ac_probe_return='' ;;
    *) ac_probe_return='result = (double)' ;;
  esac
  ac_fn_probe_kernel_cppflags "$4"
  ac_fn_probe_kernel_parameters "$ac_probe_taken" "$4"
  ac_fn_probe_kernel_options "$4"
  test "$ac_probe_operands" != 0 || ac_probe_wrong='the prototype has no pointer argument'
  {
    # Some compilers lack this header.
    case $2 in *complex*) echo '#include <complex.h>' ;; esac
    ac_fn_probe_kernel_source "$1" "$3"
  } >"$ac_probe_dir/probes/kernel_$1.c"
}

# ac_fn_probe_kernel_source NAME CANDIDATES: prints the sweep that calls them, or one that reports a wrong context.
ac_fn_probe_kernel_source ()
{
  echo "#include \"kernel/kernel.h\"
sweep sweep_kernel_$1;"
  if test -n "$ac_probe_wrong"; then
    echo "const char *sweep_kernel_$1(struct machine *machine, FILE *out) {
    (void)machine;
    (void)out;
    return NEVER_HERE \"the context of the kernel $1: $(echo "$ac_probe_wrong" | sed 's/[\\"]/\\&/g')\";
}"
    return
  fi
  ac_fn_probe_kernel_candidates "$1" "$2"
  cat <<_EOF
#include <math.h>
#include <stdlib.h>
$ac_probe_functions
$ac_probe_declared
static double call(size_t candidate, void *const *at) {
    double result = 0;$ac_probe_numbers
    switch (candidate) {$ac_probe_cases
    }
    return result;
}
const char *sweep_kernel_$1(struct machine *machine, FILE *out) {$ac_probe_numbers
    static const char *const names[] = {$ac_probe_labels};
    static const int *const compiled[] = {$ac_probe_flags};
    const struct kernel_operand operand[] = {$ac_probe_places
    };
    const struct kernel kernel = {"$1", operand, $ac_probe_operands, names, compiled, $ac_probe_number,
                                  call, $ac_probe_tolerance, $ac_probe_align, $ac_probe_misalign,
                                  $ac_probe_cpus, $ac_probe_cpu_time};
    return kernel_sweep(machine, &kernel, out);
}
_EOF
}

# ---- candidates that do not compile ----

# ac_fn_probe_set_aside: replaces each candidate by its stub, when linking all of them fails.
ac_fn_probe_set_aside ()
{
  ac_fn_probe_log "$ac_probe_said"
  for ac_probe_source in "$ac_probe_dir"/probes/candidate_*.c; do
    test -f "$ac_probe_source" || continue
    ac_probe_base=${ac_probe_source##*/}
    ac_probe_base=$ac_probe_dir/${ac_probe_base%.c}
    test ! -f "$ac_probe_base.failed" || continue
    mv "$ac_probe_base.$OBJEXT" "$ac_probe_base.kept"
    : >"$ac_probe_base.failed"
    ac_fn_probe_instead "$ac_probe_source"
  done
}

# ac_fn_probe_bring_back: restores the candidates that can be linked, in their order.  None is to blame where the program
# cannot be linked without them (ac_probe_stands).
ac_fn_probe_bring_back ()
{
  for ac_probe_kept in "$ac_probe_dir"/candidate_*.kept; do
    test -f "$ac_probe_kept" || continue
    ac_probe_base=${ac_probe_kept%.kept}
    test ! -f "$ac_probe_base.$OBJEXT" || mv "$ac_probe_base.$OBJEXT" "$ac_probe_base.instead"
    mv "$ac_probe_kept" "$ac_probe_base.$OBJEXT"
    if test $ac_probe_stands = no || ac_fn_probe_link_all; then
      rm -f "$ac_probe_base.failed"
    else
      echo "cannot be linked: $(ac_fn_probe_first_error "$ac_probe_said")" >"$ac_probe_base.failed"
      rm -f "$ac_probe_base.$OBJEXT"
      test ! -f "$ac_probe_base.instead" || mv "$ac_probe_base.instead" "$ac_probe_base.$OBJEXT"
    fi
  done
  ac_fn_probe_link_all
}

# ac_fn_probe_remark NAME: sets ac_probe_remark to the candidates that did not compile in this run, each with the
# compiler's first error.
ac_fn_probe_remark ()
{
  ac_probe_number=0
  eval "ac_probe_rest=\$ac_probe_candidates_${1#kernel_}"
  for ac_probe_item in $ac_probe_rest; do
    ac_probe_base=$ac_probe_dir/candidate_${1#kernel_}_$ac_probe_number
    test ! -f "$ac_probe_base.failed" ||
      ac_probe_remark="$ac_probe_remark; $ac_probe_item $(cat "$ac_probe_base.failed")"
    ac_probe_number=$((ac_probe_number + 1))
  done
}

# ---- the guard of a cached answer ----

# ac_fn_probe_kernel_files FILE...: prints these files below srcdir, and all files that they include from there.
ac_fn_probe_kernel_files ()
{
  for ac_probe_item; do echo "$srcdir/$ac_probe_item"; done |
    awk -v folders="$ac_probe_folders" '
      function add(file) { if (!seen[file]++) queue[++last] = file }
      function is_there(file,  line, there) {
        there = (getline line <file) >= 0
        close(file)
        return there
      }
      { add($0) }
      END {
        count = split(folders, folder, "\n")
        for (i = 1; i <= last; i++) {
          file = queue[i]
          print file
          beside = file
          sub(/[^\/]*$/, "", beside)
          while ((getline line <file) > 0) {
            if (line !~ /^[ \t]*#[ \t]*include[ \t]*["<]/) continue
            sub(/^[ \t]*#[ \t]*include[ \t]*["<]/, "", line)
            sub(/[">].*/, "", line)
            if (is_there(beside line)) add(beside line)
            else for (j = 1; j <= count; j++)
              if (folder[j] != "" && is_there(folder[j] "/" line)) { add(folder[j] "/" line); break }
          }
          close(file)
        }
      }'
}

# ac_fn_probe_kernel_cppflags CONTEXT: sets ac_probe_cppflags to the options of its cppflags=, and ac_probe_folders to
# their -I folders, a line each.  A relative folder is below srcdir, or below the build directory.
ac_fn_probe_kernel_cppflags ()
{
  ac_probe_cppflags='' ac_probe_folders=''
  for ac_probe_item in $1; do
    case $ac_probe_item in cppflags=*) ac_probe_item=${ac_probe_item#*=} ;; *) continue ;; esac
    case $ac_probe_item in
      -I/*) ac_probe_folders="$ac_probe_folders
${ac_probe_item#-I}" ;;
      -I?*) ac_probe_folders="$ac_probe_folders
$srcdir/${ac_probe_item#-I}"
        ac_probe_cppflags="$ac_probe_cppflags -I$srcdir/${ac_probe_item#-I}" ;;
    esac
    ac_probe_cppflags="$ac_probe_cppflags $ac_probe_item"
  done
}

# ac_fn_probe_kernel_guard NAME PROTOTYPE CANDIDATES CONTEXT: drops a cached answer of other sources, before the
# parameter is found.  A given answer stays if it names a candidate.
ac_fn_probe_kernel_guard ()
{
  eval "ac_probe_candidates_$1=\$3"
  ac_fn_probe_kernel_cppflags "$4"
  ac_probe_sum=$({
    echo "$2|$3|$4"
    ac_fn_probe_kernel_files $3 | while read -r ac_probe_item; do cat "$ac_probe_item"; done
  } 2>/dev/null | cksum | tr ' ' -)
  eval "ac_probe_answer=\$ac_cv_probe_kernel_$1"
  case $ac_probe_answer in
    none | none' '* | unknown | unknown' given') ac_fn_probe_warning "ac_cv_probe_kernel_$1='$ac_probe_answer' is not a candidate and is ignored"
      unset ac_cv_probe_kernel_$1 ;;
  esac
  ac_fn_probe_drop_changed "kernel_$1" "$ac_probe_sum" "kernel_$1"
}
