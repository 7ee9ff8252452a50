/* crowd.h - work that fills the core. */
#ifndef CROWD_H
#define CROWD_H

#include <stddef.h>

/* Some cycles a round, and more where another thread shares the core. */
void crowd(size_t rounds);

#endif
