/* mix.h - a mix of independent instructions that need different units. */
#ifndef MIX_H
#define MIX_H

#include "../machine/statement.h"

#include <stddef.h>

/* Numbers of independent integer adds, adds of doubles and loads, and two loops that repeat the mix
   MIX_FEW and MIX_MANY times.  RUN is NULL if the compiler keeps values in memory, or the
   instruction set has too few registers. */
struct mix {
    size_t integers, floats, loads;
    statement_run *run[2];
};

enum { MIX_FEW = 2, MIX_MANY = 4, MIX_TEXT = 1200 };

/* The statements of a loop, and the types of their variables. */
struct mix_text {
    char statements[MIX_TEXT], types[MIX_TEXT];
};

size_t mix_instructions(const struct mix *mix);

/* Writes the mix as a set of statements over p0, p1, ... to TEXT, and its two loops, which need
   TEXT, to LOOP. */
void mix_loops(const struct mix *mix, struct mix_text *text, struct statement_loop loop[2]);

#endif
