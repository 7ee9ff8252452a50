#!/bin/sh
# archparams - prints what is measured of the machine, or what a cache says of it, as a header, for
# make, as JSON or as a config.site.  Made of configure's own shell functions, of tool/archparams.sh.
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

Measures the machine, for all parameters or these and those of these families, and prints

  --header[=PREFIX_]  a C header (the default, with ARCH_)
  --make              variables of make
  --json              JSON
  --site              a config.site: what is measured, with the fingerprints that guard it

  --from CACHE        values from a config.cache, which is read and not executed
  --record FILE       writes every table and answer to one text FILE as well; with --from DIR it packs the
                      archparams.d of a configure, DIR, and does not measure
  --replay FILE       decides again on the tables of a recording; names each answer that differs from the
                      recorded one on standard error, and exits with 1 where any does
  --mode MODE         measure (the default; what that leaves unknown is asked of the system), measure-only,
                      query (what the system says) or default
  --tables DIR        keeps what was measured in DIR
  --report DIR        the same, and draws it: DIR/index.html
  --analyze METHOD [FILE]  what the analyzer decides on such a table
  --list              the parameters: family, name, unit, meaning
  --help, --version

PROBE_LAUNCHER runs the probes elsewhere (srun -N1 -n1), PROBE_SECONDS (10) is the longest that
one may take, PROBE_COUNTERS (yes, no, only) says whether counters vote.
END
}

# refuse WHY: bad usage or bad input.
refuse () {
  echo "archparams: $1" >&2
  exit 2
}

@engine@

# ---- what the engine expects of its configure ----

as_me=archparams
as_fn_error () { refuse "$2"; }
cross_compiling=no EXEEXT='' cache_file=/dev/null enable_probe_curves=no

# ac_fn_probe_compiler, ac_fn_probe_flags: of those that the probes were compiled with.
ac_fn_probe_compiler ()
{
  cat "$helpers/compiler"
}
ac_fn_probe_flags ()
{
  cat "$helpers/flags"
}

# ---- parameters ----

# read_rows: sets ac_probe_row_NAME of each parameter, and what else the engine's configure knows of it; row_NAME
# to its meaning and needs.
read_rows () {
  eval "$(awk -F'\t' '
    function cell(k) { return $k == "-" ? "" : $k }
    {
      words = $3
      if (!sub(/^word: /, "", words)) words = ""
      meaning = $11 " (" $3 ")"
      gsub(/\047/, "\047\\047\047", meaning)
      assignments = "needs=\047" cell(8) "\047 meaning=\047" meaning "\047"
      gsub(/["\\$`]/, "\\\\&", assignments)
      print "row_" $2 "=\"" assignments "\""
      print "ac_probe_row_" $2 "=\047" $4 ":" $5 ":" cell(6) ":" cell(7) ":c:" (cell(8) == "" ? "" : "needs") ":" \
        cell(9) ":" words "\047"
      split(cell(10), group, " ")
      if (cell(10) != "") {
        print "ac_probe_asked_with_" $2 "=\047" $10 "\047"
        print "ac_probe_group_" group[1] "=\"$ac_probe_group_" group[1] " " $2 "\""
      } }' "$data/parameters.tab")"
}

# row NAME: sets needs and meaning.
row () {
  eval "eval \"\$row_$1\""
}

# names PARAMETER or FAMILY...: the parameters that these are, or all, in the table's order.
names () {
  awk -F'\t' -v asked="$*" '
    BEGIN { for (n = split(asked, of, " "); n > 0; n--) wanted[of[n]] = 1 }
    asked == "" || ($1 in wanted) || ($2 in wanted) { print $2; found[$1]; found[$2] }
    END { for (one in wanted) if (!(one in found)) { print "?" one; exit } }' "$data/parameters.tab"
}

# determine NAME: what has to be known before it, and then its value.
determine () {
  case " $ac_probe_published " in *" $1 "*) return ;; esac
  row "$1"
  for need in $needs; do determine "$need"; done
  ac_fn_probe "$1" "ARCH_$(upper "$1")"
}

upper () {
  echo "$1" | tr '[:lower:]' '[:upper:]'
}

# ---- a cache ----

# cached NAME: its word or words, without their quotes; nothing where there is none.
cached () {
  printf '%s\n' "$cache" |
    sed -n "s/^ac_cv_probe_$1=\${ac_cv_probe_$1='\{0,1\}\([^']*\)'\{0,1\}}\$/\1/p; s/^ac_cv_probe_$1='\{0,1\}\([^'\$]*\)'\{0,1\}\$/\1/p" | tail -n 1
}

# take NAME: its value from the cache, if it is one.
take () {
  ac_fn_probe_row "$1"
  line=$(cached "$1")
  value=${line%% *} origin=${line#* }
  eval "ac_probe_undecided_$1=''"
  case $origin in
    'queried undecided') origin=queried
      eval "ac_probe_undecided_$1=' undecided'" ;;
  esac
  test "$origin" != "$line" || origin=given
  test -n "$line" || value=unknown origin=default
  case $origin in
    measured | queried | default | given) ac_fn_probe_valid "$value" || origin=bad ;;
    *) origin=bad ;;
  esac
  if test "$origin" = bad; then
    echo "archparams: $from: ac_cv_probe_$1='$line' is no value and is ignored" >&2
    status=2 value=unknown origin=default
  fi
  eval "ac_probe_value_$1=\$value ac_probe_origin_$1=\$origin"
}

