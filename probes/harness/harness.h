/* harness.h - the seam between the probes and the machine.

   A probe reaches the machine through these few calls and never by a pointer of its own, so that
   the same source runs on the real machine (this directory) and on a simulated one (tests/sim).
   A chain is a cycle of dependent loads: each load gives the address of the next, so nothing can
   overlap and what is timed is latency (X-Ray 4.3, after Calibrator). */
#ifndef PROBES_HARNESS_H
#define PROBES_HARNESS_H

#include <stdbool.h>
#include <stddef.h>

struct machine;

/* What one load cost.  Cycles come from the ruler around the same sample. */
struct timing {
    double cycles, ns;
};

/* ---- pages ---- */

enum page_policy { PAGES_SMALL, PAGES_HUGE };

/* BASE belongs to the machine: a probe only counts offsets from it. */
struct pages {
    unsigned char *base;
    size_t bytes;      /* usable */
    size_t page_bytes; /* of the system's small page */
    bool huge;         /* the policy was granted */
    void *mapping;
    size_t mapped;
};

/* Draws BYTES of fresh pages; linking a chain touches those that it visits.  PAGES_HUGE falls back
   to small ones where huge are not granted.  Pages that are still held are never drawn again, so
   that each layout has its own. Returns false where there is no memory. */
bool pages_draw(struct machine *machine, struct pages *pages, size_t bytes,
                enum page_policy policy);
void pages_release(struct machine *machine, struct pages *pages);

/* The most bytes that a sweep may draw: a share of what memory and limits allow. */
size_t pages_limit(struct machine *machine);

/* ---- chains ---- */

/* Links the COUNT offsets of ORDER into one full cycle in that order, and remembers it as the
   machine's chain.  ORDER and PAGES stay the caller's and must live as long as the chain. */
void chain_link(struct machine *machine, const struct pages *pages, const size_t *order,
                size_t count);

/* One sample: LOADS loads from where the last one stopped, between two rulers.  Returns false
   where the rulers differ (the clock changed, or the CPU was taken away): throw it away. */
bool chain_sample(struct machine *machine, size_t loads, struct timing *timing);

/* Flushes the chain's lines out of every cache.  Returns false where the machine has no
   instruction for it. */
bool chain_flush(struct machine *machine);

/* The shortest sample that the clock times well. */
double machine_quantum_ns(const struct machine *machine);

/* Since the machine was opened: a sweep that must not take long looks at it. */
double machine_age_ns(const struct machine *machine);

/* ---- opening ---- */

/* Takes the machine for this process: pins inside the allowed CPUs, times the clock, finds the
   cycle and tests that code is not instrumented.  Returns NULL with a reason in *WHY. */
struct machine *machine_open(const char **why);
void machine_close(struct machine *machine);

#endif
