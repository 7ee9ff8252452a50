/* colours_search.c - sorts page-sized units into colours.  Fails if time or units run out. */
#include "colours_search.h"

#include "eviction_set.h"

#include <math.h>
#include <string.h>

enum {
    BATCH = 16, /* the most units that are tested together */
    STUCK = 160 /* units */
};

static void forget(struct colours *colours) {
    colours->count = colours->opens = colours->closeds = colours->witnesses = colours->moved = 0;
    memset(colours->colour, 0, colours->units->count * sizeof *colours->colour);
    colours->firsts = colours->eviction->evictors;
    colours->next = colours->eviction->first;
    colours->first = colours->first_unit;
    for (size_t i = 0; i < colours->firsts; i++)
        colours->first[i] = i;
}

/* Returns whether enough units are open to distinguish a new colour from that of the first
   units. */
static bool enough_open(const struct colours *colours) {
    return colours->opens + colours->closeds >= 2 * colours->firsts;
}

/* Does what colours_keep does, for visited units that all fit.  The visits take as long as
   visiting GONE evicted units would, so that another thread has as much time to evict some. */
static size_t keep_beside(struct colours *colours, size_t *unit, size_t count, size_t visits,
                          size_t gone, bool evicted) {
    struct eviction *eviction = colours->eviction;
    size_t laps = eviction->laps;
    double all = eviction_out(eviction) * (double)(laps * gone);
    if (visits > 0)
        eviction->laps = (size_t)ceil(all / (eviction->hit * (double)visits));
    count = colours_keep(colours, unit, count, visits, evicted);
    eviction->laps = laps;
    return count;
}

/* Moves those of COUNT units to the front that half of the units that fill each known colour
   evicts, if EVICTED, or does not evict.  Returns their number. */
static size_t keep_by_half(struct colours *colours, size_t *unit, size_t count, bool evicted) {
    return keep_beside(colours, unit, count, colours_visit_half(colours), colours->closeds,
                       evicted);
}

/* COUNT units are evicted while known colours are visited, by these or by another thread.
   Returns how many are evicted by the colours: half of the units that fill these colours leaves
   them in place.  Evictors have the colours of some units, at most of half. */
static size_t count_witnesses(struct colours *colours, size_t *unit, size_t count) {
    size_t stay = keep_by_half(colours, unit, count, false);
    return 2 * stay < count ? 2 * stay : count;
}

/* Moves those of COUNT units of no known colour to the front that the open ones evict, and makes
   the others open.  Returns the number of those evicted, or 0 if that could not be measured. */
static size_t keep_evicted_by_open(struct colours *colours, size_t *unit, size_t count) {
    size_t visits = colours_visit(colours, colours->open, colours->opens), evicted = 0;
    if (!eviction_try(colours->eviction, unit, count, colours->eviction->few, colours->visited,
                      visits, colours->cost))
        return 0;
    for (size_t i = 0; i < count; i++)
        if (colours->cost[i] > colours->eviction->gone)
            unit[evicted++] = unit[i];
        else
            colours->open[colours->opens++] = unit[i];
    if (evicted < count)
        colours->moved = colours->next;
    return evicted;
}

/* Finds the colours of COUNT units that the open units evict, as long as enough units are open.
   A unit whose eviction set is not found becomes open. */
static void find_new_colours(struct colours *colours, size_t *unit, size_t count) {
    size_t before = colours->count;
    for (size_t i = 0; i < count && enough_open(colours); i++) {
        bool unknown = colours->count == before || colours_keep_unknown(colours, unit + i, 1) > 0;
        if (unknown && !eviction_set_find(colours, unit[i]))
            colours->open[colours->opens++] = unit[i];
    }
}

/* Tests COUNT units, each of which has a known colour, becomes open, or has a new colour. */
static void sort_units(struct colours *colours, size_t *unit, size_t count) {
    size_t unknown = colours_keep_unknown(colours, unit, count);
    if (unknown > 0)
        colours->witnesses = 0;
    else if (colours->count > 0)
        colours->witnesses += count_witnesses(colours, unit, count);
    find_new_colours(colours, unit, keep_evicted_by_open(colours, unit, unknown));
}

/* If that many units for each colour have a known colour, the chance that there is another one is
   below e^-8, even if a few of the units hide each other. */
static size_t enough_witnesses(const struct colours *colours) {
    return 10 * (colours->count + 1);
}

/* Returns whether certainly no colour is missing: the last units had no new one. */
static bool complete(const struct colours *colours) {
    return colours->count > 0 && colours->witnesses >= enough_witnesses(colours);
}

/* Returns the number of units that are tested together. */
static size_t batch_of(const struct colours *colours) {
    size_t part = colours->eviction->reach / 4;
    return part < BATCH ? part + 1 : BATCH;
}

/* Takes as many untested units into `batch` as are tested together, or all if they are fewer.
   Returns their number. */
static size_t take_next(struct colours *colours) {
    size_t count = 0;
    while (colours->next < colours->units->count && count < batch_of(colours))
        colours->batch[count++] = colours->next++;
    return count;
}

/* Does the same with units without a colour: untested ones first, since another thread may have
   disturbed the tests of the others; then the others below *END, the last first.  Units that were
   linked often are full of pointers, which some prefetchers follow. */
static size_t take_uncoloured(struct colours *colours, size_t *end) {
    size_t count = take_next(colours);
    while (*end > colours->eviction->first && count < batch_of(colours))
        if (colours->colour[--*end] == 0)
            colours->batch[count++] = *end;
    return count;
}

