#!/bin/sh
# report.sh DIR [ANALYZE] - one page, DIR/index.html, of what was measured: the values of DIR/values, why
# others are unknown, and each DIR/SWEEP.table drawn, with what was decided from it marked.
#
# The analyzer (ANALYZE, here or in the environment) reads the tables again, and says what configure was
# told.  PARAMETERS names the table that `m4/parameters` prints, PICTURES that of how sweeps are drawn,
# GNUPLOT the program; by default they are beside this script, and gnuplot.  DIR/SWEEP.why is why there is
# no table, DIR/machine the fingerprint.  Exit status: 0, or 2 after one line on standard error.
set -u
LC_ALL=C
export LC_ALL

fail () {
  echo "report: $1" >&2
  exit 2
}

room=$(dirname "$0")
# ---- what all of the awk programs have ----

# escape: text from a file as HTML.  show: a number on an axis, beside a line or in a table.
common='
function escape(s) {
  gsub(/[\001-\037\177]/, " ", s)
  gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); gsub(/>/, "\\&gt;", s); gsub(/"/, "\\&quot;", s)
  return s
}
function measured_in(unit) { return unit == "" || unit ~ /^(count|0 or 1|word.*)$/ ? "" : " " escape(unit) }
function numeric(s) { return s ~ /^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$/ }
function show(v, bytes) {
  if (bytes && v >= 1024) {
    if (v >= 1073741824) return sprintf("%.4gG", v / 1073741824)
    return v >= 1048576 ? sprintf("%.4gM", v / 1048576) : sprintf("%.4gK", v / 1024)
  }
  return v >= 1e6 ? sprintf("%.4gM", v / 1e6) : v >= 1e5 ? sprintf("%.4gk", v / 1e3) : sprintf("%.5g", v)
}
'

# ---- the input ----

# read_values: $work/values, in the order of the parameters: family, name, value, origin, sweeps,
# methods, unit, meaning.
read_values () {
  awk -F'\t' '
    function bad(why) { print FILENAME ": line " FNR " " why; failed = 1; exit 2 }
    FILENAME == ARGV[1] {
      if (NF != 11) bad("is no parameter: not eleven cells, between tabs")
      if (!($2 in family)) order[++known] = $2
      family[$2] = $1; unit[$2] = $3; meaning[$2] = $11
      next
    }
    NF == 0 || /^#/ { next }
    NF != 5 || $1 !~ /^[A-Za-z0-9_]+$/ || $2 !~ /^[a-z0-9_.]+$/ || $4 $5 ~ /[^A-Za-z0-9_ -]/ {
      bad("is no value: NAME VALUE ORIGIN SWEEPS METHODS, between tabs")
    }
    split($4, s, " ") != split($5, m, " ") { bad("has not as many methods as sweeps") }
    { if (!($1 in family)) { order[++known] = $1; family[$1] = "OTHER" }
      line[$1] = $1 "\t" $2 "\t" $3 "\t" $4 "\t" $5
      found++ }
    END {
      if (failed) exit 2
      if (!found) { print ARGV[2] ": no values"; exit 2 }
      for (i = 1; i <= known; i++) {
        name = order[i]
        if (name in line) print family[name] "\t" line[name] "\t" unit[name] "\t" meaning[name]
      }
    }' "$PARAMETERS" "$dir/values" >"$work/values" || fail "$(head -n 1 "$work/values")"
}

# analyse SWEEP METHOD: what the analyzer says, as sweep, method, name, value, confidence, reason; a note
# has no name, and a method that cannot take the table neither, but `unknown' for its value.
analyse () {
  "$ANALYZE" "$2" -C 0.9 "$dir/$1.table" >"$work/said" 2>"$work/error" </dev/null
  test $? -lt 2 || {
    printf '%s\t%s\t-\tunknown\t-\t%s\n' "$1" "$2" "$(sed 's/.*\.table: //; s/\t/ /g; q' "$work/error")"
    return 0
  }
  awk -v OFS='\t' -v sweep="$1" -v method="$2" '
    { gsub(/\t/, " ") }
    /^# confidence [^ ]+ [0-9.]+$/ { confidence[$3] = $4; next }
    /^# / { note[++notes] = substr($0, 3); next }
    /^[A-Za-z0-9_]+=/ {
      at = index($0, "="); name = substr($0, 1, at - 1); names[++count] = name
      value[name] = substr($0, at + 1)
      if (value[name] == "unknown" && index(note[notes], name ": ") == 1)
        reason[name] = substr(note[notes--], length(name) + 3)
    }
    END {
      for (i = 1; i <= count; i++) {
        name = names[i]
        print sweep, method, name, value[name], name in confidence ? confidence[name] : "-", reason[name]
      }
      for (i = 1; i <= notes; i++) print sweep, method, "-", "-", "-", note[i]
    }' "$work/said"
}

