/* sizes.h - what configure has found out before: the levels of cache, for sweeps whose working sets
   follow from them. */
#ifndef SIZES_SIZES_H
#define SIZES_SIZES_H

#include "../harness/harness.h"

/* Bytes of that level, from 1 on, and of its line; 0 where they are unknown, or there is no such
   level. */
size_t sizes_of_level(struct machine *machine, size_t level);
size_t sizes_of_line(struct machine *machine, size_t level);

#endif
