/* burst.h - loads that do not depend on each other. */
#ifndef SIM_BURST_H
#define SIM_BURST_H

#include "core.h"

/* Cycles until COUNT places of ORDER, offsets into the region, are loaded.  A load enters when the
   load queue, which it leaves in order, has room.  A miss begins when a line fill buffer is free,
   and memory delivers no more bytes a cycle than streams get from it. */
double burst_cycles(struct core *core, struct region *region, const size_t *order, size_t count);

#endif
