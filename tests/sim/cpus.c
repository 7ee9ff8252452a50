/* cpus.c - distances between CPUs, and what they share. */
#include "cpus.h"

#include <math.h>

static size_t cores(const struct sim_cpus *cpus) {
    return cpus->count / cpus->threads;
}

/* A hypervisor assigns each CPU to a random place, so that two of them may share one. */
size_t cpus_place(const struct sim_cpus *cpus, size_t cpu, double age_ns) {
    if (!(cpus->moved_ms > 0))
        return cpu;
    struct rng deal = {(uint64_t)(age_ns / (1e6 * cpus->moved_ms)) + cpu * 7919};
    return (size_t)(rng_unit(&deal) * (double)cpus->count);
}

bool cpus_take_turns(const struct sim_cpus *cpus, size_t one, size_t other) {
    return cpus->host > 0 && one % cpus->host == other % cpus->host;
}

size_t cpus_core(const struct sim_cpus *cpus, size_t place) {
    return cpus->together ? place / cpus->threads : place % cores(cpus);
}

bool cpus_are_busy_beside(const struct sim_cpus *cpus) {
    for (size_t i = 1; i < cpus->busy; i++)
        if (cpus_core(cpus, i) == cpus_core(cpus, 0))
            return true;
    return false;
}

bool cpus_is_slow(const struct sim_cpus *cpus, size_t core) {
    return core + cpus->slow >= cores(cpus);
}

size_t cpus_sharers(const struct sim_cpus *cpus, enum level_share shared) {
    size_t socket = cpus->socket > 0 ? cpus->socket : cores(cpus);
    size_t cluster = cpus->cluster > 0 ? cpus->cluster : socket;
    const size_t sharers[] = {1, cpus->module, cluster, socket};
    return sharers[shared];
}

static enum sim_nearness nearness(const struct sim_cpus *cpus, size_t a, size_t b) {
    size_t socket = cpus_sharers(cpus, SHARED_SOCKET);
    size_t cluster = cpus_sharers(cpus, SHARED_CLUSTER);
    if (a == b)
        return NEAR_CORE;
    if (a / cluster == b / cluster)
        return NEAR_CLUSTER;
    return a / socket == b / socket ? NEAR_SOCKET : NEAR_FAR;
}

double cpus_pass_ns(const struct sim_cpus *cpus, size_t from, size_t to) {
    size_t a = cpus_core(cpus, from), b = cpus_core(cpus, to);
    return cpus->pass_ns[nearness(cpus, a, b)] + cpus->step_ns * (double)(a < b ? b - a : a - b);
}

bool cpus_are_linked(const struct sim_cpus *cpus, size_t from, size_t to) {
    return nearness(cpus, cpus_core(cpus, from), cpus_core(cpus, to)) == NEAR_FAR;
}

/* Returns the latency of the source of a line.  Threads of one core find what fits there in their
   own caches.  The cluster's last cache serves what fits only there.  A block that fits no cache
   has been written to memory, which is as much farther as the other socket is. */
static double source_ns(const struct sim_cpus *cpus, size_t from, size_t to, size_t bytes,
                        double memory_ns) {
    double pass_ns = cpus_pass_ns(cpus, from, to);
    if (bytes <= cpus->own)
        return pass_ns;
    if (bytes <= cpus->shared)
        return fmax(pass_ns, cpus->pass_ns[NEAR_CLUSTER]);
    return memory_ns + fmax(pass_ns - cpus->pass_ns[NEAR_SOCKET], 0);
}

double cpus_line_ns(const struct sim_cpus *cpus, size_t from, size_t to, size_t bytes,
                    double memory_ns, size_t linked) {
    double ns = source_ns(cpus, from, to, bytes, memory_ns) / cpus->flight;
    bool limited = cpus->link > 0 && cpus_are_linked(cpus, from, to);
    return limited ? fmax(ns, SIM_LINE * (double)linked / cpus->link) : ns;
}

/* Returns the cores of a node: all of them if all memory is equally near. */
static size_t node_cores(const struct sim_cpus *cpus) {
    if (!(cpus->memory_beside + cpus->memory_far > 0))
        return cores(cpus);
    return cpus->node > 0 ? cpus->node : cpus_sharers(cpus, SHARED_SOCKET);
}

size_t cpus_nodes(const struct sim_cpus *cpus) {
    return (cores(cpus) + node_cores(cpus) - 1) / node_cores(cpus);
}

size_t cpus_node(const struct sim_cpus *cpus, size_t core) {
    return core / node_cores(cpus);
}

double cpus_memory_ns(const struct sim_cpus *cpus, size_t core, size_t node) {
    size_t socket = cpus_sharers(cpus, SHARED_SOCKET), first = node * node_cores(cpus);
    if (cpus_node(cpus, core) == node)
        return 0;
    return first / socket == core / socket ? cpus->memory_beside : cpus->memory_far;
}

double cpus_turn_us(const struct sim_cpus *cpus) {
    return cpus->tick_us > 0 ? ceil(cpus->slice_us / cpus->tick_us) * cpus->tick_us
                             : cpus->slice_us;
}
