/* exchange.c - measures the bandwidth between two CPUs by a block that both modify in turn, each
   the other's producer and consumer (BlackjackBench 3.1.4). */
#include "../exchange.h"

#include "../pages.h"
#include "cpu_pairs.h"
#include "real.h"
#include "thread_pool.h"

#include <math.h>

#ifdef CAN_PING_PONG
/* One word of each TOUCHED bytes is read and modified, and all bytes are counted, since lines move
   as a whole.  No machine with several CPUs has a shorter line, and a longer one moves once however
   often it is touched.  Incrementing every word, as a program would, takes longer than fetching the
   lines, especially without optimisation. */
enum { TOUCHED = 32, TOUCHED_AT_ONCE = 8 };
/* Turns that are timed at once: as many as move HANDED_BYTES, but at most TURNS_MOST, so that a
   try with a small block takes no longer than the others. */
enum { HANDED_BYTES = 256 << 10, TURNS_MOST = 32, EXCHANGE_TRIES = 3 };
/* A side that waits longer than this for its turn gives up. */
static const double TURN_AWAY_NS = 5e7;

/* The block, and apart from it the line that says whose turn it is. */
struct exchanged {
    struct pages pages;
    struct turn_line line;
};

#define INCREMENT(i) place[(i) * (TOUCHED / sizeof(size_t))]++;

static void increment(unsigned char *block, size_t bytes) {
    enum { STEP_WORDS = TOUCHED * TOUCHED_AT_ONCE / sizeof(size_t) };
    register volatile size_t *place =
        (volatile size_t *)(void *)block; /* used without optimisation too */
    for (size_t i = 0; i < bytes; i += TOUCHED * TOUCHED_AT_ONCE, place += STEP_WORDS) {
        INCREMENT(0)
        INCREMENT(1)
        INCREMENT(2)
        INCREMENT(3)
        INCREMENT(4)
        INCREMENT(5)
        INCREMENT(6)
        INCREMENT(7)
    }
}

static unsigned turns_of(size_t bytes) {
    size_t turns = HANDED_BYTES / bytes;
    return (unsigned)(turns < 1 ? 1 : turns > TURNS_MOST ? TURNS_MOST : turns);
}

/* Takes one turn, which begins when the other side's ends.  Returns the time just before it hands
   the block over, or NOT_MEASURED if the other side did not.  An interruption after that reading
   falls into the next turn, so that none is missed. */
static double take_turn(struct exchanged *exchanged, size_t bytes, unsigned turn) {
    if (!turn_await(&exchanged->line, turn, TURN_AWAY_NS))
        return NOT_MEASURED;
    increment(exchanged->pages.base, bytes);
    double now_ns = clock_ns();
    turn_give(&exchanged->line, turn);
    return now_ns;
}

/* Tries follow each other, each from the end of the turn before it; the very first turn is
   untimed. */
static void exchange(void *with) {
    struct pair_side *side = with;
    unsigned turns = turns_of(side->bytes), turn = side->first ? 0 : 1;
    double least = NOT_MEASURED, last_ns;
    pool_wait_until(side->begin_ns);
    double begin_ns = last_ns = take_turn(side->place, side->bytes, turn);
    for (unsigned try = 0; try < EXCHANGE_TRIES; try++, begin_ns = last_ns) {
        for (unsigned i = 0; i < turns && is_measured(last_ns); i++)
            last_ns = take_turn(side->place, side->bytes, turn += 2);
        if (!is_measured(last_ns))
            return;
        least = fmin(least, (last_ns - begin_ns) / (2 * turns));
    }
    if (side->first)
        side->pair->ns = least;
}

/* Gives a CPU a block that it keeps for later calls.  The first turn touches its pages, so that
   they are near that CPU. */
static bool own_block(struct machine *machine, struct exchanged *exchanged, size_t bytes) {
    struct pages *pages = &exchanged->pages;
    exchanged->line.turn = 0;
    if (pages->bytes >= bytes)
        return true;
    if (pages->bytes > 0)
        pages_release(machine, pages);
    if (pages_draw(machine, pages, bytes, PAGES_SMALL))
        return true;
    pages->bytes = 0;
    return false;
}
#endif

bool parallel_exchange(struct machine *machine, struct cpu_pair *pairs, size_t count,
                       size_t bytes) {
#ifdef CAN_PING_PONG
    static struct exchanged of_cpu[CPUS_MOST];
    static void *place[CPUS_MOST];
    for (size_t i = 0; i < count; i++) {
        place[i] = &of_cpu[pairs[i].from];
        if (!own_block(machine, place[i], bytes))
            return false;
    }
    return cpu_pairs_run(pairs, count, bytes, exchange, place);
#else
    (void)machine;
    (void)pairs;
    (void)count;
    (void)bytes;
    return false;
#endif
}
