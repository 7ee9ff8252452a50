/* opening.c - measures the latency of a level, and how many units evict others from it. */
#include "opening.h"
#include "../../analysis/ascending.h"
#include "../../analysis/differ.h"
#include "../common/sample.h"
#include "../common/search.h"
#include "../common/spread.h"

#include <math.h>
#include <stdlib.h>

enum {
    READINGS_EACH = 9, /* for what all else is compared with */
    AGAIN = 3,
    OFTEN = 8,     /* laps that evict a unit whatever the replacement policy */
    OPENINGS = 6,  /* of the second level: a neighbour may disturb some */
    TYPICAL = 9,   /* units that speak for all */
    TOGETHER = 64, /* units that are timed in one round */
    FEW_OF = 64,   /* units that fill the level: one of them are few, and of these are many */
    MANY_OF = 8,
    MOST_UNITS =
        1024 /* that a level behind the second may hold: more take too long to tell apart */
};
/* Evictors of the unit's own class evict all of it if its latency is such a part of the
   level's. */
static const double ALL_OUT = 0.9;
/* Loads from the level above: a level that takes longer to find is too large for this method. */
static const double SEARCH_LOADS = 5e8;
/* The same for the colours of the second level, and of further levels. */
static const double COLOURS_LOADS = 1.2e9, FURTHER_LOADS = 4e8;

/* The latencies of COUNT units from UNIT on after VISITED were visited.  An evicted unit comes
   back only when it is visited, so each round begins with a visit: the timing of the round before.
   Noise only adds: the slowest third is discarded. */
static bool costs_from(struct eviction *eviction, size_t unit, size_t count, const size_t *visited,
                       size_t visits, double *cost) {
    double reading[TYPICAL][READINGS_EACH];
    bool alone = visits == 0 && eviction->units->classes == 0;
    if (!alone && !units_gather(eviction->units, visited, visits))
        return false;
    for (size_t i = 0; i < count; i++)
        units_time(eviction->units, unit + i);
    for (size_t round = 0; round < READINGS_EACH; round++) {
        if (!alone)
            units_walk(eviction->units, eviction->laps);
        for (size_t i = 0; i < count; i++)
            reading[i][round] = units_time(eviction->units, unit + i);
    }
    for (size_t i = 0; i < count; i++)
        cost[i] = spread_mean(reading[i], READINGS_EACH, 0, READINGS_EACH - READINGS_EACH / 3);
    return true;
}

/* Returns the number of units that may be visited besides the typical ones. */
static size_t others(const struct eviction *eviction) {
    return eviction->units->count - TYPICAL;
}

/* The latencies of the typical units, in ascending order, after the first VISITS of the others
   were visited.  They are timed one by one where they might evict each other from the level
   above. */
static bool costs_of(struct eviction *eviction, size_t visits, double *cost) {
    size_t step = eviction->evictors > 0 && visits > eviction->evictors ? TYPICAL : 1;
    for (size_t i = 0; i < TYPICAL; i += step)
        if (!costs_from(eviction, i, step, eviction->other, visits, cost + i))
            return false;
    qsort(cost, TYPICAL, sizeof *cost, ascending);
    return true;
}

static double typical(struct eviction *eviction, size_t visits) {
    double cost[TYPICAL];
    return costs_of(eviction, visits, cost) ? cost[TYPICAL / 2] : NOT_MEASURED;
}

/* Returns whether the latency of all typical units, or of their median, is at least LIMIT.  It
   must be so twice, since noise may disturb one measurement. */
static bool reaches(struct eviction *eviction, size_t visits, double limit, bool all) {
    double cost[TYPICAL];
    for (int i = 0; i < 2; i++)
        if (!costs_of(eviction, visits, cost) || cost[all ? 0 : TYPICAL / 2] < limit)
            return false;
    return true;
}

/* Returns the fewest visits, from VISITS on, after which they reach LIMIT, or 0 if none
   suffice. */
static size_t visits_to_reach(struct eviction *eviction, size_t visits, double limit, bool all) {
    struct machine *machine = eviction->units->machine;
    double end_ns = machine_age_ns(machine) + SEARCH_LOADS * eviction->above;
    for (; visits <= others(eviction) && machine_age_ns(machine) < end_ns; visits += visits / 4 + 1)
        if (reaches(eviction, visits, limit, all))
            return visits;
    return 0;
}

