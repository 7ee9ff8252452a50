/* registers.h - the sweep of values that are live at once. */
#ifndef REGISTERS_H
#define REGISTERS_H

#include "../machine/statement.h"
#include "../machine/sweep.h"

/* A loop over so many values.  CODE is what the compiler's assembly has in a round, instructions
   and memory operands: as many as values where each stays in its register; 0: not known.  RUN is
   called with one stream, unrolled once, and looks at neither; it is NULL where the compiler keeps
   values in memory. */
struct register_loop {
    size_t values, code;
    statement_run *run;
};

/* Prints the table of NAME, whose COUNT loops ascend by their values of TYPE: cycles of a round of
   each, and its code where all are known.  Returns NULL, or why there is none. */
const char *registers_sweep(struct machine *machine, const char *name, const char *type,
                            const struct register_loop *loops, size_t count, FILE *out);

#endif
