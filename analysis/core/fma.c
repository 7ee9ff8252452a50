/* fma.c - decides whether a multiplication and an addition are compiled to one instruction, which
   rounds once. */
#include "../method.h"

static const double FUSED_SURE = 0.99;

/* Two instructions have no latency, throughput or operations in flight of one. */
static void answer_no_operation(struct answers *answers) {
    static const char *const what[] = {"latency", "throughput", "in_flight"};
    static const char *const types[] = {"f32", "f64", "vf32", "vf64"};
    char name[ANSWER_NAME];
    for (size_t i = 0; i < sizeof what / sizeof *what; i++)
        for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
            snprintf(name, sizeof name, "%s_fma_%s", what[i], types[k]);
            answer_none(answers, name, FUSED_SURE);
        }
}

static void fma_decide(const struct table *table, const struct options *options,
                       struct answers *answers) {
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

const struct method fma_method = {.name = "fma",
                                  .summary = "whether a*b+c is fused, from its roundings",
                                  .form = {{.keys = 1, .columns = 2}},
                                  .rows = 4096,
                                  .decide = fma_decide};
