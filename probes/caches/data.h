/* data.h - counts which loads of data miss, for AMP's experiments (arrays.h); fails where the
   system grants no counter. */
#ifndef DATA_H
#define DATA_H

#include "../common/order.h"
#include "../machine/code.h"
#include "arrays.h"

/* The places, 32 bytes apart, of three quarters of 4 MB. */
enum { PLACES_MOST = 3 << 15 };

struct data {
    struct array array;
    const struct code *blocks; /* the code of KIND_EXECUTED, each block twice as long as the last */
    struct pages pages;
    size_t apart; /* pages from one place to the next, for a TLB */
    struct dice dice;
    size_t order[PLACES_MOST], others[PLACES_MOST];
};

/* Opens a counter of loads that miss the first cache (EVENT_L1D) or TLB (EVENT_DTLB).  Returns
   NULL if there is none, or no memory. */
struct data *data_open(struct machine *machine, enum event event);
void data_close(struct data *data);

/* Measures all rows on all layouts, and prints them.  Returns their number. */
size_t data_print(struct data *data, FILE *out);

#endif
