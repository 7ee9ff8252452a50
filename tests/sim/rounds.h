/* rounds.h - cycles of a round of each statement loop, computed once for a machine. */
#ifndef SIM_ROUNDS_H
#define SIM_ROUNDS_H

#include "execute.h"

/* ROUNDS_TEXT: a longer loop is computed each time. */
enum { ROUNDS_KEPT = 64, ROUNDS_TEXT = 1300 };

/* A loop, and cycles of its round, alone and beside another thread; usually, seldom. */
struct round {
    char text[ROUNDS_TEXT];
    double cycles[2][2];
};

struct rounds {
    struct round kept[ROUNDS_KEPT]; /* a ring; an unused one has no text */
    size_t next;
};

/* Cycles of a round of LOOP.  EXECUTE is the same for all calls with the same ROUNDS. */
double rounds_cycles(struct rounds *rounds, const struct sim_execute *execute,
                     const struct statement_loop *loop, bool beside, bool seldom);

#endif
