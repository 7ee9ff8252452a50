/* block_runs.c - executes runs of code blocks in turn, and times them. */
#include "block_runs.h"

#include "../common/spread.h"
#include "../common/undisturbed.h"

#include <math.h>

/* Noise makes samples longer, but a slow ruler makes them shorter, so the second shortest
   counts. */
enum { EXECUTIONS = 6, SECOND_BEST = 1, TURNS = 4096, MOST_LENGTHS = 1024 };
enum { SHARES = 6, MOST_FAR = 3 };
static const double CONTENDED_NS = 2e9;

struct run_row {
    const struct block_run *run, *far;
    size_t blocks, share; /* of six jumps, as many are far */
    double cycles[EXECUTIONS];
};

struct run_plan {
    struct machine *machine;
    struct run_row row[MOST_LENGTHS];
    size_t rows;
    struct undisturbed undisturbed;
};

/* ---- rows ---- */

static void add_length(struct run_plan *plan, const struct run_row *row, size_t operations) {
    size_t wanted = operations / row->run->operations;
    if (plan->rows == MOST_LENGTHS || wanted == 0 || wanted > row->run->blocks)
        return;
    plan->row[plan->rows] = *row;
    plan->row[plan->rows++].blocks = wanted;
}

static void add_lengths(struct run_plan *plan, const struct block_runs *runs,
                        const struct run_row *row) {
    for (size_t octave = runs->least; octave <= runs->most; octave *= 2)
        for (size_t part = 0; part < runs->parts; part++) {
            size_t operations = octave + octave / runs->parts * part;
            if (operations <= runs->most)
                add_length(plan, row, operations);
        }
}

static void add_runs(struct run_plan *plan, const struct block_runs *runs) {
    for (size_t i = 0; i < runs->count; i++) {
        const struct block_run *far = runs->far != NULL ? runs->far[i] : NULL;
        struct run_row row = {.run = &runs->run[i], .far = far};
        for (; row.share <= (far != NULL ? MOST_FAR : 0); row.share++)
            add_lengths(plan, runs, &row);
    }
}

/* ---- samples ---- */

typedef void run_entry(void);

static run_entry *last_blocks(const struct block_run *run, size_t count) {
    return (run_entry *)((uintptr_t)run->code + BLOCK_RUN_PAGE + block_run_entry(run, count));
}

static void execute_run(const struct calls *calls) {
    run_entry *last = last_blocks(calls->block_run, calls->lap);
    run_entry *far = calls->far != NULL ? last_blocks(calls->far, calls->far_lap) : NULL;
    for (size_t i = 0; i < calls->count; i++) {
        if (far != NULL)
            far();
        last();
    }
}

/* Returns the cycles of a block, or NOT_MEASURED.  A first execution fills the caches, and shows
   how many are long enough for the clock. */
static double time_blocks(struct machine *machine, const struct run_row *row) {
    struct timing timing = {0, 0};
    size_t far = row->blocks * row->share / SHARES;
    struct calls calls = {.count = 1,
                          .lap = row->blocks - far,
                          .block_run = row->run,
                          .far = far > 0 ? row->far : NULL,
                          .far_lap = far,
                          .run = execute_run};
    calls_sample(machine, &calls, &timing);
    double times = timing.ns > 0 ? machine_quantum_ns(machine) / timing.ns : TURNS;
    calls.count = times < TURNS ? (size_t)times + 1 : TURNS;
    return calls_sample(machine, &calls, &timing) ? timing.cycles / (double)row->blocks
                                                  : NOT_MEASURED;
}

/* Another thread of the core would use part of the caches and of the decoders, so no sample is
   taken beside it. */
static void execute_row(void *all, size_t row, size_t repeat, bool contended) {
    struct run_plan *plan = all;
    plan->row[row].cycles[repeat] =
        contended ? NOT_MEASURED : time_blocks(plan->machine, &plan->row[row]);
}

static void execute_all(struct run_plan *plan) {
    for (size_t repeat = 0; repeat < EXECUTIONS; repeat++)
        undisturbed_rows(&plan->undisturbed, 0, plan->rows, repeat);
}

/* ---- the table ---- */

static void print_length(const struct run_row *row, FILE *out) {
    const struct block_run *run = row->run;
    if (run->kind == BLOCK_RUN_STRAIGHT)
        fprintf(out, "%zu", run->operations);
    else
        fprintf(out, "%zu\t%zu", run->bytes, row->share);
    fprintf(out, "\t%zu\t%.4f\n", row->blocks, fmax(row->cycles[SECOND_BEST], 0));
}

static size_t print_lengths(struct run_plan *plan, FILE *out) {
    size_t printed = 0;
    for (size_t i = 0; i < plan->rows; i++) {
        struct run_row *row = &plan->row[i];
        spread_of(row->cycles, EXECUTIONS);
        if (!is_measured(row->cycles[SECOND_BEST]))
            continue;
        print_length(row, out);
        printed++;
    }
    return printed;
}

const char *block_runs_measure(struct machine *machine, const struct block_runs *runs,
                               const char *name, FILE *out) {
    if (runs->run[0].code == NULL)
        return NEVER_HERE "the compiler has no assembler that repeats instructions";
    static struct run_plan plan;
    plan = (struct run_plan){.machine = machine};
    plan.undisturbed = (struct undisturbed){.machine = machine,
                                            .least_contention = NOT_MEASURED,
                                            .patience_ns = machine_age_ns(machine) + CONTENDED_NS,
                                            .plan = &plan,
                                            .measure = execute_row};
    add_runs(&plan, runs);
    execute_all(&plan);
    fprintf(out, "# sweep: %s\n# columns: %s blocks cycles\n", name,
            runs->run[0].kind == BLOCK_RUN_STRAIGHT ? "operations" : "bytes far");
    size_t printed = print_lengths(&plan, out);
    return printed > 0 ? NULL : "other threads ran on the core, or disturbed every sample";
}
