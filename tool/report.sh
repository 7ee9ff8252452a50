#!/bin/sh
# report.sh DIR [ANALYZE] - writes one page, DIR/index.html, about a measurement: the values of DIR/values, the
# reasons of unknown ones, and a picture of each DIR/SWEEP.table with marks for the values decided from it.
#
# The analyzer (ANALYZE, here or in the environment) decides on the tables again.  PARAMETERS is a file with the
# output of `m4/parameters`, PICTURES lists how sweeps are drawn, and GNUPLOT is the program.  By default the
# files are beside this script, and the program is gnuplot.  DIR/SWEEP.why says why there is no table, and
# DIR/machine is the fingerprint.  Exit status: 0, or 2 with one line on standard error.
set -u
LC_ALL=C
export LC_ALL

fail () {
  echo "report: $1" >&2
  exit 2
}

room=$(dirname "$0")
parts=$room/report
# shellcheck disable=SC2034
common=$(cat "$parts/common.awk") || exit 2
for part in input points picture sections page; do
  # shellcheck disable=SC1090
  . "$parts/$part.sh" || exit 2
done

case $# in
  1 | 2) dir=$1 ;;
  *) fail 'usage: report.sh DIR [ANALYZE]' ;;
esac
ANALYZE=${2:-${ANALYZE:-$room/analyze}}
PARAMETERS=${PARAMETERS:-$room/parameters.tab}
PICTURES=${PICTURES:-$room/pictures.tab}
GNUPLOT=${GNUPLOT:-gnuplot}
awk 'BEGIN { exit log(1) != 0 }' 2>/dev/null || fail 'this awk has no logarithm'
test -d "$dir" || fail "$dir: no such folder"
test -f "$dir/values" || fail "$dir/values: no such file, so nothing was measured here"
test -w "$dir" || fail "$dir: cannot be written"
for file in "$PARAMETERS" "$PICTURES"; do
  test -r "$file" || fail "$file: cannot be read"
done
command -v "$ANALYZE" >/dev/null || fail "$ANALYZE: no analyzer; name it in ANALYZE"
command -v "$GNUPLOT" >/dev/null || fail "$GNUPLOT: not found; the report needs gnuplot"
awk -F'\t' '!/^#/ && NF != 0 && NF != 11 { print FNR; exit 1 }' "$PICTURES" >/dev/null ||
  fail "$PICTURES: not 11 words between tabs in each line"
work=$(mktemp -d) || fail 'no folder for temporary files'
trap 'rm -rf "$work" "$dir/index.html.$$"' EXIT
trap 'exit 2' HUP INT TERM

read_values
analyse_all
reasons
sweeps
if ! page >"$dir/index.html.$$" || ! mv "$dir/index.html.$$" "$dir/index.html"; then
  fail "$dir: cannot be written"
fi
