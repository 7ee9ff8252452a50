/* fetch.c - decides how many bytes one miss fetches (BlackjackBench 3.1.1).

   The table has distances: each load that misses is followed by one `distance` bytes away.  While
   one miss fetches both, the second load hits and the pair costs about half.  Unknown where the
   cost has no single step. */
#include "../method.h"

#include <stdbool.h>

/* Two misses cost nearly twice as much as a miss and a hit; a much smaller ratio means that
   something else was measured. */
static const double CLEAR = 1.5;
/* Relative to the step: a row this close to its middle is undecided. */
static const double UNDECIDED = 0.2;

/* A row is a hit or a miss only if all layouts except outliers agree; where the table has only the
   median, the median decides. */
static bool undecided(const struct table *table, size_t row, double middle, double slack) {
    size_t low = table_find(table, "low"), high = table_find(table, "high");
    double least = table_at(table, row, low < table->columns ? low : 1);
    double most = table_at(table, row, high < table->columns ? high : 1);
    return most > middle - slack && least < middle + slack;
}

static void fetch_decide(const struct table *table, const struct options *options,
                         struct answers *answers) {
    double near = table_at(table, 0, 1), far = table_at(table, table->rows - 1, 1);
    double middle = (near + far) / 2;
    size_t rises = 0, between = 0, size = 0;
    (void)options;
    for (size_t row = 0; row < table->rows; row++) {
        between += undecided(table, row, middle, UNDECIDED * (far - near));
        if (row > 0 && table_at(table, row - 1, 1) <= middle && table_at(table, row, 1) > middle) {
            rises++;
            size = row;
        }
    }
    if (far < CLEAR * near)
        answer_unknown(answers, "fetch_size", "distant loads cost no more than near ones");
    else if (between > 0)
        answer_unknown(answers, "fetch_size",
                       "at some distances the second load hits only at times");
    else if (rises != 1)
        answer_unknown(answers, "fetch_size", "the cost crosses the middle more than once");
    else
        answer_integer(answers, "fetch_size", table_at(table, size, 0), 0.95);
}

const struct method fetch_method = {
    .name = "fetch",
    .summary = "bytes that one miss brings in, from pairs",
    .form = {{.keys = 1, .columns = 2, .above_zero = "cycles low high"}},
    .rows = 4096,
    .decide = fetch_decide};
