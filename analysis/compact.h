/* compact.h - X-Ray's compact sets. */
#ifndef COMPACT_H
#define COMPACT_H

/* What a sweep has not measured; in tables and methods that is NOT_MEASURED (measured.h). */
#define NEVER 1e300

/* A sequence is compact up to this latency.  LEAST and MOST are the fastest and the slowest
   reading of what surely hits: what they vary by is noise, and a rise leaves it behind.  FAR is
   the latency where most loads of the same stride miss: one miss in 50 may be the fault of lines
   that are not the sequence's, the probe's own and the page table's. */
static inline double compact_limit(double least, double most, double far) {
    double noise = 0.005 * least + 2 * (most - least);
    return least + noise + (far > least ? 0.02 * (far - least) : 0);
}

#endif
