/* passing.c - the nearest and the farthest pair of CPUs (P-Ray; BlackjackBench 3.1.4).

   A table of tournaments: what it takes to pass a line from one CPU to another.  Noise only adds,
   so the least of all tournaments is what a pair takes; but a hypervisor moves CPUs, and a pair
   that is near at times and far at others has no distance: most times of the pair that decides must
   be alike. */
#include "../product.h"

#include <stdbool.h>
#include <stdlib.h>

enum { TOURNAMENT, FROM, TO, PASS_NS };
enum { DIGITS = 2, FEWEST_TIMES = 2 };
static const double ALIKE_AGAIN = 1.1, PASSING_SURE = 0.95;

struct passed {
    double pair, ns;
};

static int by_pair(const void *a, const void *b) {
    const struct passed *x = a, *y = b;
    if (x->pair < y->pair || x->pair > y->pair)
        return x->pair < y->pair ? -1 : 1;
    return (x->ns > y->ns) - (x->ns < y->ns);
}

/* Sorted: the least of each pair first. */
static struct passed *sort_pairs(const struct table *table) {
    struct passed *passed = calloc(table->rows, sizeof *passed);
    for (size_t row = 0; passed != NULL && row < table->rows; row++)
        passed[row] =
            (struct passed){table_at(table, row, FROM) * TABLE_MAX_ROWS + table_at(table, row, TO),
                            table_at(table, row, PASS_NS)};
    if (passed != NULL)
        qsort(passed, table->rows, sizeof *passed, by_pair);
    return passed;
}

static void answer_extreme(const struct passed *passed, size_t rows, size_t best, const char *name,
                           struct answers *answers) {
    size_t end = best;
    while (end < rows && !(passed[end].pair > passed[best].pair))
        end++;
    size_t times = end - best, most = (2 * times + 2) / 3;
    if (times >= FEWEST_TIMES && passed[best + most - 1].ns <= ALIKE_AGAIN * passed[best].ns)
        answer_rounded(answers, name, passed[best].ns, DIGITS, PASSING_SURE);
    else
        answer_unknown(answers, name, "the pair that decides is not always as far apart");
}

void passing_decide(const struct table *table, const struct options *options,
                    struct answers *answers) {
    struct passed *passed = sort_pairs(table);
    size_t nearest = 0, farthest = 0;
    (void)options;
    for (size_t i = 1; passed != NULL && i < table->rows; i++) {
        bool least = passed[i].pair > passed[i - 1].pair;
        nearest = least && passed[i].ns < passed[nearest].ns ? i : nearest;
        farthest = least && passed[i].ns > passed[farthest].ns ? i : farthest;
    }
    if (passed == NULL) {
        answer_unknown(answers, "comm_ns_min", "no memory");
        answer_unknown(answers, "comm_ns_max", "no memory");
        return;
    }
    answer_extreme(passed, table->rows, nearest, "comm_ns_min", answers);
    answer_extreme(passed, table->rows, farthest, "comm_ns_max", answers);
    free(passed);
}
