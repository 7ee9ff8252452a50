# Finds what is drawn of a table: the lines of PICTURES, its points, and the marks of decided values.
# shellcheck shell=sh disable=SC2034,SC2154

# find_rows SWEEP TABLE: writes $work/rows, the numbers of the lines of PICTURES for the sweep, or else for its
# methods, whose columns the table has.  If there are none it writes 0, the line for any table.
find_rows () {
  SWEEP=$1 awk -F'\t' '
    FILENAME == ARGV[1] { split($0, pair, " "); if (pair[1] == ENVIRON["SWEEP"]) method[pair[2]]; next }
    /^#/ || NF == 0 { next }
    $1 == ENVIRON["SWEEP"] { own = own FNR "\n" }
    $1 in method { its = its FNR "\n" }
    END { printf "%s", (own != "" ? own : its) }' "$work/pairs" "$PICTURES" >"$work/found"
  while read -r line; do
    compile "$line" "$2" >/dev/null && points "$2" && test -s "$work/points" && echo "$line"
  done <"$work/found" >"$work/rows"
  test -s "$work/rows" || echo 0 >"$work/rows"
}

# compile LINE TABLE: writes $work/row, the line of PICTURES or one for any table, and $work/points.awk, a
# program that prints the points: number of the series, x, y, and the value if the picture is a map.  They are
# from the section that the line names, or from the first one that has the columns.  If the table lacks the
# columns, it prints the reason and returns 3.
compile () {
  LINE=$1 WORK=$work awk -F'\t' '
    # Replaces names of columns by fields.  Any other name is a function, or a missing column.  With NUMBERS the
    # fields must be numbers.
    function translate(s, numbers,   out, word) {
      while (match(s, /[$A-Za-z_][A-Za-z0-9_]*|"[^"]*"/)) {
        word = substr(s, RSTART, RLENGTH)
        out = out substr(s, 1, RSTART - 1)
        s = substr(s, RSTART + RLENGTH)
        if ((section, word) in column) word = "$" column[section, word]
        else if (word ~ /^[A-Za-z_]/ && s !~ /^\(/) missing = missing " " word
        if (numbers && word ~ /^[$][0-9]+$/ && !((section, substr(word, 2)) in of_words)) needed[substr(word, 2)]
        out = out word
      }
      return out s
    }
    function plain(s) { gsub(/[^A-Za-z0-9_ .%\/-]/, " ", s); return s }
    FILENAME == ARGV[1] { if (FNR == ENVIRON["LINE"]) n = split($0, row, "\t"); next }
    /^# section: / { called = substr($0, 12); begun = 0; next }
    /^# columns: / {
      if (begun++) { print "it names its columns twice"; done = 1; exit 3 }
      columns[++sections] = split(substr($0, 12), name, " ")
      title[sections] = called
      for (i = 1; i <= columns[sections]; i++) { column[sections, name[i]] = i; names[sections, i] = name[i] }
      rows = 0
      next
    }
    /^#/ || NF == 0 { next }
    # The first row shows which columns have words.
    !rows++ {
      split($0, cell, /[ \t]+/)
      for (i = 1; i <= columns[sections]; i++)
        if (cell[i] ~ /^[a-z][a-z0-9_]*$/ && cell[i] !~ /^(nan|inf|infinity)$/) of_words[sections, i]
    }
    # The line for any table draws its first section.
    function any_row() {
      n = split("- lines $1 $" columns[1] " - - - -", row, " ")
      row[9] = plain(names[1, 1]); row[10] = plain(names[1, columns[1]]); row[11] = "the last column against the first"
    }
    # Makes a call of point for each y, which a label may precede.
    function calls(   series, i, m, ys, at, out) {
      series = row[5] == "-" ? "\"\"" : translate(row[5])
      m = split(row[4], ys, " ")
      if (row[2] ~ /map/)
        return "point(\"\", " translate(row[3], 1) ", " translate(ys[1], 1) ", " translate(ys[2], 1) ")\n"
      for (i = 1; i <= m; i++) {
        at = match(ys[i], /^[A-Za-z]+:/) ? RLENGTH : 0
        out = out "point(" series " \"" (at ? substr(ys[i], 1, at - 1) : "") "\", " translate(row[3], 1) ", " \
          translate(substr(ys[i], at + 1), 1) ", 0)\n"
      }
      return out
    }
    END {
      if (done) exit 3
      if (!sections) { print "it is no table: no line says `# columns:`"; exit 3 }
      if (ENVIRON["LINE"] == 0) any_row()
      wanted = match(row[2], /in:[a-z_]+/) ? substr(row[2], RSTART + 3, RLENGTH - 3) : ""
      for (section = 1; section <= sections; section++) {
        missing = wanted == "" || wanted == title[section] ? "" : "s of " wanted
        split("", needed)
        where = row[6] == "-" ? 1 : translate(row[6])
        points = calls()
        if (missing == "") break
      }
      if (missing != "") { print "no column" missing; exit 3 }
      program = "BEGIN { FS = OFS = \"\\t\" }\n" \
        "/^# columns: / { section++ }\n" \
        "/^#/ || NF == 0 || section != " section " { next }\n" \
        "NF != " columns[section] " { skipped++; next }\n"
      for (i in needed) program = program "!numeric($" i ") { skipped++; next }\n"
      program = program "!(" where ") { next }\n{ " points "}"
      print program >(ENVIRON["WORK"] "/points.awk")
      for (i = 1; i <= 11; i++) printf "%s%s", row[i], (i < 11 ? "\t" : "\n") >(ENVIRON["WORK"] "/row")
    }' "$PICTURES" "$2"
}