/* Returns whether half of the units that fill each known colour are enough evictors. */
static bool half_evicts(const struct colours *colours) {
    size_t half = 0;
    for (size_t colour = 1; colour <= colours->count; colour++)
        half += colours->ways[colour] / 2;
    return half >= colours->eviction->evictors;
}

/* Visits the units that fill COLOUR, or up to MOST of its units if MOST is not 0, and evictors. */
static size_t visit_colour(struct colours *colours, size_t colour, size_t most) {
    size_t count = colours_members(colours, colour, colours->visited, most);
    for (size_t i = 0; i < colours->closeds && most == 0; i++)
        if (colours->colour[colours->closed[i]] == colour)
            colours->visited[count++] = colours->closed[i];
    return colours_add_evictors(colours, colour, colours->visited, count);
}

/* Moves those of COUNT units to the front that have COLOUR: units that fill it, or MOST of it,
   evict them, evictors alone do not, and the former do again.  Returns their number. */
static size_t keep_alike(struct colours *colours, size_t colour, size_t most, size_t *unit,
                         size_t count) {
    size_t visits = visit_colour(colours, colour, most);
    count = colours_keep(colours, unit, count, visits, true);
    size_t evictors = colours_add_evictors(colours, colour, colours->visited, 0);
    count = keep_beside(colours, unit, count, evictors, visits, false);
    visits = visit_colour(colours, colour, most);
    return colours_keep(colours, unit, count, visits, true);
}

/* Moves the open units to the front that have none of the known colours.  Each colour is tested
   by itself: if some of its units have an unknown colour, all colours together would contain too
   many of that colour.  Half as many units of a colour again as fit are visited, since a policy
   may keep one unit too many.  Returns their number. */
static size_t keep_surely_unknown(struct colours *colours) {
    size_t *open = colours->open, known = 0, all = colours->opens,
           most = colours_most_units(colours);
    for (size_t colour = 1; colour <= colours->count && known < all; colour++)
        known += keep_alike(colours, colour, most, open + known, all - known);
    memmove(open, open + known, (all - known) * sizeof *open);
    return all - known;
}

/* Returns how many of COUNT units are evicted by half of the units that fill each colour.  Each
   is tested by itself, since a few of one colour may evict each other. */
static size_t count_hidden(struct colours *colours, size_t *unit, size_t count) {
    size_t hidden = 0;
    if (!half_evicts(colours))
        return 0;
    count = keep_by_half(colours, unit, count, true);
    for (size_t i = 0; i < count; i++)
        hidden += keep_by_half(colours, unit + i, 1, true);
    return hidden;
}

/* Evictors take ways of their own colours.  If by chance they take nearly all of one, its other
   units evict each other, and it is not found.  So untested units become the evictors.  Returns
   false if there are too few untested units, which are then used up. */
static bool renew_evictors(struct colours *colours) {
    struct units *units = colours->units;
    size_t count = units->count - colours->next;
    if (units->classes == 0)
        return true;
    for (size_t i = 0; i < count; i++)
        colours->alike[i] = colours->next + i;
    size_t taken = units_take_evictors(units, units->classes, units->each, colours->alike, count);
    colours->next += taken > 0 ? taken : count;
    return taken > 0;
}

size_t colours_unproven(struct colours *colours) {
    size_t end = colours->next, seen = 0, unproven = 0, count = 1;
    colours->opens = colours->witnesses = 0;
    if (!renew_evictors(colours))
        return 1;
    for (; count > 0 && seen < enough_witnesses(colours); seen += count) {
        count = take_uncoloured(colours, &end);
        size_t open = colours_keep_unknown(colours, colours->batch, count);
        memcpy(colours->open + colours->opens, colours->batch, open * sizeof *colours->open);
        colours->opens += open;
        unproven += count_hidden(colours, colours->batch + open, count - open);
    }
    colours->opens = keep_surely_unknown(colours);
    return unproven + colours->opens;
}

/* Returns whether no colour is known and few units are open, though many were tested.  Then a
   page may be as large as a way. */
static bool stuck(const struct colours *colours) {
    return colours->count == 0 && !enough_open(colours) && colours->next - colours->moved > STUCK;
}

void colours_enrich(struct colours *colours, size_t colour, size_t most) {
    size_t members = colours_members(colours, colour, colours->alike, most);
    for (size_t i = 0; i < colours->units->count && members < most && !colours_late(colours);) {
        size_t count = 0;
        for (; i < colours->units->count && count < colours->eviction->many; i++)
            if (colours->colour[i] == 0)
                colours->batch[count++] = i;
        count = keep_alike(colours, colour, 0, colours->batch, count);
        for (size_t k = 0; k < count; k++)
            colours->colour[colours->batch[k]] = colour;
        members += count;
        colours->next = i > colours->next ? i : colours->next;
    }
    colours_sort(colours);
}

bool colours_resume(struct colours *colours) {
    while (!complete(colours)) {
        if (colours_late(colours) || stuck(colours) ||
            colours->next + batch_of(colours) > colours->units->count)
            return false;
        size_t count = take_next(colours);
        sort_units(colours, colours->batch, count);
    }
    size_t most = colours_most_units(colours);
    for (size_t colour = 1; colour <= colours_rich(colours); colour++)
        colours_enrich(colours, colour, most);
    return true;
}

bool colours_find(struct colours *colours, size_t laps) {
    struct eviction *eviction = colours->eviction;
    if (2 * eviction->evictors > colours->units->count)
        return false;
    eviction->laps = laps;
    colours->end_ns = machine_age_ns(colours->units->machine) + eviction->longest_ns;
    forget(colours);
    return colours_resume(colours);
}
