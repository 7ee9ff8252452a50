/* fetch.c - what one miss brings in (BlackjackBench 3.1.1).

   A table of distances: each load that misses is followed by one `distance` bytes away.  As long
   as the miss brought both in, the second one hits and the pair costs about half. */
#include "../product.h"

#include <math.h>

/* Less than this between the nearest and the farthest partner is no difference: a hit costs next
   to nothing beside a miss to memory. */
static const double CLEAR = 1.25;
/* So near the middle of the step, in parts of it, a row is neither. */
static const double UNDECIDED = 0.2;

void fetch_decide(const struct table *table, const struct options *options,
                  struct answers *answers) {
    double near = table_at(table, 0, 1), far = table_at(table, table->rows - 1, 1);
    double middle = (near + far) / 2;
    size_t rises = 0, between = 0, size = 0;
    (void)options;
    for (size_t row = 1; row < table->rows; row++) {
        between += fabs(table_at(table, row, 1) - middle) < UNDECIDED * (far - near);
        if (table_at(table, row - 1, 1) <= middle && table_at(table, row, 1) > middle) {
            rises++;
            size = row;
        }
    }
    if (far < CLEAR * near)
        answer_unknown(answers, "fetch_size", "far partners cost no more than near ones");
    else if (between > 0)
        answer_unknown(answers, "fetch_size", "a partner is fetched at times, and at times not");
    else if (rises != 1)
        answer_unknown(answers, "fetch_size", "the cost crosses the middle more than once");
    else
        answer_integer(answers, "fetch_size", table_at(table, size, 0), 0.95);
}
