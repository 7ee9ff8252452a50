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
  --mode MODE         measure (the default), query (what the system says) or default
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

# ac_fn_probe_compiler: of those that the probes were compiled with.
ac_fn_probe_compiler ()
{
  cat "$helpers/compiler"
}

# ---- parameters ----

# row NAME: its sweeps, methods, words and needs, in which a blank stands for a tab.
row () {
  awk -F'\t' -v name="$1" '$2 == name {
    words = $3
    if (!sub(/^word: /, "", words)) words = ""
    print "sweeps=\047" $4 "\047 methods=\047" $5 "\047 words=\047" words "\047 needs=\047" $7 "\047" }' "$data/parameters.tab"
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
  case " $ac_probe_settled " in *" $1 "*) return ;; esac
  eval "$(row "$1")"
  for need in $needs; do determine "$need"; done
  eval "$(row "$1")"
  ac_fn_probe "$1" "$sweeps" "$methods" "ARCH_$(upper "$1")" "$words"
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
  eval "$(row "$1")"
  ac_probe_words=$words
  line=$(cached "$1")
  value=${line%% *} origin=${line#* }
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

# ---- forms ----

form_header () {
  ac_probe_header='/* What archparams found out about the machine; see each origin. */'
  for name in $wanted; do
    eval "$(row "$name")"
    ac_fn_probe_header "$name" "$prefix$(upper "$name")" "$(meaning "$name")" "$words"
  done
  echo "$ac_probe_header"
}

meaning () {
  awk -F'\t' -v name="$1" '$2 == name { print $6 " (" $3 ")" }' "$data/parameters.tab"
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
  test "$3" != measured || site_line "$1" "$2 $3"
}

# ---- the command line ----

form=header prefix=ARCH_ from='' enable_probes=measure tables='' report='' status=0
while test $# -gt 0; do
  case $1 in
    --from | --mode | --tables | --report)
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
    --tables=*) tables=${1#*=} ;;
    --report=*) tables=${1#*=} report=yes ;;
    --analyze) shift; exec "$helpers/analyze" "$@" ;;
    --list) cut -f 1,2,3,6 "$data/parameters.tab"; exit ;;
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
  measure | query | default) ;;
  *) refuse "--mode is measure, query or default, not '$enable_probes'" ;;
esac
test -r "$data/parameters.tab" || refuse "$data/parameters.tab is missing: archparams is not installed as a whole"
wanted=$(names "$@")
case $wanted in *\?*) refuse "there is no parameter or family '${wanted##*\?}'; --list has them" ;; esac
test -z "$from" || { test -r "$from" && test ! -d "$from"; } || refuse "cannot read $from"
case $form:$from:$enable_probes in
  site::query | site::default) refuse "--site is of what is measured, not --mode $enable_probes" ;;
esac
test -z "$from" || test -z "$tables" || refuse "a cache has no tables: --from goes with neither --tables nor --report"
test -z "$report" || test -r "$helpers/report.sh" || refuse "$helpers/report.sh is missing"

# ---- measuring ----

# measure: all that is wanted, below a directory of its own.
measure () {
  case $tables in '' | /*) ;; *) tables=$here/$tables ;; esac
  case $PROBE_LAUNCHER in /*) ;; */*) test ! -x "$here/${PROBE_LAUNCHER%% *}" || PROBE_LAUNCHER=$here/$PROBE_LAUNCHER ;; esac
  test -z "$tables" || { enable_probe_curves=yes; mkdir -p "$tables"; } || exit 2
  test -z "$tables" || test -f "$tables/values" || test -z "$(ls -A "$tables")" ||
    refuse "$tables has something else in it"
  work=$(mktemp -d) && work=$(cd "$work" && pwd) || exit 2
  trap 'cd /; rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM HUP PIPE
  cd "$work" || exit 2
  exec 5>log 6>/dev/null
  test ! -t 2 || exec 6>&2
  ac_probe_dir=probe ac_probe_at=$helpers ac_probe_built=yes
  mkdir probe probe/queries && ln -s "$helpers/analyze" probe/analyze || exit 2
  for name in $wanted; do determine "$name"; done
  cd "$here" || exit 2
  test -z "$tables" || { rm -f "$tables"/*.table "$tables"/*.why; cp "$work"/archparams.d/* "$work/log" "$tables"; }
}

if test -n "$from"; then
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
test $status != 0 || test "$known" != 0 || status=1
exit $status
