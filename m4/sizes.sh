# Hands what is known of the levels of cache to the sweeps; a configure whose sweeps want them carries
# it.  As engine.sh.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154

ac_probe_quick="$ac_probe_quick bandwidth_all bandwidth_l1 bandwidth_l2 bandwidth_l3 bandwidth_l4 bandwidth_memory sharing_near sharing_l3 sharing_l4 "
ac_probe_timing="$ac_probe_timing stream together "

# ac_fn_probe_sizes: sets ac_probe_handed to what the probe is told of those that are known by now, and
# ac_probe_lacking where a failure is why some are not.
ac_fn_probe_sizes ()
{
  ac_probe_handed=
  for ac_probe_level in 1 2 3 4; do
    eval "ac_probe_size=\$ac_probe_value_l${ac_probe_level}_size ac_probe_line=\$ac_probe_value_l${ac_probe_level}_line"
    eval "case \$ac_probe_told_l${ac_probe_level}_size:\$ac_probe_told_l${ac_probe_level}_line in
      *not*) ac_probe_lacking=yes ;;
    esac"
    case $ac_probe_size in unknown | none | '') ac_probe_size=0 ;; esac
    case $ac_probe_line in unknown | none | '') ac_probe_line=0 ;; esac
    ac_probe_handed="$ac_probe_handed PROBE_L${ac_probe_level}_SIZE=$ac_probe_size PROBE_L${ac_probe_level}_LINE=$ac_probe_line"
  done
}
ac_probe_hand=ac_fn_probe_sizes
