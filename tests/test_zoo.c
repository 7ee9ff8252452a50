/* test_zoo.c - every machine of tests/zoo/, measured by the sweeps and decided by the methods that
   run on real ones: each answer is right or `unknown`, never wrong.

   ZOO_SEEDS: runs of each machine (3).  ZOO_VERBOSE=1: a line for each machine.  ZOO_ONLY: the
   machines whose names contain it.  ZOO_SWEEP: that sweep only.  ZOO_TABLES=1: what is wrong with
   its table. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../analysis/room.h"
#include "sim/read.h"
#include "sim/run.h"
#include "sim/truth.h"
#include "sweeps.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* pairs.h is made from the tables of parameters, by tests/pairs. */
#define METHOD(name) extern const struct method name##_method;
#define SWEEP(name) sweep sweep_##name;
#define TRIED(sweep, methods, names)
#include "pairs.h"
#undef METHOD
#undef SWEEP
#undef TRIED

/* ---- what is tried ---- */

enum { METHODS_MOST = 3, NAMES_MOST = 16 };

/* A sweep, what decides from its table, and the parameters that it is asked for. */
static const struct pair {
    const char *name;
    sweep *run;
    const struct method *method[METHODS_MOST];
    const char *asked[NAMES_MOST];
} PAIRS[] = {
#define METHOD(name)
#define SWEEP(name)
#define METHODS(...)                                                                               \
    { __VA_ARGS__, NULL }
#define NAMES(...)                                                                                 \
    { __VA_ARGS__, NULL }
#define TRIED(sweep, methods, names) {#sweep, sweep_##sweep, methods, names},
#include "pairs.h"
};
enum { PAIRS_COUNT = sizeof PAIRS / sizeof *PAIRS };

/* What a machine has to bear that has no noise of its own. */
static const struct noise USUAL = {
    .jitter = 0.003, .preempted = 0.02, .preempted_us = 20, .disagree = 0.01, .step_ns = 1};
/* The counters of a machine of which nothing is said: all, as a system gives them. */
static const struct sim_counters COUNTERS = {
    .events = (1U << EVENTS) - 1, .overhead = 7, .touched = 20, .shared = 0.02};
static const struct noise QUIET = {.jitter = 0};

/* Sweeps that have a test of their own, with machines that show something: test_huge.c,
   test_branch.c and test_parallel.c. */
static const char *const ELSEWHERE[] = {"tlb_huge", "branches", "sharing_l4", NULL};

/* A machine or a sweep, and a parameter of it. */
struct exception {
    const char *machine, *name;
};

/* What a sweep may leave unknown even without noise, on any machine: levels behind the second,
   which may not fit, not be there or be smeared, and what another sweep tells exactly. */
static const struct exception OPTIONAL[] = {
    {"levels", "l2_latency"},
    {"levels", "l3_latency"},
    {"levels", "l4_latency"},
    {"l1", "l1_virtual"},
    {"l2", "l2_virtual"},
    {"l2", "l2_replacement"},
    {"l3", "l3_size"},
    {"l3", "l3_assoc"},
    {"l3", "l3_line"},
    {"l3", "l3_virtual"},
    {"l3", "l3_replacement"},
    {"l4", "l4_size"},
    {"l4", "l4_assoc"},
    {"l4", "l4_line"},
    {"l4", "l4_virtual"},
    {"l4", "l4_replacement"},
    {"stores", "l2_write_back"},
    {"stores", "l3_write_allocate"},
    {"stores", "l3_write_back"},
    {"stores", "l4_write_allocate"},
    {"stores", "l4_write_back"},
    {"bandwidth_l3", "l3_read_bandwidth"},
    {"bandwidth_l3", "l3_write_bandwidth"},
    {"bandwidth_l3", "l3_copy_bandwidth"},
    {"bandwidth_l4", "l4_read_bandwidth"},
    {"bandwidth_l4", "l4_write_bandwidth"},
    {"bandwidth_l4", "l4_copy_bandwidth"},
    {"sharing_l3", "l3_shared_cpus"},
    {"sharing_l3", "l3_size_per_cpu"},
    {"unified", "l2_unified"},
    {"decoded", "uop_cache_uops"},
    {"jumps", "btb_entries"},
    {"tlb2", "tlb2_replacement"},
    {"clock", "timer_resolution_ps"},
    {NULL, NULL},
};

/* What a method says of more than its sweep is asked for. */
static const struct exception ALSO[] = {
    {"counted_data", "l1_size"},
    {"counted_data", "l1_assoc"},
    {"counted_data", "l1_line"},
    {"counted_data", "l1_write_allocate"},
    {NULL, NULL},
};

/* What a sweep says of levels that another one measures. */
static const struct exception ASIDE[] = {
    {"levels", "l1_size"},
    {"levels", "l2_size"},
    {NULL, NULL},
};

