/* nano.h - the sweep of one statement. */
#ifndef NANO_H
#define NANO_H

#include "../harness/nano.h"
#include "../harness/probe.h"

#include <stdint.h>

/* Memory for loads and stores: a ring of links, each the address of another.  Two loads in a row
   bring different values, so that there is nothing to predict.  It is written once: a sweep that
   stores there has nothing to follow. */
const volatile uint64_t *nano_place(void);

/* Does no other thread run on this system now? */
bool machine_alone(struct machine *machine);

/* Prints the table of the statement NAME, whose COUNT configurations differ by streams and
   unrolling: cycles of a round of each.  Returns NULL, or why there is none. */
const char *nano_sweep(struct machine *machine, const char *name, const struct nano *nano,
                       size_t count, FILE *out);

#endif
