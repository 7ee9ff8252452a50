/* sim.h - a simulated machine, which implements probes/machine.

   It follows the behaviour of hardware, and not what a probe expects.  Caches and TLBs keep their
   content from one chain to the next, as real ones do. */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include "../../probes/machine/counters.h"
#include "../../probes/machine/machine.h"
#include "../../probes/machine/pages.h"
#include "cpus.h"
#include "execute.h"
#include "expected.h"
#include "frames.h"
#include "hierarchy.h"
#include "noise.h"
#include "prefetch.h"
#include "tlb.h"

/* A cache of decoded instructions.  Entries are found by the address at which they were entered, in
   sets by the WINDOW that the address is in.  ALONE: there is no instruction cache behind it, as in
   a Pentium 4. */
struct sim_decoded {
    size_t entries, ways, window; /* entries 0: there is no such cache */
    bool alone;
    size_t operations; /* of an entry; 0: straight-line code is not modelled */
    /* Operations per cycle that it delivers, and that the decoders deliver, from so many bytes per
       cycle. */
    double rate, decode, bytes;
};

/* A level of branch target buffer, with sets by the window that the branch is in, or HASHED by all
   bits of the window's number.  Targets on another page may have FAR entries of their own. */
enum { SIM_BTBS = 3 };
struct sim_btb {
    size_t entries, ways, window;
    double bubble,
        miss; /* cycles beyond one of a branch found here, and of one found in no level */
    size_t far, far_ways; /* 0: all targets use the same entries */
    bool hashed;
};

/* The performance counters of a process.  Events are bits, 1 << EVENT_L1D and so on. */
struct sim_counters {
    unsigned events; /* 0: there are no counters */
    unsigned errata; /* those that count each access, and a miss twice (UltraSPARC, AMP 3.1) */
    double overhead; /* the count of an empty measurement */
    size_t touched;  /* lines that the system touches, uncounted, when a counter is read */
    bool walks;      /* TLB misses count only if no level has the translation */
    double shared;   /* part of the counts during which others had the counter */
};

/* A `truth` line of the machine's file. */
enum { SIM_STATED = 8, SIM_NAME = 40 };
struct sim_stated {
    char name[SIM_NAME];
    double least, most;
};

struct sim_machine {
    struct sim_level level[SIM_LEVELS];
    size_t levels;
    struct cache_geometry code; /* the instruction cache; bytes 0: there is none */
    struct sim_decoded decoded;
    struct sim_btb btb[SIM_BTBS];
    size_t btbs;
    struct sim_tlb tlb[SIM_TLBS], itlb[SIM_TLBS]; /* of data, and of code */
    size_t tlbs, itlbs;
    bool itlb_shares; /* code also uses the data TLBs behind the first */
    struct sim_walk walk;
    struct sim_pages pages;
    struct sim_prefetcher prefetcher[SIM_PREFETCHERS];
    size_t prefetchers;
    struct sim_memory memory;
    struct sim_execute execute;
    size_t limit; /* the bytes that pages_limit returns */
    double ghz;
    bool no_flush; /* the machine cannot flush lines */
    struct noise noise;
    struct sim_counters counters;
    struct sim_cpus cpus;
    struct sim_stated stated[SIM_STATED];
    size_t stateds;
    struct expected expected; /* read by the tests only */
};

/* Replaces machine_open; machine_close frees.  Returns NULL if a level has an impossible geometry,
   or there is no memory. */
struct machine *sim_open(const struct sim_machine *description, uint64_t seed);

struct core;
struct fetch;

/* Times CYCLES of work between two rulers.  *TIMING is the cost of one of UNITS.  Returns false if
   the rulers differ. */
bool sim_time(struct machine *machine, double cycles, double units, struct timing *timing);

/* Lets NS pass. */
void sim_spend(struct machine *machine, double ns);

/* Returns a number from 0 to 1, always the same for the same EVENT of this machine. */
double sim_chance(const struct machine *machine, uint64_t event);

/* Work of so many CYCLES passes, untimed; or it is timed without rulers, with the noise of that, in
   ns. */
void sim_work(struct machine *machine, double cycles);
double sim_burst(struct machine *machine, double cycles);

/* As sim_core, and updates what another thread of the core does: call this first in a function that
   touches memory. */
struct core *sim_core_now(struct machine *machine);

/* Returns the core, after the visits that repeat and were only predicted (repeat.h) are executed:
   call it before anything else touches the core.  COUNTING says whether it counts events from now
   on. */
struct core *sim_core(struct machine *machine, bool counting);

/* As sim_core_now, with what fetches the core's code. */
struct core *sim_front_end(struct machine *machine, struct fetch **fetch);

#endif
