/* single_set.h - times the visits of a trace in one set of the first level, and then in others.

   What a policy keeps depends on all that uses a set.  A block with a line in each of many sets has
   several lines of a page, of which a prefetcher may fetch more.  So here a visit is one load, no
   two distances between pages are equal, and what else a walk of the trace uses often is in other
   sets (struct lane). */
#ifndef SINGLE_SET_H
#define SINGLE_SET_H

#include "../common/sequence.h"
#include "../common/trace.h"

#include <stdio.h>

enum {
    SINGLE_SETS = 32,     /* the most sets that are walked */
    SINGLE_SPACING = 128, /* bytes from one to the next, so that each is another one */
    SINGLE_WALKS = 24,    /* the most samples of a set */
    SINGLE_BLOCKS = 520
};

/* Memory whose second half is in no set that is walked, if lines are no longer than LANE. */
enum { LANE = SINGLE_SPACING / 2, LANE_VISITS = 8 };
struct lane {
    unsigned char places[LANE];
    union {
        unsigned char bytes[LANE];
        struct chain chain;
        struct {
            float ns;
            unsigned block;
        } visit[LANE_VISITS];
    } of;
};

struct single_set {
    struct machine *machine;
    struct layout *layout;
    struct dice *dice;
    size_t ways, way; /* count, bytes */
    const size_t *block;
    size_t visits, blocks; /* visits to BLOCK, which has so many */

    size_t sets, walks, together; /* walks of a set, of which so many are a sample */
    size_t page[SINGLE_BLOCKS];   /* of each block: a number of ways from the beginning */
    size_t order[SINGLE_BLOCKS][1];
    struct lane *chain, *visit;             /* one for each block, and for LANE_VISITS visits */
    float (*ns)[SINGLE_SETS][SINGLE_WALKS]; /* of each visit */
};

/* Prints the section `single': the ns of each visit.  Prints nothing where there is no memory, or
   too few ways fit the arena. */
void single_set_print(struct single_set *single, FILE *out);

#endif
