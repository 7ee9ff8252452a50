/* cores.h - which CPUs slow each other. */
#ifndef CORES_H
#define CORES_H

#include "../answer.h"
#include "../table.h"

/* For a table of passes as cores.c describes it: the most CPUs that slow each other at WORK. 0,
   with the reason, where that is unclear, or where cores are of several types, whose caches
   differ. */
size_t cores_sharers(const struct table *table, double work, const char **why);

#endif
