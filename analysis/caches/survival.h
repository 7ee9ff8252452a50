/* survival.h - which lines hit, by their age. */
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

/* A level, or the levels up to it, and the level behind. */
struct survival_level {
    double near_ns; /* what its hits cost */
    double far_ns;  /* what those of the level behind cost; NOT_MEASURED where there is none */
    double oldest;  /* lines of greater age hit behind it only */
};

/* The lines that hit in LEVEL or in front of it: the sum over all ages of the share that does.
   Where there is a level behind, hits count as far as they cost what LEVEL's do rather than what
   those behind do.  *ERROR is the deviation that comes from so few loads. */
double survival_lines(const struct survival *survival, const struct survival_level *level,
                      double *error);

#endif