/* Returns whether places of one page compete with other places of other pages.  Then visiting all
   places of the units evicts many, every time, where visiting a few places of each as often does
   not: another thread has as much time to evict in both cases. */
static bool all_places_count(struct eviction *eviction) {
    struct units *units = eviction->units;
    size_t sparse = units->spacing, laps = eviction->laps, visits = eviction->reach * 5 / 8;
    size_t dense = FINEST;
    double limit = LEVELS_DIFFER * eviction->hit;
    while (dense < sparse && visits * (units->block / dense) > units->most)
        dense *= 2;
    bool all = dense < sparse;
    for (size_t i = 0; i < AGAIN && all; i++) {
        units->spacing = dense;
        all = reaches(eviction, visits, limit, false);
        units->spacing = sparse;
        eviction->laps = laps * (sparse / dense);
        all = all && typical(eviction, visits) < limit;
        eviction->laps = laps;
    }
    return all;
}

/* EACH evictors for each of so many CLASSES of units. */
struct evictor_classes {
    size_t classes, each;
};

/* Takes the first units behind the typical ones as evictors.  Returns the first unit that is
   none, or 0 if there are too few. */
static size_t first_beyond_evictors(struct eviction *eviction, struct evictor_classes wanted) {
    size_t taken = units_take_evictors(eviction->units, wanted.classes, wanted.each,
                                       eviction->other, others(eviction));
    return taken > 0 ? TYPICAL + taken : 0;
}

/* The latencies of the typical units, in ascending order, after only the evictors of their own
   class were visited. */
static void own_costs(struct eviction *eviction, double *cost) {
    struct units *units = eviction->units;
    size_t classes = units->classes;
    for (size_t unit = 0; unit < TYPICAL; unit++) {
        const size_t *own = units_evictors(units, unit);
        units->classes = 0; /* no evictors of other classes */
        if (!costs_from(eviction, unit, 1, own, units->each, &cost[unit]))
            cost[unit] = NOT_MEASURED;
        units->classes = classes;
    }
    qsort(cost, TYPICAL, sizeof *cost, ascending);
}

struct class_search {
    struct eviction *eviction;
    size_t classes;
};

/* Returns whether EACH evictors of their class evict all units from the level above. */
static bool evictors_suffice(void *all, size_t each) {
    const struct class_search *search = all;
    struct evictor_classes wanted = {search->classes, each};
    double cost[TYPICAL];
    if (first_beyond_evictors(search->eviction, wanted) == 0)
        return false;
    own_costs(search->eviction, cost);
    return cost[0] >= LEVELS_DIFFER * search->eviction->above;
}

/* The fewest evictors of a class that suffice where there are so many CLASSES, at most EACH. */
static size_t fewest_of_class(struct eviction *eviction, size_t classes, size_t each) {
    struct class_search search = {eviction, classes};
    return search_halve(evictors_suffice, &search, 0, each);
}

/* The classes, by doubling, for which a unit needs the fewest evictors of its own class. */
static struct evictor_classes fewest_evictors(struct eviction *eviction) {
    size_t classes = 1, each = fewest_of_class(eviction, classes, eviction->evictors);
    while (each > 1) {
        size_t of_half = fewest_of_class(eviction, 2 * classes, each);
        if (of_half >= each)
            break;
        classes *= 2;
        each = of_half;
    }
    return (struct evictor_classes){classes, each};
}

/* The latency of the very next level: few evictors are visited, often enough to evict a unit
   whatever the replacement policy.  The least latency of the evicted units counts, since a level
   of few ways may not hold even these.  0 where none was evicted. */
static double cost_of_next(struct eviction *eviction) {
    double cost[TYPICAL] = {0}, next = 0;
    size_t laps = eviction->laps;
    eviction->laps = OFTEN;
    size_t left = first_beyond_evictors(eviction, fewest_evictors(eviction));
    eviction->laps = OFTEN * OFTEN;
    if (left > 0)
        own_costs(eviction, cost);
    eviction->laps = laps;
    eviction->units->classes = 0;
    for (size_t i = TYPICAL; i > 0 && cost[i - 1] >= LEVELS_DIFFER * eviction->above; i--)
        next = cost[i - 1];
    return next;
}

/* A PART of the units that reach, at least one, and no more than are timed in one round. */
static size_t part_of_reach(const struct eviction *eviction, size_t part) {
    size_t units = eviction->reach / part;
    return units < 1 ? 1 : units < TOGETHER ? units : TOGETHER;
}

