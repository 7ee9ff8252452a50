/* cpus.h - the topology of many CPUs. */
#ifndef SIM_CPUS_H
#define SIM_CPUS_H

#include "hierarchy.h"
#include "rng.h"

#include <stdbool.h>
#include <stddef.h>

/* A core has threads, a cluster has cores, and a socket has clusters. */
enum sim_nearness { NEAR_CORE, NEAR_CLUSTER, NEAR_SOCKET, NEAR_FAR, NEARNESSES };

struct sim_cpus {
    size_t count, threads;      /* CPUs, and threads of each core; count 0: one CPU */
    bool together;              /* threads of a core have consecutive numbers */
    double quota;               /* CPUs' worth of time; 0: no quota */
    bool divided;               /* a core is divided among its threads, whatever they run */
    double gain;                /* throughput of all threads of a core, relative to one */
    double all_busy;            /* part of the frequency that remains if all cores are busy */
    size_t module;              /* cores that share units for doubles */
    size_t slow;                /* the last cores, as many as this, are of a slow kind */
    double slow_clock;          /* frequency of slow cores, relative to the others */
    double slow_width;          /* issue width of slow cores, relative to the others */
    size_t cluster, socket;     /* cores of each; 0: all cores of the next larger unit */
    double pass_ns[NEARNESSES]; /* latency of a line, by distance */
    double step_ns;             /* and for each core in between, as on a mesh */
    double flight;              /* lines of a block that are in flight to one CPU */
    size_t own, shared;         /* bytes of a core's own caches, and of a cluster's last one */
    double link;                /* GB/s between sockets, for all pairs together; 0: unlimited */
    double slice_us;            /* a time slice if two threads want a CPU; 0: no preemption */
    double tick_us;             /* slices end at multiples of this; 0: at once */
    double other;               /* the part of slices after which a third thread runs too */
    size_t host;                /* CPUs of the host that these take turns on; 0: enough */
    double moved_ms;            /* a hypervisor reassigns all CPUs so often; 0: never */
    size_t busy;                /* the first CPUs, as many as this, are busy with other programs */
    size_t outside;             /* further CPUs, which this process may not use */
    bool free;                  /* threads cannot be pinned */
    size_t stacked;             /* CPUs to which the scheduler then assigns one thread too many */
    bool evened;                /* the scheduler gives unpinned threads equal time */
    double beside;              /* part of the time in which a core's other thread is used */
    size_t node;                /* cores of a NUMA node; 0: those of a socket */
    double memory_beside;       /* more ns for memory of another node of the socket */
    double memory_far;          /* and of another socket; both 0: memory is uniform */
    double uneven;              /* variation of the distance from a core to a node's channels */
    double traffic;             /* variation of memory's latency by other load */
    size_t full;                /* the last nodes, as many as this, have no free memory */
};

/* Returns the hardware thread on which CPU runs at that time. */
size_t cpus_place(const struct sim_cpus *cpus, size_t cpu, double age_ns);

/* Returns whether both CPUs take turns on one CPU of the host. */
bool cpus_take_turns(const struct sim_cpus *cpus, size_t one, size_t other);

/* Returns whether other programs keep another thread of the first CPU's core busy. */
bool cpus_are_busy_beside(const struct sim_cpus *cpus);

/* Return the core of a place, and whether that core is of the slow kind. */
size_t cpus_core(const struct sim_cpus *cpus, size_t place);
bool cpus_is_slow(const struct sim_cpus *cpus, size_t core);

/* Returns how many cores share an instance of a level.  The first of them is a multiple of that
   number. */
size_t cpus_sharers(const struct sim_cpus *cpus, enum level_share shared);

/* Returns the one-way latency between two places, without noise. */
double cpus_pass_ns(const struct sim_cpus *cpus, size_t from, size_t to);

/* Returns whether the two are on different sockets. */
bool cpus_are_linked(const struct sim_cpus *cpus, size_t from, size_t to);

/* Returns the ns that a line of a block of BYTES takes from FROM to TO, with several lines in
   flight, from the other's caches or, if these do not hold the block, from memory, where a load
   takes MEMORY_NS.  LINKED pairs of different sockets share the link between them. */
enum { SIM_LINE = 64 };
double cpus_line_ns(const struct sim_cpus *cpus, size_t from, size_t to, size_t bytes,
                    double memory_ns, size_t linked);
/* Return the number of nodes, the node of a core, and the ns by which a node's memory is farther
   from a core than the core's own memory. */
size_t cpus_nodes(const struct sim_cpus *cpus);
size_t cpus_node(const struct sim_cpus *cpus, size_t core);
double cpus_memory_ns(const struct sim_cpus *cpus, size_t core, size_t node);

/* Returns the length of a time slice. */
double cpus_turn_us(const struct sim_cpus *cpus);

#endif
