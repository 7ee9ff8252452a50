/* eviction.c - visits some units and times others. */
#include "eviction.h"

#include <math.h>

enum { MOST_ROUNDS = 10, GOOD_ROUNDS = 3 };
/* The part of a hit's cost below which it was a hit in the level above. */
static const double OUT = 0.7;

/* Inserts COST among the best. */
static void keep_best(double *best, double cost) {
    size_t i = GOOD_ROUNDS - 1;
    if (cost >= best[i])
        return;
    for (; i > 0 && best[i - 1] > cost; i--)
        best[i] = best[i - 1];
    best[i] = cost;
}

/* Times one more round.  Returns whether every unit is decided: a unit is evicted if even MORE
   good rounds would not show that it fits. */
static bool decided_by(struct eviction *eviction, const size_t *still, size_t count,
                       double (*tried)[GOOD_ROUNDS], size_t more) {
    size_t open = 0, last = GOOD_ROUNDS - 1;
    units_walk(eviction->units, eviction->laps);
    for (size_t i = 0; i < count; i++) {
        double *best = tried[i], gone = eviction->gone;
        keep_best(best, units_time(eviction->units, still[i]));
        open += best[last] >= gone && (more > last || best[last - more] < gone);
    }
    return open == 0;
}

/* The best few of many rounds count: a unit that fits may need some rounds until earlier contents
   have been evicted, and one that does not fit is evicted in nearly all of them. */
bool eviction_try_all(struct eviction *eviction, const size_t *still, size_t count,
                      const size_t *visited, size_t visits, double *cost) {
    static double tried[UNITS_MOST][GOOD_ROUNDS];
    if (!units_gather(eviction->units, visited, visits))
        return false;
    for (size_t i = 0; i < count; i++) {
        units_time(eviction->units, still[i]);
        for (size_t k = 0; k < GOOD_ROUNDS; k++)
            tried[i][k] = NOT_MEASURED;
    }
    for (size_t more = MOST_ROUNDS; more-- > 0;)
        if (decided_by(eviction, still, count, tried, more))
            break;
    for (size_t i = 0; i < count; i++)
        cost[i] = tried[i][GOOD_ROUNDS - 1];
    return true;
}

bool eviction_try(struct eviction *eviction, const size_t *still, size_t count, size_t at_once,
                  const size_t *visited, size_t visits, double *cost) {
    bool good = true;
    for (size_t i = 0; i < count && good; i += at_once)
        good = eviction_try_all(eviction, still + i, count - i < at_once ? count - i : at_once,
                                visited, visits, cost + i);
    return good;
}

bool eviction_of(struct eviction *eviction, size_t unit, const size_t *visited, size_t visits) {
    double cost;
    return eviction_try_all(eviction, &unit, 1, visited, visits, &cost) && cost > eviction->gone;
}

bool eviction_stayed(const struct eviction *eviction, double ns) {
    return ns <= OUT * eviction->hit;
}

double eviction_out(const struct eviction *eviction) {
    return 2 * eviction->gone - eviction->hit;
}
