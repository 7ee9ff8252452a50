/* sharing.h - which CPUs share a level of cache. */
#ifndef SHARING_SHARING_H
#define SHARING_SHARING_H

#include "../harness/probe.h"

/* The sweep called NAME, of the levels from FIRST to LAST. */
const char *sharing_sweep(struct machine *machine, const char *name, size_t first, size_t last,
                          FILE *out);

#endif