static bool find_reach(struct eviction *eviction) {
    eviction->reach =
        visits_to_reach(eviction, eviction->evictors + 1, LEVELS_DIFFER * eviction->hit, false);
    if (eviction->reach == 0)
        return false;
    size_t further = eviction->reach + eviction->reach / 2, most = others(eviction);
    double out = typical(eviction, further < most ? further : most);
    eviction->few = part_of_reach(eviction, FEW_OF);
    eviction->many = part_of_reach(eviction, MANY_OF);
    eviction->gone = (eviction->hit + out) / 2;
    return is_measured(out);
}

/* The latency of the first level, ns, and the bias of so short a timing, against it: the least of
   a few tries, since noise only adds. */
static double find_bias(struct eviction *eviction) {
    struct units *units = eviction->units;
    struct timing hit;
    double above = NOT_MEASURED;
    units->bias_ns = 0;
    units->classes = 0;
    for (size_t i = 0; i < AGAIN; i++)
        above = fmin(above, typical(eviction, 0));
    if (!is_measured(above) || !sample_chain(units->machine, &units->own[0], &hit))
        return NOT_MEASURED;
    units->bias_ns = (above - hit.ns) * (TIMED - 1);
    return hit.ns;
}

/* How many units evict others from the level above, and the latency of these then.  Half of them
   suffice: if that latency is far lower, all of them evict from the level itself too, and the
   latency is that of the level behind it. */
static bool find_evictors(struct eviction *eviction) {
    eviction->evictors = 0;
    size_t half = visits_to_reach(eviction, 1, LEVELS_DIFFER * eviction->above, true);
    eviction->first = eviction->evictors = 2 * half;
    if (half == 0 || eviction->evictors > others(eviction))
        return false;
    eviction->hit = typical(eviction, eviction->evictors);
    return eviction->hit < LEVELS_DIFFER * typical(eviction, half);
}

/* Returns whether as many units as the level may hold evict others. */
static bool small_enough(struct eviction *eviction) {
    size_t most = others(eviction);
    return typical(eviction, most < MOST_UNITS ? most : MOST_UNITS) >=
           LEVELS_DIFFER * eviction->hit;
}

static bool open_once(struct eviction *eviction, struct units *units, size_t level) {
    *eviction = (struct eviction){.units = units, .laps = 2};
    if (units->count <= 2 * TYPICAL)
        return false;
    for (size_t i = 0; i < others(eviction); i++)
        eviction->other[i] = TYPICAL + i;
    eviction->above = find_bias(eviction);
    eviction->longest_ns = COLOURS_LOADS * eviction->above;
    bool open = find_evictors(eviction) && eviction->hit < LEVELS_DIFFER * cost_of_next(eviction);
    for (size_t i = 2; i < level && open; i++) {
        eviction->above = eviction->hit;
        eviction->longest_ns = FURTHER_LOADS * eviction->above;
        open = find_evictors(eviction) && small_enough(eviction);
    }
    if (!open || !find_reach(eviction))
        return false;
    eviction->parted = level == 2 && all_places_count(eviction);
    return true;
}

/* The latency of the level in front of LEVEL, the highest of a few openings.  Noise may look like a
   level of its own; then the second level would be taken for the third. */
static double hit_in_front(struct eviction *eviction, struct units *units, size_t level) {
    double hit = 0;
    for (int i = 0; i < AGAIN && level > 2; i++)
        if (open_once(eviction, units, level - 1))
            hit = fmax(hit, eviction->hit);
    return hit;
}

bool eviction_open(struct eviction *eviction, struct units *units, size_t level) {
    double in_front = hit_in_front(eviction, units, level);
    for (size_t i = 0; i < (level > 2 ? 1 : OPENINGS); i++)
        if (open_once(eviction, units, level))
            return eviction->hit >= LEVELS_DIFFER * in_front;
    return false;
}

bool eviction_open_between(struct eviction *eviction) {
    double next = cost_of_next(eviction);
    eviction->first = first_beyond_evictors(eviction, fewest_evictors(eviction));
    if (eviction->units->classes < 2)
        return false;
    eviction->evictors = 0;
    eviction->hit = typical(eviction, 0);
    return next > 0 && eviction->hit >= ALL_OUT * next && find_reach(eviction);
}
