# asked.sh - asks the system: in the mode `query' for every value, in the mode `measure' for those that measuring leaves
# unknown.  As start.sh.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154

# ac_fn_probe_query WHAT: runs the program that asks the system, with output to WHAT.said.  With the argument
# `values' it prints all that it knows.
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

# ac_fn_probe_query_values: asks the system, once, and sets ac_probe_said_NAME to each of its answers.  Answers
# printed before a failure count, and the failure is reported.
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
      ac_fn_probe_warning "archparams: the program that queries the system $ac_probe_why: the values that it did not report are unknown; see config.log"
    }
  fi
  test $ac_probe_queried = 0 || ac_probe_failed=yes
}
ac_probe_queried=

# ac_fn_probe_said NAME: sets ac_probe_value to the system's value of NAME.
ac_fn_probe_said ()
{
  ac_fn_probe_query_values
  eval "ac_probe_value=\$ac_probe_said_$1"
  ac_fn_probe_valid "$ac_probe_value" || ac_probe_value=unknown
}

# ac_fn_probe_reaches_system: do the probes run on the system that can be asked?  Through a launcher they do if its
# shell took the fingerprint.  An emulator runs no shell, and /sys is that of the host.
ac_fn_probe_reaches_system ()
{
  test -z "$ac_probe_launch" || test -s "$ac_probe_home/machine.said"
}

# ac_fn_probe_can_ask NAME: may the system be asked if measuring leaves NAME unknown?  Sets ac_probe_groups to the
# groups of parameters that the system reports together with NAME.
ac_fn_probe_can_ask ()
{
  eval "ac_probe_groups=\$ac_probe_asked_with_$1"
  case $ac_probe_mode:$ac_probe_groups in
    *: | measure-only:* | query:* | default:*) return 1 ;;
  esac
  case " $ac_cv_probe_unsaid " in *" $1 "*) return 1 ;; esac
  ac_fn_probe_reaches_system
}

# ac_fn_probe_ask_system NAME: takes the system's value if measuring has left NAME unknown and the system does not
# contradict a measured value of the same group.  Sets ac_probe_undecided to the note for the cache.  Parameters that
# the system does not report are listed in ac_cv_probe_unsaid.
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
      agrees) ac_probe_check='and the other values that it reports agree with the measured ones' ;;
      unchecked) ac_probe_check='unchecked: none of the values that it reports with this one was measured' ;;
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

# ac_fn_probe_noted WORD NAME: prints the numbers of the first `# WORD NAME' line of the methods.
ac_fn_probe_noted ()
{
  sed -n "s/^# $1 $2 \([0-9][0-9 ]*\)$/\1/p" "$ac_probe_dir"/*.values 2>/dev/null | sed q
}

# ac_fn_probe_is_less NAME CLAIM: is CLAIM less than the measured lower bound of NAME?  Sets ac_probe_least to that
# bound.
ac_fn_probe_is_less ()
{
  ac_probe_least=$(ac_fn_probe_noted least "$1")
  case $ac_probe_least:$2 in :* | *:*[!0-9]*) return 1 ;; esac
  test "$2" -lt "$ac_probe_least"
}

# ac_fn_probe_is_within NAME CLAIM: is CLAIM in the range that measuring gave for NAME, which is not exact?
ac_fn_probe_is_within ()
{
  ac_probe_range=$(ac_fn_probe_noted within "$1")
  case $ac_probe_range:$2 in :* | *:*[!0-9]*) return 1 ;; esac
  test "$2" -ge "${ac_probe_range% *}" && test "$2" -le "${ac_probe_range#* }"
}

# ac_fn_probe_compare GROUP: compares the system's values of the group with the measured ones.  Sets
# ac_probe_group_check to `differs' if any differs, `agrees' if any was measured, and `unchecked' if none was.
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
      *) if ac_fn_probe_is_within $ac_probe_member $ac_probe_said; then
          test $ac_probe_group_check = differs || ac_probe_group_check=agrees
          continue
        fi
        ac_probe_group_check=differs
        echo "$as_me: $ac_probe_member is $ac_probe_value as measured, $ac_probe_said as the system says: none of the values that it reports together is believed" >&5 ;;
    esac
  done
  ac_fn_probe_row $ac_probe_outer_name
  ac_probe_failed=$ac_probe_outer_failed
}

# ac_fn_probe_measured NAME: sets ac_probe_value to the measured value of NAME, of this run or an earlier one.  A
# parameter that needs others is not measured for this.
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
