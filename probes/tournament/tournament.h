/* tournament.h - all CPUs with each other, two by two. */
#ifndef TOURNAMENT_H
#define TOURNAMENT_H

#include "../parallel/parallel.h"

#include <stdio.h>

enum { GAME_BLOCKS = 6 };

/* What two CPUs do with each other: PLAY is as parallel_exchange, with each of so many blocks from
   the smallest on; bytes 0: a line. */
struct game {
    const char *name;
    bool (*play)(struct machine *machine, struct passing *passing, size_t count, size_t bytes);
    size_t bytes[GAME_BLOCKS], blocks;
};

/* The sweep of such a game.  Its table has a row for each pair in each tournament: ns of a line, or
   MB/s of each block.  Returns a reason, or NULL. */
const char *tournament_sweep(struct machine *machine, const struct game *game, FILE *out);

#endif
