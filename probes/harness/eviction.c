/* eviction.c - visiting some units, timing others. */
#include "eviction.h"
#include "sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 9, /* for what all else is compared with */
    MOST_ROUNDS = 10,
    GOOD_ROUNDS = 3,
    TYPICAL = 9,  /* units that speak for all */
    TOGETHER = 16 /* units that are timed in one round */
};
/* No two levels are nearer than this: METHODS 3c. */
static const double LEVELS_DIFFER = 1.8;
/* A level that takes longer to be found is too large for this. */
static const double LONGEST_NS = 5e8;

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Noise is slow: the mean of all but the slowest third. */
static double mean_of_best(double *values, size_t count) {
    size_t kept = count - count / 3;
    double sum = 0;
    qsort(values, count, sizeof *values, compare);
    for (size_t i = 0; i < kept; i++)
        sum += values[i];
    return sum / (double)kept;
}

static void visit(struct units *units, const size_t *unit, size_t count, double *cost) {
    for (size_t i = 0; i < count; i++)
        cost[i] = units_time(units, unit[i]);
}

/* What UNIT costs after the others were visited.  What is pushed out comes back by a visit only,
   so each round begins with one: the timing of the round before. */
static double cost_of(struct eviction *eviction, size_t unit, const size_t *visited,
                      size_t visits) {
    double reading[ROUNDS];
    if (!units_gather(eviction->units, visited, visits))
        return HUGE_VAL;
    units_time(eviction->units, unit);
    for (size_t round = 0; round < ROUNDS; round++) {
        units_walk(eviction->units, eviction->laps);
        reading[round] = units_time(eviction->units, unit);
    }
    return mean_of_best(reading, ROUNDS);
}

/* Enters COST among the best. */
static void keep(double *best, double cost) {
    size_t i = GOOD_ROUNDS - 1;
    if (cost >= best[i])
        return;
    for (; i > 0 && best[i - 1] > cost; i--)
        best[i] = best[i - 1];
    best[i] = cost;
}

/* A few good rounds of many: what fits may need some until what earlier visits left behind has
   given way, and what does not fit is pushed out in nearly all of them. */
static bool try_some(struct eviction *eviction, const size_t *still, size_t count,
                     const size_t *visited, size_t visits, double *cost) {
    double best[TOGETHER][GOOD_ROUNDS], now[TOGETHER];
    size_t fits = 0;
    if (!units_gather(eviction->units, visited, visits))
        return false;
    visit(eviction->units, still, count, now);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < GOOD_ROUNDS; k++)
            best[i][k] = HUGE_VAL;
    for (size_t round = 0; round < MOST_ROUNDS && fits < count; round++) {
        units_walk(eviction->units, eviction->laps);
        visit(eviction->units, still, count, now);
        fits = 0;
        for (size_t i = 0; i < count; i++) {
            keep(best[i], now[i]);
            fits += best[i][GOOD_ROUNDS - 1] < eviction->limit;
        }
    }
    for (size_t i = 0; i < count; i++)
        cost[i] = best[i][GOOD_ROUNDS - 1];
    return true;
}

bool eviction_try(struct eviction *eviction, const size_t *still, size_t count,
                  const size_t *visited, size_t visits, double *cost) {
    bool good = true;
    for (size_t i = 0; i < count && good; i += TOGETHER)
        good = try_some(eviction, still + i, count - i < TOGETHER ? count - i : TOGETHER, visited,
                        visits, cost + i);
    return good;
}

bool eviction_of(struct eviction *eviction, size_t unit, const size_t *visited, size_t visits) {
    double cost;
    return eviction_try(eviction, &unit, 1, visited, visits, &cost) && cost > eviction->gone;
}

/* ---- calibration ---- */

/* What a typical unit costs when the first VISITS of the others are visited. */
static double typical(struct eviction *eviction, size_t visits) {
    double cost[TYPICAL];
    size_t *visited = malloc(visits * sizeof *visited);
    for (size_t i = 0; i < visits && visited != NULL; i++)
        visited[i] = TYPICAL + i;
    for (size_t i = 0; i < TYPICAL; i++)
        cost[i] = visited != NULL ? cost_of(eviction, i, visited, visits) : HUGE_VAL;
    free(visited);
    qsort(cost, TYPICAL, sizeof *cost, compare);
    return cost[TYPICAL / 2];
}

/* Twice, since one typical unit may have been disturbed as the others were. */
static bool costs(struct eviction *eviction, size_t visits, double limit) {
    return typical(eviction, visits) >= limit && typical(eviction, visits) >= limit;
}

/* So many visits that a typical unit costs LIMIT or more; 0 where none do. */
static size_t visits_to_cost(struct eviction *eviction, size_t visits, double limit) {
    struct machine *machine = eviction->units->machine;
    size_t most = (eviction->units->count - TYPICAL) / 2;
    double end_ns = machine_age_ns(machine) + LONGEST_NS;
    for (; visits <= most && machine_age_ns(machine) < end_ns; visits += visits / 4 + 1)
        if (costs(eviction, visits, limit))
            return visits;
    return 0;
}

/* Do places of one page compete with other places of other pages?  Then visiting all places of a
   unit pushes out many that visiting a few does not. */
static bool all_places_count(struct eviction *eviction) {
    struct units *units = eviction->units;
    size_t sparse = units->spacing;
    units->spacing = sparse / TIMED;
    if (costs(eviction, eviction->reach * 5 / 8, LEVELS_DIFFER * eviction->hit))
        return true;
    units->spacing = sparse;
    return false;
}

static bool find_reach(struct eviction *eviction) {
    eviction->reach =
        visits_to_cost(eviction, eviction->washers, LEVELS_DIFFER * eviction->hit);
    if (eviction->reach == 0)
        return false;
    double out = typical(eviction, eviction->reach + eviction->reach / 2);
    eviction->limit = sqrt(eviction->hit * out);
    eviction->gone = (eviction->hit + out) / 2;
    return out < HUGE_VAL;
}

/* What a hit in the first level costs, ns, and what so few loads seem to cost beside it. */
static double find_bias(struct eviction *eviction) {
    struct units *units = eviction->units;
    struct timing hit;
    double above = typical(eviction, 1);
    if (!(above < HUGE_VAL) || !sample_chain(units->machine, &units->own[0], &hit))
        return HUGE_VAL;
    units->bias = above - hit.ns;
    return hit.ns;
}

bool eviction_open(struct eviction *eviction, struct units *units) {
    *eviction = (struct eviction){.units = units, .laps = 2};
    double above = find_bias(eviction);
    eviction->washers = 2 * visits_to_cost(eviction, 2, LEVELS_DIFFER * above);
    if (eviction->washers == 0)
        return false;
    eviction->hit = typical(eviction, eviction->washers);
    if (!find_reach(eviction))
        return false;
    return !all_places_count(eviction) || find_reach(eviction);
}
