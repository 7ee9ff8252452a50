/* pass.h - a line that two CPUs pass to each other. */
#ifndef PASS_H
#define PASS_H

#include "parallel.h"

/* Two CPUs that hand something to each other and back, and what one way takes; HUGE_VAL where one
   of them was away. */
struct passing {
    size_t from, to;
    double ns;
};

/* Has COUNT pairs, of which no two have a CPU in common, pass a line at the same time: the median
   over several lines of the least of some tries. */
bool parallel_pass(struct machine *machine, struct passing *passing, size_t count);

#endif
