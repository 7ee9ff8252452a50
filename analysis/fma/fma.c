/* fma.c - a multiplication and an addition that round once are one instruction. */
#include "../product.h"

static const double FUSED_SURE = 0.99;

/* What a multiplication and an addition take is nobody's latency of one instruction. */
static void answer_no_operation(struct answers *answers) {
    static const char *const names[] = {"latency_fma_f32",    "latency_fma_f64",
                                        "throughput_fma_f32", "throughput_fma_f64",
                                        "in_flight_fma_f32",  "in_flight_fma_f64"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        answer_none(answers, names[i], FUSED_SURE);
}

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
        answer_integer(answers, "fma", once > 0, FUSED_SURE);
    if (once == 0 && twice == table->rows)
        answer_no_operation(answers);
}
