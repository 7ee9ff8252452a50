/* compact.h - X-Ray's compact sets. */
#ifndef COMPACT_H
#define COMPACT_H

/* A sequence is compact up to this latency.  LEAST and MOST are the fastest and the slowest reading
   of sure hits: their difference is noise, which a rise must exceed.  FAR is the latency where most
   loads of the same stride miss: one miss in 50 may come from other lines, the probe's own and
   those of page tables. */
static inline double compact_limit(double least, double most, double far) {
    double noise = 0.005 * least + 2 * (most - least);
    return least + noise + (far > least ? 0.02 * (far - least) : 0);
}

#endif
