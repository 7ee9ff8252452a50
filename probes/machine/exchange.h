/* exchange.h - blocks that two CPUs exchange. */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "ping_pong.h"

/* Has COUNT pairs, of which no two have a CPU in common, exchange blocks of so many bytes, a power
   of two from 1 KB on, at the same time, each pair its own block and near FROM: the one of a pair,
   and then the other, reads and modifies each line; the least of some tries of such a turn. Returns
   false where there is no memory, too. */
bool parallel_exchange(struct machine *machine, struct cpu_pair *pairs, size_t count, size_t bytes);

#endif
