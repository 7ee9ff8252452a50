/* binding.h - the CPUs that a kernel with threads of its own runs on: a seam, with the real machine
   on one side (this directory) and the simulated one on the other (tests/test_kernel.c).

   They are those that this process may use, from the first one on. */
#ifndef BINDING_H
#define BINDING_H

#include "../machine/machine.h"

/* Moves the calling thread to the CPU of that number. */
void cpus_stay(struct machine *machine, size_t cpu);

/* Lets it, and the threads that it makes from then on, be on any of the first COUNT.  Returns false
   where there are not so many, or it cannot be kept there. */
bool cpus_spread(struct machine *machine, size_t count);

#endif
