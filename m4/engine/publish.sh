# publish.sh - settles a parameter and publishes it in configure's output, config.h and the header.  As start.sh.
# shellcheck shell=sh disable=SC1090,SC2034,SC2086,SC2154,SC2317

# ac_fn_probe_define PRINT MACRO VALUE: calls PRINT for the definition; for a word, for a flag of each of
# ac_probe_words, of which one is 1.
ac_fn_probe_define ()
{
  test -n "$ac_probe_words" || $1 "$2" "$3"
  for ac_probe_word in $ac_probe_words; do
    ac_probe_flag=0
    test "$ac_probe_word" != "$3" || ac_probe_flag=1
    $1 "$2_$(echo "$ac_probe_word" | tr '[:lower:]' '[:upper:]')" $ac_probe_flag
  done
}

# ac_fn_probe_plainly MACRO VALUE: an ordinary definition, for confdefs.h and so for config.h.
ac_fn_probe_plainly ()
{
  echo "#define $1 $2"
}

# ac_fn_probe_guarded MACRO VALUE: for the installable header, where -D on the command line wins.
ac_fn_probe_guarded ()
{
  echo "#ifndef $1
#define $1 $2 /* $ac_probe_origin */
#endif"
}

# ac_fn_probe_settle NAME: finds the value when a parameter is first asked for, and caches it.  A value that is unknown
# because of a failure is not cached, since the next run may succeed.
ac_fn_probe_settle ()
{
  case $ac_probe_cached$ac_probe_decided_before in
    nono) test -z "$ac_probe_by_found" || ac_fn_probe_know $ac_probe_by
      ac_fn_probe_ahead "$1"
      ac_fn_probe_row "$1" ;;
  esac
  ac_probe_settled="$ac_probe_settled $1"
  ac_probe_failed=no
  test $ac_probe_cached = yes || ac_fn_probe_determine "$1"
  case $ac_probe_failed:$ac_probe_value:$ac_probe_origin:$ac_probe_mode in
    yes:unknown:*) unset ac_cv_probe_$1
      eval "ac_probe_told_$1='not $ac_probe_origin'" ;;
    yes:*:queried:[!q]*) unset ac_cv_probe_$1 ;;
    *) eval "ac_cv_probe_$1=\"\$ac_probe_value \$ac_probe_origin\$ac_probe_undecided\"" ;;
  esac
  eval "ac_probe_value_$1=\$ac_probe_value ac_probe_origin_$1=\$ac_probe_origin ac_probe_failed_$1=\$ac_probe_failed
    ac_probe_undecided_$1=\$ac_probe_undecided ac_probe_cached_$1=\$ac_probe_cached"
}

# ac_fn_probe_determine NAME: finds a value that is neither given nor cached.
ac_fn_probe_determine ()
{
  ac_probe_undecided=
  test $ac_probe_decided_before = yes || test -z "$ac_probe_by_found" || ! ac_fn_probe_is_settled_absent || return 0
  test $ac_probe_decided_before = yes || ac_fn_probe_find
  ac_fn_probe_ask_system "$1"
  test $ac_probe_value != unknown || ac_fn_probe_is_settled_absent || :
}

# ac_fn_probe_publish NAME CNAME FIRST: writes the definition once there is a value: a later macro may have a default
# if the first had none.
ac_fn_probe_publish ()
{
  eval "ac_probe_value=\$ac_probe_value_$1 ac_probe_origin=\$ac_probe_origin_$1 ac_probe_default=\$ac_probe_default_$1"
  case $3:$ac_probe_value:$ac_probe_default in
    yes:* | no:unknown:?*) ;;
    *) return 0 ;;
  esac
  if test $ac_probe_value = unknown && test -n "$ac_probe_default"; then
    ac_probe_value=$ac_probe_default ac_probe_origin=default
    eval "ac_probe_value_$1=\$ac_probe_default ac_probe_origin_$1=default; unset ac_probe_told_$1"
  fi
  case $ac_probe_value in
    unknown | none) ;;
    *) ac_fn_probe_define ac_fn_probe_plainly "$2" "$ac_probe_value" >>confdefs.h ;;
  esac
  test "$enable_probe_curves" != yes ||
    echo "$1	$ac_probe_value	$ac_probe_origin	$ac_probe_of_sweeps${ac_probe_of_counts:+ ${ac_probe_of_counts% *}}	$ac_probe_of_methods${ac_probe_of_counts:+ ${ac_probe_of_counts#* }}" >>archparams.d/values
}

