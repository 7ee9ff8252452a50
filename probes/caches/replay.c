/* replay.c - replays a trace on pages of one colour and times each visit. */
#include "replay.h"

#include "../eviction/colours_search.h"

#include <stdlib.h>

static void play(struct replay *replay, struct colours *colours, size_t number) {
    for (size_t i = 0; i < replay->visits; i++) {
        units_walk(colours->units, 1);
        replay->ns[i][number] = units_time(colours->units, colours->alike[replay->block[i]]);
    }
}

/* Makes `alike` a unit of the first colour for each block, and `visited` the evictors, which have
   other colours.  Returns false if there are too few units. */
static bool cast(struct colours *colours, size_t blocks) {
    if (colours->units->classes > 0) /* evictors may have the first colour too */
        return false;
    colours_enrich(colours, 1, blocks);
    return colours_add_evictors(colours, 1, colours->visited, 0) == colours->eviction->evictors &&
           colours_members(colours, 1, colours->alike, blocks) == blocks;
}

bool replay_run(struct replay *replay, struct colours *colours) {
    size_t ways = colours_ways(colours), most = trace_most(ways);
    struct units *units = colours->units;
    *replay = (struct replay){.block = malloc(most * sizeof *replay->block),
                              .ns = malloc(most * sizeof *replay->ns)};
    if (replay->block == NULL || replay->ns == NULL || !cast(colours, trace_blocks(ways)))
        return false;
    replay->visits = trace_write(ways, &units->dice, replay->block);
    if (!units_gather(units, colours->visited, colours->eviction->evictors))
        return false;
    for (size_t number = 0; number < TRACE_REPLAYS; number++)
        play(replay, colours, number);
    return true;
}

void replay_release(struct replay *replay) {
    free(replay->block);
    free(replay->ns);
}
