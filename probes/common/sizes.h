/* sizes.h - passes on values that configure has found before: the sizes of the levels of cache,
   from which sweeps derive their working sets, and the threads of a core. */
#ifndef SIZES_H
#define SIZES_H

#include "../machine/machine.h"

/* Return the bytes of LEVEL, from 1 on, and of its line.  Where the size was not measured, it is
   the effective size, which may be less.  0 if neither was measured (a size that only the
   system reports does not count), or if there is no such level. */
size_t sizes_of_level(struct machine *machine, size_t level);
size_t sizes_of_line(struct machine *machine, size_t level);

/* Returns the most usable CPUs that share a core, or 0 if that is unknown. */
size_t sizes_of_core(struct machine *machine);

#endif