# points TABLE: writes $work/points, sorted, and $work/labels, the names of the series and how many rows were
# skipped.
points () {
  printf '%s\n' "$common" '
    function point(label, x, y, z) {
      if (!(label in id)) { id[label] = ++ids; print "series", label >ENVIRON["LABELS"] }
      printf "%d\t%.9f\t%.9f\t%.9f\n", id[label], x, y, z
    }
    END { print "skipped", skipped + 0 >ENVIRON["LABELS"] }' |
    cat - "$work/points.awk" >"$work/program.awk"
  LABELS=$work/labels awk -f "$work/program.awk" "$1" >"$work/unsorted" 2>"$work/error" || return
  sort -t "$(printf '\t')" -k 1,1n -k 2,2n -k 3,3n -k 4,4n "$work/unsorted" >"$work/points"
}

# marks SWEEP: writes $work/marks: axis, position and label.  A name is looked up among the values decided from
# this table, and then among all values.  A name with `%', which matches any text, is looked up only in the
# former.
marks () {
  SWEEP=$1 awk -F'\t' "$common"'
    function add(name, value) {
      if (!numeric(value) || value == 0 || name in number) return
      number[name] = value; names[++count] = name
    }
    function fits(name, pattern,   at) {
      at = index(pattern, "%")
      if (!at) return name == pattern
      return length(name) >= length(pattern) && substr(name, 1, at - 1) == substr(pattern, 1, at - 1) &&
        substr(name, length(name) - length(pattern) + at + 1) == substr(pattern, at + 1)
    }
    function mark(axis, expression,   i, at, name, rest) {
      match(expression, /[A-Za-z_%][A-Za-z0-9_%]*/)
      at = RSTART; rest = RSTART + RLENGTH
      for (i = 1; i <= (expression ~ /%/ ? decided : count); i++) {
        name = names[i]
        if (fits(name, substr(expression, at, rest - at)))
          printf "BEGIN { printf \"%s\\t%%.9f\\t%s %s\\n\", %s%s%s }\n", axis, name,
            show(number[name], unit[name] == "bytes" && number[name] % 1024 == 0),
            substr(expression, 1, at - 1), number[name], substr(expression, rest)
      }
    }
    FILENAME == ARGV[1] { unit[$2] = $7; value[$2] = $3; next }
    FILENAME == ARGV[2] { if ($1 == ENVIRON["SWEEP"] && $3 != "-") add($3, $4); next }
    { decided = count
      for (name in value) add(name, value[name])
      n = split($7, xs, " "); for (i = 1; i <= n; i++) if (xs[i] != "-") mark("x", xs[i])
      n = split($8, ys, " "); for (i = 1; i <= n; i++) if (ys[i] != "-") mark("y", ys[i])
    }' "$work/values" "$work/outcomes" "$work/row" >"$work/marks.awk"
  awk -f "$work/marks.awk" </dev/null >"$work/unsorted" 2>"$work/error" || return
  sort -t "$(printf '\t')" -k 1,1 -k 2,2n "$work/unsorted" >"$work/marks"
}
