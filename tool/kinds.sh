#!/bin/sh
# archparams-kinds - one header for a cluster whose nodes are of several kinds.
set -u
LC_ALL=C LANGUAGE=C
export LC_ALL LANGUAGE

usage () {
  cat <<'EOT'
usage: archparams-kinds [--prefix PREFIX_] [--output FILE] [--again] KIND=LAUNCHER...

Measures each kind of node through its launcher, for example fat='ssh fat-node' (an empty launcher is
this machine), and writes FILE (archparams.h).  -DARCH_KIND_FAT selects the values of the kind fat; without
such an option the header defines only values that are safe on every kind.  KIND.cache beside FILE keeps the
values of each kind, which a package's configure can use as its cache.  --again measures a kind although it
has a cache.  --prefix replaces ARCH_ in the names of the macros.

The environment variable ARCHPARAMS names the program that measures (archparams).
Exit status: 0; 1 if some kind has no values; 2 for bad usage.
EOT
}

# bad TEXT: prints TEXT and exits, after bad usage.
bad () {
  echo "archparams-kinds: $1" >&2
  exit 2
}

# identifier TEXT: succeeds if TEXT can be part of a C name.
identifier () {
  case $1 in '' | [0-9]* | *[!A-Za-z0-9_]*) return 1 ;; esac
}

upper () {
  printf %s "$1" | tr '[:lower:]' '[:upper:]'
}

# common CACHE...: the values that are safe on every kind, as a cache.  A value must be known for all kinds.  If
# the kinds differ, it is the least, for parameters of which a smaller value is safe.  A level that some kind
# does not have (none) has no common value.
common () {
  awk '
    function fits(name) {
      return name ~ /^l[1-9]i?_(effective_)?size(_per_cpu)?$|_assoc$|_entries$|^uop_cache_uops$/ ||
        name ~ /^registers_|^simd_bytes$|^outstanding_misses$|^cpus$|^cores$/
    }
    BEGIN { trust = "default given queried undecided measured" }
    FNR == 1 { kinds++ }
    /^ac_cv_probe_(machine|compiler|unsaid)=/ { next }
    /^ac_cv_probe_[a-z0-9_]*=/ {
      name = value = $0
      sub(/=.*/, "", name)
      sub(/^ac_cv_probe_/, "", name)
      sub(/^[^=]*=/, "", value)
      sub(/^\$\{[^=]*=/, "", value)
      gsub(/[\047}]/, "", value)
      if (split(value, word, " ") == 0 || word[1] == "unknown" || seen[kinds, name]++)
        next
      if (word[2] == "") word[2] = "given"
      if (word[3] == "undecided") word[2] = word[2] " " word[3]
      if (!known[name]++) {
        names[++n] = name
        least[name] = word[1]
        origin[name] = word[2]
      } else if (word[1] != least[name]) {
        differ[name] = 1
        if (word[1] !~ /^[0-9]+$/ || least[name] !~ /^[0-9]+$/)
          apart[name] = 1
        else if (word[1] + 0 < least[name] + 0)
          least[name] = word[1]
      }
      if (index(trust, word[2]) < index(trust, origin[name]))
        origin[name] = word[2]
    }
    END {
      for (i = 1; i <= n; i++) {
        name = names[i]
        if (known[name] == kinds && (!differ[name] || fits(name) && !apart[name]))
          printf "ac_cv_probe_%s=${ac_cv_probe_%s=\047%s %s\047}%s\n", name, name, least[name], origin[name],
            differ[name] ? " # least" : ""
      }
    }' "$@"
}

# branch CACHE: prints the values of CACHE, each inside #ifndef.
branch () {
  ! knows "$1" || "$archparams" --header="$prefix" --from="$1"
}

# knows CACHE: succeeds if CACHE has any value.
knows () {
  sed '/^ac_cv_probe_machine=/d; /^ac_cv_probe_compiler=/d; /^ac_cv_probe_unsaid=/d; /unknown/d' "$1" 2>/dev/null |
    grep '^ac_cv_probe_' >/dev/null
}

