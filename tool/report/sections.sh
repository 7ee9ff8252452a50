# Prints each sweep as a section of the page: its pictures, and the values decided from it.
# shellcheck shell=sh disable=SC2034,SC2154

# decided SWEEP TABLE: prints the values decided from a sweep's table, and the table's notes.
decided () {
  SWEEP=$1 awk -F'\t' "$common"'
    FILENAME == ARGV[1] { unit[$2] = $7; value[$2] = $3; next }
    FILENAME == ARGV[2] {
      if ($1 != ENVIRON["SWEEP"]) next
      if ($3 == "-" && $4 == "-") { notes = notes "<li>" escape($6) "</li>\n"; next }
      if ($3 == "-") { items = items "<li>" escape($2) ": " escape($6) "</li>\n"; next }
      text = "<b>" escape($3) "</b> " escape($4)
      if (numeric($4)) text = text measured_in(unit[$3])
      if ($5 != "-") text = text ", confidence " $5
      if ($6 != "") text = text ": " escape($6)
      if ($3 in value && value[$3] != $4) text = text " (its value is " escape(value[$3]) ")"
      items = items "<li>" text "</li>\n"
      next
    }
    /^# (columns|section): / { next }
    /^# / { notes = notes "<li>" escape(substr($0, 3)) "</li>\n"; next }
    { rows++ }
    END {
      if (items != "") print "<ul>\n" items "</ul>"
      printf "<details><summary>%d rows</summary><ul>\n%s</ul></details>\n", rows, notes
    }' "$work/values" "$work/outcomes" "$2"
}

# sweeps: writes each table's section to $work/sections/NUMBER, and $work/index: number, family, sweep.
sweeps () {
  number=0
  section=0
  mkdir "$work/sections"
  : >"$work/index"
  for table in "$dir"/*.table; do
    test -f "$table" || continue
    sweep=${table##*/}
    sweep=${sweep%.table}
    section=$((section + 1))
    find_rows "$sweep" "$table"
    {
      SWEEP=$sweep NUMBER=$section awk "$common"'END {
        printf "<section id=\"s%d\" class=\"of%d\"><h3>%s</h3><div>\n", ENVIRON["NUMBER"], (NR > 3 ? 3 : NR),
          escape(ENVIRON["SWEEP"]) }' "$work/rows"
      while read -r line; do
        picture "$line" "$sweep" "$table"
      done <"$work/rows"
      echo '</div>'
      decided "$sweep" "$table"
      echo '</section>'
    } >"$work/sections/$section"
    SWEEP=$sweep NUMBER=$section awk -F'\t' '
      { n = split($5, s, " ")
        for (i = 1; i <= n; i++) if (s[i] == ENVIRON["SWEEP"]) { family = $1; exit } }
      END { print ENVIRON["NUMBER"] "\t" (family == "" ? "OTHER" : family) "\t" ENVIRON["SWEEP"] }' \
      "$work/values" >>"$work/index"
  done
}
