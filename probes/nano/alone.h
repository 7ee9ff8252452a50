/* alone.h - does another thread run beside this one? */
#ifndef NANO_ALONE_H
#define NANO_ALONE_H

#include "../harness/harness.h"

/* Does no other thread run on this system now? */
bool machine_alone(struct machine *machine);

#endif
