# sizes.sh - passes the known sizes and lines of caches, and the threads of a core, to sweeps that need them.  As start.sh.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154

# ac_fn_probe_hand: sets ac_probe_handed to the settings of a sweep, and ac_probe_lacking if some values are unknown
# because of a failure.  A queried size is not passed: it is the capacity, of which a thread may have a part only.
ac_fn_probe_hand ()
{
  ac_probe_handed=
  for ac_probe_level in 1 2 3 4; do
    for ac_probe_item in size:SIZE line:LINE; do
      eval "ac_probe_size=\$ac_probe_value_l${ac_probe_level}_${ac_probe_item%:*}
        ac_probe_from=\$ac_probe_origin_l${ac_probe_level}_${ac_probe_item%:*}
        test \"\$ac_probe_failed_l${ac_probe_level}_${ac_probe_item%:*}\" != yes || ac_probe_lacking=yes"
      case $ac_probe_size:$ac_probe_from in *:queried | unknown:* | none:* | :*) ac_probe_size=0 ;; esac
      ac_probe_handed="$ac_probe_handed PROBE_L${ac_probe_level}_${ac_probe_item#*:}=$ac_probe_size"
    done
  done
  case $ac_probe_value_threads_per_core:$ac_probe_origin_threads_per_core in
    [1-9]*:measured) ac_probe_handed="$ac_probe_handed PROBE_THREADS_PER_CORE=$ac_probe_value_threads_per_core" ;;
  esac
}
