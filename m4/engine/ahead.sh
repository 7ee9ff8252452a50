# Measures a group before configure prints the first of its parameters, and measures again what is unknown
# then: whatever disturbed it may be gone.  As start.sh.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154

ac_probe_again_took=0
ac_probe_repeated=
ac_probe_undecided=
ac_probe_wanted=
ac_probe_told=
ac_probe_learned=
# Seconds that a sweep without a table is expected to take.
ac_probe_guess=0.2

# ac_fn_probe_ahead NAME...: measures the parameters that are neither given nor cached.  Then repeats, for about
# half of the time that the sweeps took, those that left one of them unknown, short sweeps first.
# A launcher may have to queue, and is asked once.
ac_fn_probe_ahead ()
{
  test $ac_probe_started = yes || ac_fn_probe_start
  case $ac_probe_mode in query | default) return ;; esac
  ac_probe_unsure=
  ac_probe_begun=
  for ac_probe_ahead; do
    ac_fn_probe_measure_ahead "$ac_probe_ahead" $#
  done
  test -n "$ac_probe_begun" || return 0
  ac_fn_probe_drop_repeated
  test -z "$ac_probe_unsure" || test -n "$ac_probe_launch" || ac_fn_probe_repeat $#
  test $# = 1 || echo "done" >&6
}

# ac_fn_probe_clock: sets ac_probe_now to some number of seconds; without a clock nothing is measured a
# second time.
ac_fn_probe_clock ()
{
  ac_probe_now=$(date +%s 2>/dev/null)
  case $ac_probe_now in '' | *[!0-9]*) ac_probe_now=0 ;; esac
}

# ac_fn_probe_measure_ahead NAME NAMES: measures one of so many names, unless it is known.  If it stays
# unknown, adds those of its sweeps that may still decide it to ac_probe_unsure, and the name to what each of them, and
# of the sweeps that tell whether it exists, is asked for, ac_probe_wanted, and to ac_probe_told if the system can say
# it.
# What needs other values has to wait for them, and kernels have a patience of their own.
ac_fn_probe_measure_ahead ()
{
  case " $ac_probe_settled :$1" in *" $1 "* | *:kernel_*) return ;; esac
  ac_fn_probe_row "$1"
  case $2:$ac_probe_of_needs in 1:*) ;; *:needs) return ;; esac
  ac_fn_probe_accept_cached "$1"
  case $ac_probe_status:$ac_probe_value:$ac_probe_origin:$ac_probe_mode in
    0:* | 1:unknown:measured:measure) return ;;
  esac
  case $ac_probe_begun$2 in yes* | 1) ;; *) printf 'checking how this machine behaves... ' >&6 ;; esac
  ac_probe_begun=yes
  ac_fn_probe_learn_ahead "$1"
  ac_fn_probe_find_row "$1"
  test $ac_probe_value = unknown || return 0
  for ac_probe_item in $ac_probe_of_sweeps ${ac_probe_of_counts% *}; do
    ! ac_fn_probe_is_final $ac_probe_item "$1" || continue
    ac_probe_unsure="$ac_probe_unsure $ac_probe_language.$ac_probe_item"
    ac_probe_wanted="$ac_probe_wanted $ac_probe_language.$ac_probe_item:$1"
  done
  if ac_fn_probe_can_ask "$1"; then
    ac_fn_probe_said "$1"
    test $ac_probe_value = unknown || ac_probe_told="$ac_probe_told $1"
  fi
  test "$ac_probe_by_value" != unknown || ac_fn_probe_want_existence "$1"
}

# ac_fn_probe_learn_ahead NAME: measures first what other sweeps learn from, if this configure measures it at all, and
# takes up the row of NAME again.
ac_fn_probe_learn_ahead ()
{
  case " $ac_probe_learned " in *" $ac_probe_language "*) return 0 ;; esac
  ac_probe_learned="$ac_probe_learned $ac_probe_language"
  eval "ac_probe_item=\$ac_probe_sweeps_$ac_probe_language"
  case " $ac_probe_item " in *" cores "*) ac_fn_probe_decide cores cores ;; esac
  ac_fn_probe_row "$1"
}

