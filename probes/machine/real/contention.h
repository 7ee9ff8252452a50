/* contention.h - work that fills the core. */
#ifndef CONTENTION_H
#define CONTENTION_H

#include <stddef.h>

/* Some cycles a round, and more where another thread shares the core. */
void fill_core(size_t rounds);

#endif
