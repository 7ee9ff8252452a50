# fingerprint.sh - the fingerprints of the machine and of the compiler, which guard cached values.  As start.sh.
# shellcheck shell=sh disable=SC1090,SC2034,SC2086,SC2154,SC2317

# ac_fn_probe_machine: prints the machine's fingerprint, one line.  A shell on the target takes it.  If the launcher
# runs no shell, as an emulator, it is that of the build machine with the launcher's words.
ac_fn_probe_machine ()
{
  cat >"$ac_probe_dir/machine.sh" <<'_EOF'
uname -m
awk -F: '
  /^(vendor_id|cpu family|model|model name|stepping|cpu|revision|isa|uarch)[ \t]*:/ ||
  /^CPU (implementer|architecture|variant|part|revision)[ \t]*:/ { if (!seen[$0]++) print $2 }
  /^flags.* hypervisor/ { if (!virtual++) print "hypervisor" }' /proc/cpuinfo
sysctl -n hw.model machdep.cpu.brand_string
test ! -r /sys/hypervisor/type || cat /sys/hypervisor/type
sed -n 's/^Cpus_allowed_list:/cpus /p' /proc/self/status ||
  getconf _NPROCESSORS_ONLN
while IFS=: read -r ac_probe_item ac_probe_controllers ac_probe_group; do
  case ,$ac_probe_controllers, in
    ,,) set -- '' /unified ;;
    *,cpu,*) set -- "/$ac_probe_controllers" /cpu /cpu,cpuacct /cpuacct,cpu ;;
    *) continue ;;
  esac
  case $ac_probe_group in */..* | [!/]*) ac_probe_group= ;; esac
  for ac_probe_mount; do
    ac_probe_mount=/sys/fs/cgroup$ac_probe_mount
    test -d "$ac_probe_mount" || continue
    ac_probe_place=$ac_probe_mount${ac_probe_group%/}
    while
      cat "$ac_probe_place/cpu.max"
      echo $(cat "$ac_probe_place/cpu.cfs_quota_us" && cat "$ac_probe_place/cpu.cfs_period_us")
      test "$ac_probe_place" != "$ac_probe_mount"
    do
      ac_probe_place=${ac_probe_place%/*}
    done
  done
done </proc/self/cgroup | sed -n 's/^[0-9]/quota &/p' | sort -u
echo "page $(getconf PAGESIZE)"
_EOF
  {
    if test -n "$ac_probe_launch" && ac_fn_probe_limited $((ac_probe_seconds + ac_probe_patience)) \
      $ac_probe_launch sh "$ac_probe_at/machine.sh" >"$ac_probe_dir/machine.said" && test -s "$ac_probe_dir/machine.said"; then
      cat "$ac_probe_dir/machine.said"
    else
      rm -f "$ac_probe_dir/machine.said"
      ${CONFIG_SHELL-/bin/sh} "$ac_probe_dir/machine.sh"
      echo "$ac_probe_launch"
    fi
  } 2>/dev/null | tr -cs 'A-Za-z0-9_.,()+-' ' '
}

# ac_fn_probe_code_flags: copies words, without the flags that say how folders shall be called in what is compiled, and
# without the folder after --sysroot or -isysroot: these name the build's folder, and change no code that is timed.
ac_fn_probe_code_flags ()
{
  sed 's/^/ /; s/ -f[a-z]*-prefix-map=[^ ]*//g; s/ -f[a-z]*-compilation-dir=[^ ]*//g
    s/ -isysroot  *[^ ]*/ -isysroot/g; s/ --sysroot  *[^- ][^ ]*/ --sysroot/g; s/ --sysroot=[^ ]*/ --sysroot/g; s/^ //'
}

# ac_fn_probe_compiler: prints a checksum of the languages, their compilers and flags.  Blanks do not matter.
ac_fn_probe_compiler ()
{
  # shellcheck disable=SC2046 # two words
  set -- $(for ac_probe_item in ${ac_probe_languages-c}; do
    case $ac_probe_item in
      c) $CC --version; echo $CC : $CPPFLAGS : $CFLAGS ;;
      cxx) $CXX --version; echo c++ $CXX : $CPPFLAGS : $CXXFLAGS ;;
    esac
  done 2>/dev/null | ac_fn_probe_code_flags | cksum)
  echo "$1-$2"
}

