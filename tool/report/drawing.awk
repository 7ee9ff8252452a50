# Prints the script for gnuplot, from row, labels, marks and points (points.sh).

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
# Replaces a group of rows that differ only in the measured value by its median.
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
# A large map is drawn as an image, which needs a value for each dot.
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
# Too many dots would make the page slow, and cannot be distinguished, so only their medians are drawn.
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
  if (high["cb"] < low["cb"] * 1.2) high["cb"] = low["cb"] * 1.2 # small differences look small
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
