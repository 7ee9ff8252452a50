/* alone.h - whether other threads run on this system, and whether on CPUs that this process may not
   use. */
#ifndef ALONE_H
#define ALONE_H

#include "machine.h"

/* Returns whether this is the only thread that runs on this system now, or true if the system does
   not say. */
bool machine_alone(struct machine *machine);

/* Returns whether this process may use all CPUs of the system, so that other threads run on no
   other ones.  False if the system does not say. */
bool machine_has_all_cpus(struct machine *machine);

#endif
