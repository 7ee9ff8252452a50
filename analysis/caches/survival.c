/* survival.c - sorts timed loads into hits and misses, and counts what is resident.

   In a lap each place is touched once, so that the places have the ages 0, 1, 2 and so on, each age
   once.  The sum over all ages of the share S(age) that hits is therefore the number of places that
   are resident, whatever the ways, the index and the replacement policy. */
#include "survival.h"

#include "../timings.h"

#include <stdbool.h>

enum { AGE_FROM, AGE_TO, AGE_NS, AGE_COUNT };
enum { LIMITS = 3 /* times that the limit is set anew */, SURVIVORS = 24 /* fewer say nothing */ };

/* Loads that may be so near the limit, in parts of what is between hits and misses. */
static const double NEAR_LIMIT = 0.1, MOST_NEAR = 0.06;

double survival_share(const struct ages *ages) {
    return ages->count > 0 ? ages->hits / ages->count : 0;
}

/* The ages of a row, which are those of the last row or the next ones; NULL where there is no room.
 */
static struct ages *ages_of_row(struct survival *survival, const struct table *table, size_t row) {
    struct ages *last = survival->count > 0 ? &survival->ages[survival->count - 1] : NULL;
    if (last != NULL && table_is(table, row, AGE_FROM, last->from))
        return last;
    if (survival->count == SURVIVAL_AGES)
        return NULL;
    last = &survival->ages[survival->count++];
    *last =
        (struct ages){.from = table_at(table, row, AGE_FROM), .to = table_at(table, row, AGE_TO)};
    return last;
}

static bool sort_loads(struct survival *survival, const struct table *table) {
    survival->count = 0;
    for (size_t row = 0; row < table->rows; row++) {
        double ns = table_at(table, row, AGE_NS), count = table_at(table, row, AGE_COUNT);
        struct ages *ages = ages_of_row(survival, table, row);
        if (ages == NULL)
            return false;
        ages->count += count;
        ages->hits += ns < survival->limit_ns ? count : 0;
        ages->hit_ns += ns < survival->limit_ns ? count * ns : 0;
    }
    for (size_t i = 0; i < survival->count; i++)
        survival->ages[i].hit_ns /= survival->ages[i].hits;
    return survival->count > 0;
}

static double slowest_hits(const struct survival *survival) {
    double slowest = survival->hit_ns;
    for (size_t i = 0; i < survival->count; i++)
        if (survival->ages[i].hits >= SURVIVORS)
            slowest = fmax(slowest, survival->ages[i].hit_ns);
    return slowest;
}

/* Puts the limit in the middle between flushed loads and the slowest hits, which in turn are those
   below the limit. */
static bool find_limit(struct survival *survival, const struct table *table) {
    double slowest = survival->hit_ns;
    bool good = true;
    for (size_t i = 0; i < LIMITS && good; i++) {
        survival->limit_ns = (slowest + survival->flushed_ns) / 2;
        good = sort_loads(survival, table);
        slowest = slowest_hits(survival);
    }
    return good;
}

/* The share of loads that are so near the limit that they may be either. */
static double near_limit(const struct survival *survival, const struct table *table) {
    double near = 0, all = 0;
    double apart = NEAR_LIMIT * (survival->flushed_ns - slowest_hits(survival));
    for (size_t row = 0; row < table->rows; row++) {
        double count = table_at(table, row, AGE_COUNT);
        double off = fabs(table_at(table, row, AGE_NS) - survival->limit_ns);
        all += count;
        near += off < apart ? count : 0;
    }
    return near / all;
}

const char *survival_read(struct survival *survival, const struct table *table) {
    const struct table *controls = table_section(table, "controls");
    const struct table *ages = table_section(table, "ages");
    struct timings flushed = timings_of_kind(controls, "flushed");
    struct timings hits = timings_of_kind(controls, "hit");
    survival->flushed_ns = timings_median(&flushed);
    /* What costs more was evicted meanwhile, and did not hit. */
    double middle_ns = (timings_median(&hits) + survival->flushed_ns) / 2;
    struct timings_mean hit = timings_mean_below(&hits, middle_ns);
    survival->hit_ns = hit.ns;
    survival->spread_ns = sqrt(hit.variance);
    if (!(survival->hit_ns < survival->flushed_ns))
        return "a flushed load costs no more than one that hits";
    if (!find_limit(survival, ages))
        return "there are no ages, or too many";
    if (near_limit(survival, ages) > MOST_NEAR)
        return "hits and misses do not differ clearly in cost";
    return NULL;
}

/* The part of the hits of AGES that is of LEVEL or in front of it. */
static double part_of_level(const struct survival_level *level, const struct ages *ages) {
    if (!is_measured(level->far_ns) || ages->hits == 0)
        return 1;
    if (ages->from >= level->oldest)
        return 0;
    double part = (level->far_ns - ages->hit_ns) / (level->far_ns - level->near_ns);
    return fmin(fmax(part, 0), 1);
}

double survival_lines(const struct survival *survival, const struct survival_level *level,
                      double *error) {
    double lines = survival->ages[0].from, variance = 0;
    for (size_t i = 0; i < survival->count; i++) {
        const struct ages *ages = &survival->ages[i];
        double width = ages->to - ages->from;
        double share = survival_share(ages) * part_of_level(level, ages);
        lines += share * width;
        variance += ages->count > 0 ? share * (1 - share) / ages->count * width * width : 0;
    }
    *error = sqrt(variance);
    return lines;
}
