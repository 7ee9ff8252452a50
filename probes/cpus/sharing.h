/* sharing.h - the sweeps of CPUs that share a level of cache. */
#ifndef SHARING_H
#define SHARING_H

#include "../machine/sweep.h"

/* The sweep of LEVEL, for example sharing_l3; with LEVEL 1, of the first and second (sharing_near).
 */
sweep_of sharing_sweep;

#endif
