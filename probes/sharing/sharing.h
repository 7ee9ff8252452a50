/* sharing.h - which CPUs share a level of cache. */
#ifndef SHARING_SHARING_H
#define SHARING_SHARING_H

#include "../harness/probe.h"

/* The sweep of LEVEL, called sharing_l3 and so on; of the first, `sharing_near', the second too. */
sweep_of sharing_sweep;

#endif
