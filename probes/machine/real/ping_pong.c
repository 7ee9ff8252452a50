/* ping_pong.c - measures the latency between two CPUs by a line that they pass back and forth
   (P-Ray; BlackjackBench 3.1.4). */
#include "../ping_pong.h"

#include "../../../analysis/ascending.h"
#include "cpu_pairs.h"
#include "real.h"
#include "thread_pool.h"

#include <math.h>
#include <stdlib.h>

#ifdef CAN_PING_PONG
enum { PING_PONG_LINES = 15, TRIPS = 64, PING_PONG_TRIES = 5 };
/* A side that waits longer than this for the line gives up. */
static const double LINE_AWAY_NS = 2e7;

struct lines {
    struct turn_line line[PING_PONG_LINES];
};

/* Makes all trips of one try.  Returns the ns of one way, or NOT_MEASURED if the other side was
   away. */
static double ping_pong_line(struct turn_line *line, bool first, unsigned try) {
    double begin_ns = clock_ns();
    unsigned turn = 2 * TRIPS * try + (first ? 0 : 1);
    for (unsigned trip = 0; trip < TRIPS; trip++, turn += 2) {
        if (!turn_await(line, turn, LINE_AWAY_NS))
            return NOT_MEASURED;
        turn_give(line, turn);
    }
    return (clock_ns() - begin_ns) / (2 * TRIPS);
}

static void ping_pong(void *with) {
    struct pair_side *side = with;
    struct lines *lines = side->place;
    double ns[PING_PONG_LINES];
    pool_wait_until(side->begin_ns);
    for (size_t i = 0; i < PING_PONG_LINES; i++) {
        ns[i] = NOT_MEASURED;
        for (unsigned try = 0; try < PING_PONG_TRIES; try++) {
            double one_way = ping_pong_line(&lines->line[i], side->first, try);
            ns[i] = fmin(ns[i], one_way);
            if (!is_measured(one_way))
                return;
        }
    }
    qsort(ns, PING_PONG_LINES, sizeof *ns, ascending);
    if (side->first)
        side->pair->ns = ns[PING_PONG_LINES / 2];
}
#endif

bool parallel_ping_pong(struct machine *machine, struct cpu_pair *pairs, size_t count) {
    (void)machine;
#ifdef CAN_PING_PONG
    static void *place[CPUS_MOST];
    struct lines *lines = calloc(count, sizeof *lines);
    for (size_t i = 0; lines != NULL && i < count; i++)
        place[i] = &lines[i];
    bool ran = lines != NULL && cpu_pairs_run(pairs, count, 0, ping_pong, place);
    free(lines);
    return ran;
#else
    (void)pairs;
    (void)count;
    return false;
#endif
}