/* What may be unknown without noise as well. */
static const struct exception HARD[] = {
    /* evictors for the first level, replaced at random, leave no room in one of twice its size, and
       smear the edge between the two */
    {"cortex_a55", "cache_levels"},
    {"cortex_a55", "l1_replacement"},
    {"cortex_a55", "l1_write_back"},
    {"cortex_a55", "l2_latency"},
    {"cortex_a55", "l2_size"},
    {"cortex_a55", "l2_assoc"},
    {"cortex_a55", "l2_line"},
    {"cortex_a55", "l2_write_allocate"},
    /* there is no such level */
    {"xscale", "l2_latency"},
    {"xscale", "l2_size"},
    {"xscale", "l2_assoc"},
    {"xscale", "l2_line"},
    {"xscale", "l2_write_allocate"},
    /* bimodal insertion and inclusion smear the curve until it has no end */
    {"brrip_l3", "cache_levels"},
    {"brrip_l3", "mem_latency_ns"},
    /* from one level to another of twice its latency the curve climbs little by little */
    {"near_l3", "cache_levels"},
    /* the next line comes at times, and lines of 96 bytes lie across every power of two */
    {"zen5", "fetch_size"},
    {"lines_96", "fetch_size"},
    /* its prefetcher follows the pointers of each chain: misses do not wait for each other */
    {"apple", "outstanding_misses"},
    /* written lines cost nothing where they leave: a victim's level takes clean ones as well */
    {"athlon_mp", "l1_write_back"},
    /* on some seeds its inclusive third level takes lines from the others while stores go round */
    {"brrip_l3", "l1_write_back"},
    /* one miss at a time: a store beyond the level costs little more than what it fetches */
    {"direct_mapped", "l1_write_back"},
    /* what allocates and writes through has no step, and neither has much else */
    {"fifo", "l1_write_back"},
    /* random replacement smears the first edge until another level could be in it */
    {"ultrasparc3", "l2_write_allocate"},
    /* there is no stride that is a way, or none that is found */
    {"lines_96", "l1_replacement"},
    /* eight blocks are on a page, and its prefetcher fetches one for another */
    {"power3", "l1_replacement"},
    /* there is no TLB */
    {"brrip_l2", "tlb1_entries"},
    {"brrip_l2", "tlb1_assoc"},
    {"brrip_l2", "tlb1_miss"},
    {"brrip_l2", "page_size"},
    {"five_colours", "tlb1_entries"},
    {"five_colours", "tlb1_assoc"},
    {"five_colours", "tlb1_miss"},
    {"five_colours", "page_size"},
    {"fully_associative", "tlb1_entries"},
    {"fully_associative", "tlb1_assoc"},
    {"fully_associative", "tlb1_miss"},
    {"fully_associative", "page_size"},
    {"lines_96", "tlb1_entries"},
    {"lines_96", "tlb1_assoc"},
    {"lines_96", "tlb1_miss"},
    {"lines_96", "page_size"},
    {"victim_cache", "tlb1_entries"},
    {"victim_cache", "tlb1_assoc"},
    {"victim_cache", "tlb1_miss"},
    {"victim_cache", "page_size"},
    /* replaced at random, some entries stay whatever is visited */
    {"direct_mapped", "tlb1_assoc"},
    {"direct_mapped", "tlb1_miss"},
    {"direct_mapped", "page_size"},
    /* there is no memory for as many pages as its second TLB holds */
    {"pages_64k", "tlb_levels"},
    {"pages_64k", "tlb2_entries"},
    {"pages_64k", "tlb2_assoc"},
    {"pages_64k", "tlb2_miss"},
    /* as many pages as its second TLB holds are more lines than its second level, and prefetched
       when they are packed */
    {"skylake_client", "tlb2_entries"},
    {"skylake_client", "tlb2_assoc"},
    {"skylake_client", "tlb2_miss"},
    /* its entries hold four pages, and lines of the tables twice as many */
    {"coalescing", "tlb_levels"},
    {"coalescing", "tlb2_entries"},
    {"coalescing", "tlb2_assoc"},
    {"coalescing", "tlb2_miss"},
    /* not all miss, however many they are */
    {"random", "tlb2_miss"},
    /* its first TLB reaches less far than its first level, and is all that strides show */
    {"small_tlb", "l1_size"},
    {"small_tlb", "l1_assoc"},
    {"small_tlb", "l1_line"},
    {"small_tlb", "l1_replacement"},
    {"small_tlb", "l2_size"},
    {"small_tlb", "l2_assoc"},
    {"small_tlb", "l2_line"},
    {"small_tlb", "l2_latency"},
    /* a lap of it is too short to be timed, except one of which no data evict half */
    {"fully_associative", "l1_unified"},
    {"itanium2", "l1_unified"},
    {"pentium4", "l1_unified"},
    /* nowhere does code evict what data do, so that it may not have been fetched */
    {"brrip_l2", "l1_unified"},
    {"ultrasparc3", "l1_unified"},
    {"xscale", "l1_unified"},
    /* its second level has as many ways, and conflicts where the first does */
    {"fifo", "l1i_size"},
    {"fifo", "l1i_assoc"},
    {"fifo", "l1i_line"},
    /* no distance that is measured is less than a way, or none is a multiple of it, or more lines
       conflict than are called */
    {"fully_associative", "l1i_size"},
    {"fully_associative", "l1i_assoc"},
    {"fully_associative", "l1i_line"},
    {"lines_96", "l1i_size"},
    {"lines_96", "l1i_assoc"},
    {"lines_96", "l1i_line"},
    {"power3", "l1i_size"},
    {"power3", "l1i_assoc"},
    {"power3", "l1i_line"},
    {"xscale", "l1i_size"},
    {"xscale", "l1i_assoc"},
    {"xscale", "l1i_line"},
    /* replaced at random, a line too many costs little */
    {"cortex_a55", "l1i_size"},
    {"cortex_a55", "l1i_assoc"},
    {"cortex_a55", "l1i_line"},
    /* a way is wider than a page, and the frames of code are scattered */
    {"neoverse_n1", "l1i_size"},
    {"neoverse_n1", "l1i_assoc"},
    {"neoverse_n1", "l1i_line"},
    {"neoverse_n1_scattered", "l1i_size"},
    {"neoverse_n1_scattered", "l1i_assoc"},
    {"neoverse_n1_scattered", "l1i_line"},
    {"no_l3", "l1i_size"},
    {"no_l3", "l1i_assoc"},
    {"no_l3", "l1i_line"},
    /* it keeps no lines of code */
    {"pentium4", "l1i_size"},
    {"pentium4", "l1i_assoc"},
    {"pentium4", "l1i_line"},
    /* a set's tree keeps what stands beside the loop's own page */
    {"skylake_client", "itlb_entries"},
    {"skylake_client", "itlb_assoc"},
    /* a predictor does not remember so many calls, and takes more than a page too many of one
       set */
    {"sapphire_rapids", "itlb_entries"},
    {"sapphire_rapids", "itlb_assoc"},
    /* the lines of a lap do not fit into its first level */
    {"direct_mapped", "tlb1_replacement"},
    {"pentium4", "tlb1_replacement"},
    {"ultrasparc1", "tlb1_replacement"},
    /* its second level holds hardly more lines than lie between */
    {"skylake_client", "tlb_unified"},
    /* what hits its second TLB costs hardly more than what hits the first */
    {"athlon_mp", "tlb_unified"},
    {"core2", "tlb_unified"},
    /* its TLB of code has fewer ways than its cache, at distances that are a way of both */
    {"core2", "l1i_size"},
    {"core2", "l1i_assoc"},
    {"core2", "l1i_line"},
    /* pages or lines at random: a level's streams never fit into a part of it, or never all pass
       the level in front, or there is no such level */
    {"cortex_a55", "l2_read_bandwidth"},
    {"cortex_a55", "l2_write_bandwidth"},
    {"cortex_a55", "l2_copy_bandwidth"},
    {"direct_mapped", "l2_read_bandwidth"},
    {"direct_mapped", "l2_write_bandwidth"},
    {"direct_mapped", "l2_copy_bandwidth"},
    {"neoverse_n1", "l2_read_bandwidth"},
    {"neoverse_n1", "l2_write_bandwidth"},
    {"neoverse_n1", "l2_copy_bandwidth"},
    {"neoverse_n1_scattered", "l2_read_bandwidth"},
    {"neoverse_n1_scattered", "l2_write_bandwidth"},
    {"neoverse_n1_scattered", "l2_copy_bandwidth"},
    {"p5", "l2_read_bandwidth"},
    {"p5", "l2_write_bandwidth"},
    {"p5", "l2_copy_bandwidth"},
    {"xscale", "l2_read_bandwidth"},
    {"xscale", "l2_write_bandwidth"},
    {"xscale", "l2_copy_bandwidth"},
    /* its cores are of two kinds, and caches are seen of one */
    {"hybrid12", "l1_shared_cpus"},
    {"hybrid12", "l1_size_per_cpu"},
    {"hybrid12", "l2_shared_cpus"},
    {"hybrid12", "l2_size_per_cpu"},
    /* it has no such level */
    {"quota", "l1_shared_cpus"},
    {"quota", "l1_size_per_cpu"},
    {"quota", "l2_shared_cpus"},
    {"quota", "l2_size_per_cpu"},
    {"unpinned", "l1_shared_cpus"},
    {"unpinned", "l1_size_per_cpu"},
    {"unpinned", "l2_shared_cpus"},
    {"unpinned", "l2_size_per_cpu"},
    {"unpinned_two", "l1_shared_cpus"},
    {"unpinned_two", "l1_size_per_cpu"},
    {"unpinned_two", "l2_shared_cpus"},
    {"unpinned_two", "l2_size_per_cpu"},
    {"smp1", "l2_shared_cpus"},
    {"smp1", "l2_size_per_cpu"},
    /* its CPUs are not where they were, or not all there at once, or others are on its cores */
    {"vm_beside", "l1_shared_cpus"},
    {"vm_beside", "l1_size_per_cpu"},
    {"vm_beside", "l2_shared_cpus"},
    {"vm_beside", "l2_size_per_cpu"},
    {"vm_contended", "l1_shared_cpus"},
    {"vm_contended", "l1_size_per_cpu"},
    {"vm_contended", "l2_shared_cpus"},
    {"vm_contended", "l2_size_per_cpu"},
    {"vm_moved", "l1_shared_cpus"},
    {"vm_moved", "l1_size_per_cpu"},
    {"vm_moved", "l2_shared_cpus"},
    {"vm_moved", "l2_size_per_cpu"},
    {"vm_stolen", "l1_shared_cpus"},
    {"vm_stolen", "l1_size_per_cpu"},
    {"vm_stolen", "l2_shared_cpus"},
    {"vm_stolen", "l2_size_per_cpu"},
    /* it has no second level */
    {"near_nodes", "l2_shared_cpus"},
    {"near_nodes", "l2_size_per_cpu"},
    {"node_full", "l2_shared_cpus"},
    {"node_full", "l2_size_per_cpu"},
    {"quadrants", "l2_shared_cpus"},
    {"quadrants", "l2_size_per_cpu"},
    {"sub_numa", "l2_shared_cpus"},
    {"sub_numa", "l2_size_per_cpu"},
    {"traffic", "l2_shared_cpus"},
    {"traffic", "l2_size_per_cpu"},
    {"vm_nodes_moved", "l2_shared_cpus"},
    {"vm_nodes_moved", "l2_size_per_cpu"},
    {"vm_nodes_moved", "l1_shared_cpus"},
    {"vm_nodes_moved", "l1_size_per_cpu"},
    {"vm_nodes_moved", "comm_bandwidth_min"},
    {"vm_nodes_moved", "comm_bandwidth_max"},
    /* there is no memory for so many */
    {"server96", "mem_read_bandwidth_all"},
    {"server96", "mem_write_bandwidth_all"},
    {"server96", "mem_copy_bandwidth_all"},
    {"mesh256", "mem_read_bandwidth_all"},
    {"mesh256", "mem_write_bandwidth_all"},
    {"mesh256", "mem_copy_bandwidth_all"},
    {"power512", "mem_read_bandwidth_all"},
    {"power512", "mem_write_bandwidth_all"},
    {"power512", "mem_copy_bandwidth_all"},
    /* there is nobody to pass a line to; or there are more pairs than rows */
    {"smp1", "comm_ns_min"},
    {"smp1", "comm_ns_max"},
    {"power512", "comm_ns_min"},
    {"power512", "comm_ns_max"},
    {"smp1", "comm_bandwidth_min"},
    {"smp1", "comm_bandwidth_max"},
    {"power512", "comm_bandwidth_min"},
    {"power512", "comm_bandwidth_max"},
    /* none of its threads loses its CPU, or too seldom */
    {"bulldozer8", "time_slice_us"},
    {"mesh256", "time_slice_us"},
    {"power512", "time_slice_us"},
    {"two_sockets", "time_slice_us"},
    {"vm_moved", "time_slice_us"},
    {"vm_stolen", "time_slice_us"},
    /* its CPUs are not where they were, or not all there at once */
    {"vm_moved", "cores"},
    {"vm_moved", "threads_per_core"},
    {"vm_moved", "contexts_int"},
    {"vm_moved", "contexts_fp"},
    {"vm_moved", "contexts_mem"},
    {"vm_moved", "comm_ns_min"},
    {"vm_moved", "comm_ns_max"},
    {"vm_moved", "comm_bandwidth_min"},
    {"vm_moved", "comm_bandwidth_max"},
    {"vm_stolen", "cores"},
    {"vm_stolen", "threads_per_core"},
    {"vm_stolen", "contexts_int"},
    {"vm_stolen", "contexts_fp"},
    {"vm_stolen", "contexts_mem"},
    /* others may be on its cores all the time */
    {"vm_beside", "cores"},
    {"vm_beside", "threads_per_core"},
    {"vm_beside", "contexts_int"},
    {"vm_beside", "contexts_fp"},
    {"vm_beside", "contexts_mem"},
    {"vm_beside", "core_kinds"},
    {"vm_contended", "cores"},
    {"vm_contended", "threads_per_core"},
    {"vm_contended", "contexts_int"},
    {"vm_contended", "contexts_fp"},
    {"vm_contended", "contexts_mem"},
    {"vm_contended", "core_kinds"},
    /* nothing is where it should be, and no two wait for each other alone */
    {"unpinned", "mem_read_bandwidth_all"},
    {"unpinned", "mem_write_bandwidth_all"},
    {"unpinned", "mem_copy_bandwidth_all"},
    {"unpinned_two", "mem_read_bandwidth_all"},
    {"unpinned_two", "mem_write_bandwidth_all"},
    {"unpinned_two", "mem_copy_bandwidth_all"},
    {"unpinned", "cores"},
    {"unpinned", "threads_per_core"},
    {"unpinned", "contexts_int"},
    {"unpinned", "contexts_fp"},
    {"unpinned", "contexts_mem"},
    {"unpinned", "core_kinds"},
    {"unpinned", "comm_bandwidth_min"},
    {"unpinned", "comm_bandwidth_max"},
    {"unpinned_two", "comm_bandwidth_min"},
    {"unpinned_two", "comm_bandwidth_max"},
    {"unpinned", "comm_ns_min"},
    {"unpinned", "comm_ns_max"},
    {"unpinned_two", "cores"},
    {"unpinned_two", "threads_per_core"},
    {"unpinned_two", "contexts_int"},
    {"unpinned_two", "contexts_fp"},
    {"unpinned_two", "contexts_mem"},
    {"unpinned_two", "core_kinds"},
    {"unpinned_two", "comm_ns_min"},
    {"unpinned_two", "comm_ns_max"},
    {"unpinned_two", "time_slice_us"},
    {"unpinned", "numa_nodes"},
    {"unpinned_two", "numa_nodes"},
    /* a node's own memory is full; nodes are nearer to each other than noise lets tell; others make
       memory slower by as much; and no CPU stays where its memory is */
    {"node_full", "numa_nodes"},
    {"quadrants", "numa_nodes"},
    {"traffic", "numa_nodes"},
    {"vm_nodes_moved", "numa_nodes"},
    {"vm_nodes_moved", "cores"},
    {"vm_nodes_moved", "threads_per_core"},
    {"vm_nodes_moved", "contexts_int"},
    {"vm_nodes_moved", "contexts_fp"},
    {"vm_nodes_moved", "contexts_mem"},
    {"vm_nodes_moved", "comm_ns_min"},
    {"vm_nodes_moved", "comm_ns_max"},
    {"vm_nodes_moved", "time_slice_us"},
    /* its slow cores are as far from memory as if it were another node's */
    {"hybrid12", "numa_nodes"},
    /* more entries than a search for them asks for */
    {"tlb512", "tlb1_entries"},
    {"tlb512", "tlb1_assoc"},
    {"tlb512", "tlb1_miss"},
    {"tlb512", "page_size"},
    {"tlb512", "tlb_levels"},
    {"tlb512", "tlb2_miss"},
    {"tlb512", "tlb2_entries"},
    {"tlb512", "tlb2_assoc"},
    {"tlb513", "tlb1_entries"},
    {"tlb513", "tlb1_assoc"},
    {"tlb513", "tlb1_miss"},
    {"tlb513", "page_size"},
    {"tlb513", "tlb_levels"},
    {"tlb513", "tlb2_miss"},
    {"tlb513", "tlb2_entries"},
    {"tlb513", "tlb2_assoc"},
    /* laps are of fewer ways */
    {"tlb257", "tlb1_replacement"},
    {"tlb288", "tlb1_replacement"},
    {"tlb511", "tlb1_replacement"},
    {"tlb513", "tlb1_replacement"},
    /* as many ways of code are not called */
    {"tlb257", "l1i_size"},
    {"tlb257", "l1i_assoc"},
    {"tlb257", "l1i_line"},
    {"tlb511", "l1i_size"},
    {"tlb511", "l1i_assoc"},
    {"tlb511", "l1i_line"},
    {"tlb512", "l1i_size"},
    {"tlb512", "l1i_assoc"},
    {"tlb512", "l1i_line"},
    {"tlb513", "l1i_size"},
    {"tlb513", "l1i_assoc"},
    {"tlb513", "l1i_line"},
    {"ways_24", "l1i_size"},
    {"ways_24", "l1i_assoc"},
    {"ways_24", "l1i_line"},
    /* as many pages as its second TLB holds are as many lines as its first level, or there is no
       memory for them */
    {"tlb511", "tlb2_miss"},
    {"tlb511", "tlb2_entries"},
    {"tlb511", "tlb2_assoc"},
    {"tlb288", "tlb2_miss"},
    {"tlb288", "tlb2_entries"},
    {"tlb288", "tlb2_assoc"},
    {"lines_256", "tlb2_miss"},
    {"lines_256", "tlb2_entries"},
    {"lines_256", "tlb2_assoc"},
    /* the same */
    {"lines_256", "tlb_levels"},
    /* it takes too long to tell its colours apart */
    {"tlb288", "l2_size"},
    {"tlb288", "l2_assoc"},
    {"tlb288", "l2_line"},
    {"tlb288", "l2_latency"},
    {NULL, NULL},
};

