/* read_core.h - the lines of a machine file that describe its core (read.h has their
   grammar). */
#ifndef SIM_READ_CORE_H
#define SIM_READ_CORE_H

#include "fields.h"
#include "sim.h"

void read_decoded(struct fields *fields, struct sim_machine *machine);
void read_issue(struct fields *fields, struct sim_machine *machine);
void read_op(struct fields *fields, struct sim_machine *machine);

#endif
