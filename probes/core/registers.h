/* registers.h - the sweeps of registers, by loops over live values. */
#ifndef REGISTERS_H
#define REGISTERS_H

#include "../machine/statement.h"
#include "../machine/sweep.h"

/* A loop over VALUES live values.  CODE is the number of instructions and memory operands in a
   round, by the compiler's assembly: equal to VALUES if every value stays in a register; 0 if
   unknown.  RUN ignores its first two arguments; it is NULL if the compiler keeps values in memory.
 */
struct register_loop {
    size_t values, code;
    statement_run *run;
};

/* Prints the table of the sweep NAME, whose COUNT loops over values of TYPE ascend by VALUES:
   cycles of a round of each, and its code if that of all is known.  Returns NULL, or why there is
   no table. */
const char *registers_sweep(struct machine *machine, const char *name, const char *type,
                            const struct register_loop *loops, size_t count, FILE *out);

#endif