# analyse_all: each sweep that has a table, by each method that a value has for it.
analyse_all () {
  awk -F'\t' '{ n = split($5, s, " "); split($6, m, " ")
                for (i = 1; i <= n; i++) if (!seen[s[i], m[i]]++) print s[i], m[i] }' \
    "$work/values" >"$work/pairs"
  while read -r sweep method; do
    test ! -f "$dir/$sweep.table" || analyse "$sweep" "$method"
  done <"$work/pairs" >"$work/outcomes"
}

# ---- one picture ----

# find_rows SWEEP TABLE: $work/rows, the lines of PICTURES that draw it, its own or those of its methods,
# if it has their columns and rows for them; 0, which is any table's, if there are none.
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

# compile LINE TABLE: $work/row, which is that of PICTURES or one for any table, and $work/points.awk,
# which prints its points: number of the series, x, y, and the value where it is a map.  They are of the section
# that the row names, or of the first one that has the columns.
# Status 3 where the table has not the columns, with the reason on standard output.
compile () {
  LINE=$1 WORK=$work awk -F'\t' '
    # Names of columns become fields.  What is left is a function, or no column.  Those of NUMBERS have to be some.
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
    # The first row says which columns are of words.
    !rows++ {
      split($0, cell, /[ \t]+/)
      for (i = 1; i <= columns[sections]; i++)
        if (cell[i] ~ /^[a-z][a-z0-9_]*$/ && cell[i] !~ /^(nan|inf|infinity)$/) of_words[sections, i]
    }
    # A row for any table: of its first section.
    function any_row() {
      n = split("- lines $1 $" columns[1] " - - - -", row, " ")
      row[9] = plain(names[1, 1]); row[10] = plain(names[1, columns[1]]); row[11] = "the last column against the first"
    }
    # A call of point for each y, whose label may stand before it.
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

# points TABLE: $work/points, in order, and $work/labels, of the series and how many rows are no numbers.
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

# marks SWEEP: $work/marks, each x or y, where, label.  A name is looked up in what was decided from this
# table, and then among all values; one with `%', which stands for anything, in the former alone.
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

# plan NUMBER: the script for gnuplot, from $work/row, labels, marks and points, and $work/legend.
# Of what was measured more than once all is dots, and the line goes through the medians.
plan () {
  NUMBER=$1 LEGEND=$work/legend awk -F'\t' "$common$(axes)$(drawing)" \
    "$work/row" "$work/labels" "$work/marks" "$work/points"
}

# axes: awk functions that choose the ranges and where the ticks are.
axes () {
  cat <<'EOF_AWK'
function widen(axis, v) {
  if (!(axis in low) || v < low[axis]) low[axis] = v
  if (!(axis in high) || v > high[axis]) high[axis] = v
}
function tick(v, bytes) {
  ticks = ticks (ticks == "" ? "" : ", ") "\"" show(v, bytes) "\" " sprintf("%.9g", v)
}
# LEAST is the least step, if there is one.
function linear_ticks(from, to, bytes, least,   step, k) {
  step = 10 ^ int(log((to - from) / 5) / log(10) - ((to - from) / 5 < 1))
  k = (to - from) / step
  step *= k > 30 ? 10 : k > 12 ? 5 : k > 6 ? 2 : 1
  if (least != "" && step < least) step = least
  if (bytes && step > 1024) step = 2 ^ int(log(step) / log(2) + 1)
  for (k = int(from / step) - 1; k * step <= to; k++) if (k * step >= from) tick(k * step, bytes)
}
# Powers of two, or of ten where there are many and they are no bytes.
function log_ticks(from, to, bytes,   base, step, k) {
  base = bytes || to / from < 1000 && to < 100000 ? 2 : 10
  step = int(log(to / from) / log(base) / 6) + 1
  for (k = -60; k <= 60; k += step) if (base ^ k >= from && base ^ k <= to) tick(base ^ k, bytes)
}
# The range of AXIS, a little more than what is there, and from 0 where that is near.
function axis_range(axis, bytes,   lo, hi, pad) {
  lo = low[axis]; hi = high[axis]
  if (logarithmic[axis]) {
    pad = (hi / lo) ^ 0.05; if (pad < 1.05) pad = 1.05
    lo /= pad; hi *= pad
  } else {
    pad = (hi - lo) * 0.06; if (pad == 0) pad = hi == 0 ? 1 : (hi > 0 ? hi : -hi) * 0.1
    if (axis == "y" && lo >= 0 && (zero || lo < hi / 2)) lo = 0
    else lo -= pad
    hi += pad
  }
  low[axis] = lo; high[axis] = hi; ticks = ""
  if (logarithmic[axis] && hi / lo > 8) log_ticks(lo, hi, bytes)
  else linear_ticks(lo, hi, bytes, axis == "x" && whole ? 1 : "")
  printf "set %srange [%.9g:%.9g]\nset %stics scale 0.5 (%s)\n", axis, lo, hi, axis, ticks
  if (logarithmic[axis]) print "set logscale " axis " 2"
}
# Where V is on AXIS, from 0 to 1.
function part(axis, v) {
  if (logarithmic[axis]) return log(v / low[axis]) / log(high[axis] / low[axis])
  return (v - low[axis]) / (high[axis] - low[axis])
}
EOF_AWK
}

# drawing: the rest of it.
drawing () {
  cat <<'EOF_AWK'
BEGIN {
  split("#3b82c4 #d9731a #2e9e6b #c2528b #8a6fd1 #b0912a #3aa6b9 #cc4b4b #7a8b2f #8c8c8c", colour, " ")
  red = "\"#d03434\"\n"
  stroke = " nohead dt 2 lw 1.3 lc rgb " red
}
FILENAME == ARGV[1] {
  map = $2 ~ /map/; line = $2 ~ /lines/; mirror = $2 ~ /mirror/
  zero = $2 ~ /zero/; whole = 1; dodged = $2 ~ /dodged/
  logarithmic["x"] = $2 ~ /logx/; logarithmic["y"] = $2 ~ /logy/
  xlabel = $9; ylabel = $10
  next
}
FILENAME == ARGV[2] { split($0, f, " "); if (f[1] == "series") label[++labels] = substr($0, 8)
                      else skipped = f[2]
                      next }
FILENAME == ARGV[3] { axis[++count] = $1; at[count] = $2; text[count] = $3; next }
logarithmic["x"] && $2 <= 0 || logarithmic["y"] && !map && $3 <= 0 { beyond++; next }
$1 != series || $2 != x || map && $3 != y { group() }
{ series = $1; x = $2; y = $3; rows++
  if (x != int(x) && !dodged) whole = 0
  if (map) { widen("x", $2); widen("x", $3) } else { widen("x", $2); widen("y", $3) }
  sample[++samples] = map ? $4 : $3
  if (!map && (samples == 1 || sample[samples] != sample[samples - 1]))
    dots[series] = dots[series] $2 " " $3 "\n" }
# A group of rows that are the same but for what was measured: its median.
function group(   middle) {
  if (samples) {
    middle = (sample[int((samples + 1) / 2)] + sample[int(samples / 2) + 1]) / 2
    if (map) cell(middle)
    else medians[series] = medians[series] x " " middle "\n"
    groups++
  }
  samples = 0
}
function cell(v) {
  widen("cb", v)
  value[x + 0, y + 0] = v
  if (mirror && !((y + 0, x + 0) in value)) value[y + 0, x + 0] = v
}
# A large map is a picture of dots, which has to have all of them.
function draw_cells(side,   i, j) {
  print "$cells << EOD"
  for (j = low["x"] + 0; j <= high["x"]; j++)
    for (i = low["x"] + 0; i <= high["x"]; i++)
      if ((i, j) in value) print i, j, value[i, j]
      else if (side > 64) print i, j, "NaN"
  print "EOD"
  if (side > 64) print "plot $cells using 1:2:3 with image notitle"
  else {
    printf "plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror fs solid 1 noborder lc palette notitle"
    print (side > 8) ? "" : ", $cells using 1:2:(sprintf(\"%.4g\", $3)) with labels notitle"
  }
}
# A mark across X and a mark across Y, and its label where least is in the way.
function vertical(i,   x, side, place, c, least, best) {
  x = part("x", at[i]); least = -1
  for (place = 0; place <= 1; place += 0.125)
    for (side = -1; side <= 1; side += 2) {
      c = tall(i, x, side, 1 - place, 0) + place / 4 + (side > 0) / 8
      if (least < 0 || c < least) { least = c; best = side " " 1 - place }
    }
  split(best, f, " ")
  tall(i, x, f[1], f[2], 1)
  printf "set arrow from %.9g, graph 0 to %.9g, graph 1%s", at[i], at[i], stroke
  printf "set label \"%s\" at %.9g, graph %.3f %s rotate by 90 offset %.1f,0 tc rgb %s", text[i], at[i],
    0.02 + 0.96 * f[2], anchor(f[2]), f[1] * 0.9, red
}
function horizontal(i,   y, side, place, c, least, best) {
  y = part("y", at[i]); least = -1
  for (place = 0; place <= 1; place += 0.125)
    for (side = 1; side >= -1; side -= 2) {
      c = wide(i, y, side, 1 - place, 0) + place / 4 + (side < 0) / 8
      if (least < 0 || c < least) { least = c; best = side " " 1 - place }
    }
  split(best, f, " ")
  wide(i, y, f[1], f[2], 1)
  printf "set arrow from graph 0, first %.9g to graph 1, first %.9g%s", at[i], at[i], stroke
  printf "set label \"%s\" at graph %.3f, first %.9g %s offset 0,%.1f tc rgb %s", text[i], 0.02 + 0.96 * f[2],
    at[i], anchor(f[2]), f[1] * 0.6, red
}
function anchor(place) { return place > 0.6 ? "right" : place < 0.4 ? "left" : "center" }
# The picture as a grid of 60 by 40: what is in it is in the way of labels.
function occupy(x1, y1, x2, y2, weight,   n, k) {
  n = int(60 * (x2 > x1 ? x2 - x1 : x1 - x2) + 40 * (y2 > y1 ? y2 - y1 : y1 - y2)) + 1
  for (k = 0; k <= n; k++)
    grid[int(60 * (x1 + (x2 - x1) * k / n)), int(40 * (y1 + (y2 - y1) * k / n))] += weight
}
# What is in the way of a label in this box, from 0 to 1; or PUT it there.
function box(x, y, width, height, put,   i, j, cost) {
  if (put) { x -= 0.02; y -= 0.03; width += 0.04; height += 0.06 }
  if (x < -0.01 || x + width > 1.01 || y < -0.01 || y + height > 1.02) cost = 1000
  for (i = int(60 * x); i <= 60 * (x + width); i++)
    for (j = int(40 * y); j <= 40 * (y + height); j++) {
      if (put) grid[i, j] += 100
      else if ((i, j) in grid) cost += grid[i, j]
    }
  return cost
}
# The same of label I, at PLACE along its mark and on a SIDE of it, more than a cell of the grid away, so
# that its own mark does not count.
function begins(place, size) { return 0.02 + 0.96 * place - size * (place > 0.6 ? 1 : place < 0.4 ? 0 : 0.5) }
function tall(i, x, side, place, put,   size) {
  size = length(text[i]) * 0.036
  return box(x + side * 0.043 - 0.022, begins(place, size), 0.044, size, put)
}
function wide(i, y, side, place, put,   size) {
  size = length(text[i]) * 0.024
  return box(begins(place, size), y + side * 0.052 - 0.026, size, 0.052, put)
}
# What is drawn of a series.
function occupy_all(   s, i, n, row, f, x1, y1, x2, y2) {
  for (s in dots) {
    n = split((line ? medians[s] : dots[s]), row, "\n") - 1
    for (i = 1; i <= n; i++) {
      split(row[i], f, " "); x2 = part("x", f[1]); y2 = part("y", f[2])
      if (i == 1 || !line) { x1 = x2; y1 = y2 }
      occupy(x1, y1, x2, y2, 1); x1 = x2; y1 = y2
    }
  }
  for (i = 1; i <= count; i++) {
    x1 = part(axis[i], at[i])
    if (axis[i] == "x") occupy(x1, 0, x1, 1, 4)
    else occupy(0, x1, 1, x1, 4)
  }
}
# More dots than can be told apart would make the page slow: their medians stand for them.
function thin(   i) {
  if (groups == rows || rows <= 3000) return
  for (i in dots) dots[i] = medians[i]
  note("Medians of " rows " points")
}
function note(text) { notes = notes "<p class=\"note\">" text ".</p>\n" }
function draw_lines(   i, plots, colouring) {
  for (i = 1; i <= count; i++) if (at[i] > 0) widen(axis[i], at[i])
  axis_range("x", xlabel ~ /bytes/); axis_range("y", ylabel ~ /bytes/)
  occupy_all()
  for (i = 1; i <= count; i++) if (axis[i] == "x") vertical(i); else horizontal(i)
  for (i = 1; i <= labels; i++) {
    if (!(i in dots)) continue
    printf "$dots%d << EOD\n%sEOD\n$line%d << EOD\n%sEOD\n", i, dots[i], i, medians[i]
    plots = plots (plots == "" ? "plot " : ", ")
    colouring = " lc rgb \"" hue(i) "\" notitle"
    if (line) plots = plots "$line" i " using 1:2 with lines lw 1.6" colouring ", "
    plots = plots "$dots" i " using 1:2 with points pt 7 ps " (line ? 0.3 : 0.4) colouring
    if (label[i] != "") key = key "<span><i style=\"background:" hue(i) "\"></i>" escape(label[i]) "</span> "
  }
  print plots
}
function hue(i) { return colour[(i - 1) % 10 + 1] }
function draw_map(   i, side) {
  low["y"] = low["x"]; high["y"] = high["x"]; side = high["x"] - low["x"] + 1
  for (i = 1; i <= count; i++) widen("cb", at[i])
  for (i = 1; i <= 2; i++) printf "set %srange [%g:%g]\n", substr("xy", i, 1), low["x"] - 0.5, high["x"] + 0.5
  ticks = ""; linear_ticks(low["x"], high["x"] + (side == 1), 0, 1)
  printf "set xtics scale 0 (%s)\nset ytics scale 0 (%s)\n", ticks, ticks
  if (high["cb"] < low["cb"] * 1.2) high["cb"] = low["cb"] * 1.2 # what hardly differs looks so
  if (high["cb"] == low["cb"]) high["cb"]++
  ticks = ""; linear_ticks(low["cb"], high["cb"], 0)
  printf "set cbrange [%.9g:%.9g]\nset cbtics scale 0 (%s)\n", low["cb"], high["cb"], ticks
  for (i = 1; i <= count; i++) {
    sub(/.*_/, "", text[i])
    printf "set cbtics add (\"%s\" %.9g)\n", text[i], at[i]
  }
  print "set palette defined (0 \"#35b779\", 1 \"#31a0ae\", 2 \"#8a6fd1\", 3 \"#d03434\")\nset size ratio 1"
  draw_cells(side)
}
END {
  group()
  if (skipped) note(skipped " rows are not numbers in all columns, and are not drawn")
  if (beyond) note(beyond " points are not above 0, where this scale begins")
  if (!map) thin()
  printf "%s", notes >ENVIRON["LEGEND"]
  if (!groups) exit 3
  printf "set terminal svg size 420,300 font \"sans-serif,14\" noenhanced name \"p%d\"\n", ENVIRON["NUMBER"]
  print "set border 3\nset tics nomirror\nunset key\nset xlabel \"" xlabel "\"\nset ylabel \"" ylabel "\""
  if (map) draw_map()
  else draw_lines()
  if (key != "") print "<p class=\"key\">" key "</p>" >ENVIRON["LEGEND"]
}
EOF_AWK
}

# inline NUMBER TITLE: gnuplot's file as an element of the page, in the page's colours, its ids its own.
inline () {
  sed -n '/<g id="gnuplot_canvas">/,$p' "$work/svg" |
    sed "s/\(id=[\"']\)/\1p$1-/; s/\(xlink:href=[\"']#\)/\1p$1-/; s/url(#/url(#p$1-/
      s/\([\"']\)black[\"']/\1currentColor\1/g" >"$work/body"
  grep -q '^</svg>' "$work/body" || return
  printf '<svg viewBox="0 0 420 300" role="img" aria-label="%s">\n' "$2"
  cat "$work/body"
}

# nothing REASON: a line in place of a picture.
nothing () {
  REASON=$1 awk "$common"'BEGIN { print "<p class=\"note\">Not drawn: " escape(ENVIRON["REASON"]) ".</p>" }'
}

# picture LINE SWEEP TABLE: one figure.
picture () {
  number=$((number + 1))
  rm -f "$work/svg" "$work/labels" "$work/legend"
  why=$(compile "$1" "$3") || { nothing "$why"; return 0; }
  title=$(awk -F'\t' "$common"'{ print escape($11) }' "$work/row")
  echo "<figure><figcaption>$title</figcaption>"
  if ! points "$3" || ! marks "$2"; then
    nothing "$(head -n 1 "$work/error")"
  elif ! plan $number >"$work/script"; then
    nothing 'it has no rows of numbers for this'
  elif ! "$GNUPLOT" -d "$work/script" >"$work/svg" 2>"$work/error" </dev/null ||
    ! inline $number "$title"; then
    nothing "gnuplot says $(sed '/^ *^*$/d; s/^"[^"]*" //' "$work/error" | tail -n 1)"
  fi
  cat "$work/legend" 2>/dev/null
  echo '</figure>'
}

# decided SWEEP TABLE: beneath the pictures of a sweep, what was decided, and what the table says of itself.
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

# sweeps: each table as a section, $work/sections/NUMBER, and $work/index: number, family, sweep.
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

# ---- the page ----

# reasons: $work/reasons, a line for each sweep without a table: sweep, reason.
reasons () {
  for why in "$dir"/*.why; do
    test -f "$why" || continue
    name=${why##*/}
    said=$(tr '\t' ' ' <"$why" | awk 'NR > 1 { printf ": " } { printf "%s", $0 }')
    printf '%s\t%s\n' "${name%.why}" "$said"
  done >"$work/reasons"
}

# table FAMILY: its values.
table () {
  FAMILY=$1 awk -F'\t' "$common"'
    FILENAME == ARGV[1] { section[$3] = $1; next }
    FILENAME == ARGV[2] { why[$1] = $2; next }
    FILENAME == ARGV[3] {
      outcome[$1, $2, $3] = $4; confidence[$1, $2, $3] = $5; reason[$1, $2, $3] = $6
      if ($3 != "-" && $4 == "unknown" && !(($1, $2) in first)) first[$1, $2] = $3 ": " $6
      next
    }
    function source(sweep) {
      if (sweep in section) return "<a href=\"#s" section[sweep] "\">" escape(sweep) "</a>"
      return escape(sweep)
    }
    # What SWEEP and METHOD have to do with this value.
    function evidence(sweep, method) {
      if (sweep in why) return escape(why[sweep])
      if (!(sweep in section)) return "no table"
      if ((sweep, method, $2) in outcome) {
        if (outcome[sweep, method, $2] == "unknown") return escape(reason[sweep, method, $2])
        if (outcome[sweep, method, $2] == $3)
          return "confidence " escape(confidence[sweep, method, $2])
        return escape(outcome[sweep, method, $2]) " by this alone"
      }
      if ((sweep, method, "-") in outcome) return escape(reason[sweep, method, "-"])
      return "says nothing of it" ((sweep, method) in first ? " (" escape(first[sweep, method]) ")" : "")
    }
    function evidences(   i, n, s, m, out, said) {
      n = split($5, s, " "); split($6, m, " ")
      for (i = 1; i <= n; i++) {
        if ($3 != "unknown" && !(s[i] in section)) continue
        said = evidence(s[i], m[i])
        if ($3 != "unknown" && said !~ /^confidence|by this alone$/) continue
        out = out (out == "" ? "" : "; ") source(s[i]) ": " said
      }
      return out
    }
    $1 != ENVIRON["FAMILY"] { next }
    { if (!rows++) print "<table><thead><tr><th>name<th>value<th>meaning<th>origin<th>evidence</thead><tbody>"
      value = escape($3) (numeric($3) ? measured_in($7) : "")
      if ($7 == "bytes" && numeric($3) && $3 >= 1024 && $3 % 1024 == 0) value = value " (" show($3, 1) ")"
      printf "<tr class=\"%s\"><td><b>%s</b> <code>ARCH_%s</code><td>%s<td>%s<td>%s<td>%s</tr>\n",
        escape($3), escape($2), escape(toupper($2)), value, escape($8), escape($4), evidences() }
    END { if (rows) print "</tbody></table>" }' \
    "$work/index" "$work/reasons" "$work/outcomes" "$work/values"
}

# family NAME TITLE: its values and its sweeps.
family () {
  table "$1" >"$work/table"
  awk -F'\t' -v family="$1" '$2 == family { print $1 }' "$work/index" >"$work/sections/list"
  test -s "$work/table" || test -s "$work/sections/list" || return 0
  echo "<h2>$2</h2>"
  cat "$work/table"
  echo '<div class="sweeps">'
  while read -r section; do
    cat "$work/sections/$section"
  done <"$work/sections/list"
  echo '</div>'
}

head_of_page () {
  cat <<'EOF_HTML'
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>archparams: what was measured</title>
<style>
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1c1c; --faint: #666; --rule: #ddd }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16181b; --ink: #e6e6e6; --faint: #a0a0a0; --rule: #3a3d42 }
}
body { margin: 0 auto; padding: 0 12px 40px; max-width: 1320px; background: var(--paper); color: var(--ink);
  font: 16px/1.45 sans-serif; overflow-wrap: break-word }
h2 { margin: 2em 0 .5em; border-bottom: 2px solid var(--rule) }
h3 { margin: 1.5em 0 .3em }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0;
  border-bottom: 1px solid var(--rule) }
td:nth-child(5) { overflow-wrap: anywhere }
code { color: var(--faint); font-size: 13px; display: block }
tr.unknown td:nth-child(2), tr.none td:nth-child(2), .note, .machine, summary { color: var(--faint) }
.sweeps, section > div { display: flex; flex-wrap: wrap; gap: 8px 24px }
section { max-width: 100%; min-width: 0 }
.of1 { flex: 0 1 404px }
.of2 { flex: 0 1 832px }
.of3 { flex: 1 1 100% }
figure { margin: 0; flex: 0 1 404px; min-width: 0; max-width: 440px }
figcaption { font-size: 15px }
svg { display: block; width: 100%; height: auto; color: var(--ink) }
svg text { paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round }
.key { margin: 0; font-size: 14px }
.key span { margin-right: 12px; white-space: nowrap }
.key i { display: inline-block; width: 10px; height: 10px; margin-right: 4px }
ul { margin: .4em 0; padding-left: 1.2em }
a { color: inherit }
@media (max-width: 720px) {
  thead { display: none }
  tr { display: block; padding: 6px 0; border-bottom: 1px solid var(--rule) }
  td { display: block; padding: 0; border: 0 }
  td:nth-child(n+4) { display: inline; font-size: 14px; color: var(--faint) }
  td:nth-child(5):not(:empty)::before { content: ", " }
}
</style>
</head>
<body>
<h1>What archparams measured</h1>
EOF_HTML
  test ! -f "$dir/machine" ||
    awk "$common"'{ print (NR == 1 ? "<p class=\"machine\">" : "") escape($0) "<br>" }' "$dir/machine"
}

page () {
  head_of_page
  family CACHES 'Data caches and memory'
  family BANDWIDTH 'Bandwidth'
  family ICACHE 'Code'
  family TLB 'Pages and the TLB'
  family CORE 'The core'
  family PARALLEL 'Many CPUs'
  family OTHER 'Others'
  test ! -s "$work/reasons" || {
    echo '<h2>Sweeps without a table</h2><ul>'
    awk -F'\t' "$common"'{ print "<li>" escape($1) ": " escape($2) "</li>" }' "$work/reasons"
    echo '</ul>'
  }
  echo '</body></html>'
}

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
command -v "$GNUPLOT" >/dev/null || fail "$GNUPLOT: not found, and it is gnuplot that draws"
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
