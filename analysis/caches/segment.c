/* segment.c - optimal piecewise constant segmentation. */
#include "segment.h"
#include "../measured.h"

#include <math.h>
#include <stdlib.h>

/* Prefix sums of the values and of their squares; and the minimal cost of a prefix with the
   beginning of its last run. */
struct prefix {
    double sum, square, cost;
    size_t from;
};

static double run_cost(const struct prefix *a, const struct prefix *b, size_t length) {
    double sum = b->sum - a->sum;
    return b->square - a->square - sum * sum / (double)length;
}

static void solve(struct prefix *at, const double *y, size_t n, double penalty) {
    for (size_t end = 1; end <= n; end++) {
        at[end].sum = at[end - 1].sum + y[end - 1];
        at[end].square = at[end - 1].square + y[end - 1] * y[end - 1];
        at[end].cost = NOT_MEASURED;
        for (size_t from = 0; from < end; from++) {
            double cost = at[from].cost + run_cost(&at[from], &at[end], end - from) + penalty;
            if (cost < at[end].cost) {
                at[end].cost = cost;
                at[end].from = from;
            }
        }
    }
}

size_t segment(const double *y, size_t n, double penalty, size_t *first) {
    struct prefix *at = calloc(n + 1, sizeof *at);
    size_t runs = 0, next = 0;
    if (at == NULL)
        return 0;
    solve(at, y, n, penalty);
    for (size_t end = n; end > 0; end = at[end].from)
        runs++;
    next = runs;
    for (size_t end = n; end > 0; end = at[end].from)
        first[--next] = at[end].from;
    free(at);
    return runs;
}
