/* pairs.c - decides the cost of each pair of CPUs from the tournaments in which they met.

   Unknown where the pairs that decide are not always equally far apart, or where pairs that run at
   the same time change the cost. */
#include "pairs.h"
#include "../measured.h"

#include <math.h>
#include <stdlib.h>

enum { TOURNAMENT, FROM, TO };
enum { DIGITS = 2, FEWEST_TIMES = 2 };
/* The cheapest third of these are three. */
enum { ENOUGH_TIMES = 7 };
/* Costs are the same where they differ by no more than a published value may. */
static const double SAME_COST = 1.1, PASSING_SURE = 0.95;
/* The least ratio between two distances. */
static const double NEARER_PAIR = 1.25;

static int by_pair(const void *a, const void *b) {
    const struct passed *x = a, *y = b;
    if (x->from < y->from || x->from > y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to < y->to || x->to > y->to)
        return x->to < y->to ? -1 : 1;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

struct passed *pairs_sort(const struct table *table, const double *cost) {
    struct passed *passed = calloc(table->rows, sizeof *passed);
    double last = table_at(table, table->rows - 1, TOURNAMENT);
    for (size_t row = 0; passed != NULL && row < table->rows; row++)
        passed[row] = (struct passed){table_at(table, row, FROM), table_at(table, row, TO),
                                      cost[row], !(table_at(table, row, TOURNAMENT) < last)};
    if (passed != NULL)
        qsort(passed, table->rows, sizeof *passed, by_pair);
    return passed;
}

size_t pairs_end(const struct passed *passed, size_t rows, size_t first) {
    size_t end = first;
    while (end < rows && !(passed[end].from > passed[first].from) &&
           !(passed[end].to > passed[first].to))
        end++;
    return end;
}

double pairs_cost(const struct passed *passed, size_t first, size_t end) {
    return passed[first + (end - first - 1) / 3].cost;
}

static bool is_alike(double a, double b) {
    return a <= SAME_COST * b && b <= SAME_COST * a;
}

/* Do two of three cost from LEAST to MOST? */
static bool most_cost(const struct passed *passed, size_t first, size_t end, double least,
                      double most) {
    size_t within = 0;
    for (size_t i = first; i < end; i++)
        within += passed[i].cost >= least && passed[i].cost <= most;
    return 3 * within >= 2 * (end - first);
}

/* The cheapest meetings are the least disturbed.  Where two of the cheapest three agree, the others
   may cost more, but less than pairs at the next distance. */
static bool cheapest_agree(const struct passed *passed, size_t first, size_t end) {
    double cost = pairs_cost(passed, first, end);
    return end - first >= ENOUGH_TIMES && is_alike(cost, passed[first + 1].cost) &&
           cost <= NEARER_PAIR * passed[first].cost &&
           most_cost(passed, first, end, 0, NEARER_PAIR * cost);
}

bool pairs_alike(const struct passed *passed, size_t first, size_t end) {
    double cost = pairs_cost(passed, first, end);
    bool same = end - first >= FEWEST_TIMES &&
                most_cost(passed, first, end, cost / SAME_COST, SAME_COST * cost) &&
                cost <= NEARER_PAIR * passed[first].cost;
    return same || cheapest_agree(passed, first, end);
}

/* The cost without other pairs at the same time, or NOT_MEASURED. */
static double alone_cost(const struct passed *passed, size_t first, size_t end) {
    for (; first < end; first++)
        if (passed[first].alone)
            return passed[first].cost;
    return NOT_MEASURED;
}

/* Where the extreme pair begins, of all pairs or of those measured ALONE, as the last row was. */
static size_t find_extreme(const struct passed *passed, size_t rows, bool farthest, bool alone) {
    size_t best = rows;
    double most = 0;
    for (size_t first = 0, end; first < rows; first = end) {
        end = pairs_end(passed, rows, first);
        double cost = pairs_cost(passed, first, end);
        if ((!alone || is_measured(alone_cost(passed, first, end))) &&
            (best == rows || (farthest ? cost > most : cost < most))) {
            best = first;
            most = cost;
        }
    }
    return best;
}

/* Are at least half of the pairs with about COST always equally far apart, and is none at times
   nearer than the NEAREST?  A single pair is not enough, since the extreme of many may be a
   disturbed one. */
static bool is_steady(const struct passed *passed, size_t rows, double cost, bool nearest) {
    size_t pairs = 0, steady = 0;
    for (size_t first = 0, end; first < rows; first = end) {
        end = pairs_end(passed, rows, first);
        bool as_far = is_alike(pairs_cost(passed, first, end), cost);
        if (nearest && NEARER_PAIR * passed[first].cost < cost)
            return false;
        pairs += as_far;
        steady += as_far && pairs_alike(passed, first, end);
    }
    return 2 * steady >= pairs;
}

/* Meetings without other pairs decide.  They must give the same distance as the others, and not a
   nearer one.  An only pair has no others. */
static void answer_extreme(const struct passed *passed, size_t rows, bool farthest, bool rate,
                           const char *name, struct answers *answers) {
    size_t of_all = find_extreme(passed, rows, farthest, false);
    size_t best = find_extreme(passed, rows, farthest, true), end = pairs_end(passed, rows, best);
    double cost = pairs_cost(passed, best, end);
    double other = pairs_cost(passed, of_all, pairs_end(passed, rows, of_all));
    bool company = end - best < rows;
    if (company && (!is_alike(cost, other) || cost > SAME_COST * alone_cost(passed, best, end)))
        answer_unknown(answers, name, "pairs that communicate at the same time change the cost");
    else if (!is_steady(passed, rows, cost, !farthest))
        answer_unknown(answers, name,
                       "the deciding pairs are not always equally far apart; measure again while "
                       "the machine is idle");
    else
        answer_rounded(answers, name, rate ? 1 / cost : cost, DIGITS, PASSING_SURE);
}

void pairs_extremes(const struct table *table, const double *cost, const char *const names[2],
                    bool rates, struct answers *answers) {
    struct passed *passed = cost != NULL ? pairs_sort(table, cost) : NULL;
    for (size_t farthest = 0; farthest < 2; farthest++)
        if (passed != NULL)
            answer_extreme(passed, table->rows, farthest == 1, rates, names[farthest], answers);
        else
            answer_unknown(answers, names[farthest], "no memory");
    free(passed);
}
