/* ping_pong.h - a line that two CPUs pass to each other. */
#ifndef PING_PONG_H
#define PING_PONG_H

#include "parallel.h"

/* Two CPUs that hand something to each other and back, and what one way takes; HUGE_VAL where one
   of them was away. */
struct cpu_pair {
    size_t from, to;
    double ns;
};

/* Has COUNT pairs, of which no two have a CPU in common, pass a line at the same time: the median
   over several lines of the least of some tries. */
bool parallel_ping_pong(struct machine *machine, struct cpu_pair *pairs, size_t count);

#endif
