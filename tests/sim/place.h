/* place.h - a byte of memory, by its virtual and its physical address. */
#ifndef SIM_PLACE_H
#define SIM_PLACE_H

#include <stdint.h>

/* Within a page both addresses differ by the same amount. */
struct place {
    uint64_t seen, physical; /* SEEN is the virtual address */
};

#endif
