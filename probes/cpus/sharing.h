/* sharing.h - which CPUs share a level of cache. */
#ifndef SHARING_H
#define SHARING_H

#include "../machine/sweep.h"

/* The sweep of LEVEL, called sharing_l3 and so on; of the first, `sharing_near', the second too. */
sweep_of sharing_sweep;

#endif
