# flags.sh - values that other flags of the compiler would give.  As start.sh.
# shellcheck shell=sh disable=SC1090,SC2034,SC2086,SC2154,SC2317

# ac_fn_probe_hint NAME SWEEP METHOD: if the flags hide what the machine has, finds the flag that shows it, by trying it,
# and caches it like the value.
ac_fn_probe_hint ()
{
  eval "ac_probe_value=\$ac_probe_value_$1 ac_probe_origin=\$ac_probe_origin_$1"
  case $1:$ac_probe_value:$ac_probe_origin in
    *:unknown:* | *:none:* | fma:1:*) return 0 ;;
    *:measured) ;;
    *) return 0 ;;
  esac
  if test $ac_probe_cached = no; then
    ac_fn_probe_other_flag "$1" "$2" "$3"
    eval "ac_cv_probe_hint_$1=\"\$ac_probe_hint measured\""
    test -n "$ac_probe_hint" || unset ac_cv_probe_hint_$1
  fi
  eval "ac_probe_hint=\${ac_cv_probe_hint_$1% measured}"
  case $ac_probe_hint in
    [0-9]*' '-m*) echo "$as_me: $1 is $ac_probe_value with these flags; ${ac_probe_hint%% *} with ${ac_probe_hint#* }, which was tried here" >&5
      eval "ac_probe_hint_$1=\$ac_probe_hint" ;;
  esac
}

# ac_fn_probe_other_flag NAME SWEEP METHOD: sets ac_probe_hint to the value of NAME with the flag for everything that
# this machine has, and that flag; to `none' if that is no more; to nothing if it is unknown.
ac_fn_probe_other_flag ()
{
  ac_probe_hint=none
  test -z "$ac_probe_launch" || return 0
  case $ac_probe_driver in *=native*) return 0 ;; esac
  test -f "$ac_probe_dir/probe$EXEEXT" || return 0
  ac_probe_found=$(ac_fn_probe_try_flag "$1" "${2%% *}" "${3%% *}")
  case $ac_probe_found in
    unknown* | '') ac_probe_hint= ;;
    [1-9]*' '-m*) test "${ac_probe_found%% *}" -le "$ac_probe_value" || ac_probe_hint=$ac_probe_found ;;
  esac
}

# ac_fn_probe_try_flag NAME SWEEP METHOD: prints the value and the flag; runs in a subshell.  Compiles the sweep again,
# and links it with the existing objects.
ac_fn_probe_try_flag ()
{
  ac_probe_base_dir=$ac_probe_dir
  ac_probe_object=$(ac_fn_probe_object "$2")
  ac_probe_source=$(ac_fn_probe_source "$2")
  ac_probe_source=${ac_probe_source#"$ac_probe_dir/"}
  ac_probe_object_name=${ac_probe_source##*/}
  ac_probe_object_name=${ac_probe_object_name%.c}
  ac_probe_dir=$ac_probe_dir/native
  ac_probe_at=./$ac_probe_dir
  test -d "$ac_probe_dir" || { mkdir "$ac_probe_dir" && cp -R "$ac_probe_base_dir/probes" "$ac_probe_base_dir/analysis" "$ac_probe_dir"; }
  ac_fn_probe_driver
  ac_probe_asked=$ac_probe_driver
  for ac_probe_flag in -march=native -mcpu=native; do
    ac_probe_driver="$ac_probe_asked $ac_probe_flag"
    ac_fn_probe_rewrite "$ac_probe_object_name"
    ac_fn_probe_compile "$ac_probe_object_name" "$ac_probe_dir/$ac_probe_source" || continue
    set -- "$@" "$ac_probe_dir/$ac_probe_object_name.$OBJEXT"
    for ac_probe_item in "$ac_probe_base_dir"/*."$OBJEXT"; do
      test "$ac_probe_item" = "$ac_probe_object" || set -- "$@" "$ac_probe_item"
    done
    ac_probe_name=$1 ac_probe_sweep=$2 ac_probe_method=$3
    shift 3
    ac_fn_probe_link_probe probe "$@" || return
    # Another process may disturb one try.
    ac_fn_probe_with_flag || ac_fn_probe_with_flag || ac_fn_probe_with_flag
    echo "$ac_probe_value $ac_probe_flag"
    return
  done
  echo none
}

# ac_fn_probe_with_flag: sets ac_probe_value to the value that this program gives; fails if it is unknown.
ac_fn_probe_with_flag ()
{
  ac_probe_value=unknown
  ac_fn_probe_run probe "$ac_probe_sweep" "PROBE_SECONDS=$ac_probe_seconds" >"$ac_probe_dir/table" 2>/dev/null || return
  ac_fn_probe_analyze "$ac_probe_base_dir" "$ac_probe_method" "$ac_probe_dir/table" >"$ac_probe_dir/values" 2>/dev/null
  ac_fn_probe_read "$ac_probe_dir/values"
  test "$ac_probe_value" != unknown
}

# ac_fn_probe_rewrite SOURCE: writes a source that depends on the flags again.
ac_fn_probe_rewrite ()
{
  test ! -f "$ac_probe_base_dir/probes/$1.type" ||
    ac_fn_probe_registers "$1" "$(cat "$ac_probe_base_dir/probes/$1.type")"
}
