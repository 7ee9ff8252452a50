/* units.c - links units into chains, walks these, and times single units. */
#include "units.h"

#include "../../analysis/room.h"
#include "../machine/pages.h"

#include <stdint.h>

/* A timed place lies in the same line as the visited one, in the other word of two.  Shifts are two
   words or more, so that no shifted place is a timed one. */
static const size_t BESIDE = sizeof(void *);

/* The timed places of a unit must be linked again: with another shift they may have been
   overwritten. */
static const size_t OVERWRITTEN = SIZE_MAX;

bool units_draw(struct units *units, struct machine *machine, size_t bytes, bool fine) {
    units->machine = machine;
    units->dice.state = 20040614;
    if (!pages_draw(machine, &units->pages, bytes, PAGES_HUGE))
        return false;
    size_t page = units->pages.page_bytes;
    units->block = page < UNITS_SMALLEST ? page : UNITS_SMALLEST;
    units->bytes = fine ? units->block : page;
    units->spacing = units->block / TIMED;
    units->timed = TIMED;
    units->count = bytes / units->bytes;
    if (units->count > UNITS_MOST)
        return false;
    units->most = units->count * TIMED;
    units->evictor = units->taken;
    order_spaced(&units->dice, units->at, units->count, 0, units->bytes);
    return true;
}

void units_release(struct units *units) {
    pages_release(units->machine, &units->pages);
}

/* ---- gathering ---- */

size_t *units_evictors(const struct units *units, size_t unit) {
    return units->evictor + units->at[unit] / units->bytes % units->classes * units->each;
}

/* Makes UNIT an evictor of its class.  Returns false where that has EACH already. */
static bool add_evictor(struct units *units, size_t unit) {
    size_t *evictor = units_evictors(units, unit);
    for (size_t i = 0; i < units->each; i++)
        if (evictor[i] == units->count) {
            evictor[i] = unit;
            return true;
        }
    return false;
}

size_t units_take_evictors(struct units *units, size_t classes, size_t each,
                           const size_t *candidate, size_t count) {
    size_t wanted = classes * each, have = 0, taken = 0;
    units->classes = 0;
    if (!room_for(count, classes, each) || !room_for(units->count, classes, each))
        return 0;
    units->classes = classes;
    units->each = each;
    for (size_t i = 0; i < wanted; i++)
        units->evictor[i] = units->count; /* none yet */
    while (have < wanted && taken < count)
        have += add_evictor(units, candidate[taken++]);
    if (have == wanted)
        return taken;
    units->classes = 0;
    return 0;
}

/* A gathering under construction. */
struct gathered {
    struct units *units;
    size_t spacing, each, shift, count;
};

static void add_unit(struct gathered *gathered, size_t unit, bool shifted) {
    struct units *units = gathered->units;
    size_t at = units->at[unit] + (shifted ? gathered->shift : 0);
    if (shifted)
        units->own_shift[unit] = OVERWRITTEN;
    order_spaced(&units->dice, units->order + gathered->count, gathered->each, at,
                 gathered->spacing);
    gathered->count += gathered->each;
}

/* Links what was added from FIRST on into one CHAIN. */
static void link_from(struct gathered *gathered, struct chain *chain, size_t first) {
    struct units *units = gathered->units;
    chain_link(units->machine, chain, &units->pages, units->order + first, gathered->count - first);
}

/* Links the evictors of a class.  Where units are shifted, each evictor is linked twice, unshifted
   and shifted. */
static void link_class(struct gathered *gathered, struct chain *chain, const size_t *evictor) {
    size_t first = gathered->count;
    for (size_t i = 0; i < gathered->units->each; i++) {
        add_unit(gathered, evictor[i], false);
        if (gathered->shift > 0)
            add_unit(gathered, evictor[i], true);
    }
    link_from(gathered, chain, first);
}

/* Is there room for the places of COUNT units and their evictors, and for the chains? */
static bool have_room(const struct gathered *gathered, size_t count) {
    const struct units *units = gathered->units;
    size_t evictors = units->classes * units->each * (gathered->shift > 0 ? 2 : 1);
    return room_for(units->most, count + evictors, gathered->each) &&
           room_for(units->count, count + units->classes, 1);
}

/* A place can be in one chain only, once.  So evictors have chains of their own, one for each
   class, and each unit has one too. */
bool units_gather_shifted(struct units *units, const size_t *unit, size_t count, size_t first,
                          size_t shift) {
    struct gathered gathered = {units, units->spacing, 0, shift, 0};
    while (gathered.spacing < 2 * shift)
        gathered.spacing *= 2;
    gathered.each = units->block / gathered.spacing;
    if (!have_room(&gathered, count))
        return false;
    for (size_t i = 0; i < units->classes; i++)
        link_class(&gathered, &units->chain[i], units->evictor + i * units->each);
    for (size_t i = 0; i < count; i++) {
        size_t begin = gathered.count;
        add_unit(&gathered, unit[i], i >= first && (i - first) % 2 == 0);
        if (units->classes > 0)
            link_from(&gathered, &units->chain[units->classes + i], begin);
    }
    if (units->classes == 0)
        link_from(&gathered, &units->chain[0], 0);
    units->gathered = count;
    units->between = units->classes;
    units->timed = gathered.each < TIMED ? gathered.each : TIMED;
    return true;
}

bool units_gather(struct units *units, const size_t *unit, size_t count) {
    return units_gather_shifted(units, unit, count, count, 0);
}

/* Walks all evictors, and then each unit followed by the evictors of its class. */
static void walk_between(struct units *units) {
    for (size_t i = 0; i < units->between; i++)
        chain_walk(units->machine, &units->chain[i], units->chain[i].count);
    for (size_t i = 0; i < units->gathered; i++) {
        struct chain *unit = &units->chain[units->between + i];
        struct chain *evictors = &units->chain[unit->order[0] / units->bytes % units->between];
        chain_walk(units->machine, unit, unit->count);
        chain_walk(units->machine, evictors, evictors->count);
    }
}

void units_walk(struct units *units, size_t laps) {
    if (units->between == 0)
        chain_walk(units->machine, &units->chain[0], units->chain[0].count * laps);
    for (size_t lap = 0; lap < laps && units->between > 0; lap++)
        walk_between(units);
}

double units_lap(struct units *units) {
    struct chain *chain = &units->chain[0];
    return chain_burst(units->machine, chain, chain->count) / (double)chain->count;
}

double units_time(struct units *units, size_t unit) {
    return units_time_shifted(units, unit, 0);
}

double units_time_shifted(struct units *units, size_t unit, size_t shift) {
    struct chain *own = &units->own[unit];
    size_t timed = units->timed, loads = timed - 1;
    if (own->count != timed || units->own_shift[unit] != shift) {
        size_t at = units->at[unit] + (shift ^ BESIDE);
        units->own_shift[unit] = shift;
        order_spaced(&units->dice, units->own_order[unit], timed, at, units->block / timed);
        chain_link(units->machine, own, &units->pages, units->own_order[unit], timed);
    }
    chain_walk(units->machine, own, 1);
    return (chain_burst(units->machine, own, loads) - units->bias_ns) / (double)loads;
}
