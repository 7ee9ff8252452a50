/* contention.h - work that fills every issue slot of a core. */
#ifndef CONTENTION_H
#define CONTENTION_H

#include <stddef.h>

/* Does ROUNDS rounds, a multiple of four.  Each takes a few cycles, and more if another thread
   shares the core. */
void fill_core(size_t rounds);

#endif
