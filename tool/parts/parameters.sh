# Reads parameters.tab, and determines the wanted parameters.
# shellcheck shell=sh disable=SC2034,SC2154

# read_rows: sets for each parameter what the engine's configure knows of it, and row_NAME, its meaning and
# needs.
read_rows () {
  eval "$(awk -F'\t' '
    function cell(k) { return $k == "-" ? "" : $k }
    {
      words = $3
      if (!sub(/^word: /, "", words)) words = ""
      meaning = $11 " (" $3 ")"
      gsub(/\047/, "\047\\047\047", meaning)
      assignments = "needs=\047" cell(8) "\047 meaning=\047" meaning "\047"
      gsub(/["\\$`]/, "\\\\&", assignments)
      print "row_" $2 "=\"" assignments "\""
      print "ac_probe_row_" $2 "=\047" $4 ":" $5 ":" cell(6) ":" cell(7) ":c:" (cell(8) == "" ? "" : "needs") ":" \
        cell(9) ":" words "\047"
      split(cell(10), group, " ")
      if (cell(10) != "") {
        print "ac_probe_asked_with_" $2 "=\047" $10 "\047"
        print "ac_probe_group_" group[1] "=\"$ac_probe_group_" group[1] " " $2 "\""
      } }' "$data/parameters.tab")"
}

# row NAME: sets needs and meaning.
row () {
  eval "eval \"\$row_$1\""
}

# names PARAMETER or FAMILY...: prints the names of these parameters, or of all, in the table's order.
names () {
  awk -F'\t' -v asked="$*" '
    BEGIN { for (n = split(asked, of, " "); n > 0; n--) wanted[of[n]] = 1 }
    asked == "" || ($1 in wanted) || ($2 in wanted) { print $2; found[$1]; found[$2] }
    END { for (one in wanted) if (!(one in found)) { print "?" one; exit } }' "$data/parameters.tab"
}

# determine NAME: determines the parameters that NAME needs, and then NAME.
determine () {
  case " $ac_probe_published " in *" $1 "*) return ;; esac
  row "$1"
  for need in $needs; do determine "$need"; done
  ac_fn_probe "$1" "ARCH_$(upper "$1")"
}

upper () {
  echo "$1" | tr '[:lower:]' '[:upper:]'
}
