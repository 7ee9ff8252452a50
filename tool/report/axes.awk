# Chooses the ranges of the axes and the places of their ticks.

function widen(axis, v) {
  if (!(axis in low) || v < low[axis]) low[axis] = v
  if (!(axis in high) || v > high[axis]) high[axis] = v
}
function tick(v, bytes) {
  ticks = ticks (ticks == "" ? "" : ", ") "\"" show(v, bytes) "\" " sprintf("%.9g", v)
}
# LEAST is the smallest step allowed, if it is given.
function linear_ticks(from, to, bytes, least,   step, k) {
  step = 10 ^ int(log((to - from) / 5) / log(10) - ((to - from) / 5 < 1))
  k = (to - from) / step
  step *= k > 30 ? 10 : k > 12 ? 5 : k > 6 ? 2 : 1
  if (least != "" && step < least) step = least
  if (bytes && step > 1024) step = 2 ^ int(log(step) / log(2) + 1)
  for (k = int(from / step) - 1; k * step <= to; k++) if (k * step >= from) tick(k * step, bytes)
}
# Puts ticks at powers of two, or of ten if the range is wide and is not in bytes.
function log_ticks(from, to, bytes,   base, step, k) {
  base = bytes || to / from < 1000 && to < 100000 ? 2 : 10
  step = int(log(to / from) / log(base) / 6) + 1
  for (k = -60; k <= 60; k += step) if (base ^ k >= from && base ^ k <= to) tick(base ^ k, bytes)
}
# Sets the range of AXIS: a little more than the data, and from 0 if the data comes near 0.
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
# Returns the position of V on AXIS, from 0 to 1.
function part(axis, v) {
  if (logarithmic[axis]) return log(v / low[axis]) / log(high[axis] / low[axis])
  return (v - low[axis]) / (high[axis] - low[axis])
}
