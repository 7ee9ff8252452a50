# reason.sh - the line of config.log that says why a parameter is unknown, and what would decide it:
#   l3_size: unknown: l3: REASON; REMEDY
# As start.sh.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154

# ac_fn_probe_explain NAME: writes that line if the settled value of NAME is unknown.
ac_fn_probe_explain ()
{
  eval "ac_probe_value=\$ac_probe_value_$1 ac_probe_origin=\$ac_probe_origin_$1 ac_probe_failed=\$ac_probe_failed_$1
    ac_probe_reason=\$ac_probe_reason_$1 ac_probe_default=\$ac_probe_default_$1"
  test "$ac_probe_value" = unknown || return 0
  ac_probe_remedy="set ac_cv_probe_$1 if you know it"
  case $ac_probe_origin:$ac_probe_failed:$ac_probe_default in
    given:*) ac_probe_reason="ac_cv_probe_$1 was set to unknown" ac_probe_remedy="unset it" ;;
    default:*:?*) return 0 ;;
    default:*) ac_probe_reason='nothing is measured in this mode, and there is no default' ;;
    queried:yes:*) ac_probe_reason='the system could not be asked' ;;
    queried:*) ac_probe_reason='the system does not report it' ;;
    *) ac_fn_probe_explain_sweeps "$1"
      test "$ac_probe_failed" = no || ac_probe_remedy='the next configure measures it again' ;;
  esac
  case $ac_probe_reason in
    *'prints more than is allowed'*) ;;
    *' was killed'* | *PROBE_SECONDS*) ac_probe_remedy='PROBE_SECONDS=60 gives it more time' ;;
    *'measure again'*) test "$ac_probe_failed" != no || test "${cache_file-/dev/null}" = /dev/null ||
      ac_probe_remedy="--enable-probes=again does so in spite of the cache, or $ac_probe_remedy" ;;
  esac
  echo "$as_me: $1: unknown: ${ac_probe_reason#; }; $ac_probe_remedy" >&5
}

# ac_fn_probe_explain_sweeps NAME: appends to ac_probe_reason what each sweep of the current row and its method
# gave as their reasons.
ac_fn_probe_explain_sweeps ()
{
  ac_probe_methods_left="$ac_probe_of_methods ${ac_probe_of_counts#* }"
  for ac_probe_from in $ac_probe_of_sweeps ${ac_probe_of_counts% *}; do
    ac_fn_probe_explain_sweep "$1" "$ac_probe_from" "${ac_probe_methods_left%% *}"
    ac_probe_methods_left=${ac_probe_methods_left#* }
  done
  test -z "$ac_probe_reason" || return 0
  ac_probe_reason='an earlier configure measured it and could not decide'
  ac_probe_remedy="--enable-probes=again measures it again, or $ac_probe_remedy"
}

# ac_fn_probe_explain_sweep NAME SWEEP METHOD: appends the reason of one of them, if it has any.
ac_fn_probe_explain_sweep ()
{
  if test -f "$ac_probe_dir/$2.$3.values"; then
    ac_probe_because=$(sed -n "s/^# $1: /$2: /p" "$ac_probe_dir/$2.$3.values" | sed q)
  else
    ac_probe_because=$(cat "$ac_probe_dir/$2.$3.why" "$ac_probe_dir/$2.why" 2>/dev/null | sed q)
  fi
  ac_probe_reason="$ac_probe_reason${ac_probe_because:+; $ac_probe_because}"
}