# ac_fn_probe_is_final SWEEP NAME: is NAME unknown whatever another table of this sweep has?
ac_fn_probe_is_final ()
{
  grep "^# final $2\$" "$ac_probe_dir/$1".*.values >/dev/null 2>&1
}

# ac_fn_probe_want_existence NAME: adds it to what the sweeps are asked for that tell whether it exists.
ac_fn_probe_want_existence ()
{
  ac_fn_probe_row $ac_probe_by
  for ac_probe_item in $ac_probe_of_sweeps; do
    ac_probe_wanted="$ac_probe_wanted $ac_probe_language.$ac_probe_item:$1"
  done
}

# ac_fn_probe_repeat NAMES: repeats the sweeps of ac_probe_unsure as long as there is time, in rounds: a
# thread that disturbed the first try may be gone.  A sweep whose repeat tells nothing more is tried once more at the
# most: probably nothing disturbed it.  A single name gets fewer rounds, because they follow each other at once.
ac_fn_probe_repeat ()
{
  ac_probe_first_ms=$ac_probe_measured_ms
  ac_fn_probe_clock
  test $ac_probe_now != 0 || return 0
  ac_probe_since=$ac_probe_now
  ac_probe_rounds='1 2 3'
  test $1 = 1 || ac_probe_rounds='1 2 3 4 5 6'
  for ac_probe_round in $ac_probe_rounds; do
    test -n "$ac_probe_unsure" || break
    for ac_probe_unsure in $(ac_fn_probe_shortest $ac_probe_unsure); do
      if ac_fn_probe_is_time ${ac_probe_unsure%%:*} $1:$ac_probe_round; then
        ac_probe_another=no
        ! ac_fn_probe_is_cheap ${ac_probe_unsure%%:*} $1:$ac_probe_round || ac_probe_another=yes
        ac_fn_probe_once_more ${ac_probe_unsure#*:} $ac_probe_another
        ac_fn_probe_clock
      else
        ac_probe_undecided="$ac_probe_undecided ${ac_probe_unsure#*:}"
      fi
    done
    ac_probe_unsure=$ac_probe_undecided
    ac_probe_undecided=
  done
  ac_probe_measured_ms=$ac_probe_first_ms
  ac_probe_repeated="$ac_probe_repeated $ac_probe_unsure"
  ac_probe_again_took=$((ac_probe_again_took + ac_probe_now - ac_probe_since))
}

# ac_fn_probe_is_time MILLISECONDS NAMES:ROUND: is there time for a sweep that takes so long?  All repeats together
# may take half of what the first measurements took, and a second more.  The first round of a family may use three
# quarters of that, and its other rounds nine tenths; the rest is for parameters that need others first.  Half of a
# sweep has to fit.  The clock shows whole seconds: the last may just have begun, and counts half.
ac_fn_probe_is_time ()
{
  case $2 in 1:*) ac_probe_share=500 ;; *:1) ac_probe_share=375 ;; *) ac_probe_share=450 ;; esac
  ac_probe_spent=$((1000 * (ac_probe_again_took + ac_probe_now - ac_probe_since)))
  test $ac_probe_now = $ac_probe_since || ac_probe_spent=$((ac_probe_spent - 500))
  test $(($1 / 2)) -lt $((ac_probe_share * (ac_probe_first_ms + 2000) / 1000 - ac_probe_spent))
}

# ac_fn_probe_is_cheap MILLISECONDS NAMES:ROUND: may a sweep that takes so long be tried again although a repeat told
# nothing more?  Only the first, and in a family only one that takes a hundredth of all.
ac_fn_probe_is_cheap ()
{
  case $2 in
    1:1) return 0 ;;
    *:1) test $((100 * $1)) -lt $((ac_probe_first_ms + 2000)) ;;
    *) return 1 ;;
  esac
}

