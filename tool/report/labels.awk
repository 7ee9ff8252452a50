# Places the label of each mark where it covers the least.

# Draws a mark across X or across Y, and its label at the best place.
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
# Adds a line to a grid of 60 by 40 cells, which records what labels would cover.
function occupy(x1, y1, x2, y2, weight,   n, k) {
  n = int(60 * (x2 > x1 ? x2 - x1 : x1 - x2) + 40 * (y2 > y1 ? y2 - y1 : y1 - y2)) + 1
  for (k = 0; k <= n; k++)
    grid[int(60 * (x1 + (x2 - x1) * k / n)), int(40 * (y1 + (y2 - y1) * k / n))] += weight
}
# Returns what a label in this box would cover; with PUT, adds the label to the grid.
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
# The same for label I, at PLACE along its mark and on one SIDE of it, more than a cell away, so that its own
# mark does not count.
function begins(place, size) { return 0.02 + 0.96 * place - size * (place > 0.6 ? 1 : place < 0.4 ? 0 : 0.5) }
function tall(i, x, side, place, put,   size) {
  size = length(text[i]) * 0.036
  return box(x + side * 0.043 - 0.022, begins(place, size), 0.044, size, put)
}
function wide(i, y, side, place, put,   size) {
  size = length(text[i]) * 0.024
  return box(begins(place, size), y + side * 0.052 - 0.026, size, 0.052, put)
}
# Adds the drawn series and marks to the grid.
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
