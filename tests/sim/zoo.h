/* zoo.h - the machines of tests/zoo/, for tests of single parts of the simulator. */
#ifndef SIM_ZOO_H
#define SIM_ZOO_H

#include "sim.h"

/* Returns the root of the sources. */
const char *zoo_source(void);

/* Reads tests/zoo/NAME.machine, and ends the test if that fails. */
void zoo_read(const char *name, struct sim_machine *sim);

typedef void zoo_visitor(const struct sim_machine *sim, const char *name);

/* Visits each machine whose file describes how its core executes.  Returns their number. */
size_t zoo_cores(zoo_visitor *visit);

#endif
