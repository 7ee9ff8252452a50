# registers.sh - writes loops over live values, for the parameters registers_*.  As start.sh.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154

# ac_fn_probe_ranges SOURCE SWEEP TYPE: writes a source with the loops of standard input, a line `VALUES CODE' for each
# (probes/core/registers.h).  The pattern is that of BlackjackBench, section 3.5.
ac_fn_probe_ranges ()
{
  {
    echo "#include \"core/types.h\"
#define SWEEP_NAME $2
#define NAME \"$2\"
#define TYPE $3
#ifdef KEEP_$3
#define KEEP(p) KEEP_$3(p)
#else
#define SWITCHED
#endif
$(case $3 in v*) echo "#ifndef BEGIN_$3
#define MISSING
#endif" ;; esac)
#define LIVES \\"
    awk '{
      values = sums = uses = ""
      for (i = 0; i < $1; i++) {
        values = values " VALUE(p" i ")"
        sums = sums " SUM(" i + 1 ", p" i ", p" (i + $1 - int($1 / 2)) % $1 ")"
        uses = uses " USE(p" i ")"
      }
      print "LIVE(" $1 ", " $2 "," values "," sums "," uses ") \\" }'
    echo '
#include "core/ranges.h"'
  } >"$1"
}

# ac_fn_probe_assembly SOURCE OUTPUT: compiles it to assembly, without link-time optimisation.
ac_fn_probe_assembly ()
{
  for ac_probe_option in -fno-lto ''; do
    $ac_probe_driver ${ac_probe_plain-} $ac_probe_as_c $ac_probe_option -S -DMARKED -I "$ac_probe_dir/probes" -o "$2" "$1" \
      >/dev/null 2>&1 </dev/null && return 0
  done
  return 1
}

# ac_fn_probe_code: prints `VALUES CODE' for each loop of the assembly on standard input: CODE counts the instructions and
# memory operands between its marks.  Only an instruction begins with a blank and a letter; (%st) is not memory.
ac_fn_probe_code ()
{
  awk '
    /archparams_begin/ { code = 0; next }
    /archparams_end/ { gsub(/[^0-9]/, ""); if (code > most[$0]) most[$0] = code; next }
    /^[ \t]+[A-Za-z]/ {
      sub(/[ \t](#|@|!|;|\/\/).*/, "")
      gsub(/%st(\([0-7]\))?/, "")
      code += 1 + /[][(]/
    }
    END { for (values in most) if (most[values] > 0) print values, most[values] }'
}

# ac_fn_probe_next: prints the next loops to compile after those of standard input, `VALUES CODE': twice as many values
# until some spill, and then numbers in between.
ac_fn_probe_next ()
{
  awk '
    $2 > $1 { if (!spilled || $1 < spilled) spilled = $1 }
    $2 == $1 { if ($1 > kept) kept = $1 }
    END {
      if (!NR) print 2, 3, 5, 9, 17
      else if (!spilled && kept < 129) print 2 * kept - 1
      for (n = kept + (step = int((spilled - kept + 3) / 4)); kept && n < spilled; n += step) print n }'
}

# ac_fn_probe_look SWEEP TYPE VALUES...: adds the code of these loops to SWEEP.code; fails if the compiler shows none.
ac_fn_probe_look ()
{
  ac_probe_base=$ac_probe_dir/$1
  ac_probe_sweep=$1 ac_probe_type=$2
  shift 2
  printf '%s 0\n' "$@" | ac_fn_probe_ranges "$ac_probe_base.look.c" "$ac_probe_sweep" "$ac_probe_type"
  ac_fn_probe_assembly "$ac_probe_base.look.c" "$ac_probe_base.s" &&
    ac_fn_probe_code <"$ac_probe_base.s" >"$ac_probe_base.more" && test -s "$ac_probe_base.more" &&
    cat "$ac_probe_base.more" >>"$ac_probe_base.code"
}

# ac_fn_probe_registers SWEEP TYPE: writes probes/SWEEP.c with the loops that show where values begin to spill.  If the
# assembly does not show it, writes all loops of up to 36 values.
ac_fn_probe_registers ()
{
  : >"$ac_probe_dir/$1.code"
  while ac_probe_values=$(ac_fn_probe_next <"$ac_probe_dir/$1.code") && test -n "$ac_probe_values"; do
    ac_fn_probe_look "$1" "$2" $ac_probe_values || break
  done
  test -s "$ac_probe_dir/$1.code" ||
    awk 'BEGIN { for (n = 2; n <= 36; n++) print n, 0 }' >"$ac_probe_dir/$1.code"
  sort -n "$ac_probe_dir/$1.code" |
    ac_fn_probe_ranges "$ac_probe_dir/probes/$1.c" "$1" "$2"
}

# ac_fn_probe_write SOURCE: writes a source that has a type, while others are compiled.
ac_fn_probe_write ()
{
  ac_probe_base=${1##*/}
  test ! -f "${1%.c}.type" || ac_fn_probe_registers "${ac_probe_base%.c}" "$(cat "${1%.c}.type")"
}
