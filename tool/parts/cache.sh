# Reads the values of a cache, which is not executed.
# shellcheck shell=sh disable=SC2034,SC2154

# cached NAME: prints the value and origin of NAME, without quotes; nothing if the cache has none.
cached () {
  printf '%s\n' "$cache" |
    sed -n "s/^ac_cv_probe_$1=\${ac_cv_probe_$1='\{0,1\}\([^']*\)'\{0,1\}}\$/\1/p; s/^ac_cv_probe_$1='\{0,1\}\([^'\$]*\)'\{0,1\}\$/\1/p" | tail -n 1
}

# take NAME: sets the value and origin of NAME from the cache.
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

# take_fingerprint WHAT: sets a fingerprint from the cache.
take_fingerprint () {
  line=$(cached "$1" | tr -d -c 'A-Za-z0-9_.,()+ -')
  eval "ac_cv_probe_$1=\$line"
}
