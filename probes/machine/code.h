/* code.h - straight-line code that is executed for its footprint only. */
#ifndef CODE_H
#define CODE_H

#include "machine.h"

/* BYTES of straight-line instructions, which RUN executes.  A simulated machine assigns them an
   address. */
struct code {
    size_t bytes;
    void (*run)(void);
};

/* Executes all of CODE, TIMES times, untimed. */
void code_run(struct machine *machine, const struct code *code, size_t times);

#endif
