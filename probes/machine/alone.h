/* alone.h - does another thread run beside this one? */
#ifndef ALONE_H
#define ALONE_H

#include "machine.h"

/* Does no other thread run on this system now? */
bool machine_alone(struct machine *machine);

#endif
