/* homes.c - the real machine behind the seam of homes.h.

   The system gives a page memory of the node whose CPU touches it first.  Lines are far enough
   apart that none is fetched as another's neighbour. */
#include "homes.h"

#include "../harness/real.h"
#include "../parallel/crew.h"
#include "../samples/order.h"

#include <math.h>

enum { HOME_BYTES = 2 << 20, HOME_STRIDE = 512, HOME_PLACES = HOME_BYTES / HOME_STRIDE };

static struct home {
    struct pages pages;
    struct chain chain;
    bool drawn;
} homes[HOMES_MOST];
static size_t places[HOME_PLACES];

/* What a thread is to do there. */
struct stay {
    struct machine *machine;
    struct home *home;
    double ns;
};

static void settle(void *with) {
    struct stay *stay = with;
    chain_link(stay->machine, &stay->home->chain, &stay->home->pages, places, HOME_PLACES);
}

static void visit(void *with) {
    struct stay *stay = with;
    bool flushed = chain_flush(stay->machine, &stay->home->chain);
    double ns = chain_burst(stay->machine, &stay->home->chain, HOME_PLACES);
    stay->ns = flushed ? ns / HOME_PLACES : HUGE_VAL;
}

static bool have(size_t cpu, void (*run)(void *with), struct stay *stay) {
    struct order order = {cpu, 0, run, stay};
    if (!crew_gather(&order, 1))
        return false;
    crew_run(&order, 1);
    return true;
}

static void make_places(void) {
    struct dice dice = {1};
    for (size_t i = 0; i < HOME_PLACES; i++)
        places[i] = i * HOME_STRIDE;
    order_shuffle(&dice, places, HOME_PLACES);
}

bool homes_claim(struct machine *machine, size_t cpu, size_t home) {
    struct home *own = &homes[home];
    struct stay stay = {machine, own, 0};
    if (!(places[0] > 0 || places[1] > 0))
        make_places();
    if (own->drawn)
        pages_release(machine, &own->pages);
    own->drawn = pages_draw(machine, &own->pages, HOME_BYTES, PAGES_SMALL);
    return own->drawn && have(cpu, settle, &stay);
}

double homes_visit(struct machine *machine, size_t cpu, size_t home) {
    struct stay stay = {machine, &homes[home], HUGE_VAL};
    return have(cpu, visit, &stay) ? stay.ns : HUGE_VAL;
}

void homes_leave(struct machine *machine) {
    for (size_t i = 0; i < HOMES_MOST; i++)
        if (homes[i].drawn)
            pages_release(machine, &homes[i].pages);
}
