/* data.h - counts which loads of data miss, for AMP's experiments (arrays.h); fails where the
   system grants no counter. */
#ifndef DATA_H
#define DATA_H

#include "../common/order.h"
#include "../machine/code.h"
#include "arrays.h"

/* As many as lie on three quarters of 4 MB, 32 bytes apart. */
enum { PLACES_MOST = 3 << 15 };

struct data {
    struct array array;
    const struct code *blocks; /* what KIND_EXECUTED executes: each twice as much as the last */
    struct pages pages;
    size_t apart; /* pages from place to place of a TLB */
    struct dice dice;
    size_t order[PLACES_MOST], others[PLACES_MOST];
};

/* Opens a counter of loads that miss the first cache (EVENT_L1D) or TLB (EVENT_DTLB).  Returns NULL
   where there is none, or no memory. */
struct data *data_open(struct machine *machine, enum event event);
void data_close(struct data *data);

/* Measures all rows on all layouts, and prints them.  Returns how many. */
size_t data_print(struct data *data, FILE *out);

#endif
