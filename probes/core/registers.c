/* registers.c - measures how many registers a type has, by loops over more and more live values:
   from some number on the compiler spills (X-Ray 3.3, BlackjackBench 3.5).  Fails if the compiler
   keeps values in memory, or every sample is disturbed. */
#include "registers.h"

#include "statements.h"

#include <stdlib.h>

enum { STEP_TEXT = 24, MORE_TRIES = 100 };

/* BlackjackBench's pattern: half of the sums are independent of each other, so that the core has no
   idle time in which to hide a spill. */
static char *text_of_live(size_t values) {
    char *text = calloc(values + 1, STEP_TEXT), *end = text;
    for (size_t i = 0; i < values && text != NULL; i++)
        end += snprintf(end, STEP_TEXT, "%sp%zu = p%zu + p%zu", i > 0 ? "; " : "", i, i,
                        (i + values - values / 2) % values);
    return text;
}

static bool describe(const struct register_loop *loop, const char *type,
                     struct statement_loop *statement) {
    *statement = (struct statement_loop){text_of_live(loop->values), type, 1, 1, false, loop->run};
    return statement->statement != NULL;
}

/* The code of a loop is known however disturbed its samples are, so no row is given up early. */
static bool insist(struct machine *machine, const struct statement_loop *statement,
                   struct statement_row *row) {
    struct timing timing;
    for (int i = 0; i < MORE_TRIES && row->samples == 0; i++)
        if (statement_sample(machine, statement, row->rounds, &timing))
            row->sample[row->samples++].cycles = timing.cycles;
    return row->samples > 0;
}

static bool is_known(const struct register_loop *loops, size_t count) {
    bool known = true;
    for (size_t i = 0; i < count; i++)
        known = known && loops[i].code > 0;
    return known;
}

/* Without the code of every loop only rows whose samples agree are printed. */
static void print_rows(const char *name, const struct register_loop *loops,
                       const struct statement_row *row, size_t count, FILE *out) {
    bool known = is_known(loops, count);
    fprintf(out, "# sweep: %s\n# columns: live %s%s\n", name, name, known ? " code" : "");
    statement_print_contention(row, out);
    for (size_t i = 0; i < count; i++)
        if (known)
            fprintf(out, "%zu\t%.4f\t%zu\n", loops[i].values, statement_best(&row[i]),
                    loops[i].code);
        else if (statement_agrees(&row[i]))
            fprintf(out, "%zu\t%.4f\n", loops[i].values, statement_best(&row[i]));
}

const char *registers_sweep(struct machine *machine, const char *name, const char *type,
                            const struct register_loop *loops, size_t count, FILE *out) {
    struct statement_loop *statements = calloc(count, sizeof *statements);
    struct statement_row *row = calloc(count, sizeof *row);
    const char *why = statements == NULL || row == NULL ? "no memory for the loops" : NULL;
    if (loops->run == NULL)
        why = NEVER_HERE
            "this compiler, with these flags, keeps values in memory or has no such type";
    for (size_t i = 0; i < count && why == NULL; i++)
        why = describe(&loops[i], type, &statements[i]) ? NULL : "no memory for the loops";
    if (why == NULL)
        statement_measure(machine, statements, count, row);
    for (size_t i = 0; i < count && why == NULL; i++)
        why = insist(machine, &statements[i], &row[i])
                  ? NULL
                  : "all samples were disturbed; try again when the machine is idle";
    if (why == NULL)
        print_rows(name, loops, row, count, out);
    for (size_t i = 0; i < count && statements != NULL; i++)
        free((char *)statements[i].statement);
    free(statements);
    free(row);
    return why;
}
