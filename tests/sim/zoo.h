/* zoo.h - the machines of tests/zoo/, for tests of single parts. */
#ifndef SIM_ZOO_H
#define SIM_ZOO_H

#include "sim.h"

/* The root of the sources. */
const char *zoo_source(void);

/* Reads tests/zoo/NAME.machine; what cannot be read ends the test. */
void zoo_read(const char *name, struct sim_machine *sim);

typedef void zoo_visitor(const struct sim_machine *sim, const char *name);

/* Visits each machine that says how its core executes.  Returns how many these are. */
size_t zoo_cores(zoo_visitor *visit);

#endif