/* What counts may leave unknown without noise, where time need not. */
static const struct exception UNCOUNTED[] = {
    /* no power of two is a way, or none is a number of lines */
    {"lines_96", "l1_size"},
    {"lines_96", "l1_assoc"},
    {"lines_96", "l1_line"},
    /* its frames are scattered, and a way is larger than a page */
    {"neoverse_n1_scattered", "l1_size"},
    {"neoverse_n1_scattered", "l1_assoc"},
    {"neoverse_n1_scattered", "l1_line"},
    {"neoverse_n1_scattered", "l1_write_allocate"},
    {"neoverse_n1_scattered", "l1_unified"},
    /* what its prefetcher brings in pushes others out, of four sets of 128 ways in turn */
    {"power3", "l1_size"},
    {"power3", "l1_assoc"},
    {"power3", "l1_line"},
    {"power3", "l1_write_allocate"},
    {"power3", "l1_unified"},
    /* a line holds four of the evicted places */
    {"lines_256", "l1_write_allocate"},
    {"lines_256", "l1_unified"},
    /* an array of the count has fewer pages */
    {"tlb512", "tlb1_entries"},
    {"tlb513", "tlb1_entries"},
    {"tlb513", "tlb1_assoc"},
    {"tlb513", "page_size"},
    {NULL, NULL},
};

