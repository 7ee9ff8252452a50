/* groups.c - times units of one colour, or of all, lap after lap. */
#include "groups.h"
#include "../../analysis/differ.h"
#include "../common/sample.h"
#include "../common/spread.h"

#include <math.h>

enum {
    SETTLE = 40,      /* laps until earlier contents have been evicted */
    ENOUGH_LAPS = 60, /* of groups that are small */
    FIT_TRIES = 64,
    LAST_WAYS = 5, /* of which three are shifted */
    TWO_LAPS = 2,  /* so that the timed units leave the level above where evictors are few */
    HITS = 3
};
/* The share of readings that is kept, and of whole laps: the others were interrupted. */
static const double GOOD = 0.9, GOOD_LAPS = 0.5;
/* The share of one miss in each lap that counts as a miss: less is noise. */
static const double ONE_MISS = 0.75;

/* Replaces the COUNT readings of a lap by their mean: where a single one misses in each lap, that
   is not noise. */
static void level_lap(double *reading, size_t count) {
    double mean = 0;
    for (size_t i = 0; i < count; i++)
        mean += reading[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        reading[i] = mean;
}

static double time_unit(struct groups *groups, size_t i) {
    bool shifted = i >= groups->first && (i - groups->first) % 2 == 0;
    return units_time_shifted(groups->colours->units, groups->unit[i], shifted ? groups->shift : 0);
}

/* Walks the gathered units until the level holds all of them that fit; first links the timed
   places of TIMED units. */
static void settle(struct groups *groups, size_t timed) {
    struct units *units = groups->colours->units;
    for (size_t i = 0; i < timed; i++) /* the first time links */
        time_unit(groups, i);
    units_walk(units, SETTLE);
}

/* Walks the gathered units lap by lap, and times the first TIMED units in each lap.  Writes the
   cycles of a load, for each GROUP of them in turn. */
static void measure_laps(struct groups *groups, size_t timed, size_t group, double *cycles) {
    struct units *units = groups->colours->units;
    size_t laps = GROUPS_VISITS / timed < ENOUGH_LAPS ? GROUPS_VISITS / timed : ENOUGH_LAPS;
    laps = laps > GROUPS_LAPS ? laps : GROUPS_LAPS;
    for (size_t lap = 0; lap < laps; lap++) {
        units_walk(units, groups->shift > 0 ? TWO_LAPS : 1);
        for (size_t i = 0; i < timed; i++) /* a group's readings stand side by side */
            groups->reading[(i / group * laps + lap) * group + i % group] = time_unit(groups, i);
    }
    size_t readings = laps * group;
    size_t good = (size_t)ceil((double)readings * (units->between > 0 ? GOOD_LAPS : GOOD));
    for (size_t i = 0; i * group < timed; i++) {
        double *reading = groups->reading + i * readings;
        for (size_t lap = 0; lap < laps && units->between > 0; lap++)
            level_lap(reading + lap * group, group);
        cycles[i] = spread_mean(reading, readings, 0, good) * groups->cycles_per_ns;
    }
}

/* Adds WANTED evictors, units of other colours, from each colour no more than half of what fits;
   where some units are shifted, each evictor is added twice.  Where places of a page compete with
   others, a shifted evictor has yet another colour, perhaps this one: then all that fits is taken
   of fewer colours. */
static size_t add_evictors(struct groups *groups, size_t count, size_t colour, size_t wanted) {
    const struct colours *colours = groups->colours;
    size_t ways = colours_ways(colours), each = colours->eviction->parted ? ways : ways / 2 + 1;
    size_t added = 0;
    for (size_t other = 1; other <= colours->count; other++) {
        size_t members =
            other != colour ? colours_members(colours, other, groups->member, each) : 0;
        for (size_t i = 0; i < members && added < wanted; i++, added++)
            for (size_t times = 0; times <= (groups->shift > 0); times++)
                groups->unit[count++] = groups->member[i];
    }
    return count;
}

/* Gathers COUNT units, some shifted.  Their evictors must not have COLOUR: where the level is not
   exclusive they would take ways of it. */
static bool gather_between(struct groups *groups, size_t colour, size_t count) {
    const struct colours *colours = groups->colours;
    struct units *units = colours->units;
    size_t *evictor = units->evictor, classes = units->classes, others = 0;
    if (classes == 0)
        return units_gather_shifted(units, groups->unit, count, groups->first, groups->shift);
    for (size_t other = 1; other <= colours->count; other++)
        if (other != colour)
            others += colours_members(colours, other, groups->member + others, colours->next);
    units->evictor = groups->evictor;
    bool good = units_take_evictors(units, classes, units->each, groups->member, others) > 0 &&
                units_gather_shifted(units, groups->unit, count, groups->first, groups->shift);
    units->evictor = evictor;
    units->classes = classes;
    return good;
}

/* Some prefetchers complete places that lie evenly all over a page, shifted and unshifted, and the
   prefetched lines take ways: then only half of the places are visited. */
static bool gather(struct groups *groups, size_t colour, size_t count) {
    struct units *units = groups->colours->units;
    size_t spacing = units->spacing;
    if (2 * groups->shift == spacing)
        units->spacing = 2 * spacing;
    bool good = gather_between(groups, colour, count);
    units->spacing = spacing;
    return good;
}

/* The unit from which on every second one of WAYS is shifted, the last too.  Where the shift ends
   the conflict of one unit too many, three shifted units leave two ways free, or two leave one:
   sets that are exactly full lose a unit to any other line, or to a prefetched one, and some
   policies then one after another.  More shifted units might end the conflict by parts of a
   line. */
static size_t first_shifted(size_t ways) {
    size_t last = ways / 2 | 1;
    return ways - (last < LAST_WAYS ? last : LAST_WAYS);
}

/* Evictors are visited too, so that the first level keeps no unit, shifted or not. */
double groups_measure(struct groups *groups, size_t colour, size_t ways, size_t shift) {
    const struct eviction *eviction = groups->colours->eviction;
    size_t count = colours_members(groups->colours, colour, groups->unit, ways);
    double cycles;
    groups->shift = shift;
    groups->first = first_shifted(ways);
    if (count < ways)
        return 0;
    count = add_evictors(groups, count, colour, eviction->evictors);
    if (count < ways + eviction->evictors && (shift > 0 || ways <= eviction->evictors))
        return 0;
    if (!gather(groups, colour, count))
        return 0;
    settle(groups, ways);
    measure_laps(groups, ways, ways, &cycles);
    return eviction_stayed(eviction, cycles / groups->cycles_per_ns) ? 0 : cycles;
}

/* WAYS units of each colour.  Returns how many, or 0 where a colour has too few. */
static size_t all_units(struct groups *groups, size_t ways) {
    size_t count = 0;
    for (size_t colour = 1; colour <= groups->colours->count; colour++) {
        size_t members = colours_members(groups->colours, colour, groups->unit + count, ways);
        if (members < ways)
            return 0;
        count += members;
    }
    return count;
}

/* Gathers COUNT units in one chain, their places SPACING apart, those of every second one shifted
   by SHIFT bytes if that is not 0.  No evictors are visited: so many units evict each other. */
static bool gather_chain(struct groups *groups, size_t count, size_t spacing, size_t shift) {
    struct units *units = groups->colours->units;
    size_t usual = units->spacing, classes = units->classes;
    units->classes = 0;
    units->spacing = spacing;
    bool gathered = units_gather_shifted(units, groups->unit, count, shift > 0 ? 0 : count, shift);
    units->spacing = usual;
    units->classes = classes;
    return gathered;
}

/* All places of COUNT units, or as many of them as there is room for. */
static bool gather_finest(struct groups *groups, size_t count) {
    const struct units *units = groups->colours->units;
    size_t spacing = units->block / TIMED / TIMED;
    while (spacing <= units->spacing && !gather_chain(groups, count, spacing, 0))
        spacing *= 2;
    return spacing <= units->spacing;
}

/* The usual places of COUNT units, and those that lie SHIFT bytes further: each unit stands twice
   now. */
static bool gather_both(struct groups *groups, size_t count, size_t shift) {
    size_t *unit = groups->unit;
    for (size_t i = count; i > 0; i--)
        unit[2 * i - 1] = unit[2 * i - 2] = unit[i - 1];
    return gather_chain(groups, 2 * count, groups->colours->units->spacing, shift);
}

/* Cycles of a load of all that is gathered.  Each place is visited once in a lap: a policy that
   keeps what is used again must not tell some from others. */
static double measure_whole(struct groups *groups) {
    struct units *units = groups->colours->units;
    double ns[GROUPS_LAPS];
    for (size_t lap = 0; lap < GROUPS_LAPS; lap++)
        ns[lap] = units_lap(units);
    return spread_mean(ns, GROUPS_LAPS, 0, GROUPS_LAPS / 2) * groups->cycles_per_ns;
}

/* Cycles of each colour, or of all units where those are another level's: two colours that are one
   would not show in a mean, and timed units are visited twice in a lap, for which some policies
   keep them. */
static bool measure_finest(struct groups *groups, size_t count, size_t ways, double *cycles) {
    groups->shift = 0;
    if (!gather_finest(groups, count))
        return false;
    settle(groups, count);
    double mean = measure_whole(groups);
    measure_laps(groups, count, ways, cycles);
    for (size_t i = 0; i < groups->colours->count; i++)
        cycles[i] = mean > LEVELS_DIFFER * cycles[i] ? mean : cycles[i];
    return true;
}

static bool measure_both(struct groups *groups, size_t count, size_t shift, double *cycles) {
    if (!gather_both(groups, count, shift))
        return false;
    settle(groups, 0);
    double mean = measure_whole(groups);
    for (size_t i = 0; i < groups->colours->count; i++)
        cycles[i] = mean;
    return true;
}

bool groups_measure_all(struct groups *groups, size_t ways, size_t shift, double *cycles) {
    size_t count = all_units(groups, ways);
    if (shift > 0)
        return count > 0 && measure_both(groups, count, shift, cycles);
    return count > 0 && measure_finest(groups, count, ways, cycles);
}

/* Cycles of a load where places are SPACING apart. */
static double hits_at(struct groups *groups, size_t count, size_t spacing) {
    struct units *units = groups->colours->units;
    struct timing timing;
    if (count == 0 || !gather_chain(groups, count, spacing, 0))
        return 0;
    units_walk(units, SETTLE);
    return sample_chain(units->machine, &units->chain[0], &timing) ? timing.cycles : 0;
}

/* An exclusive level holds nothing that the level above does: leaves out the units of each class
   that has no more of them than evictors.  Returns how many of COUNT remain. */
static size_t leave_held(struct groups *groups, size_t count) {
    const struct units *units = groups->colours->units;
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        size_t unit = groups->member[i], alike = 0;
        for (size_t k = 0; k < count && units->classes > 0; k++)
            alike += units_evictors(units, groups->member[k]) == units_evictors(units, unit);
        if (units->classes == 0 || alike > units->each)
            groups->unit[left++] = unit;
    }
    return left;
}

