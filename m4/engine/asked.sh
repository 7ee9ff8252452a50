# Asks the system: in its own mode for everything, and else for what measuring leaves unknown.  As
# start.sh.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154

# ac_fn_probe_query WHAT: what the program that asks the system says, into WHAT.said; without a word
# it says its values.
ac_fn_probe_query ()
{
  ac_probe_base=$ac_probe_dir/$1
  if test ! -d "$ac_probe_dir/queries"; then
    ac_probe_below=$ac_probe_dir/queries # a folder `query' would be in the way of the program
    ac_fn_probe_unpack_query
    ac_fn_probe_list PART $ac_probe_queries >"$ac_probe_below/query/parts.h"
    ac_fn_probe_include "$ac_probe_below"/query/*.c >"$ac_probe_dir/query.c"
    ac_fn_probe_runner
    ac_fn_probe_plain
    ac_fn_probe_quickly ac_fn_probe_program query "$ac_probe_dir/query.c"
    ac_fn_probe_log "$ac_probe_dir/query.out"
  fi
  ac_fn_probe_run query ${1#values} >"$ac_probe_base.said" 2>"$ac_probe_base.err"
  ac_probe_status=$?
  ac_fn_probe_log "$ac_probe_base.said"
  ac_fn_probe_log "$ac_probe_base.err"
  return $ac_probe_status
}

# ac_fn_probe_query_values: asks the system, once: sets ac_probe_said_NAME to each of its answers.  What
# was printed before a failure counts, and the failure is reported.
ac_fn_probe_query_values ()
{
  if test -z "$ac_probe_queried"; then
    ac_fn_probe_query values
    ac_probe_queried=$?
    while IFS='=' read -r ac_probe_item ac_probe_answer; do
      case $ac_probe_item in
        '' | *[!a-z0-9_]*) ;;
        *) eval "ac_probe_said_$ac_probe_item=\$ac_probe_answer" ;;
      esac
    done <"$ac_probe_dir/values.said"
    test $ac_probe_queried = 0 || {
      ac_fn_probe_why $ac_probe_queried
      ac_fn_probe_warning "archparams: the program that asks the system $ac_probe_why; see config.log"
    }
  fi
  test $ac_probe_queried = 0 || ac_probe_failed=yes
}
ac_probe_queried=

# ac_fn_probe_said NAME: sets ac_probe_value to what the system says of it.
ac_fn_probe_said ()
{
  ac_fn_probe_query_values
  eval "ac_probe_value=\$ac_probe_said_$1"
  ac_fn_probe_valid "$ac_probe_value" || ac_probe_value=unknown
}

# ac_fn_probe_reaches_system: is the system that can be asked the one that the probes run on?  What a
# launcher has is known by its shell; below an emulator, which runs none, /sys is that of the host.
ac_fn_probe_reaches_system ()
{
  test -z "$ac_probe_launch" || test -s "$ac_probe_home/machine.said"
}

# ac_fn_probe_can_ask NAME: is the system to be asked where measuring leaves NAME unknown?  Sets ac_probe_groups
# to those that it tells NAME with.
ac_fn_probe_can_ask ()
{
  eval "ac_probe_groups=\$ac_probe_asked_with_$1"
  case $ac_probe_mode:$ac_probe_groups in
    *: | measure-only:* | query:* | default:*) return 1 ;;
  esac
  case " $ac_cv_probe_unsaid " in *" $1 "*) return 1 ;; esac
  ac_fn_probe_reaches_system
}

# ac_fn_probe_ask_system NAME: what the system says where measuring has left NAME unknown, if it is
# right in what else it tells.  Sets ac_probe_undecided to what the cache notes then; of what was asked in
# vain it has a list, ac_cv_probe_unsaid.
ac_fn_probe_ask_system ()
{
  test $ac_probe_value = unknown && ac_fn_probe_can_ask "$1" || return 0
  ac_fn_probe_said "$1"
  if test $ac_probe_value != unknown; then
    ac_probe_claim=$ac_probe_value
    ac_probe_check=unchecked
    for ac_probe_group in $ac_probe_groups; do
      ac_fn_probe_compare $ac_probe_group
      case $ac_probe_check:$ac_probe_group_check in *:differs | unchecked:*) ac_probe_check=$ac_probe_group_check ;; esac
    done
    ac_probe_value=$ac_probe_claim
    ! ac_fn_probe_is_less "$1" $ac_probe_claim || ac_probe_check=less
    case $ac_probe_check in
      less) ac_probe_value=unknown
        ac_probe_check="which is not believed: at least $ac_probe_least was measured" ;;
      differs) ac_probe_value=unknown
        ac_probe_check='which is not believed' ;;
      agrees) ac_probe_check='what it says with that and was measured agrees' ;;
      unchecked) ac_probe_check='unchecked: nothing was measured of what it says with that' ;;
    esac
    echo "$as_me: $1 is $ac_probe_claim as the system says, $ac_probe_check" >&5
  fi
  if test $ac_probe_value != unknown; then
    ac_probe_origin=queried
    ac_probe_undecided=' undecided'
  elif test $ac_probe_failed = no; then
    ac_cv_probe_unsaid="$ac_cv_probe_unsaid $1"
  fi
}

# ac_fn_probe_is_less NAME CLAIM: is CLAIM less than NAME can be, by what was measured?  Sets
# ac_probe_least to the least that it can be.
ac_fn_probe_is_less ()
{
  ac_probe_least=$(sed -n "s/^# least $1 \([0-9][0-9]*\)$/\1/p" "$ac_probe_dir"/*.values 2>/dev/null | sed q)
  case $ac_probe_least:$2 in :* | *:*[!0-9]*) return 1 ;; esac
  test "$2" -lt "$ac_probe_least"
}

# ac_fn_probe_compare GROUP: sets ac_probe_group_check to whether the system `agrees' in what it tells
# together with what was measured of that, or `differs' in any of it, or nothing was: `unchecked'.
ac_fn_probe_compare ()
{
  ac_probe_group_check=unchecked
  ac_probe_outer_name=$ac_probe_name ac_probe_outer_failed=$ac_probe_failed
  eval "ac_probe_members=\$ac_probe_group_$1"
  for ac_probe_member in $ac_probe_members; do
    ac_probe_words=
    ac_fn_probe_said $ac_probe_member
    test $ac_probe_value != unknown || continue
    ac_probe_said=$ac_probe_value
    ac_fn_probe_measured $ac_probe_member
    case $ac_probe_value in
      unknown) ;;
      "$ac_probe_said") test $ac_probe_group_check = differs || ac_probe_group_check=agrees ;;
      *) ac_probe_group_check=differs
        echo "$as_me: $ac_probe_member is $ac_probe_value as measured, $ac_probe_said as the system says: nothing is believed that it says with that" >&5 ;;
    esac
  done
  ac_fn_probe_row $ac_probe_outer_name
  ac_probe_failed=$ac_probe_outer_failed
}

# ac_fn_probe_measured NAME: sets ac_probe_value to what was measured of it, now or in an earlier run.
# What needs others to be known is not measured for this.
ac_fn_probe_measured ()
{
  ac_probe_value=unknown
  eval "ac_probe_row=\$ac_probe_row_$1 ac_probe_cache=\$ac_cv_probe_$1"
  case " $ac_probe_settled " in
    *" $1 "*) eval "case \$ac_probe_origin_$1 in measured) ac_probe_value=\$ac_probe_value_$1 ;; esac"
      return ;;
  esac
  case $ac_probe_mode:$ac_probe_cache in
    measure:*' measured')
      ac_probe_value=${ac_probe_cache% measured}
      ac_fn_probe_valid "$ac_probe_value" || ac_probe_value=unknown ;;
    measure:*' undecided' | *' given') ;;
    *: | *' '*) case $ac_probe_row in *:needs:*) ;; *) ac_fn_probe_find_row $1 ;; esac ;;
  esac
}