/* What only check-zoo tries with noise, ZOO_SLOW=1: these search until their time is out, or nearly
   so. */
static const struct exception SLOW[] = {
    {"apple", "l2"},         {"brrip_l2", "l2"},    {"busy", "l2"}, {"cloud", "l2"},
    {"direct_mapped", "l2"}, {"zen4_beside", "l1"}, {NULL, NULL},
};

/* Machines that show one thing each, and vary others that all seeds are tried on: they have one run
   of each sweep, with noise but for what is SLOW with it, where SLOW is left out. */
static const char *const ONCE[] = {"brrip_l2",
                                   "clock_1us",
                                   "clock_change",
                                   "coalescing",
                                   "cortex_a55",
                                   "data_l2",
                                   "direct_mapped",
                                   "fifo",
                                   "fully_associative",
                                   "hashed_l2",
                                   "l1_4k",
                                   "l3_twice",
                                   "near_l3",
                                   "neighbour",
                                   "neoverse_n1_scattered",
                                   "one_tlb",
                                   "partly_hashed",
                                   "powerpc7450",
                                   "skylake_client",
                                   "skylake_sp_promoted",
                                   "small_tlb",
                                   "unified_l1",
                                   "victim_cache",
                                   "xscale",
                                   "zen4_beside",
                                   "zen5",
                                   NULL};

