/* burden.h - what the threads do. */
#ifndef BURDEN_H
#define BURDEN_H

#include "../parallel.h"

/* So many rounds that a piece is timed well; always the same, since pieces are compared. */
size_t burden_rounds(struct machine *machine);

/* A piece of so many rounds. */
void burden_bear(enum burden burden, size_t rounds);

#endif