# take_fingerprint WHAT: what guards the values of the cache.
take_fingerprint () {
  line=$(cached "$1" | tr -d -c 'A-Za-z0-9_.,()+ -')
  eval "ac_cv_probe_$1=\$line"
}

# ---- recordings ----

# refuse_strange FILE: what is no regular file of text, or larger than any cache or recording; a FIFO or
# a device might never end.
refuse_strange () {
  test -e "$1" || refuse "cannot read $1"
  test -f "$1" || refuse "$1 is no regular file"
  test -r "$1" || refuse "cannot read $1"
  test -z "$(find -L "$1" -size +32768)" || refuse "$1 is larger than 16 MB"
  test -z "$(tr -d '\t\n\r -~\200-\377' <"$1" | dd bs=1 count=1 2>/dev/null | tr '\000' x)" || refuse "$1 is not text"
}

# pack DIRECTORY: prints as a recording what it keeps.
pack () {
  echo '# archparams recording 1'
  if test -f "$1/about"; then
    sed 's/^/# /' "$1/about"
  else
    sed 's/^/# machine: /' "$1/machine"
  fi
  echo '[answers]'
  cat "$1/values"
  for file in "$1"/*.why; do
    test ! -f "$file" || { echo "[no table $(basename "$file" .why)]"; sed 's/^/| /' "$file"; }
  done
  for file in "$1"/*.table; do
    test ! -f "$file" || { echo "[table $(basename "$file" .table)]"; cat "$file"; }
  done
}

# write_recording DIRECTORY: to the file of --record, whole or not at all.
write_recording () {
  if pack "$1" >"$record.tmp" && sum=$(cksum <"$record.tmp") &&
    echo "[end] $sum" >>"$record.tmp" && mv "$record.tmp" "$record"; then
    return
  fi
  rm -f "$record.tmp"
  refuse "cannot write $record"
}

# refuse_recording FILE: what is none, or not as it was written.
refuse_recording () {
  refuse_strange "$1"
  case $(sed 1q "$1") in
    '# archparams recording 1') ;;
    '# archparams recording '*) refuse "$1 is a recording of a form that archparams $version does not know" ;;
    *) refuse "$1 is no recording: it does not begin with '# archparams recording 1'" ;;
  esac
  case $(tail -n 1 "$1") in
    '[end] '*) ;;
    *) refuse "$1 has been cut: its last line is not [end]" ;;
  esac
  test "$(sed '$d' "$1" | cksum | sed 's/^/[end] /')" = "$(tail -n 1 "$1")" ||
    refuse "$1 has been changed since it was written: its checksum differs"
}

# unpack_recording FILE: each table to probe/, answers and key to probe/answers and probe/about.
unpack_recording () {
  awk '
    function bad(why) { print NR ": " why; exit 1 }
    function begin(name) { close(file); file = "probe/" name }
    BEGIN { file = "probe/about" }
    /^\[end\] / { exit }
    /^\[answers\]$/ { begin("answers"); next }
    /^\[table [a-z0-9_]+\]$/ { begin(substr($2, 1, length($2) - 1) ".table"); next }
    /^\[no table [a-z0-9_]+\]$/ { begin(substr($3, 1, length($3) - 1) ".why"); next }
    /^\[/ { bad("no part of a recording") }
    file == "probe/answers" && $0 !~ /^[a-z0-9_]+\t[a-z0-9_]+\t(measured|queried|default|given)\t/ { bad("no answer") }
    { print >file }' "$1" || return
}

# about KEY: what the recording says of it.
about () {
  sed -n "s/^# $1: //p" probe/about | sed 1q
}

# replay_one NAME VALUE ORIGIN: decides what was decided by tables, and believes the rest.
replay_one () {
  case $3 in
    measured)
      ac_fn_probe "$1" "ARCH_$(upper "$1")"
      eval "now=\$ac_probe_value_$1"
      test "$now" = "$2" || { echo "archparams: $1 was $2, is now $now" >&2; status=1; } ;;
    *) ac_probe_settled="$ac_probe_settled $1"
      eval "ac_probe_value_$1=\$2 ac_probe_origin_$1=\$3" ;;
  esac
}

# replay FILE: all of the recorded parameters that are wanted.  Nothing is measured for them: where there is
# no table there was none.
replay () {
  ac_fn_probe_measure () { :; }
  ac_fn_probe_repeat () { :; }
  refuse_recording "$1"
  in_work_directory
  mkdir probe && ln -s "$helpers/analyze" probe/analyze || exit 2
  case $1 in /*) ;; *) set -- "$here/$1" ;; esac
  why=$(unpack_recording "$1") || refuse "$1: line $why"
  ac_probe_home=probe ac_probe_dir=probe ac_probe_started=yes ac_probe_mode=measure-only ac_probe_seconds=10
  ac_cv_probe_machine=$(about machine | tr -d -c 'A-Za-z0-9_.,()+ -')
  ac_probe_counters=$(about counters)
  case $ac_probe_counters in yes | no | only) ;; *) ac_probe_counters=yes ;; esac
  recorded=' '
  while IFS='	' read -r name value origin _; do
    case " $wanted_line " in
      *" $name "*) replay_one "$name" "$value" "$origin"
        recorded="$recorded$name " ;;
      *) case " $all_line " in *" $name "*) ;; *) echo "archparams: $name was $value, and is no parameter any more" >&2 ;; esac ;;
    esac
  done <probe/answers
  wanted=$(for name in $wanted; do case $recorded in *" $name "*) echo "$name" ;; esac; done)
  cd "$here" || exit 2
}

# ---- forms ----

form_header () {
  ac_probe_header='/* What archparams found out about the machine; see each origin. */'
  for name in $wanted; do
    row "$name"
    ac_fn_probe_header "$name" "$prefix$(upper "$name")" "$meaning"
  done
  echo "$ac_probe_header"
}