/* Where SLOW is left out the first seed is without noise, and the others are with it.  Translation
   and code have no other seed, nor have counts, which noise hardly moves. */
static const char *const BRIEF[] = {"tlb",          "tlb2",         "tlb_replacement",
                                    "tlb_unified",  "itlb",         "icache",
                                    "counted_data", "counted_code", NULL};

/* Levels behind the second, code against data, and long runs of code blocks take some seconds
   everywhere: they have one run with noise there, of machines that show something. */
static const char *const SINGLE[] = {"l3",    "l4",           "unified",      "decoded",
                                     "jumps", "bandwidth_l3", "bandwidth_l4", "bandwidth_memory",
                                     NULL};
static const struct exception SHOWN[] = {
    {"athlon_mp", "unified"},
    {"data_l2", "unified"},
    {"itanium2", "unified"},
    {"neoverse_n1", "unified"},
    {"pentium3", "unified"},
    {"power3", "unified"},
    {"skylake_sp_scattered", "unified"},
    {"small_tlb", "unified"},
    {"ultrasparc3", "unified"},
    {"unified_l1", "unified"},
    {"zen2", "unified"},
    {"zen4", "unified"},
    {"itanium2", "l3"},
    {"pentium4", "l3"},
    {"powerpc7450", "l3"},
    {"zen4", "l3"},
    {"four_levels", "l4"},
    {"four_levels", "bandwidth_l3"},
    {"four_levels", "bandwidth_l4"},
    {"itanium2", "bandwidth_l3"},
    {"skylake_sp_scattered", "bandwidth_l3"},
    {"zen4", "bandwidth_l3"},
    {"one_tlb", "bandwidth_memory"},
    {"zen4", "bandwidth_memory"},
    {"hashed_l2", "decoded"},
    {"no_l3", "decoded"},
    {"pentium4", "decoded"},
    {"zen5", "decoded"},
    {"cloud", "jumps"},
    {"p5", "jumps"},
    {"skylake_client", "jumps"},
    {"zen2", "jumps"},
    {"zen4_beside", "jumps"},
    {NULL, NULL},
};

