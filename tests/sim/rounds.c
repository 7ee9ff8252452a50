/* rounds.c - executes a loop once, and looks up what its round cost from then on.  A sweep samples
   all of its loops in turn, so that more than the last one is kept. */
#include "rounds.h"

#include <stdio.h>
#include <string.h>

/* Two threads of one core take turns at whatever both want. */
static double cycles_of(const struct sim_execute *execute, const struct statement_loop *loop,
                        bool beside, bool seldom) {
    struct sim_execute now = *execute;
    now.width /= beside ? 2 : 1;
    for (size_t i = 0; i < now.operations; i++) {
        struct sim_operation *operation = &now.operation[i];
        operation->interval *= beside ? 2 : 1;
        operation->cycles = seldom && operation->seldom > 0 ? operation->seldom : operation->cycles;
    }
    return execute_round(&now, loop);
}

/* Returns whether TEXT, which tells LOOP from all others, is all there. */
static bool describe(const struct statement_loop *loop, char text[ROUNDS_TEXT]) {
    int length = snprintf(text, ROUNDS_TEXT, "%zu %zu %d %s: %s", loop->streams, loop->unrolled,
                          loop->set, loop->types, loop->statement);
    return length >= 0 && length < ROUNDS_TEXT;
}

static struct round *find(struct rounds *rounds, const char *text) {
    for (size_t i = 0; i < ROUNDS_KEPT; i++)
        if (strcmp(rounds->kept[i].text, text) == 0)
            return &rounds->kept[i];
    return NULL;
}

static struct round *replace_oldest(struct rounds *rounds, const char *text) {
    struct round *round = &rounds->kept[rounds->next];
    rounds->next = (rounds->next + 1) % ROUNDS_KEPT;
    strcpy(round->text, text);
    for (size_t i = 0; i < 4; i++)
        round->cycles[i / 2][i % 2] = -1;
    return round;
}

double rounds_cycles(struct rounds *rounds, const struct sim_execute *execute,
                     const struct statement_loop *loop, bool beside, bool seldom) {
    char text[ROUNDS_TEXT];
    if (!describe(loop, text))
        return cycles_of(execute, loop, beside, seldom);
    struct round *round = find(rounds, text);
    if (round == NULL)
        round = replace_oldest(rounds, text);
    double *cycles = &round->cycles[beside][seldom];
    if (*cycles < 0)
        *cycles = cycles_of(execute, loop, beside, seldom);
    return *cycles;
}
