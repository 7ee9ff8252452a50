/* cpus.c - a topology. */
#include "cpus.h"

#include <math.h>

static size_t cores(const struct sim_cpus *cpus) {
    return cpus->count / cpus->threads;
}

/* A hypervisor puts each anywhere, two on one at times. */
size_t cpus_place(const struct sim_cpus *cpus, size_t cpu, double age_ns) {
    if (!(cpus->moved_ms > 0))
        return cpu;
    struct rng deal = {(uint64_t)(age_ns / (1e6 * cpus->moved_ms)) + cpu * 7919};
    return (size_t)(rng_unit(&deal) * (double)cpus->count);
}

size_t cpus_core(const struct sim_cpus *cpus, size_t place) {
    return cpus->together ? place / cpus->threads : place % cores(cpus);
}

bool cpus_is_slow(const struct sim_cpus *cpus, size_t core) {
    return core + cpus->slow >= cores(cpus);
}

static size_t socket_cores(const struct sim_cpus *cpus) {
    return cpus->socket > 0 ? cpus->socket : cores(cpus);
}

static enum sim_nearness nearness(const struct sim_cpus *cpus, size_t a, size_t b) {
    size_t socket = socket_cores(cpus);
    size_t cluster = cpus->cluster > 0 ? cpus->cluster : socket;
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

/* Where no memory is farther a node is all that there is. */
static size_t node_cores(const struct sim_cpus *cpus) {
    if (!(cpus->memory_beside + cpus->memory_far > 0))
        return cores(cpus);
    return cpus->node > 0 ? cpus->node : socket_cores(cpus);
}

size_t cpus_nodes(const struct sim_cpus *cpus) {
    return (cores(cpus) + node_cores(cpus) - 1) / node_cores(cpus);
}

size_t cpus_node(const struct sim_cpus *cpus, size_t core) {
    return core / node_cores(cpus);
}

double cpus_memory_ns(const struct sim_cpus *cpus, size_t core, size_t node) {
    size_t socket = socket_cores(cpus), first = node * node_cores(cpus);
    if (cpus_node(cpus, core) == node)
        return 0;
    return first / socket == core / socket ? cpus->memory_beside : cpus->memory_far;
}

double cpus_turn_us(const struct sim_cpus *cpus) {
    return cpus->tick_us > 0 ? ceil(cpus->slice_us / cpus->tick_us) * cpus->tick_us
                             : cpus->slice_us;
}
