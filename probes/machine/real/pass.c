/* pass.c - what passing a line from one CPU to another takes. */
#include "../pass.h"

#include "../../../analysis/ascending.h"
#include "crew.h"
#include "ends.h"
#include "real.h"

#include <math.h>
#include <stdlib.h>

#ifdef CAN_PASS
enum { PASSED_LINES = 15, TRIPS = 64, PASS_TRIES = 5 };
/* Longer no line is waited for. */
static const double LINE_AWAY_NS = 2e7;

struct lines {
    struct passed_line line[PASSED_LINES];
};

/* All trips of one try.  Returns one way of one of them, or HUGE_VAL. */
static double pass_line(struct passed_line *line, bool first, unsigned try) {
    double begin_ns = clock_ns();
    unsigned turn = 2 * TRIPS * try + (first ? 0 : 1);
    for (unsigned trip = 0; trip < TRIPS; trip++, turn += 2) {
        if (!turn_await(line, turn, LINE_AWAY_NS))
            return HUGE_VAL;
        turn_give(line, turn);
    }
    return (clock_ns() - begin_ns) / (2 * TRIPS);
}

static void pass(void *with) {
    struct end *end = with;
    struct lines *lines = end->place;
    double ns[PASSED_LINES];
    crew_await(end->begin_ns);
    for (size_t i = 0; i < PASSED_LINES; i++) {
        ns[i] = HUGE_VAL;
        for (unsigned try = 0; try < PASS_TRIES; try++) {
            double one_way = pass_line(&lines->line[i], end->first, try);
            ns[i] = fmin(ns[i], one_way);
            if (!(one_way < HUGE_VAL))
                return;
        }
    }
    qsort(ns, PASSED_LINES, sizeof *ns, ascending);
    if (end->first)
        end->passing->ns = ns[PASSED_LINES / 2];
}
#endif

bool parallel_pass(struct machine *machine, struct passing *passing, size_t count) {
    (void)machine;
#ifdef CAN_PASS
    static void *place[CPUS_MOST];
    struct lines *lines = calloc(count, sizeof *lines);
    for (size_t i = 0; lines != NULL && i < count; i++)
        place[i] = &lines[i];
    bool ran = lines != NULL && ends_run(passing, count, 0, pass, place);
    free(lines);
    return ran;
#else
    (void)passing;
    (void)count;
    return false;
#endif
}