# each FUNCTION: of every parameter its name, value and origin.
each () {
  for name in $wanted; do
    eval "$1 \"\$name\" \"\$ac_probe_value_$name\" \"\$ac_probe_origin_$name\""
  done
}

form_make () {
  each make_line
}
make_line () {
  case $2 in
    unknown | none) echo "ARCH_$(upper "$1") =" ;;
    *) echo "ARCH_$(upper "$1") = $2" ;;
  esac
}

form_json () {
  each json_line | awk -F'\t' '
    NR == FNR { unit[$2] = $3; next }
    { value = $2 ~ /^[0-9]+$/ ? $2 : $2 == "unknown" ? "null" : "\"" $2 "\""
      sub(/^word: .*/, "word", unit[$1])
      printf "%s\n  \"%s\": {\"value\": %s, \"unit\": \"%s\", \"origin\": \"%s\"}", (n++ ? "," : "{"), $1, value, unit[$1], $3 }
    END { print n ? "\n}" : "{}" }' "$data/parameters.tab" -
}
json_line () {
  printf '%s\t%s\t%s\n' "$1" "$2" "$3"
}

form_site () {
  test -n "$ac_cv_probe_machine" || refuse "${from:-nobody} does not say what machine its values are of"
  echo "# What archparams $version measured; a configure that finds itself on another machine, or with other flags
# where these matter, measures again."
  site_line machine "$ac_cv_probe_machine"
  test -z "$ac_cv_probe_compiler" || site_line compiler "$ac_cv_probe_compiler"
  each site_value
}
site_line () {
  echo "ac_cv_probe_$1=\${ac_cv_probe_$1='$2'}"
}
site_value () {
  eval "undecided=\$ac_probe_undecided_$1"
  case $3:$undecided in
    measured:* | queried:?*) site_line "$1" "$2 $3$undecided" ;;
  esac
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
test -z "$record" || printf '' 2>/dev/null >"$record.tmp" || refuse "cannot write $record"

# in_work_directory: goes to a directory of its own, which is removed in the end.
in_work_directory () {
  work=$(mktemp -d) && work=$(cd "$work" && pwd) || exit 2
  trap 'cd /; rm -rf "$work"; test -z "$record" || rm -f "$record.tmp"' EXIT
  trap 'exit 130' INT TERM HUP PIPE
  cd "$work" || exit 2
  exec 5>log 6>/dev/null
}

# ---- measuring ----

# measure: all that is wanted, below a directory of its own.
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
