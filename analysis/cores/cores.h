/* cores.h - how many threads do the same without slowing each other. */
#ifndef CORES_CORES_H
#define CORES_CORES_H

#include "../answer.h"
#include "../table.h"

/* Answers NAME by a table of passes, as cores.c has it. */
void cores_contexts(const struct table *table, const char *name, struct answers *answers);

/* The most CPUs that slow each other; 0 where that is unclear, or where they are of several kinds,
   whose levels of cache are different, with the reason. */
size_t cores_sharers(const struct table *table, const char **why);

#endif
