/* exchange.h - the time in which two CPUs hand a block to each other. */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "ping_pong.h"

/* Lets COUNT pairs, no two of which have a CPU in common, exchange blocks of BYTES, a power of two
   and at least 1 KB, at the same time.  Each pair has a block of its own, whose pages are near
   FROM. The two CPUs read and modify each line of it in turn; a pair's ns is the least time of one
   turn. Returns false as parallel_ping_pong does, and if there is no memory. */
bool parallel_exchange(struct machine *machine, struct cpu_pair *pairs, size_t count, size_t bytes);

#endif
