/* binding.h - the CPUs on which a kernel with threads of its own runs: the first ones that this
   process may use.  tests/unit/kernel_timer.c implements these functions on the simulated
   machine. */
#ifndef BINDING_H
#define BINDING_H

#include "../machine/machine.h"

/* Moves the calling thread to the CPU of that number. */
void cpus_stay(struct machine *machine, size_t cpu);

/* Lets the calling thread, and those that it creates afterwards, run on any of the first COUNT
   CPUs. Returns false if there are fewer, or threads cannot be bound. */
bool cpus_spread(struct machine *machine, size_t count);

#endif
