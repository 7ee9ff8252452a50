/* hwloc.h - mask.h's functions by hwloc, if the build asks for it. */
#ifndef HWLOC_H
#define HWLOC_H

#include <stdbool.h>
#include <stddef.h>

size_t hwloc_mask_count(void);
bool hwloc_mask_bind(size_t first, size_t count);

#endif
