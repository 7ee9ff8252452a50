/* sim.h - a machine that does not exist, behind the seam of probes/machine.

   Written from how hardware behaves and not from what a probe expects.  Caches and TLBs keep their
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

/* Decoded instructions, kept by the address at which they were entered, in sets by the WINDOW of so
   many bytes that it lies in; ALONE: there is no instruction cache behind, as in a Pentium 4. */
struct sim_decoded {
    size_t entries, ways, window; /* entries 0: there is no such cache */
    bool alone;
    size_t operations; /* of an entry; 0: nothing is known of straight code */
    /* Operations a cycle that it delivers, and that decoders do, from so many bytes a cycle. */
    double rate, decode, bytes;
};

/* A level of what keeps where taken branches go, in sets by the window that they lie in, or,
   HASHED, by all bits of it.  Targets in another page may have FAR entries of their own. */
enum { SIM_BTBS = 3 };
struct sim_btb {
    size_t entries, ways, window;
    double bubble,
        miss; /* cycles that a branch found here costs beyond one, and one found nowhere */
    size_t far, far_ways; /* 0: all are in the same entries */
    bool hashed;
};

/* What a process may have counted.  Events are bits, 1 << EVENT_L1D and so on. */
struct sim_counters {
    unsigned events; /* 0: there are no counters */
    unsigned errata; /* those that count each access, and a miss twice (UltraSPARC, AMP 3.1) */
    double overhead; /* what an empty measurement counts */
    size_t touched;  /* lines that the system touches where it reads a counter, uncounted */
    bool walks;      /* of translations only those are counted that no TLB has */
    double shared;   /* how often others have the counter for a while */
};

/* What the machine's file says of a parameter that does not follow from the rest. */
enum { SIM_STATED = 8, SIM_NAME = 40 };
struct sim_stated {
    char name[SIM_NAME];
    double least, most;
};

struct sim_machine {
    struct sim_level level[SIM_LEVELS];
    size_t levels;
    struct cache_geometry code; /* the instruction cache; no bytes: there is none */
    struct sim_decoded decoded;
    struct sim_btb btb[SIM_BTBS];
    size_t btbs;
    struct sim_tlb tlb[SIM_TLBS], itlb[SIM_TLBS]; /* of data, and of code */
    size_t tlbs, itlbs;
    bool itlb_shares; /* behind those of code come those of data but the first */
    struct sim_walk walk;
    struct sim_pages pages;
    struct sim_prefetcher prefetcher[SIM_PREFETCHERS];
    size_t prefetchers;
    struct sim_memory memory;
    struct sim_execute execute;
    size_t limit; /* what pages_limit says */
    double ghz;
    bool no_flush; /* there is no instruction for it */
    struct noise noise;
    struct sim_counters counters;
    struct sim_cpus cpus;
    struct sim_stated stated[SIM_STATED];
    size_t stateds;
    struct expected expected; /* read by the tests only */
};

/* In place of machine_open; machine_close frees.  Returns NULL where a level has no possible
   geometry, or there is no memory. */
struct machine *sim_open(const struct sim_machine *description, uint64_t seed);

struct core;

/* What takes so many CYCLES, between rulers; the timing is of one of UNITS.  Returns false where
   the rulers differ. */
bool sim_time(struct machine *machine, double cycles, double units, struct timing *timing);

/* So much time passes. */
void sim_spend(struct machine *machine, double ns);

/* From 0 to 1, always the same for the same EVENT of this machine. */
double sim_chance(const struct machine *machine, uint64_t event);

/* The core, to be counted: whether COUNTING begins or ends, nothing is foretold across that. */
struct core *sim_core(struct machine *machine, bool counting);

#endif