# measure KIND LAUNCHER: writes KIND.cache, unless there is one of the same launcher.
measure () {
  test "$again" = yes || ! knows "$there/$1.cache" ||
    { grep '^# launcher: ' "$there/$1.cache" >"$work/launcher" && test "$(cat "$work/launcher")" != "# launcher: $2"; } ||
    return 0
  PROBE_LAUNCHER=$2 "$archparams" --site >"$work/site" </dev/null &&
    knows "$work/site" && { echo "# launcher: $2"; cat "$work/site"; } >"$there/$1.cache"
}

# header KIND...: prints the header.
header () {
  echo "/* The values that archparams-kinds found for the kinds of node: $*. */"
  condition='#if'
  for kind; do
    echo "$condition defined ${prefix}KIND_$(upper "$kind")"
    branch "$there/$kind.cache" || return 1
    condition='#elif'
    set -- "$@" "$there/$kind.cache"
    shift
  done
  common "$@" >"$work/common"
  sed 's/ # least$//' "$work/common" >"$work/common.cache"
  echo '#else'
  echo '/* Values that are safe on every kind: the least if they differ. */'
  branch "$work/common.cache" >"$work/else" || return 1
  marked
  echo '#endif'
}

# marked: prints the common branch, and marks the values that are the least of all kinds.
marked () {
  awk -v prefix="$prefix" '
    NR == FNR { if (sub(/=.* # least$/, "")) least[prefix toupper(substr($0, 13))] = 1; next }
    $1 == "#define" && $2 in least { sub(/\/\* /, "/* the least of all kinds, ") }
    { print }' "$work/common" "$work/else"
}

prefix=ARCH_
output=archparams.h
again=no
while test $# -gt 0; do
  case $1 in
    --help) usage; exit 0 ;;
    --again) again=yes ;;
    --prefix=*) prefix=${1#*=} ;;
    --output=*) output=${1#*=} ;;
    --prefix | --output)
      test $# -gt 1 || bad "$1 wants a word"
      option=$1
      shift
      eval "${option#--}=\$1" ;;
    -*) bad "there is no option $1; see --help" ;;
    *) break ;;
  esac
  shift
done
identifier "$prefix" || bad "the prefix '$prefix' is no identifier"
{ test -n "$output" && test ! -d "$output"; } || bad "the output '$output' is no file"
test $# -gt 0 || bad 'which kinds? KIND=LAUNCHER...; see --help'
names=
for kind; do
  case $kind in *=*) ;; *) bad "'$kind' is not KIND=LAUNCHER" ;; esac
  name=${kind%%=*}
  identifier "$name" || bad "the kind '$name' is no identifier"
  case " $names " in *" $(upper "$name") "*) bad "there are two kinds $name" ;; esac
  names="$names $(upper "$name")"
done
there=$(dirname "$output")
{ test -d "$there" && test -w "$there"; } || bad "nothing can be written to $there"
beside=$(dirname "$0")/archparams
test -x "$beside" || beside=archparams
archparams=${ARCHPARAMS:-$beside}
command -v "$archparams" >/dev/null || bad "there is no program $archparams; set ARCHPARAMS"

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
status=0
kinds=
for kind; do
  if measure "${kind%%=*}" "${kind#*=}"; then
    kinds="$kinds ${kind%%=*}"
  else
    echo "archparams-kinds: WARNING: there are no values of ${kind%%=*}, which '${kind#*=}' should run" >&2
    status=1
  fi
done
test -n "$kinds" || exit 1
# shellcheck disable=SC2086
header $kinds >"$work/header" || { echo "archparams-kinds: $archparams --header failed" >&2; exit 1; }
cmp -s "$work/header" "$output" || cp "$work/header" "$output" || exit 1
exit $status
