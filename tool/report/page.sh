# Prints the page: the values that most libraries ask for, then the values of each family with their evidence, and the
# sections of its sweeps.
# shellcheck shell=sh disable=SC2034,SC2154

# reasons: writes $work/reasons, with sweep and reason for each sweep without a table.
reasons () {
  for why in "$dir"/*.why; do
    test -f "$why" || continue
    name=${why##*/}
    said=$(tr '\t' ' ' <"$why" | awk 'NR > 1 { printf ": " } { printf "%s", $0 }')
    printf '%s\t%s\n' "${name%.why}" "$said"
  done >"$work/reasons"
}

# What most libraries ask for, as README lists it.
asked_most='l1_size l1_line l2_size l2_effective_size l3_size l3_effective_size tlb1_entries tlb2_entries cores cpus fma
simd_bytes registers_vec latency_fma_f64 in_flight_fma_f64'

# table FAMILY [NAMES]: prints the table of the family's values, or of NAMES in whatever family.
table () {
  FAMILY=$1 NAMES=${2-} awk -F'\t' "$common"'
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
    # What SWEEP and METHOD show about this value.
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
    BEGIN { names = split(ENVIRON["NAMES"], name, " "); for (i = 1; i <= names; i++) chosen[name[i]] }
    !(names ? $2 in chosen : $1 == ENVIRON["FAMILY"]) { next }
    { if (!rows++) print "<table><thead><tr><th>name<th>value<th>meaning<th>origin<th>evidence</thead><tbody>"
      value = escape($3) (numeric($3) ? measured_in($7) : "")
      if ($7 == "bytes" && numeric($3) && $3 >= 1024 && $3 % 1024 == 0) value = value " (" show($3, 1) ")"
      printf "<tr class=\"%s\"><td><b>%s</b> <code>ARCH_%s</code><td>%s<td>%s<td>%s<td>%s</tr>\n",
        escape($3), escape($2), escape(toupper($2)), value, escape($8), escape($4), evidences() }
    END { if (rows) print "</tbody></table>" }' \
    "$work/index" "$work/reasons" "$work/outcomes" "$work/values"
}

# family NAME TITLE: prints the values and sweeps of a family.
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
  cat "$parts/head.html"
  test ! -f "$dir/machine" ||
    awk "$common"'{ print (NR == 1 ? "<p class=\"machine\">" : "") escape($0) "<br>" }' "$dir/machine"
}

page () {
  head_of_page
  table '' "$asked_most" >"$work/table"
  test ! -s "$work/table" || { echo '<h2>What most libraries ask for</h2>' && cat "$work/table"; }
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
