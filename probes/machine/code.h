/* code.h - execution at the seam: code that does nothing but be there. */
#ifndef CODE_H
#define CODE_H

#include "machine.h"

/* BYTES of instructions in a straight line.  RUN executes them; a machine that does not exist takes
   them to lie somewhere. */
struct code {
    size_t bytes;
    void (*run)(void);
};

/* Executes all of it, so many TIMES. */
void code_run(struct machine *machine, const struct code *code, size_t times);

#endif
