/* machine.h - what most sweeps ask of the machine that they measure: chains of loads and stores,
   and the clock.  The other headers of this directory are for a subject each.

   A sweep reaches the machine only through the functions of this directory and dereferences no
   pointer of its own, so that the same source runs on the real machine (real/) and on a simulated
   one (tests/sim/).  The loops of core/ and kernel/ are the exception: a real machine runs
   them, and a simulated one computes what they cost.

   A chain is a cycle of dependent loads: each load returns the address of the next, so that loads
   cannot overlap and their time is a latency (X-Ray 4.3, after Calibrator). */
#ifndef MACHINE_H
#define MACHINE_H

#include "../../analysis/measured.h"

#include <stdbool.h>
#include <stddef.h>

struct machine;

/* Begins a reason that is permanent: on this machine, with this compiler and the sizes that the
   probe was told, another attempt must fail too.  Any other reason may be gone at the next
   attempt. */
#define NEVER_HERE "never here: "

/* The cost of one load, or of another unit that the sampling function names.  The cycles are
   converted from the time by rulers, instruction chains of known length that run just before and
   after the sample. */
struct timing {
    double cycles, ns;
};

/* ---- pages ---- */

/* Memory that pages_draw returned.  BASE belongs to the machine: a sweep only computes offsets
   from it. */
struct pages {
    unsigned char *base;
    size_t bytes;      /* usable */
    size_t page_bytes; /* of the system's small page */
    bool huge;         /* whether huge pages were granted */
    void *mapping;
    size_t mapped;
};

/* ---- chains ---- */

/* A cycle of places in memory.  It belongs to the machine: a sweep only reads its order and
   count. */
struct chain {
    const struct pages *pages;
    const size_t *order; /* offsets into the pages */
    size_t count;
    void *at; /* the place where the next walk begins */
};

/* Links the COUNT offsets of ORDER, in that order, into one cycle, and begins the walk at the
   first of them.  Each is another multiple of sizeof(void *), inside PAGES.  Stores to each place
   once.  The caller keeps ORDER and PAGES, which must live as long as the chain. */
void chain_link(struct machine *machine, struct chain *chain, const struct pages *pages,
                const size_t *order, size_t count);

/* Performs LOADS loads, untimed, from where the last walk stopped. */
void chain_walk(struct machine *machine, struct chain *chain, size_t loads);

/* Performs LOADS loads and returns their total time in ns.  There are no rulers, so that a burst
   may be as short as a few loads.  The result is off by up to one step of the clock either way, and
   may be negative. */
double chain_burst(struct machine *machine, struct chain *chain, size_t loads);

/* Performs one load, whose address depends on the clock's reading, and returns its time in ns, as
   chain_burst does.  Without that dependence an out-of-order CPU would start the load while the
   clock's cycles are still being converted to time, which can hide the whole load. */
double chain_single(struct machine *machine, struct chain *chain);

/* Performs LOADS loads between two rulers.  *TIMING is the cost of one load.  Returns false if the
   rulers differ, because the frequency changed or the CPU was taken away: discard the sample. */
bool chain_sample(struct machine *machine, struct chain *chain, size_t loads,
                  struct timing *timing);

/* Performs LOADS loads on each of COUNT independent chains, at most CHAINS_MOST, side by side
   between two rulers.  *TIMING is the total divided by the number of loads on all chains.  Returns
   false as chain_sample does. */
enum { CHAINS_MOST = 64 };
bool chain_sample_all(struct machine *machine, struct chain *chains, size_t count, size_t loads,
                      struct timing *timing);

/* Stores LAPS times to the word beside each link, between two rulers.  The stores are independent
   of each other; the sample ends when all have completed.  *TIMING is the cost of one store.
   Returns false as chain_sample does. */
bool chain_store(struct machine *machine, struct chain *chain, size_t laps, struct timing *timing);

/* Stores once beside each link, and waits until the stores have completed where the compiler has a
   barrier.  Without rulers, because another thread of the core could evict the lines meanwhile. */
void chain_write(struct machine *machine, struct chain *chain);

/* Flushes the chain's lines from every cache.  Returns false if the machine has no instruction for
   that. */
bool chain_flush(struct machine *machine, struct chain *chain);

/* Flushes COUNT places of the chain, from number FIRST on, then loads them, EACH at a time, at most
   AT_ONCE_MOST: these loads are independent, and the next ones begin when all have completed.
   Returns the total time of the loads in ns, as chain_burst does, or NOT_MEASURED if the machine
   has no instruction to flush. */
enum { AT_ONCE_MOST = 96 };
double chain_at_once(struct machine *machine, const struct chain *chain, size_t first, size_t count,
                     size_t each);

/* Return, in ns, the shortest sample that the clock times well, and the clock's smallest step. */
double machine_quantum_ns(const struct machine *machine);
double machine_resolution_ns(const struct machine *machine);

/* Returns the cycles of one round of work that fills the core, or NOT_MEASURED if that sample was
   disturbed.  Another thread of the core, of this system or of another virtual machine, makes it
   longer; so the least of many results is the uncontended cost, unless the other thread never
   stops. */
double machine_contention(struct machine *machine);

/* Moves this thread to the CPU that gets most work done now, of a few of those that it may use:
   another thread may share this core and not the next.  The new core's caches are cold. */
void machine_move(struct machine *machine);

/* Returns the ns since machine_open.  Sweeps bound their running time by it. */
double machine_age_ns(const struct machine *machine);

/* ---- opening ---- */

/* Prepares this process to measure: pins it to an allowed CPU, measures the clock, finds the
   length of a cycle, and checks that the code is not instrumented.  Returns NULL, with the reason
   in *WHY, if one of these fails. */
struct machine *machine_open(const char **why);
void machine_close(struct machine *machine);

#endif
