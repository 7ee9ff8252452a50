/* level.h - the sweep of a level of cache behind the first (X-Ray 4.6). */
#ifndef LEVEL_H
#define LEVEL_H

#include "../machine/sweep.h"

/* Prints the table of LEVEL, from 2 on.  Returns NULL, or why there is no table. */
sweep_of level_sweep;

#endif
