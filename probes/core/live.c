/* live.c - the sweep of values that are live at once (X-Ray 3.3, BlackjackBench 3.5). */
#include "live.h"

#include "nano.h"

#include <stdlib.h>

enum { STEP_TEXT = 24, MORE_TRIES = 100 };

/* BlackjackBench's pattern: half of the sums do not wait for each other, so that the core has no
   time to hide a spill. */
static char *text_of_live(size_t values) {
    char *text = calloc(values + 1, STEP_TEXT), *end = text;
    for (size_t i = 0; i < values && text != NULL; i++)
        end += snprintf(end, STEP_TEXT, "%sp%zu = p%zu + p%zu", i > 0 ? "; " : "", i, i,
                        (i + values - values / 2) % values);
    return text;
}

static bool describe(const struct live *live, const char *type, struct nano *nano) {
    *nano = (struct nano){text_of_live(live->values), type, 1, 1, false, live->run};
    return nano->statement != NULL;
}

/* What the compiler did is known whatever disturbs the samples, so no row is given up lightly. */
static bool insist(struct machine *machine, const struct nano *nano, struct nano_row *row) {
    struct timing timing;
    for (int i = 0; i < MORE_TRIES && row->samples == 0; i++)
        if (nano_sample(machine, nano, row->rounds, &timing))
            row->sample[row->samples++].cycles = timing.cycles;
    return row->samples > 0;
}

static bool is_known(const struct live *live, size_t count) {
    bool known = true;
    for (size_t i = 0; i < count; i++)
        known = known && live[i].code > 0;
    return known;
}

/* Where time is the only witness its rows are those of which it is sure. */
static void print_live(const char *name, const struct live *live, const struct nano_row *row,
                       size_t count, FILE *out) {
    bool known = is_known(live, count);
    fprintf(out, "# sweep: %s\n# columns: live %s%s\n", name, name, known ? " code" : "");
    nano_print_crowd(row, out);
    for (size_t i = 0; i < count; i++)
        if (known)
            fprintf(out, "%zu\t%.4f\t%zu\n", live[i].values, nano_best(&row[i]), live[i].code);
        else if (nano_agrees(&row[i]))
            fprintf(out, "%zu\t%.4f\n", live[i].values, nano_best(&row[i]));
}

const char *live_sweep(struct machine *machine, const char *name, const char *type,
                       const struct live *live, size_t count, FILE *out) {
    struct nano *nano = calloc(count, sizeof *nano);
    struct nano_row *row = calloc(count, sizeof *row);
    const char *why = nano == NULL || row == NULL ? "no memory for the loops" : NULL;
    if (live->run == NULL)
        why = NEVER_HERE
            "this compiler, with these flags, keeps values in memory or has no such type";
    for (size_t i = 0; i < count && why == NULL; i++)
        why = describe(&live[i], type, &nano[i]) ? NULL : "no memory for the loops";
    if (why == NULL)
        nano_measure(machine, nano, count, row);
    for (size_t i = 0; i < count && why == NULL; i++)
        why = insist(machine, &nano[i], &row[i]) ? NULL : "every sample was disturbed";
    if (why == NULL)
        print_live(name, live, row, count, out);
    for (size_t i = 0; i < count && nano != NULL; i++)
        free((char *)nano[i].statement);
    free(nano);
    free(row);
    return why;
}