# ac_fn_probe_drop_repeated: leaves in ac_probe_unsure only sweeps that may be measured again, once each.
ac_fn_probe_drop_repeated ()
{
  ac_probe_undecided=
  for ac_probe_item in $ac_probe_unsure; do
    case " $ac_probe_repeated $ac_probe_undecided " in
      *" $ac_probe_item "*) ;;
      *) ac_probe_undecided="$ac_probe_undecided $ac_probe_item" ;;
    esac
  done
  ac_probe_unsure=$ac_probe_undecided
  ac_probe_undecided=
}

# ac_fn_probe_shortest LANGUAGE.SWEEP...: prints MILLISECONDS:LANGUAGE.SWEEP for those that left a table or could
# not measure yet, in ascending order of their time for each parameter that they are asked for and that the system cannot
# say.
ac_fn_probe_shortest ()
{
  for ac_probe_item; do
    ac_fn_probe_language ${ac_probe_item%%.*}
    case " $ac_probe_not_now " in *" $ac_probe_item "*) ac_probe_took=$ac_probe_guess ;; *) ac_probe_took= ;; esac
    echo "$ac_probe_item $ac_probe_dir/${ac_probe_item#*.}.table $ac_probe_took"
  done | awk -v wanted="$ac_probe_wanted" -v told="$ac_probe_told " '
    BEGIN {
      for (n = split(wanted, item, " "); n > 0; n--) {
        split(item[n], name, ":")
        values[name[1]] += !index(told, " " name[2] " ")
      }
    }
    {
      seconds = $3
      while (seconds == "" && (getline line <$2) > 0)
        if (line ~ /^# seconds: [0-9.]+$/) seconds = substr(line, 12)
      close($2)
    }
    seconds != "" { printf "%.4f %d:%s\n", seconds / (values[$1] + 1), 1000 * seconds, $1 }' |
    sort -n | sed 's/.* //'
}

