# Writes recordings, and decides again on recorded tables.
# shellcheck shell=sh disable=SC2034,SC2154,SC2317

# refuse_strange FILE: refuses what is not a regular file of text, or is larger than any cache or recording.
# Reading a FIFO or a device might never end.
refuse_strange () {
  test -e "$1" || refuse "cannot read $1"
  test -f "$1" || refuse "$1 is no regular file"
  test -r "$1" || refuse "cannot read $1"
  test -z "$(find -L "$1" -size +32768)" || refuse "$1 is larger than 16 MB"
  test -z "$(tr -d '\t\n\r -~\200-\377' <"$1" | dd bs=1 count=1 2>/dev/null | tr '\000' x)" || refuse "$1 is not text"
}

# pack DIRECTORY: prints the tables and answers in DIRECTORY as a recording.
pack () {
  echo '# archparams recording 1'
  if test -f "$1/about"; then
    sed 's/^/# /' "$1/about"
  else
    sed 's/^/# machine: /' "$1/machine"
  fi
  echo '[answers]'
  cat "$1/values"
  for file in "$1"/*.why; do
    test ! -f "$file" || { echo "[no table $(basename "$file" .why)]"; sed 's/^/| /' "$file"; }
  done
  for file in "$1"/*.table; do
    test ! -f "$file" || { echo "[table $(basename "$file" .table)]"; cat "$file"; }
  done
}

# write_recording DIRECTORY: writes the file of --record completely, or not at all.
write_recording () {
  if pack "$1" >"$record.tmp" && sum=$(cksum <"$record.tmp") &&
    echo "[end] $sum" >>"$record.tmp" && mv "$record.tmp" "$record"; then
    return
  fi
  rm -f "$record.tmp"
  refuse "cannot write $record"
}

# refuse_recording FILE: refuses what is not a recording, or has been changed.
refuse_recording () {
  refuse_strange "$1"
  case $(sed 1q "$1") in
    '# archparams recording 1') ;;
    '# archparams recording '*) refuse "$1 is a recording of a form that archparams $version does not know" ;;
    *) refuse "$1 is no recording: it does not begin with '# archparams recording 1'" ;;
  esac
  case $(tail -n 1 "$1") in
    '[end] '*) ;;
    *) refuse "$1 has been cut: its last line is not [end]" ;;
  esac
  test "$(sed '$d' "$1" | cksum | sed 's/^/[end] /')" = "$(tail -n 1 "$1")" ||
    refuse "$1 has been changed since it was written: its checksum differs"
}

# unpack_recording FILE: writes each table to probe/, the answers to probe/answers and the keys to probe/about.
unpack_recording () {
  awk '
    function bad(why) { print NR ": " why; exit 1 }
    function begin(name) { close(file); file = "probe/" name }
    BEGIN { file = "probe/about" }
    /^\[end\] / { exit }
    /^\[answers\]$/ { begin("answers"); next }
    /^\[table [a-z0-9_]+\]$/ { begin(substr($2, 1, length($2) - 1) ".table"); next }
    /^\[no table [a-z0-9_]+\]$/ { begin(substr($3, 1, length($3) - 1) ".why"); next }
    /^\[/ { bad("no part of a recording") }
    file == "probe/answers" && $0 !~ /^[a-z0-9_]+\t[a-z0-9_]+\t(measured|queried|default|given)\t/ { bad("no answer") }
    { print >file }' "$1" || return
}

# about KEY: prints the recording's value of KEY.
about () {
  sed -n "s/^# $1: //p" probe/about | sed 1q
}

# replay_one NAME VALUE ORIGIN: decides a measured value again, and keeps any other.
replay_one () {
  case $3 in
    measured)
      ac_fn_probe "$1" "ARCH_$(upper "$1")"
      eval "now=\$ac_probe_value_$1"
      test "$now" = "$2" || { echo "archparams: $1 was $2, is now $now" >&2; status=1; } ;;
    *) ac_probe_settled="$ac_probe_settled $1"
      eval "ac_probe_value_$1=\$2 ac_probe_origin_$1=\$3" ;;
  esac
}

# replay FILE: decides the recorded parameters that are wanted again.  Nothing is measured: a sweep without a
# recorded table has none.
replay () {
  ac_fn_probe_measure () { :; }
  ac_fn_probe_repeat () { :; }
  refuse_recording "$1"
  in_work_directory
  mkdir probe && ln -s "$helpers/analyze" probe/analyze || exit 2
  case $1 in /*) ;; *) set -- "$here/$1" ;; esac
  why=$(unpack_recording "$1") || refuse "$1: line $why"
  ac_probe_home=probe ac_probe_dir=probe ac_probe_started=yes ac_probe_mode=measure-only ac_probe_seconds=10
  ac_cv_probe_machine=$(about machine | tr -d -c 'A-Za-z0-9_.,()+ -')
  ac_probe_counters=$(about counters)
  case $ac_probe_counters in yes | no | only) ;; *) ac_probe_counters=yes ;; esac
  recorded=' '
  while IFS='	' read -r name value origin _; do
    case " $wanted_line " in
      *" $name "*) replay_one "$name" "$value" "$origin"
        recorded="$recorded$name " ;;
      *) case " $all_line " in *" $name "*) ;; *) echo "archparams: $name was $value, and is no parameter any more" >&2 ;; esac ;;
    esac
  done <probe/answers
  wanted=$(for name in $wanted; do case $recorded in *" $name "*) echo "$name" ;; esac; done)
  cd "$here" || exit 2
}
