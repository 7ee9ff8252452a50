/* real.h - the real machine, as the harness's own files see it. */
#ifndef REAL_H
#define REAL_H

#include "harness.h"

/* Nanoseconds of a clock that does not go back. */
double clock_ns(void);

/* Its smallest step and the least that two readings in a row cost. */
double clock_resolution_ns(void);
double clock_overhead_ns(void);

/* One sample: RUN(WITH) between two rulers; the timing is of one of UNITS.  Returns false where the
   rulers differ. */
bool machine_time(struct machine *machine, void (*run)(void *with), void *with, double units,
                  struct timing *timing);

/* Ends the process with a line on stderr after SECONDS. */
void limit_seconds(unsigned seconds);

/* Walks LOADS loads from AT and returns where it stands then. */
void **walk(void **at, size_t loads);

/* Four independent walks of LOADS loads each. */
void walk_four(void **at, size_t loads);

/* LOADS loads on each of COUNT chains in turn; up to CHAINS_MOST. */
void walk_all(struct chain *all, size_t count, size_t loads);

/* One store to each of the chain's places, to the word after its link. */
void store_beside(const struct chain *chain);

/* Work that fills the core: some cycles a round, and more where another thread shares it. */
void crowd(size_t rounds);

/* The ruler: a chain of multiplications, so many rounds of it that the clock times them well, and
   what they take in cycles. */
struct ruler {
    size_t rounds;
    double cycles;
};

/* Finds the cycle.  Returns a reason, or NULL where it went well. */
const char *ruler_open(struct ruler *ruler, double quantum_ns);
double ruler_ns(const struct ruler *ruler);

#endif
