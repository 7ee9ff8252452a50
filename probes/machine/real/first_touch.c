/* first_touch.c - measures how far memory is from a CPU, by walks through flushed lines. */
#include "../first_touch.h"

#include "../../common/order.h"
#include "../pages.h"
#include "thread_pool.h"

#include <math.h>

/* Many places, since a node interleaves its channels, which differ in distance; on no more pages
   than a TLB holds; one place in each block, so that no prefetch beside one brings another. */
enum { AREA_PLACES = 512, AREA_BLOCK = AREA_BYTES / AREA_PLACES, AREA_LINE = 64 };
enum { AREA_LINES = AREA_BYTES / AREA_LINE };
/* The first lap brings the CPU out of its idle state. */
enum { WALK_LAPS = 2 };
/* A lap takes at least the clock's quantum divided by this. */
static const double SHORT_LAP = 4;

static struct area {
    struct pages pages;
    struct chain chain;
    size_t order[AREA_PLACES];
} area[AREAS_MOST];

/* The task of a thread of the pool, and its result. */
static struct visit {
    struct machine *machine;
    struct area *area;
    double ns;
    bool done;
} visit;

/* Zeroing the pages has left all their lines in a cache.  A coherence directory with one entry
   for several lines would make the walk pay for lines beside those that it visits, so all are
   flushed. */
static void forget_lines(struct machine *machine, struct pages *pages) {
    static size_t line[AREA_LINES];
    struct chain all;
    for (size_t i = 0; i < AREA_LINES; i++)
        line[i] = i * AREA_LINE;
    chain_link(machine, &all, pages, line, AREA_LINES);
    chain_flush(machine, &all);
}

/* pages_draw touches a page too, so it runs on the thread as well. */
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
    own->ns = NOT_MEASURED;
    for (size_t lap = 0; lap < WALK_LAPS && own->done; lap++) {
        own->done = chain_flush(own->machine, &own->area->chain);
        own->ns = fmin(own->ns, chain_burst(own->machine, &own->area->chain, AREA_PLACES));
    }
}

static bool send(struct machine *machine, size_t number, size_t cpu, void (*run)(void *with)) {
    struct pool_job job = {cpu, 0, run, &visit};
    visit = (struct visit){machine, &area[number], NOT_MEASURED, true};
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
                                                                        : NOT_MEASURED;
}

void first_touch_release(struct machine *machine, size_t number) {
    pages_release(machine, &area[number].pages);
}
