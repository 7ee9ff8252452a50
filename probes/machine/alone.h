/* alone.h - whether other threads run on this system. */
#ifndef ALONE_H
#define ALONE_H

#include "machine.h"

/* Returns whether this is the only thread that runs on this system now, or true if the system does
   not say. */
bool machine_alone(struct machine *machine);

#endif
