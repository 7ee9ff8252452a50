/* sharing.h - which CPUs share a level of cache. */
#ifndef SHARING_SHARING_H
#define SHARING_SHARING_H

#include "../harness/probe.h"

/* The sweep of that level. */
const char *sharing_sweep(struct machine *machine, size_t level, FILE *out);

#endif
