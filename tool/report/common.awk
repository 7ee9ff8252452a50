# Functions that all awk programs of the report share.

# escape: returns text from a file as HTML.
function escape(s) {
  gsub(/[\001-\037\177]/, " ", s)
  gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); gsub(/>/, "\\&gt;", s); gsub(/"/, "\\&quot;", s)
  return s
}
function measured_in(unit) { return unit == "" || unit ~ /^(count|0 or 1|word.*)$/ ? "" : " " escape(unit) }
function numeric(s) { return s ~ /^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$/ }

# show: formats a number for an axis, a mark or a table.
function show(v, bytes) {
  if (bytes && v >= 1024) {
    if (v >= 1073741824) return sprintf("%.4gG", v / 1073741824)
    return v >= 1048576 ? sprintf("%.4gM", v / 1048576) : sprintf("%.4gK", v / 1024)
  }
  return v >= 1e6 ? sprintf("%.4gM", v / 1e6) : v >= 1e5 ? sprintf("%.4gk", v / 1e3) : sprintf("%.5g", v)
}
