/* stretches.c - rows of stretches, executed by turns. */
#include "stretches.h"

#include "../common/quiet.h"
#include "../common/spread.h"

#include <math.h>
#include <stdlib.h>

/* Noise adds; a ruler that was slow makes the least of them less. */
enum { EXECUTIONS = 6, SECOND_BEST = 1, TURNS = 4096, MOST_LENGTHS = 1024 };
enum { SHARES = 6, MOST_FAR = 3 };
static const double CONTENDED_NS = 2e9;

struct stretch_row {
    const struct stretch *stretch, *far;
    size_t blocks, share; /* of six that are far */
    double cycles[EXECUTIONS];
};

struct stretch_plan {
    struct machine *machine;
    struct stretch_row row[MOST_LENGTHS];
    size_t rows;
    struct quiet quiet;
};

/* ---- rows ---- */

static void add_length(struct stretch_plan *plan, const struct stretch_row *row,
                       size_t operations) {
    size_t wanted = operations / row->stretch->operations;
    if (plan->rows == MOST_LENGTHS || wanted == 0 || wanted > row->stretch->blocks)
        return;
    plan->row[plan->rows] = *row;
    plan->row[plan->rows++].blocks = wanted;
}

static void add_lengths(struct stretch_plan *plan, const struct stretches *stretches,
                        const struct stretch_row *row) {
    for (size_t octave = stretches->least; octave <= stretches->most; octave *= 2)
        for (size_t part = 0; part < stretches->parts; part++) {
            size_t operations = octave + octave / stretches->parts * part;
            if (operations <= stretches->most)
                add_length(plan, row, operations);
        }
}

static void add_stretches(struct stretch_plan *plan, const struct stretches *stretches) {
    for (size_t i = 0; i < stretches->count; i++) {
        const struct stretch *far = stretches->far != NULL ? stretches->far[i] : NULL;
        struct stretch_row row = {.stretch = &stretches->stretch[i], .far = far};
        for (; row.share <= (far != NULL ? MOST_FAR : 0); row.share++)
            add_lengths(plan, stretches, &row);
    }
}

/* ---- a reading ---- */

typedef void stretch_blocks(void);

static stretch_blocks *last_blocks(const struct stretch *stretch, size_t count) {
    return (stretch_blocks *)((uintptr_t)stretch->code + STRETCH_PAGE +
                              stretch_entry(stretch, count));
}

static void run_stretch(const struct calls *calls) {
    stretch_blocks *last = last_blocks(calls->stretch, calls->lap);
    stretch_blocks *far = calls->far != NULL ? last_blocks(calls->far, calls->far_lap) : NULL;
    for (size_t i = 0; i < calls->count; i++) {
        if (far != NULL)
            far();
        last();
    }
}

/* Cycles of a block, or HUGE_VAL.  Once brings it in, and tells how often is enough. */
static double time_blocks(struct machine *machine, const struct stretch_row *row) {
    struct timing timing = {0, 0};
    size_t far = row->blocks * row->share / SHARES;
    struct calls calls = {.count = 1,
                          .lap = row->blocks - far,
                          .stretch = row->stretch,
                          .far = far > 0 ? row->far : NULL,
                          .far_lap = far,
                          .run = run_stretch};
    calls_sample(machine, &calls, &timing);
    double times = timing.ns > 0 ? machine_quantum_ns(machine) / timing.ns : TURNS;
    calls.count = times < TURNS ? (size_t)times + 1 : TURNS;
    return calls_sample(machine, &calls, &timing) ? timing.cycles / (double)row->blocks : HUGE_VAL;
}

/* Another thread of the core would hold some of it, and decode by turns. */
static void execute_row(void *all, size_t row, size_t repeat, bool contended) {
    struct stretch_plan *plan = all;
    plan->row[row].cycles[repeat] =
        contended ? HUGE_VAL : time_blocks(plan->machine, &plan->row[row]);
}

static void execute_all(struct stretch_plan *plan) {
    for (size_t repeat = 0; repeat < EXECUTIONS; repeat++)
        quiet_rows(&plan->quiet, 0, plan->rows, repeat);
}

/* ---- the table ---- */

static void print_length(const struct stretch_row *row, FILE *out) {
    const struct stretch *stretch = row->stretch;
    if (stretch->kind == STRETCH_STRAIGHT)
        fprintf(out, "%zu", stretch->operations);
    else
        fprintf(out, "%zu\t%zu", stretch->bytes, row->share);
    fprintf(out, "\t%zu\t%.4f\n", row->blocks, spread_positive(row->cycles[SECOND_BEST]));
}

static size_t print_lengths(struct stretch_plan *plan, FILE *out) {
    size_t printed = 0;
    for (size_t i = 0; i < plan->rows; i++) {
        struct stretch_row *row = &plan->row[i];
        spread_of(row->cycles, EXECUTIONS);
        if (!(row->cycles[SECOND_BEST] < HUGE_VAL))
            continue;
        print_length(row, out);
        printed++;
    }
    return printed;
}

const char *stretches_measure(struct machine *machine, const struct stretches *stretches,
                              const char *name, FILE *out) {
    if (stretches->stretch->code == NULL)
        return NEVER_HERE "no code to execute with this compiler here";
    struct stretch_plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL)
        return "no memory for the rows";
    plan->machine = machine;
    plan->quiet = (struct quiet){.machine = machine,
                                 .least_contention = HUGE_VAL,
                                 .patience_ns = machine_age_ns(machine) + CONTENDED_NS,
                                 .plan = plan,
                                 .measure = execute_row};
    add_stretches(plan, stretches);
    execute_all(plan);
    fprintf(out, "# sweep: %s\n# columns: %s blocks cycles\n", name,
            stretches->stretch->kind == STRETCH_STRAIGHT ? "operations" : "bytes far");
    size_t printed = print_lengths(plan, out);
    free(plan);
    return printed > 0 ? NULL : "all samples were disturbed, or other threads ran";
}
