/* laps.c - writes the laps: one block too many, in turn, twice; more blocks than fit, back and
   forth; or some of the blocks that fit, again. */
#include "laps.h"

#include "../../analysis/room.h"

static void visit(struct lap *lap, size_t block) {
    lap->block[lap->visits++] = block;
}

/* Visits every STEP-th block from FIRST up to END. */
static void visit_some(struct lap *lap, size_t first, size_t step, size_t end) {
    for (; first < end; first += step)
        visit(lap, first);
}

/* Some of the blocks that fit are visited again, then FRESH quarters of the ways in new blocks,
   and then the same blocks once more, or ALL that fit. */
static const struct again {
    size_t first, step, quarters, fresh;
    bool all;
} SOME_AGAIN[] = {{0, 1, 2, 2, false},
                  {0, 2, 4, 2, false},
                  {1, 2, 4, 2, false},
                  {0, 4, 4, 3, false},
                  {0, 2, 4, 1, true}};
enum { SOME_AGAINS = sizeof SOME_AGAIN / sizeof *SOME_AGAIN };

static void visit_again(struct lap *lap, const struct again *again, size_t ways) {
    size_t first = ways + again->first, end = ways + again->quarters * ways / 4, fresh = 2 * ways;
    visit_some(lap, first, again->step, end);
    visit_some(lap, fresh, 1, fresh + again->fresh * ways / 4);
    if (again->all)
        visit_some(lap, ways, 1, 2 * ways);
    else
        visit_some(lap, first, again->step, end);
}

/* Visits blocks from one end to the other, and back. */
static void visit_to_and_fro(struct lap *lap, size_t ways) {
    size_t blocks = ways + ways / 4 + 1, turn = 2 * blocks - 2;
    for (size_t i = 0; i < 2 * ways; i++)
        visit(lap, 2 * ways + (i % turn < blocks ? i % turn : turn - i % turn));
}

bool lap_write(struct lap *lap, size_t number, size_t ways) {
    lap->visits = 0;
    if (!room_for(LAPS_MOST_WAYS, ways, 1))
        return false;
    visit_some(lap, 0, 1, 2 * ways);
    if (number < SOME_AGAINS)
        visit_again(lap, &SOME_AGAIN[number], ways);
    else if (number == SOME_AGAINS)
        visit_to_and_fro(lap, ways);
    else
        for (size_t i = 0; i < 2; i++)
            visit_some(lap, 2 * ways, 1, 3 * ways + 1);
    return true;
}
