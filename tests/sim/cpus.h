/* cpus.h - many CPUs: where they are, and what they have in common. */
#ifndef SIM_CPUS_H
#define SIM_CPUS_H

#include "hierarchy.h"
#include "rng.h"

#include <stdbool.h>
#include <stddef.h>

/* Threads make a core, cores a cluster, clusters a socket. */
enum sim_nearness { NEAR_CORE, NEAR_CLUSTER, NEAR_SOCKET, NEAR_FAR, NEARNESSES };

struct sim_cpus {
    size_t count, threads;      /* of all, and of each core; 0: one CPU */
    bool together;              /* the threads of a core are numbered one after the other */
    double quota;               /* CPUs' worth of time; 0: all */
    double gain;                /* what all threads of a core get done, of what one alone does */
    double all_busy;            /* part of the clock that is left where all cores are busy */
    size_t module;              /* cores that share their units for doubles */
    size_t slow;                /* so many cores, the last ones, are of another kind */
    double slow_clock;          /* part of the others' clock that these have, */
    double slow_width;          /* and of what they begin in a cycle */
    size_t cluster, socket;     /* cores of each; 0: all of what is above */
    double pass_ns[NEARNESSES]; /* to pass a line to a thread of the same core, and so on */
    double step_ns;             /* and for each core between the two, as on a mesh */
    double flight;              /* lines of a block on their way to one CPU at the same time */
    size_t own, shared;         /* bytes of a core's own caches, and of the last one of a cluster */
    double link;                /* GB/s between sockets, for all that meet there; 0: enough */
    double slice_us;            /* of a turn where two threads want a CPU; 0: nobody loses it */
    double tick_us;             /* at which it ends, 0: at once */
    double other;               /* share of the turns that a third has, too */
    size_t host;                /* CPUs of the host that these take turns on; 0: enough */
    double moved_ms;            /* so often a hypervisor deals them out anew; 0: never */
    size_t busy;                /* so many of them others keep busy */
    bool free;                  /* threads cannot be pinned */
    size_t stacked;             /* CPUs on which a scheduler then leaves one of others' threads */
    bool evened;                /* unpinned threads get as much as each other, by moving about */
    double beside;              /* share of the time that others use another thread of a core */
    size_t node;                /* cores with memory of their own; 0: those of a socket */
    double memory_beside;       /* ns that memory of another node of the socket takes more, */
    double memory_far;          /* and that of another socket; both 0: all have it in common */
    double uneven;  /* part by which channels of a node are farther from a core, or less */
    double traffic; /* part by which others make all memory slower, at times */
    size_t full;    /* so many nodes, the last ones, have no memory left */
};

/* Where CPU is now: its number as a thread of the hardware. */
size_t cpus_place(const struct sim_cpus *cpus, size_t cpu, double age_ns);

/* The core of a place, and whether it is of the slow kind. */
size_t cpus_core(const struct sim_cpus *cpus, size_t place);
bool cpus_is_slow(const struct sim_cpus *cpus, size_t core);

/* Cores that share an instance of a level, the first of which is number 0 or a multiple. */
size_t cpus_sharers(const struct sim_cpus *cpus, enum level_share shared);

/* One way from one place to another, without noise. */
double cpus_pass_ns(const struct sim_cpus *cpus, size_t from, size_t to);

/* Are they of different sockets? */
bool cpus_are_linked(const struct sim_cpus *cpus, size_t from, size_t to);

/* What a line of a block of so many bytes takes, where LINKED pairs of different sockets move
   theirs at the same time: its share of a way that several lines are on at once, from the other's
   caches, or from memory, a load of which takes MEMORY_NS, where they do not hold the block. */
enum { SIM_LINE = 64 };
double cpus_line_ns(const struct sim_cpus *cpus, size_t from, size_t to, size_t bytes,
                    double memory_ns, size_t linked);
/* Nodes, that of a core, and ns that a node's memory takes a core more than its own. */
size_t cpus_nodes(const struct sim_cpus *cpus);
size_t cpus_node(const struct sim_cpus *cpus, size_t core);
double cpus_memory_ns(const struct sim_cpus *cpus, size_t core, size_t node);

/* How long a turn is. */
double cpus_turn_us(const struct sim_cpus *cpus);

#endif
