# Links with threads; a configure that asks for several CPUs carries it.  As engine.sh.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154

# ac_fn_probe_link_threads PROGRAM ARGUMENT...: as ac_fn_probe_link, with the first option that gives
# POSIX threads.
ac_fn_probe_link_threads ()
{
  for ac_probe_option in '' -pthread -lpthread; do
    ac_fn_probe_link "$@" $ac_probe_option && break
  done
}
ac_probe_linker=ac_fn_probe_link_threads
