# threads.sh - options for POSIX threads and hwloc, for parameters of several CPUs.  As start.sh.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154

# ac_fn_probe_link_probe PROGRAM ARGUMENT...: as ac_fn_probe_link, with the first option that works for POSIX threads.
ac_fn_probe_link_probe ()
{
  for ac_probe_option in '' -pthread -lpthread; do
    ac_fn_probe_link "$@" $ac_probe_option $ac_probe_hwloc && break
  done
}

# ac_fn_probe_prepare: sets the options for hwloc if --with-hwloc is given.
ac_fn_probe_prepare ()
{
  ac_probe_defines=''
  ac_probe_hwloc=''
  case $with_hwloc in '' | no) return ;; esac
  ac_probe_defines="-DPROBE_HWLOC $(${PKG_CONFIG:-pkg-config} --cflags hwloc 2>/dev/null)"
  ac_probe_hwloc=$(${PKG_CONFIG:-pkg-config} --libs hwloc 2>/dev/null)
  : "${ac_probe_hwloc:=-lhwloc}"
  printf '%s\n' '#include <hwloc.h>' 'int main(void) { return hwloc_get_api_version() == 0; }' \
    >"$ac_probe_dir/hwloc.c"
  ac_fn_probe_compile hwloc $ac_probe_defines "$ac_probe_dir/hwloc.c" &&
    ac_fn_probe_link hwloc "$ac_probe_dir/hwloc.$OBJEXT" $ac_probe_hwloc && {
    rm -f "$ac_probe_dir/hwloc.$OBJEXT"
    return
  }
  ac_fn_probe_log "$ac_probe_said"
  as_fn_error $? "--with-hwloc: hwloc.h or libhwloc is missing, see config.log" "$LINENO" 5
}
