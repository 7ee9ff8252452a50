# Draws one picture with gnuplot, and makes it an element of the page.
# shellcheck shell=sh disable=SC2034,SC2154

# plan NUMBER: prints the script for gnuplot from $work/row, labels, marks and points, and writes $work/legend.
# All measurements are dots, and if points were measured more than once the line goes through their medians.
plan () {
  NUMBER=$1 LEGEND=$work/legend awk -F'\t' -f "$parts/common.awk" -f "$parts/axes.awk" -f "$parts/labels.awk" \
    -f "$parts/drawing.awk" "$work/row" "$work/labels" "$work/marks" "$work/points"
}

# inline NUMBER TITLE: prints gnuplot's picture as an element of the page, in the page's colours, with unique
# ids.
inline () {
  sed -n '/<g id="gnuplot_canvas">/,$p' "$work/svg" |
    sed "s/\(id=[\"']\)/\1p$1-/; s/\(xlink:href=[\"']#\)/\1p$1-/; s/url(#/url(#p$1-/
      s/\([\"']\)black[\"']/\1currentColor\1/g" >"$work/body"
  grep -q '^</svg>' "$work/body" || return
  printf '<svg viewBox="0 0 420 300" role="img" aria-label="%s">\n' "$2"
  cat "$work/body"
}

# nothing REASON: prints a line in place of a picture.
nothing () {
  REASON=$1 awk "$common"'BEGIN { print "<p class=\"note\">Not drawn: " escape(ENVIRON["REASON"]) ".</p>" }'
}

# picture LINE SWEEP TABLE: prints one figure.
picture () {
  number=$((number + 1))
  rm -f "$work/svg" "$work/labels" "$work/legend"
  why=$(compile "$1" "$3") || { nothing "$why"; return 0; }
  title=$(awk -F'\t' "$common"'{ print escape($11) }' "$work/row")
  echo "<figure><figcaption>$title</figcaption>"
  if ! points "$3" || ! marks "$2"; then
    nothing "$(head -n 1 "$work/error")"
  elif ! plan $number >"$work/script"; then
    nothing 'the table has no rows of numbers for this picture'
  elif ! "$GNUPLOT" -d "$work/script" >"$work/svg" 2>"$work/error" </dev/null ||
    ! inline $number "$title"; then
    nothing "gnuplot says $(sed '/^ *^*$/d; s/^"[^"]*" //' "$work/error" | tail -n 1)"
  fi
  cat "$work/legend" 2>/dev/null
  echo '</figure>'
}
