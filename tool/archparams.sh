#!/bin/sh
# archparams - measures the machine, or reads a cache, and prints the values as a header, for make, as JSON or
# as a config.site.  The installed program is made of the shell functions of configure (m4/engine), tool/parts/
# and this file.
# shellcheck disable=SC2034,SC2154,SC2317
LC_ALL=C LANGUAGE=C
export LC_ALL LANGUAGE
version='@version@'
here=$(pwd)
helpers=${ARCHPARAMS_HELPERS-'@helpers@'}
data=${ARCHPARAMS_DATA-'@data@'}
case $helpers in /*) ;; *) helpers=$here/$helpers ;; esac
case $data in /*) ;; *) data=$here/$data ;; esac

usage () {
  cat <<'END'
usage: archparams [OPTION]... [PARAMETER | FAMILY]...

Measures all parameters, or the named ones and those of the named families, and prints

  --header[=PREFIX_]  a C header (the default, with ARCH_)
  --make              variables of make
  --json              JSON
  --site              a config.site of the measured values, with the fingerprints that guard them

  --from CACHE        values from a config.cache, which is read and not executed
  --record FILE       also writes every table and answer to one text FILE; with --from DIR it packs the
                      archparams.d of a configure, DIR, and does not measure
  --replay FILE       decides again on the tables of a recording; prints each answer that differs from the
                      recorded one to standard error, and exits with 1 if any does
  --mode MODE         measure (the default; asks the system for what remains unknown), measure-only,
                      query (only asks the system) or default
  --tables DIR        keeps the measured tables in DIR
  --report DIR        keeps the tables in DIR, and draws them: DIR/index.html
  --analyze METHOD [FILE]  prints what the analyzer decides on such a table
  --list              prints the parameters: family, name, unit, meaning
  --help, --version

PROBE_LAUNCHER runs the probes elsewhere (ssh board), PROBE_SECONDS (10) limits the time of
each measurement, PROBE_COUNTERS (yes; or no, only) says whether performance counters are used.
END
}

# refuse WHY: prints WHY and exits, after bad usage or bad input.
refuse () {
  echo "archparams: $1" >&2
  exit 2
}

@functions@

# ---- variables and functions that the engine expects of a configure ----

as_me=archparams
as_fn_error () { refuse "$2"; }
cross_compiling=no EXEEXT='' cache_file=/dev/null enable_probe_curves=no

# ac_fn_probe_compiler, ac_fn_probe_flags: describe the compilation of the installed probes.
ac_fn_probe_compiler ()
{
  cat "$helpers/compiler"
}
ac_fn_probe_flags ()
{
  cat "$helpers/flags"
}

# ---- the command line ----

form=header prefix=ARCH_ from='' enable_probes=measure record='' replay='' tables='' report='' status=0
while test $# -gt 0; do
  case $1 in
    --from | --mode | --record | --replay | --tables | --report)
      test $# -gt 1 || refuse "$1 wants a word"
      option=$1=$2
      shift 2
      set -- "$option" "$@"
      continue ;;
    --header) form=header ;;
    --header=*) form=header prefix=${1#*=} ;;
    --make | --json | --site) form=${1#--} ;;
    --from=*) from=${1#*=} ;;
    --mode=*) enable_probes=${1#*=} ;;
    --record=*) record=${1#*=} ;;
    --replay=*) replay=${1#*=} ;;
    --tables=*) tables=${1#*=} ;;
    --report=*) tables=${1#*=} report=yes ;;
    --analyze) shift; exec "$helpers/analyze" "$@" ;;
    --list) cut -f 1,2,3,11 "$data/parameters.tab"; exit ;;
    --help) usage; exit ;;
    --version) echo "archparams $version"; exit ;;
    --) shift; break ;;
    -*) refuse "there is no option $1; --help lists them" ;;
    *) break ;;
  esac
  shift
done
case $prefix in '' | [0-9]* | *[!A-Za-z0-9_]*) refuse "no prefix of a C name: '$prefix'" ;; esac
case $enable_probes in
  measure | measure-only | query | default) ;;
  *) refuse "--mode is measure, measure-only, query or default, not '$enable_probes'" ;;
esac
test -r "$data/parameters.tab" || refuse "$data/parameters.tab is missing: archparams is not installed as a whole"
wanted=$(names "$@")
case $wanted in *\?*) refuse "there is no parameter or family '${wanted##*\?}'; --list has them" ;; esac
read_rows
test -z "$from" || test -z "$tables" || refuse "a cache has no tables: --from goes with neither --tables nor --report"
case $record:$from in
  ?*:?*) for file in values machine; do
      test -f "$from/$file" || refuse "$from has nothing that configure --enable-probe-curves keeps"
    done ;;
  *:?*) refuse_strange "$from" ;;
esac
case $record in '' | /*) ;; *) record=$here/$record ;; esac
test -z "$replay" || test -z "$from$record$tables" || refuse '--replay goes with none of --from, --record, --tables and --report'
case $form:$from:$enable_probes in
  site::query | site::default) refuse "--site is of what is measured, not --mode $enable_probes" ;;
esac
test -z "$report" || test -r "$helpers/report.sh" || refuse "$helpers/report.sh is missing"
test -z "$report" || command -v "${GNUPLOT:-gnuplot}" >/dev/null || refuse "--report needs gnuplot, which is not found"
test -z "$record" || printf '' 2>/dev/null >"$record.tmp" || refuse "cannot write $record"

# in_work_directory: changes to a new directory, which is removed at exit.
in_work_directory () {
  work=$(mktemp -d) && work=$(cd "$work" && pwd) || exit 2
  trap 'cd /; rm -rf "$work"; test -z "$record" || rm -f "$record.tmp"' EXIT
  trap 'exit 130' INT TERM HUP PIPE
  cd "$work" || exit 2
  exec 5>log 6>/dev/null
}

# ---- measuring ----

# measure: measures all parameters that are wanted.
measure () {
  case $tables in '' | /*) ;; *) tables=$here/$tables ;; esac
  test -z "$record" || enable_probe_curves=yes
  case $PROBE_LAUNCHER in /*) ;; */*) test ! -x "$here/${PROBE_LAUNCHER%% *}" || PROBE_LAUNCHER=$here/$PROBE_LAUNCHER ;; esac
  test -z "$tables" || { enable_probe_curves=yes; mkdir -p "$tables"; } || exit 2
  test -z "$tables" || test -f "$tables/values" || test -z "$(ls -A "$tables")" ||
    refuse "$tables has something else in it"
  in_work_directory
  test ! -t 2 || exec 6>&2
  ac_probe_home=probe ac_probe_dir=probe ac_probe_at=$helpers ac_probe_built=c
  ac_probe_runner_made=yes
  test ! -x "$helpers/runner" || ac_probe_runner=$helpers/runner
  mkdir probe probe/queries && ln -s "$helpers/analyze" probe/analyze || exit 2
  for name in $wanted; do determine "$name"; done
  cd "$here" || exit 2
  test -z "$record" || write_recording "$work/archparams.d"
  test -z "$tables" || { rm -f "$tables"/*.table "$tables"/*.why; cp "$work"/archparams.d/* "$work/log" "$tables"; }
}

ac_probe_version=$version.@serial@
if test -n "$record" && test -n "$from"; then
  write_recording "$from"
  exit
elif test -n "$replay"; then
  wanted_line=$(echo "$wanted" | tr '\n' ' ') all_line=$(names | tr '\n' ' ')
  replay "$replay"
elif test -n "$from"; then
  cache=$(grep '^ac_cv_probe_' "$from" | tr -d '\r')
  take_fingerprint machine
  take_fingerprint compiler
  for name in $wanted; do take "$name"; done
else
  measure
fi
text=$("form_$form") || exit
printf '%s\n' "$text" || refuse 'cannot write'
test -z "$report" || ANALYZE=$helpers/analyze PARAMETERS=$data/parameters.tab PICTURES=$data/pictures.tab \
  sh "$helpers/report.sh" "$tables" >&2 || status=2
known=$(each json_line | grep -vc '	unknown	')
test $status != 0 || test "$known" != 0 || test -n "$replay" || status=1
exit $status
