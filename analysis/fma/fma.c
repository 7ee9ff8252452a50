/* fma.c - a multiplication and an addition that round once are one instruction. */
#include "../product.h"

void fma_decide(const struct table *table, const struct options *options, struct answers *answers) {
    size_t once = 0, twice = 0;
    (void)options;
    for (size_t row = 0; row < table->rows; row++) {
        once += table_at(table, row, 1) == 1;
        twice += table_at(table, row, 1) == 2;
    }
    if (once < table->rows && twice < table->rows)
        answer_unknown(answers, "fma", "of %zu products %zu are rounded once and %zu twice",
                       table->rows, once, twice);
    else
        answer_integer(answers, "fma", once > 0, 0.99);
}