# ac_fn_probe_about: prints the head of a recording: how its tables were measured.
ac_fn_probe_about ()
{
  echo "archparams: $ac_probe_version"
  echo "machine: $ac_cv_probe_machine"
  ac_fn_probe_flags
  echo "counters: $ac_probe_counters"
}

# ac_fn_probe_flags: prints the compiler and its flags, a line each.
ac_fn_probe_flags ()
{
  case ${ac_probe_languages-c} in
    cxx) set -- "$CXX" CXX CPPFLAGS CXXFLAGS LDFLAGS ;;
    *) set -- "$CC" CC CPPFLAGS CFLAGS LDFLAGS ;;
  esac
  echo "compiler: $($1 --version 2>/dev/null | sed 1q)"
  shift
  for ac_probe_item; do
    eval "ac_probe_answer=\$$ac_probe_item"
    printf '%s: %s\n' "$ac_probe_item" "$({ printf %s "$ac_probe_answer" | tr '\n\t' '  '; echo; } | ac_fn_probe_code_flags)"
  done
}

# ac_fn_probe_in_cache WHAT: sets ac_probe_item to the fingerprint in the cache file, whatever config.site sets.
ac_fn_probe_in_cache ()
{
  ac_probe_item=
  test -f "$cache_file" || return 0
  while IFS= read -r ac_probe_line; do
    case $ac_probe_line in
      "ac_cv_probe_$1="*) ac_probe_item=${ac_probe_line##*=}
        ac_probe_item=${ac_probe_item#"'"}
        ac_probe_item=${ac_probe_item%"}"}
        ac_probe_item=${ac_probe_item%"'"} ;;
    esac
  done <"$cache_file"
}

# ac_fn_probe_guard WHAT NOW PATTERN: if a fingerprint of WHAT, from config.site or in the cache, is not NOW, drops the
# measured and queried values whose names match PATTERN, also those of other packages that share the cache.
ac_fn_probe_guard ()
{
  ac_fn_probe_in_cache "$1"
  eval "ac_probe_before=\$ac_cv_probe_$1,\${ac_probe_item:-\$2} ac_probe_of=\$ac_cv_probe_$1; ac_cv_probe_$1=\$2"
  test "$ac_probe_before" != "$2,$2" || return 0
  case ${ac_probe_of#archparams * },${ac_probe_item#archparams * } in
    "${2#archparams * }," | "${2#archparams * },${2#archparams * }") ac_probe_of=archparams ;; # of this machine
    *) ac_probe_of=$1 ;;
  esac
  ac_probe_dropped=
  test $1 != machine || unset ac_cv_probe_unsaid
  for ac_probe_var in $(set | sed -n "s/^ac_cv_probe_\([a-z0-9_]*\)=.* \([mq][a-z]*ed\|queried undecided\).\{0,1\}$/\1/p"); do
    eval "case $ac_probe_var in
      $3) unset ac_cv_probe_$ac_probe_var
        case $ac_probe_var in hint_*) ;; *) ac_probe_dropped=\"\$ac_probe_dropped $ac_probe_var\" ;; esac ;;
    esac"
  done
  test -z "$ac_probe_dropped" ||
    ac_fn_probe_warning "cached values of another $ac_probe_of are dropped:$ac_probe_dropped"
  test "$ac_probe_item" != "$2" || case $cache_file in # those of config.site, and these are left
    /*) . "$cache_file" ;;
    *) . "./$cache_file" ;;
  esac
}

# ac_fn_probe_drop_changed NAME SUM PARAMETER...: drops the cached answers to what the user has written, a statement or a
# kernel called NAME, if it had another checksum.  Given ones stay.
ac_fn_probe_drop_changed ()
{
  test $ac_probe_started = yes || ac_fn_probe_start
  eval "ac_probe_before=\$ac_cv_probe_sources_$1 ac_cv_probe_sources_$1=\$2"
  ac_probe_name=$1
  test "$ac_probe_before" != "$2" || return 0
  shift 2
  for ac_probe_item; do
    eval "ac_probe_answer=\$ac_cv_probe_$ac_probe_item"
    case $ac_probe_answer in *' measured' | *' queried' | *' default') ;; *) continue ;; esac
    echo "$as_me: $ac_probe_name has changed since it was cached, so $ac_probe_item is found again" >&5
    unset ac_cv_probe_$ac_probe_item
  done
}
