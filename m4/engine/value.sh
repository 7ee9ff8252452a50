# value.sh - finds one value: given, cached, measured, or none.  As start.sh.
# shellcheck shell=sh disable=SC1090,SC2034,SC2086,SC2154,SC2317

# ac_fn_probe_valid VALUE: is it unknown, none, or one of ac_probe_words?  Without words, is it 0 or a decimal up to
# 2^63-1 without a leading zero?
ac_fn_probe_valid ()
{
  case $1 in
    '' | *[!a-z0-9_]*) return 1 ;;
    unknown | none) return 0 ;;
  esac
  if test -n "$ac_probe_words"; then
    case " $ac_probe_words " in *" $1 "*) return 0 ;; *) return 1 ;; esac
  fi
  case $1 in
    0) return 0 ;;
    0* | *[!0-9]* | ????????????????????*) return 1 ;;
    ???????????????????) expr "x$1" '<' x9223372036854775808 >/dev/null ;;
    *) return 0 ;;
  esac
}

# ac_fn_probe_accept WORD...: the words of a cached or given value.  Sets ac_probe_value and ac_probe_origin if the mode
# accepts it, and ac_probe_undecided to the third word.  Returns 1 if the value has to be found anew, 2 if it is invalid.
ac_fn_probe_accept ()
{
  ac_probe_value=$1
  ac_probe_origin=${2-given}
  ac_probe_undecided=${3+ undecided}
  case $#:$ac_probe_origin:$3:$ac_probe_mode in
    0:*) return 1 ;;
    1:given::* | 2:given::[!a]* | 2:measured::measure | 2:measured::measure-only | \
      3:queried:undecided:measure | 2:queried::query | 2:default::default)
      ac_fn_probe_valid "$1" || return 2 ;;
    2:given::again | 2:measured::* | 2:queried::* | 2:default::* | 3:queried:undecided:*)
      ac_fn_probe_valid "$1" || return 2
      return 1 ;;
    *) return 2 ;;
  esac
}

# ac_fn_probe_accept_cached NAME: calls ac_fn_probe_accept with the value of NAME that the cache or the user has,
# and sets ac_probe_status to its status.
ac_fn_probe_accept_cached ()
{
  set -f # the value is words, and none of them a pattern
  eval "ac_fn_probe_accept \$ac_cv_probe_$1"
  ac_probe_status=$?
  set +f
}

# ac_fn_probe_believe NAME: takes its cached or given value if the mode accepts it.  If an earlier run could not decide
# and did not ask the system, the system is asked, and nothing is measured again.
ac_fn_probe_believe ()
{
  ac_fn_probe_accept_cached "$1"
  ac_probe_decided_before=no
  case $ac_probe_status:$ac_probe_value:$ac_probe_origin:$ac_probe_undecided in
    0:unknown:measured:) ac_fn_probe_can_ask "$1" || return 0
      ac_probe_decided_before=yes
      return 1 ;;
    2:*) ac_probe_right="${ac_probe_words:-a whole number}, unknown or none"
      case $1 in kernel_*) ac_probe_right="one of $ac_probe_words" ;; esac # there is always a kernel
      eval "ac_fn_probe_warning \"ac_cv_probe_$1='\$ac_cv_probe_$1' is ignored: a value is $ac_probe_right\"" ;;
  esac
  return $ac_probe_status
}

# ac_fn_probe_ask SWEEP METHOD: sets ac_probe_value to what they decide.
ac_fn_probe_ask ()
{
  ac_fn_probe_decide "$1" "$2"
  ac_fn_probe_read "$ac_probe_dir/$1.$2.values"
  case " $ac_probe_completed " in
    *" $ac_probe_language.$1.$2 "*) ;;
    *" $ac_probe_language.$1 "*) test ! -f "$ac_probe_dir/$1.table" || ac_probe_failed=yes ;;
    *) ac_probe_failed=yes ;;
  esac
}

# ac_fn_probe_read FILE: sets ac_probe_value to the value in the file.
ac_fn_probe_read ()
{
  if test -f "$1"; then
    while IFS='=' read -r ac_probe_item ac_probe_answer; do
      test "$ac_probe_item" != "$ac_probe_name" || ac_probe_value=$ac_probe_answer
    done <"$1"
  fi
  ac_fn_probe_valid "$ac_probe_value" || ac_probe_value=unknown
}

