# sizes.sh - passes the known sizes and lines of caches, and the threads of a core, to sweeps that need them.  As start.sh.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154

# ac_fn_probe_hand: sets ac_probe_handed to the settings of a sweep, and ac_probe_lacking if some values are unknown
# because of a failure.  If the capacity of a level was not measured, its effective size is passed.  A queried size is
# not passed: it is the capacity, of which a thread may have a part only.
ac_fn_probe_hand ()
{
  ac_probe_handed=
  for ac_probe_level in 1 2 3 4; do
    ac_fn_probe_hand_one l${ac_probe_level}_size
    test $ac_probe_size != 0 || ac_fn_probe_hand_one l${ac_probe_level}_effective_size
    ac_probe_handed="$ac_probe_handed PROBE_L${ac_probe_level}_SIZE=$ac_probe_size"
    ac_fn_probe_hand_one l${ac_probe_level}_line
    ac_probe_handed="$ac_probe_handed PROBE_L${ac_probe_level}_LINE=$ac_probe_size"
  done
  case $ac_probe_value_threads_per_core:$ac_probe_origin_threads_per_core in
    [1-9]*:measured) ac_probe_handed="$ac_probe_handed PROBE_THREADS_PER_CORE=$ac_probe_value_threads_per_core" ;;
  esac
}

# ac_fn_probe_hand_one NAME: sets ac_probe_size to the value of NAME, or to 0 if it is unknown or queried.
ac_fn_probe_hand_one ()
{
  eval "ac_probe_size=\$ac_probe_value_$1 ac_probe_from=\$ac_probe_origin_$1
    test \"\$ac_probe_failed_$1\" != yes || ac_probe_lacking=yes"
  case $ac_probe_size:$ac_probe_from in *:queried | unknown:* | none:* | :*) ac_probe_size=0 ;; esac
}
