/* sizes.h - what configure has found out before: the levels of cache, for sweeps whose working sets
   follow from them, and the threads of a core. */
#ifndef SIZES_H
#define SIZES_H

#include "../machine/machine.h"

/* Bytes of that level, from 1 on, and of its line; 0 where they are unknown, or there is no such
   level. */
size_t sizes_of_level(struct machine *machine, size_t level);
size_t sizes_of_line(struct machine *machine, size_t level);

/* The most of the usable CPUs that share a core; 0 where that is unknown. */
size_t sizes_of_core(struct machine *machine);

#endif
