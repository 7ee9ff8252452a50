/* replay.c - replays a trace on pages of one colour and times each visit. */
#include "replay.h"

#include "../common/spread.h"
#include "../common/trace.h"
#include "../eviction/colours_search.h"

#include <math.h>
#include <stdlib.h>

struct player {
    struct replay *replay;
    struct units *units;
    size_t *unit, *evictor; /* of each block; visited in between */
    size_t evictors;
    double *all; /* ns: TRACE_REPLAYS of each visit */
};

static void play(struct player *player, size_t number) {
    const struct replay *replay = player->replay;
    for (size_t i = 0; i < replay->visits; i++) {
        units_walk(player->units, 1);
        player->all[i * TRACE_REPLAYS + number] =
            units_time(player->units, player->unit[replay->block[i]]);
    }
}

static bool play_all(struct player *player) {
    struct replay *replay = player->replay;
    if (!units_gather(player->units, player->evictor, player->evictors))
        return false;
    for (size_t number = 0; number < TRACE_REPLAYS; number++)
        play(player, number);
    for (size_t i = 0; i < replay->visits; i++)
        replay->ns[i] = fmax(trace_cost(player->all + i * TRACE_REPLAYS), 0);
    return true;
}

/* Finds units of the first colour, and evictors of others.  Returns false where there are too
   few. */
static bool cast(struct player *player, struct colours *colours, size_t blocks) {
    if (player->units->classes > 0) /* evictors may have the first colour too */
        return false;
    colours_enrich(colours, 1, blocks);
    player->evictors = colours_add_evictors(colours, 1, player->evictor, 0);
    return player->evictors == colours->eviction->evictors &&
           colours_members(colours, 1, player->unit, blocks) == blocks;
}

bool replay_run(struct replay *replay, struct colours *colours) {
    size_t ways = colours_ways(colours), blocks = trace_blocks(ways), most = trace_most(ways);
    struct player player = {.replay = replay, .units = colours->units};
    *replay = (struct replay){.block = malloc(most * sizeof *replay->block),
                              .ns = malloc(most * sizeof *replay->ns)};
    player.unit = malloc(blocks * sizeof *player.unit);
    player.evictor = malloc((colours->eviction->evictors + 1) * sizeof *player.evictor);
    player.all = malloc(most * TRACE_REPLAYS * sizeof *player.all);
    bool played = replay->block != NULL && replay->ns != NULL && player.unit != NULL &&
                  player.evictor != NULL && player.all != NULL && cast(&player, colours, blocks);
    if (played) {
        replay->visits = trace_write(ways, &colours->units->dice, replay->block);
        played = play_all(&player);
    }
    free(player.unit);
    free(player.evictor);
    free(player.all);
    return played;
}

void replay_release(struct replay *replay) {
    free(replay->block);
    free(replay->ns);
}
