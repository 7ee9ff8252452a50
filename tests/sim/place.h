/* place.h - a byte of memory, under both of its addresses. */
#ifndef SIM_PLACE_H
#define SIM_PLACE_H

#include <stdint.h>

/* Two places of one page are as far apart in the one as in the other. */
struct place {
    uint64_t seen, physical; /* seen: the virtual address */
};

#endif
