# Reads the values and the parameters, and runs the analyzer on each table.
# shellcheck shell=sh disable=SC2034,SC2154

# read_values: writes $work/values in the order of the parameters: family, name, value, origin, sweeps, methods,
# unit, meaning.
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

# analyse SWEEP METHOD: prints the analyzer's answers as sweep, method, name, value, confidence, reason.  The
# name is `-' for a note, and for a method that cannot use the table, whose value is `unknown'.
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

# analyse_all: runs each method that a value names on the table of its sweep, if there is one.
analyse_all () {
  awk -F'\t' '{ n = split($5, s, " "); split($6, m, " ")
                for (i = 1; i <= n; i++) if (!seen[s[i], m[i]]++) print s[i], m[i] }' \
    "$work/values" >"$work/pairs"
  while read -r sweep method; do
    test ! -f "$dir/$sweep.table" || analyse "$sweep" "$method"
  done <"$work/pairs" >"$work/outcomes"
}