# ac_fn_probe_once_more LANGUAGE.SWEEP ANOTHER: measures it again.  Keeps the least disturbed rows of all tries,
# or, if rows cannot be joined, the table that decides more parameters.  Adds the sweep to ac_probe_undecided if a
# parameter is still unknown and this try told something more, or ANOTHER is `yes'; else to ac_probe_repeated.
ac_fn_probe_once_more ()
{
  ac_fn_probe_language ${1%%.*}
  ac_probe_again=${1#*.}
  ac_probe_first=$ac_probe_dir/first.$ac_probe_again
  mkdir -p "$ac_probe_first"
  for ac_probe_item in "$ac_probe_dir/$ac_probe_again.table" "$ac_probe_dir/$ac_probe_again".*.values; do
    test ! -f "$ac_probe_item" || mv "$ac_probe_item" "$ac_probe_first"
  done
  echo "$as_me: probe $ac_probe_again once more" >&5
  ac_fn_probe_measure_now $ac_probe_again
  ac_fn_probe_put_together
  test -z "$ac_probe_joined" || ac_fn_probe_keep $ac_probe_again
  for ac_probe_item in $ac_probe_decided; do
    case $ac_probe_item in "$1".*) ac_fn_probe_decide_now $ac_probe_again ${ac_probe_item##*.} ;; esac
  done
  ac_probe_gain=$(($(ac_fn_probe_known "$ac_probe_dir") - $(ac_fn_probe_known "$ac_probe_first")))
  if test $ac_probe_gain -lt 0 || test $ac_probe_gain$ac_probe_joined = 0; then
    ac_probe_gain=0
    rm -f "$ac_probe_dir/$ac_probe_again.table" "$ac_probe_dir/$ac_probe_again".*.values
    for ac_probe_item in "$ac_probe_first"/*; do
      test ! -f "$ac_probe_item" || mv "$ac_probe_item" "$ac_probe_dir"
    done
    ac_fn_probe_keep $ac_probe_again
  fi
  if ac_fn_probe_lacks "$1" && { test $2 = yes || test $ac_probe_gain$ac_probe_joined != 0; }; then
    ac_probe_undecided="$ac_probe_undecided $1"
  else
    ac_probe_repeated="$ac_probe_repeated $1"
  fi
}

# ac_fn_probe_put_together: joins the new table of ac_probe_again with that of earlier tries, if it is one of loops or
# of samples.  Of each loop (its section and first two columns) it keeps the row that was alone in more samples, the last
# of equally good ones, as those before did not decide.  Of samples it keeps all rows, and numbers them anew.  The third
# column of samples is a word.  The section `control' tells of one try: it is that of the new one, whose rows are also in
# the section `last'.  Sets ac_probe_joined to `joined' then.
ac_fn_probe_put_together ()
{
  ac_probe_joined=
  ac_probe_item=$ac_probe_dir/$ac_probe_again.table
  test -f "$ac_probe_first/$ac_probe_again.table" && test -f "$ac_probe_item" &&
    grep -e '^# columns: [^ ]* [^ ]* [^ ]* alone_percent$' -e '^# columns: .* sample mb_s$' "$ac_probe_item" \
      >/dev/null || return 0
  ac_fn_probe_rows "$ac_probe_first/$ac_probe_again.table" "$ac_probe_item" |
    sort -k1,1n -k2,2n -k3,3n -k4,4n -k5,5 -k6,6n -k7,7n |
    awk '{ sub(/^[0-9]+\t(1|[02]\t[0-9]+)\t/, "") } 1' >"$ac_probe_dir/joined" &&
    mv "$ac_probe_dir/joined" "$ac_probe_item" && ac_probe_joined=joined &&
    echo "$as_me: rows of all tries decide together" >&5
}

# ac_fn_probe_rows EARLIER NEW: prints the rows that are kept of two tables of loops (four columns) or of samples, and
# the comments of NEW.  Each line begins with the number of its section, and with 0 and the number of the line if it is
# a comment, 1 if it is a row, and 2 and that number if it is the comment at the end.
ac_fn_probe_rows ()
{
  awk '
    BEGIN { OFS = "\t" }
    FNR == 1 { section = 0; name = ""; tables++ }
    /^# section: / { section++; name = $3; controlled += name == "control" && tables == 2 }
    /^# columns: / && tables == 2 && name == "" { columns = $0 }
    /^#/ && tables == 2 { print section, /^# seconds/ ? 2 : 0, FNR, $0 }
    /^#/ { next }
    name ~ /^(control|last)$/ { if (tables == 2) print section, 1, $0; next }
    tables == 2 && name == "" { last[++lasts] = $0 }
    NF == 4 {
      loop = section " " $1 " " $2
      percent = $NF == "-" ? -1 : $NF
      if (!(loop in row) || percent >= alone[loop]) { alone[loop] = percent; row[loop] = section OFS 1 OFS $0 }
      next
    }
    { $(NF - 1) = samples[$1, $2, $3, $4]++; print section, 1, $0 }
    END {
      for (loop in row) print row[loop]
      if (!controlled) exit
      print section + 1, 0, 1, "# section: last"
      print section + 1, 0, 2, columns
      for (i = 1; i <= lasts; i++) print section + 1, 1, last[i]
    }' "$@"
}

# ac_fn_probe_lacks LANGUAGE.SWEEP: is a parameter still unknown that the table of ac_probe_again is asked for?
ac_fn_probe_lacks ()
{
  for ac_probe_item in $ac_probe_wanted; do
    case $ac_probe_item in
      "$1":*) ! grep "^${ac_probe_item#*:}=unknown$" "$ac_probe_dir/$ac_probe_again".*.values >/dev/null 2>&1 || return 0 ;;
    esac
  done
  return 1
}

# ac_fn_probe_known DIRECTORY: prints how many values the table of ac_probe_again has given there.
ac_fn_probe_known ()
{
  cat "$1/$ac_probe_again".*.values 2>/dev/null | awk -F= '/^[a-z]/ && $2 != "unknown" { known++ } END { print known + 0 }'
}
