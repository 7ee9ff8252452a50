/* first_touch.c - the real machine behind the seam of first_touch.h. */
#include "../first_touch.h"

#include "../../common/order.h"
#include "../pages.h"
#include "thread_pool.h"

#include <math.h>

/* Many places, since a node deals them out to its channels, and one of these is nearer than
   another; on no more pages than translations are kept of; each on a block of its own, so that
   nothing that is fetched beside one is another. */
enum { AREA_PLACES = 512, AREA_BLOCK = AREA_BYTES / AREA_PLACES, AREA_LINE = 64 };
enum { AREA_LINES = AREA_BYTES / AREA_LINE };
/* The first lap wakes the CPU. */
enum { WALK_LAPS = 2 };
/* A lap is at least that part of what the clock times well. */
static const double SHORT_LAP = 4;

static struct area {
    struct pages pages;
    struct chain chain;
    size_t order[AREA_PLACES];
} area[AREAS_MOST];

/* What one of the threads is to do, and what came of it. */
static struct visit {
    struct machine *machine;
    struct area *area;
    double ns;
    bool done;
} visit;

/* Who wrote a line, or was given it as zeros, keeps it, and where a directory of who keeps what has
   an entry for several lines, the others pay for the ones that nobody walks through. */
static void forget_lines(struct machine *machine, struct pages *pages) {
    static size_t line[AREA_LINES];
    struct chain all;
    for (size_t i = 0; i < AREA_LINES; i++)
        line[i] = i * AREA_LINE;
    chain_link(machine, &all, pages, line, AREA_LINES);
    chain_flush(machine, &all);
}

/* Also drawing touches a page. */
static void touch_first(void *with) {
    struct visit *own = with;
    struct area *of = own->area;
    struct dice dice = {20110613};
    own->done = pages_draw(own->machine, &of->pages, AREA_BYTES, PAGES_SMALL);
    if (!own->done)
        return;
    forget_lines(own->machine, &of->pages);
    for (size_t i = 0; i < AREA_PLACES; i++)
        of->order[i] = i * AREA_BLOCK + dice_below(&dice, AREA_BLOCK / AREA_LINE) * AREA_LINE;
    order_shuffle(&dice, of->order, AREA_PLACES);
    chain_link(own->machine, &of->chain, &of->pages, of->order, AREA_PLACES);
}

static void walk_flushed(void *with) {
    struct visit *own = with;
    own->ns = HUGE_VAL;
    for (size_t lap = 0; lap < WALK_LAPS && own->done; lap++) {
        own->done = chain_flush(own->machine, &own->area->chain);
        own->ns = fmin(own->ns, chain_burst(own->machine, &own->area->chain, AREA_PLACES));
    }
}

static bool send(struct machine *machine, size_t number, size_t cpu, void (*run)(void *with)) {
    struct pool_job job = {cpu, 0, run, &visit};
    visit = (struct visit){machine, &area[number], HUGE_VAL, true};
    if (!pool_prepare(&job, 1))
        return false;
    pool_run(&job, 1);
    return visit.done;
}

bool first_touch_draw(struct machine *machine, size_t number, size_t cpu) {
    return send(machine, number, cpu, touch_first);
}

double first_touch_walk(struct machine *machine, size_t number, size_t cpu) {
    bool walked = send(machine, number, cpu, walk_flushed);
    return walked && visit.ns > machine_quantum_ns(machine) / SHORT_LAP ? visit.ns / AREA_PLACES
                                                                        : HUGE_VAL;
}

void first_touch_release(struct machine *machine, size_t number) {
    pages_release(machine, &area[number].pages);
}