/* Machines at the bounds of what the sweeps have room for: one run of each sweep, without noise,
   and of those that are there for their TLBs only one of each sweep that is about these. */
static const char *const BOUNDS[] = {"lines_256", "pages_16k", "tlb257", "tlb288",  "tlb511",
                                     "tlb512",    "tlb513",    "ways_3", "ways_24", NULL};
static const char *const OF_TLBS[] = {"tlb", "tlb2", "tlb_replacement", "counted_data", NULL};

static int is_in(const struct exception *table, const char *machine, const char *name) {
    for (; table->machine != NULL; table++)
        if (strcmp(table->machine, machine) == 0 && strcmp(table->name, name) == 0)
            return 1;
    return 0;
}

static int is_of(const char *const *names, const char *name) {
    while (*names != NULL && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

/* ---- machines ---- */

enum { MACHINES_MOST = 120 };

struct subject {
    char name[60];
    struct sim_machine sim;
    struct truth truth[TRUTHS_MOST];
    size_t truths;
    size_t known, unknown, wrong;
};

static struct subject zoo[MACHINES_MOST];
static size_t zoo_count;

static void read_subject(const char *path) {
    struct subject *subject = &zoo[zoo_count++];
    char why[600];
    const char *slash = strrchr(path, '/');
    FILE *file = fopen(path, "r");
    if (file == NULL || !machine_read(&subject->sim, file, path, why, sizeof why)) {
        fprintf(stderr, "%s\n", file == NULL ? path : why);
        exit(1);
    }
    fclose(file);
    snprintf(subject->name, sizeof subject->name, "%s", slash + 1);
    subject->name[strcspn(subject->name, ".")] = '\0';
    subject->truths = truths_of(&subject->sim, subject->truth);
}

static void read_zoo(void) {
    const char *source = getenv("srcdir"), *only = getenv("ZOO_ONLY");
    char pattern[1000];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/tests/zoo/*%s*.machine", source != NULL ? source : ".",
             only != NULL ? only : "");
    if (glob(pattern, 0, NULL, &found) != 0) {
        fprintf(stderr, "no machines in %s\n", pattern);
        exit(1);
    }
    if (!room_for(MACHINES_MOST, found.gl_pathc, 1)) {
        fprintf(stderr, "more than %d machines\n", MACHINES_MOST);
        exit(1);
    }
    for (size_t i = 0; i < found.gl_pathc; i++)
        read_subject(found.gl_pathv[i]);
    globfree(&found);
}

/* ---- one run ---- */

struct trial {
    const struct subject *subject;
    const struct pair *pair;
    uint64_t seed;
    int quiet;
    size_t known, unknown, wrong;
};

static const struct truth *truth_named(const struct subject *subject, const char *name) {
    for (size_t i = 0; i < subject->truths; i++)
        if (strcmp(subject->truth[i].name, name) == 0)
            return &subject->truth[i];
    return NULL;
}

static void complain(struct trial *trial, const char *name, const char *value) {
    const struct truth *truth = truth_named(trial->subject, name);
    trial->wrong++;
    fprintf(stderr, "%s, seed %u, %s: %s=%s", trial->subject->name, (unsigned)trial->seed,
            trial->quiet ? "no noise" : "noise", name, value);
    if (truth == NULL)
        fprintf(stderr, ", of which there is none\n");
    else if (truth->word != NULL)
        fprintf(stderr, ", should be %s\n", truth->word);
    else
        fprintf(stderr, ", should be from %g to %g\n", truth->least, truth->most);
}

/* Do only files of machines say what the parameter is, and this one's nothing? */
static int is_stated_elsewhere(const char *name) {
    for (size_t i = 0; i < zoo_count; i++) {
        const struct truth *truth = truth_named(&zoo[i], name);
        if (truth != NULL)
            return truth->stated;
    }
    return 0;
}

/* Where there is no truth, `none` is right. */
static void check_answer(struct trial *trial, const char *name, const char *value) {
    const struct truth *truth = truth_named(trial->subject, name);
    int right = truth != NULL ? truth_allows(truth, value)
                              : strcmp(value, "none") == 0 || is_stated_elsewhere(name);
    if (strcmp(value, "unknown") == 0)
        trial->unknown++;
    else if (right)
        trial->known++;
    else
        complain(trial, name, value);
}

/* Has the machine no counter for it, or a false one? */
static int is_uncounted(const struct trial *trial, const char *name) {
    const struct sim_counters *counters = &trial->subject->sim.counters;
    enum event event = strncmp(name, "l1i_", 4) == 0  ? EVENT_L1I
                       : strncmp(name, "l1_", 3) == 0 ? EVENT_L1D
                                                      : EVENT_DTLB;
    if (strncmp(trial->pair->name, "counted", 7) != 0)
        return 0;
    return (counters->walks && event == EVENT_DTLB) ||
           (counters->events > 0 && ((counters->events & ~counters->errata) >> event & 1) == 0) ||
           is_in(UNCOUNTED, trial->subject->name, name);
}

/* Where nothing translates code there is nothing to see, and of a walk alone nothing is said: it
   could be a second TLB without end.  Where nothing can be flushed there is no curve, nor are there
   misses to count; scattered frames smear the curve's edges of all levels but the first. */
static int excused(const struct trial *trial, const char *name) {
    const struct sim_machine *sim = &trial->subject->sim;
    const char *pair = trial->pair->name;
    int scattered = sim->pages.frames != FRAMES_HUGE && sim->pages.frames != FRAMES_CONTIGUOUS;
    int of_edges = strcmp(name, "cache_levels") == 0 || strcmp(name, "mem_latency_ns") == 0;
    int by_flush =
        strcmp(pair, "levels") == 0 || strcmp(pair, "fetch") == 0 || strcmp(pair, "misses") == 0;
    int of_code = strcmp(pair, "itlb") == 0;
    int untranslated = strcmp(pair, "tlb_replacement") == 0 && sim->tlbs == 0;
    int little = strcmp(pair, "bandwidth_memory") == 0 && sim->limit < 128000000;
    int endless = (strcmp(pair, "tlb2") == 0 || strcmp(pair, "tlb_unified") == 0) && sim->tlbs < 2;
    return (of_edges && scattered) || (by_flush && sim->no_flush) || (of_code && sim->itlbs == 0) ||
           endless || little || untranslated || is_in(HARD, trial->subject->name, name) ||
           is_uncounted(trial, name);
}

static void check_must(struct trial *trial, const char *output, const char *name) {
    char value[64];
    run_answer(output, name, value, sizeof value);
    if ((value[0] == '\0' || strcmp(value, "unknown") == 0) && !excused(trial, name))
        complain(trial, name, "unknown");
}

static void check_all(struct trial *trial, const char *output) {
    const char *tried = trial->pair->name;
    for (const char *const *name = trial->pair->asked; *name != NULL; name++)
        if (!is_in(OPTIONAL, tried, *name))
            check_must(trial, output, *name);
    for (const struct exception *also = ALSO; also->machine != NULL; also++)
        if (strcmp(also->machine, tried) == 0)
            check_must(trial, output, also->name);
}

/* Without noise the clock has no steps. */
static int is_aside(const struct trial *trial, const char *name) {
    return is_in(ASIDE, trial->pair->name, name) ||
           (trial->quiet && strcmp(name, "timer_resolution_ps") == 0);
}

static void check_output(struct trial *trial, const char *output) {
    char name[64], value[64];
    for (const char *line = output; *line != '\0'; line += strcspn(line, "\n") + 1) {
        if (*line != '#' && sscanf(line, "%63[a-z0-9_]=%63s", name, value) == 2 &&
            !is_aside(trial, name))
            check_answer(trial, name, value);
        if (line[strcspn(line, "\n")] == '\0')
            break;
    }
    if (trial->quiet)
        check_all(trial, output);
}

/* Machines of many CPUs say nothing of the rest, and the others nothing of them. */
static int is_beside_it(const struct trial *trial) {
    static const char *const of_cpus[] = {"bandwidth_all", "sharing_near", "sharing_l3",
                                          "cpus",          "cores",        "passing",
                                          "nodes",         "slice",        NULL};
    return is_of(of_cpus, trial->pair->name) != (trial->subject->sim.cpus.count > 0);
}

/* Does it take too long for each make check? */
static int left_out(const struct trial *trial) {
    const char *machine = trial->subject->name, *pair = trial->pair->name;
    int once = is_of(ONCE, machine), single = is_of(SINGLE, pair),
        slow = is_in(SLOW, machine, pair);
    /* code that nothing translates is on no machine */
    if (strcmp(pair, "tlb_unified") == 0 && trial->subject->sim.itlbs == 0)
        return 1;
    if (getenv("ZOO_SLOW") != NULL)
        return 0;
    if (is_of(BOUNDS, machine))
        return !trial->quiet || single ||
               (strncmp(machine, "tlb", 3) == 0 && !is_of(OF_TLBS, pair));
    if (trial->seed > 0 && (once || single || is_of(BRIEF, pair)))
        return 1;
    if (single && !is_in(SHOWN, machine, pair))
        return 1;
    if (once || single)
        return trial->quiet != slow;
    return trial->quiet != (trial->seed == 0) || (!trial->quiet && slow);
}

static void run_trial(struct trial *trial) {
    const char *only = getenv("ZOO_SWEEP");
    if ((only != NULL && strcmp(only, trial->pair->name) != 0) || is_beside_it(trial) ||
        is_of(ELSEWHERE, trial->pair->name) || left_out(trial))
        return;
    struct sim_machine sim = trial->subject->sim;
    int noiseless = memcmp(&sim.noise, &QUIET, sizeof QUIET) == 0;
    if (trial->quiet)
        sim.noise = QUIET;
    else if (noiseless)
        sim.noise = USUAL;
    if (sim.counters.events == 0)
        sim.counters = COUNTERS;
    struct run run = run_sweep_by(trial->pair->run, trial->pair->method, &sim, trial->seed);
    check_output(trial, run.output);
    if (trial->wrong > 0 && getenv("ZOO_TABLES") != NULL)
        fprintf(stderr, "%s%s", run.table, run.output);
    run_free(&run);
}

/* ---- a worker for each CPU ---- */

/* All that a machine has to bear with one seed. */
struct job {
    size_t subject, seed;
    size_t known, unknown, wrong;
};

/* Without noise with the first seed only. */
static void run_job(struct job *job) {
    for (size_t i = job->seed == 0 ? 0 : 1; i < 2 * PAIRS_COUNT; i += job->seed == 0 ? 1 : 2) {
        struct trial trial = {.subject = &zoo[job->subject],
                              .pair = &PAIRS[i / 2],
                              .seed = job->seed,
                              .quiet = i % 2 == 0};
        run_trial(&trial);
        job->known += trial.known;
        job->unknown += trial.unknown;
        job->wrong += trial.wrong;
    }
}

/* Takes jobs from the one pipe and gives them back, done, through the other. */
static void work(int todo, int done) {
    struct job job;
    while (read(todo, &job, sizeof job) == (ssize_t)sizeof job) {
        run_job(&job);
        if (write(done, &job, sizeof job) != (ssize_t)sizeof job)
            _exit(1);
    }
    _exit(0);
}

/* The pipe is filled by a process of its own: it may be too small for all jobs. */
static void hand_out(int todo, size_t seeds) {
    for (size_t i = 0; i < zoo_count * seeds; i++) {
        struct job job = {i % zoo_count, i / zoo_count, 0, 0, 0};
        if (write(todo, &job, sizeof job) != (ssize_t)sizeof job)
            _exit(1);
    }
    _exit(0);
}

static size_t collect(int done) {
    size_t jobs = 0;
    struct job job;
    for (; read(done, &job, sizeof job) == (ssize_t)sizeof job; jobs++) {
        zoo[job.subject].known += job.known;
        zoo[job.subject].unknown += job.unknown;
        zoo[job.subject].wrong += job.wrong;
    }
    return jobs;
}

static size_t number_from(const char *variable, size_t otherwise) {
    const char *text = getenv(variable);
    unsigned long number = text != NULL ? strtoul(text, NULL, 10) : 0;
    return number > 0 && number < 10000 ? number : otherwise;
}

static int run_zoo(void **state) {
    int todo[2], done[2];
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    size_t seeds = number_from("ZOO_SEEDS", 3);
    (void)state;
    if (pipe(todo) != 0 || pipe(done) != 0)
        return -1;
    fflush(NULL);
    if (fork() == 0)
        hand_out(todo[1], seeds);
    close(todo[1]);
    for (long i = 0; i < (cpus > 0 ? cpus : 1); i++)
        if (fork() == 0)
            work(todo[0], done[1]);
    close(todo[0]);
    close(done[1]);
    size_t jobs = collect(done[0]);
    while (wait(NULL) > 0)
        continue;
    return jobs == zoo_count * seeds ? 0 : -1;
}

/* ---- a test for each machine ---- */

static void is_never_wrong(void **state) {
    const struct subject *subject = *state;
    if (number_from("ZOO_VERBOSE", 0) > 0)
        fprintf(stderr, "%s: known %zu, unknown %zu\n", subject->name, subject->known,
                subject->unknown);
    assert_int_equal(subject->wrong, 0);
}

int main(void) {
    static struct CMUnitTest test[MACHINES_MOST];
    read_zoo();
    for (size_t i = 0; i < zoo_count; i++) {
        test[i].name = zoo[i].name;
        test[i].test_func = is_never_wrong;
        test[i].initial_state = &zoo[i];
    }
    return _cmocka_run_group_tests("zoo", test, zoo_count, run_zoo, NULL);
}
