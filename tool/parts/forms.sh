# Prints values as a header, for make, as JSON and as a config.site.
# shellcheck shell=sh disable=SC2034,SC2154

form_header () {
  ac_probe_header='/* What archparams found out about the machine; see each origin. */'
  for name in $wanted; do
    row "$name"
    ac_fn_probe_header "$name" "$prefix$(upper "$name")" "$meaning"
  done
  echo "$ac_probe_header"
}

# each FUNCTION: calls FUNCTION with the name, value and origin of each wanted parameter.
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
