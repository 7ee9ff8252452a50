/* cores.h - CPUs that slow each other. */
#ifndef CORES_H
#define CORES_H

#include "../answer.h"
#include "../table.h"

/* By a table of passes, as cores.c has it: the most CPUs that slow each other at WORK; 0 where that
   is unclear, or where they are of several kinds, whose levels of cache are different, with the
   reason. */
size_t cores_sharers(const struct table *table, double work, const char **why);

#endif