# ac_fn_probe_default NAME VALUE WORDS: checks a default that is a shell expression; an empty one is none.
ac_fn_probe_default ()
{
  ac_probe_words=$3
  case $2 in
    '' | unknown) ;;
    none) ac_fn_probe_warning "the default of $1 is not a valid value: '$2'" ;;
    *) if ac_fn_probe_valid "$2"; then
        eval "ac_probe_default_$1=\$2"
      else
        ac_fn_probe_warning "the default of $1 is not a valid value: '$2'"
      fi ;;
  esac
}

# ac_fn_probe NAME CNAME: finds and publishes one parameter.  Sets ac_probe_origin, and ac_probe_value and CNAME, which
# are empty if the value is unknown or none.
ac_fn_probe ()
{
  ac_fn_probe_row "$1"
  test $ac_probe_started = yes || ac_fn_probe_start
  ac_probe_remark=
  case " $ac_probe_published :: $ac_probe_settled " in
    *" $1 "*::*) ac_probe_cached=yes ;;
    *::*" $1 "*) eval "ac_probe_cached=\$ac_probe_cached_$1" ;;
    *) ac_probe_cached=yes
      ac_fn_probe_believe "$1" || ac_probe_cached=no ;;
  esac
  printf %s "checking for $2... " >&6
  echo "$as_me: checking for $2" >&5
  case " $ac_probe_settled " in *" $1 "*) ;; *) ac_fn_probe_settle "$1" ;; esac
  case " $ac_probe_published " in
    *" $1 "*) ac_fn_probe_publish "$1" "$2" no ;;
    *) ac_fn_probe_explain "$1"
      ac_fn_probe_publish "$1" "$2" yes
      ac_probe_published="$ac_probe_published $1"
      case $1:$ac_probe_of_flags in
        kernel_*) ac_fn_probe_remark "$1" ;;
        *hint*) ac_fn_probe_hint "$1" "$ac_probe_of_sweeps" "$ac_probe_of_methods" ;;
      esac ;;
  esac
  eval "ac_probe_value=\$ac_probe_value_$1 ac_probe_origin=\$ac_probe_origin_$1
    ac_probe_result=\"\$ac_probe_value_$1 (\${ac_probe_told_$1-\$ac_probe_origin_$1})\$ac_probe_remark\""
  test $ac_probe_cached = no || ac_probe_result="(cached) $ac_probe_result"
  echo "$ac_probe_result" >&6
  echo "$as_me: result: $ac_probe_result" >&5
  case $ac_probe_value in unknown | none) ac_probe_value= ;; esac
  eval "$2=\$ac_probe_value"
}

# ---- the header ----

# ac_fn_probe_header NAME MACRO MEANING: adds a parameter to the text of the installable
# header.
ac_fn_probe_header ()
{
  eval "ac_probe_value=\$ac_probe_value_$1 ac_probe_origin=\$ac_probe_origin_$1"
  case $ac_probe_value in
    unknown | none | '') ac_probe_line="/* #undef $2, which is ${ac_probe_value:-unknown} */" ;;
    *) ac_fn_probe_row "$1"
      ac_probe_line=$(ac_fn_probe_define ac_fn_probe_guarded "$2" "$ac_probe_value") ;;
  esac
  eval "ac_probe_hint=\$ac_probe_hint_$1"
  test -z "$ac_probe_hint" || ac_probe_line="/* $ac_probe_value with the flags of this configure; ${ac_probe_hint%% *} with ${ac_probe_hint#* }, which was tried here */
$ac_probe_line"
  ac_probe_header="$ac_probe_header

/* $3 */
$ac_probe_line"
}
