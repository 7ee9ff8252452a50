/* pairs.c - the nearest and the farthest pair of CPUs (P-Ray; BlackjackBench 3.1.4). */
#include "pairs.h"

#include <stdlib.h>

enum { TOURNAMENT, FROM, TO };
enum { DIGITS = 2, FEWEST_TIMES = 2 };
/* Alike is what differs by no more than what is published may (PARAMETERS). */
static const double ALIKE_AGAIN = 1.1, PASSING_SURE = 0.95;

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

bool pairs_alike(const struct passed *passed, size_t first, size_t end) {
    size_t times = end - first, most = (2 * times + 2) / 3;
    return times >= FEWEST_TIMES &&
           passed[first + most - 1].cost <= ALIKE_AGAIN * passed[first].cost;
}

static bool was_alone(const struct passed *passed, size_t first, size_t end) {
    for (; first < end; first++)
        if (passed[first].alone)
            return true;
    return false;
}

/* Where the extreme pair begins, of all or of those that were ALONE: the last row's was. */
static size_t find_extreme(const struct passed *passed, size_t rows, bool farthest, bool alone) {
    size_t best = rows;
    for (size_t first = 0, end; first < rows; first = end) {
        end = pairs_end(passed, rows, first);
        double cost = passed[first].cost, most = best < rows ? passed[best].cost : cost;
        if ((!alone || was_alone(passed, first, end)) &&
            (best == rows || (farthest ? cost > most : cost < most)))
            best = first;
    }
    return best;
}

static bool is_alike(double a, double b) {
    return a <= ALIKE_AGAIN * b && b <= ALIKE_AGAIN * a;
}

/* Are half the pairs that are as far as COST always as far?  One alone is not asked, since the
   extreme of many is one that was disturbed. */
static bool is_steady(const struct passed *passed, size_t rows, double cost) {
    size_t pairs = 0, steady = 0;
    for (size_t first = 0, end; first < rows; first = end) {
        end = pairs_end(passed, rows, first);
        pairs += is_alike(passed[first].cost, cost);
        steady += is_alike(passed[first].cost, cost) && pairs_alike(passed, first, end);
    }
    return 2 * steady >= pairs;
}

/* What played alone is the measure, and must be as far as what did not: noise and the company of
   others only add, so that the true one lies between the two. */
static void answer_extreme(const struct passed *passed, size_t rows, bool farthest, bool rate,
                           const char *name, struct answers *answers) {
    double of_all = passed[find_extreme(passed, rows, farthest, false)].cost;
    double cost = passed[find_extreme(passed, rows, farthest, true)].cost;
    if (!is_alike(cost, of_all))
        answer_unknown(answers, name, "others that play at the same time decide");
    else if (!is_steady(passed, rows, cost))
        answer_unknown(answers, name, "the pairs that decide are not always as far apart");
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
