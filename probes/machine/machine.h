/* machine.h - the seam between the probes and the machine.

   A probe reaches the machine through these few calls and never by a pointer of its own, so that
   the same source runs on the real machine (real/) and on a simulated one (tests/sim).
   A chain is a cycle of dependent loads: each load gives the address of the next, so nothing can
   overlap and what is timed is latency (X-Ray 4.3, after Calibrator). */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stddef.h>

struct machine;

/* A reason that begins so is one for good: however often it is tried, this machine or this compiler
   will not show it.  Any other may be gone the next time. */
#define NEVER_HERE "never here: "

/* What one load cost.  Cycles come from the ruler around the same sample. */
struct timing {
    double cycles, ns;
};

/* ---- pages ---- */

/* BASE belongs to the machine: a probe only counts offsets from it. */
struct pages {
    unsigned char *base;
    size_t bytes;      /* usable */
    size_t page_bytes; /* of the system's small page */
    bool huge;         /* the policy was granted */
    void *mapping;
    size_t mapped;
};

/* ---- chains ---- */

/* A cycle of places.  It belongs to the machine: a probe reads its order and count at the most. */
struct chain {
    const struct pages *pages;
    const size_t *order; /* offsets into the pages */
    size_t count;
    void *at; /* where its walk stands */
};

/* Links the COUNT offsets of ORDER into one full cycle in that order, which stores to each place
   once, and lets its walk begin at the first.  ORDER and PAGES stay the caller's and must live as
   long as the chain. */
void chain_link(struct machine *machine, struct chain *chain, const struct pages *pages,
                const size_t *order, size_t count);

/* LOADS loads from where the last one stopped; what they cost is nobody's business. */
void chain_walk(struct machine *machine, struct chain *chain, size_t loads);

/* The same, timed in ns for all of them together, without rulers, so that it may be as short as a
   few loads: off by a step of the clock either way, below 0 too. */
double chain_burst(struct machine *machine, struct chain *chain, size_t loads);

/* One load, timed as a burst is, that waits for the clock's reading: a CPU that runs ahead begins a
   burst while it still turns cycles into time, and that could hide all of one load. */
double chain_single(struct machine *machine, struct chain *chain);

/* One sample: the same between two rulers.  Returns false where the rulers differ (the clock
   changed, or the CPU was taken away): throw it away. */
bool chain_sample(struct machine *machine, struct chain *chain, size_t loads,
                  struct timing *timing);

/* One sample of COUNT chains side by side, LOADS loads of each, that do not wait for each other;
   the timing is of a load of any of them.  COUNT is CHAINS_MOST at the most. */
enum { CHAINS_MOST = 64 };
bool chain_sample_all(struct machine *machine, struct chain *chains, size_t count, size_t loads,
                      struct timing *timing);

/* One sample of LAPS laps of stores, one to each place beside its link, which do not wait for each
   other; the timing is of one store, and ends when all are done. */
bool chain_store(struct machine *machine, struct chain *chain, size_t laps, struct timing *timing);

/* One lap of them, untimed: what a ruler takes is enough for another thread of the core to push out
   of the first level what was written before. */
void chain_write(struct machine *machine, struct chain *chain);

/* Do walks touch nothing but their chain?  What a compiler keeps in memory stands on a page of the
   stack. */
bool chain_walks_alone(const struct machine *machine);

/* Flushes the chain's lines out of every cache.  Returns false where the machine has no
   instruction for it. */
bool chain_flush(struct machine *machine, struct chain *chain);

/* The shortest sample that the clock times well, and the smallest step that it makes. */
double machine_quantum_ns(const struct machine *machine);
double machine_resolution_ns(const struct machine *machine);

/* What a round of work that fills the core takes now, in cycles; HUGE_VAL where that was disturbed.
   Another thread of the core, another system's too, makes it more: so the least of many is what it
   takes alone, unless that one never leaves. */
double machine_contention(struct machine *machine);

/* Moves this thread to the CPU on which it gets most done now, of those that it may use: another
   thread may share this core, and not the next.  The caches of that core are cold. */
void machine_move(struct machine *machine);

/* Since the machine was opened: a sweep that must not take long looks at it. */
double machine_age_ns(const struct machine *machine);

/* Lets so much time pass, for others to come and go. */
void machine_rest(struct machine *machine, double ns);

/* ---- opening ---- */

/* Takes the machine for this process: pins inside the allowed CPUs, times the clock, finds the
   cycle and tests that code is not instrumented.  Returns NULL with a reason in *WHY. */
struct machine *machine_open(const char **why);
void machine_close(struct machine *machine);

#endif
