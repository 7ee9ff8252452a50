/* cliques.h - groups of CPUs in which all are nearer to each other than to the others. */
#ifndef PAPERS_CLIQUES_H
#define PAPERS_CLIQUES_H

#include <stddef.h>

/* What it costs each two of N CPUs to communicate, by A * N + B and B * N + A, NOT_MEASURED where
   nobody knows; how much what the same two cost differs from time to time, and how often all met.
 */
struct costs {
    double *cost;
    size_t n;
    double deviation;
    size_t times;
};

enum split { SPLIT_NONE, SPLIT_DONE, SPLIT_DOUBTFUL };

/* Parts COUNT MEMBERs of them into cliques, at the largest costs at which they are: BOSS, as many,
   takes the place of the first member of each one's clique.  Nothing is parted where all are as far
   from each other, or nobody stands apart (on a mesh, say); doubtful is what hangs on unknown
   costs, or on few that are high where all met so seldom that these may have been disturbed. SORTED
   has room for as many costs as there are pairs. */
enum split cliques_split(const struct costs *costs, const size_t *member, size_t count,
                         size_t *boss, double *sorted);

#endif
