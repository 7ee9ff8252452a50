/* cliques.h - groups of CPUs that are nearer to each other than to the others. */
#ifndef PAPERS_CLIQUES_H
#define PAPERS_CLIQUES_H

#include <stddef.h>

/* The cost of communication between each two of N CPUs, at A * N + B and B * N + A, NOT_MEASURED
   where unknown; the deviation of one pair's cost, and how often all pairs met. */
struct costs {
    double *cost;
    size_t n;
    double deviation;
    size_t times;
};

enum split { SPLIT_NONE, SPLIT_DONE, SPLIT_DOUBTFUL };

/* Splits COUNT MEMBERs into cliques at the highest possible cost: LEADER, as long, receives the
   first member of each one's clique.  SPLIT_NONE where all are equally far apart, or where no group
   is separate (as on a mesh).  SPLIT_DOUBTFUL where the result depends on unknown costs, or on a
   few high ones where all met so seldom that these may be disturbed.  SORTED has room for the costs
   of all pairs. */
enum split cliques_split(const struct costs *costs, const size_t *member, size_t count,
                         size_t *leader, double *sorted);

#endif