bool groups_hits(struct groups *groups, size_t ways, size_t count, double *usual, double *half) {
    const struct colours *colours = groups->colours;
    size_t have = 0, spacing = colours->units->spacing;
    for (size_t colour = 1; colour <= colours->count && have < count; colour++)
        have += colours_members(colours, colour, groups->member + have, ways);
    count = have >= count ? leave_held(groups, count) : 0;
    *usual = hits_at(groups, count, spacing);
    *half = *usual > 0 ? hits_at(groups, count, 2 * spacing) : 0;
    return *half > 0;
}

/* Cycles of half of WAYS units, which surely hit: the least of a few, since noise only adds. */
static double cost_of_hit(struct groups *groups, size_t ways) {
    double least = NOT_MEASURED;
    for (size_t i = 0; i < HITS; i++) {
        double cycles = groups_measure(groups, i % groups->colours->count + 1, (ways + 1) / 2, 0);
        least = cycles > 0 ? fmin(least, cycles) : least;
    }
    return least;
}

bool groups_fit(struct groups *groups, size_t ways) {
    const struct eviction *eviction = groups->colours->eviction;
    double step = (eviction_out(eviction) - eviction->hit) * groups->cycles_per_ns;
    double limit = cost_of_hit(groups, ways) + ONE_MISS * step / (double)ways;
    size_t good = 0;
    for (size_t i = 0; i < FIT_TRIES && good < 2 && is_measured(limit); i++) {
        double cycles = groups_measure(groups, i % groups->colours->count + 1, ways, 0);
        good += cycles > 0 && cycles < limit;
    }
    return good >= 2;
}

double groups_order(struct groups *groups) {
    const struct colours *colours = groups->colours;
    const size_t *at = colours->units->at;
    size_t apart = colours->count * colours->units->bytes, ordered = 0, pairs = 0;
    for (size_t colour = 1; colour <= colours->count; colour++) {
        size_t members = colours_members(colours, colour, groups->member, colours->next);
        for (size_t i = 1; i < members; i++, pairs++) {
            size_t one = at[groups->member[i - 1]];
            size_t other = at[groups->member[i]];
            ordered += (one > other ? one - other : other - one) % apart == 0;
        }
    }
    return pairs > 0 ? (double)ordered / (double)pairs : 0;
}