# ac_fn_probe_row NAME: sets ac_probe_name to NAME, ac_probe_of_CELL and ac_probe_words from its row, and the language to
# its own.  If NAME exists only with another parameter, ac_probe_by is that parameter, ac_probe_by_least the least value of
# it, and ac_probe_by_found the same as ac_probe_by if that has to be found first: always, or, with `?', if it is given.
ac_fn_probe_row ()
{
  ac_probe_name=$1
  eval "ac_probe_words=\$ac_probe_row_$1"
  for ac_probe_cell in sweeps methods counts exists language needs flags; do
    eval "ac_probe_of_$ac_probe_cell=\${ac_probe_words%%:*}"
    ac_probe_words=${ac_probe_words#*:}
  done
  ac_probe_by=${ac_probe_of_exists%%>=*}
  ac_probe_by_least=${ac_probe_of_exists##*=}
  ac_probe_by_least=${ac_probe_by_least%"?"}
  ac_probe_by_found=$ac_probe_by
  case $ac_probe_of_exists in
    *'?') eval "ac_probe_by_given=\$ac_cv_probe_$ac_probe_by"
      case $ac_probe_by_given in '' | *' '[!g]*) ac_probe_by_found='' ;; esac ;;
  esac
  ac_fn_probe_language "${ac_probe_of_language:-c}"
}

# ac_fn_probe_find: finds the parameter of the current row as the mode requires.  Sets ac_probe_value and
# ac_probe_origin.
ac_fn_probe_find ()
{
  ac_probe_value=unknown
  case $ac_probe_mode in
    default) ac_probe_origin=default ;;
    query) ac_probe_origin=queried
      if ac_fn_probe_reaches_system; then
        ac_fn_probe_said "$ac_probe_name"
      else
        ac_probe_failed=yes
      fi ;;
    *) ac_probe_origin=measured
      test $ac_probe_counters = only || ac_fn_probe_find_timed
      test $ac_probe_counters = no || test -z "$ac_probe_of_counts" || ac_fn_probe_find_counted ;;
  esac
}

# ac_fn_probe_find_timed: tries the sweeps of the row in turn, each with its method, until one decides.
ac_fn_probe_find_timed ()
{
  ac_probe_methods_left=$ac_probe_of_methods
  for ac_probe_from in $ac_probe_of_sweeps; do
    test $ac_probe_value != unknown || ac_fn_probe_ask "$ac_probe_from" "${ac_probe_methods_left%% *}"
    ac_probe_methods_left=${ac_probe_methods_left#* }
  done
}

# ac_fn_probe_find_counted: uses the performance counters too.  The value is unknown if they contradict time.
ac_fn_probe_find_counted ()
{
  ac_probe_timed=$ac_probe_value
  ac_fn_probe_ask $ac_probe_of_counts
  case $ac_probe_timed:$ac_probe_value in
    unknown:* | "$ac_probe_value:$ac_probe_timed") ;;
    *:unknown) ac_probe_value=$ac_probe_timed ;;
    *) eval "ac_probe_reason_$ac_probe_name='$ac_probe_timed by time, $ac_probe_value by counts'"
      ac_probe_value=unknown ;;
  esac
}

# ac_fn_probe_find_row NAME: the same for NAME, whose macro may come later.
ac_fn_probe_find_row ()
{
  ac_fn_probe_row "$1"
  ac_probe_by_value=
  case $ac_probe_by_found:" $ac_probe_settled " in
    :*) ;;
    *:*" $ac_probe_by "*) eval "ac_probe_by_value=\$ac_probe_value_$ac_probe_by" ;;
    *) ac_fn_probe_find_row $ac_probe_by
      ac_probe_by_value=$ac_probe_value
      ac_fn_probe_row "$1" ;;
  esac
  if ac_fn_probe_is_absent "$ac_probe_by_value"; then
    ac_probe_value=none ac_probe_origin=measured
  else
    ac_fn_probe_find
  fi
}

# ac_fn_probe_is_absent VALUE: is VALUE, of the parameter with which ac_probe_name exists, known and too small?
ac_fn_probe_is_absent ()
{
  case $1:$ac_probe_by in
    *: | :* | *[!0-9]*:*) return 1 ;;
  esac
  test "$1" -lt "$ac_probe_by_least"
}

# ac_fn_probe_is_settled_absent: the same by its settled value.  If so, sets ac_probe_value to `none' and the origin to
# that of the other parameter.
ac_fn_probe_is_settled_absent ()
{
  test -n "$ac_probe_by" || return 1
  eval "ac_probe_by_value=\$ac_probe_value_$ac_probe_by"
  ac_fn_probe_is_absent "$ac_probe_by_value" || return
  ac_probe_value=none
  eval "ac_probe_origin=\$ac_probe_origin_$ac_probe_by ac_probe_undecided=\$ac_probe_undecided_$ac_probe_by
    ac_probe_failed=\$ac_probe_failed_$ac_probe_by"
}

# ac_fn_probe_know NAME: settles NAME, whose macro may come later or never, and returns to the current row.
ac_fn_probe_know ()
{
  case " $ac_probe_settled " in *" $1 "*) return ;; esac
  ac_probe_asker=$ac_probe_name
  ac_probe_asker_cached=$ac_probe_cached
  ac_fn_probe_row "$1"
  ac_probe_cached=yes
  ac_fn_probe_believe "$1" || ac_probe_cached=no
  ac_fn_probe_settle "$1"
  ac_fn_probe_row $ac_probe_asker
  ac_probe_cached=$ac_probe_asker_cached
  ac_probe_decided_before=no
}
