/* survival.h - which lines hit, by their age (METHODS 0b.1). */
#ifndef SURVIVAL_H
#define SURVIVAL_H

#include "../table.h"

enum { SURVIVAL_AGES = 128 };

/* Loads of lines of about the same age: how many other lines were touched since. */
struct ages {
    double from, to, count, hits, hit_ns; /* the mean of the hits, with their timing */
};

struct survival {
    struct ages ages[SURVIVAL_AGES];
    size_t count;
    double hit_ns, flushed_ns; /* a single load that hits the first level, or is served by memory */
    double spread_ns;          /* standard deviation of loads that cost the same */
    double limit_ns;           /* what costs less is a hit */
};

/* Sorts the loads of the section `ages' (from, to, ns, count) into hits and misses by what those of
   the section `controls' (kind, ns, count) cost.  Returns NULL, or the reason why they cannot be
   told apart. */
const char *survival_read(struct survival *survival, const struct table *table);

double survival_share(const struct ages *ages);

/* The lines that hit: the sum over all ages of the share that does.  Counted are hits as far as
   they cost NEAR_NS rather than FAR_NS; with FAR_NS not measured all of them.  *ERROR is the
   deviation that comes from so few loads. */
double survival_lines(const struct survival *survival, double near_ns, double far_ns,
                      double *error);

#endif
