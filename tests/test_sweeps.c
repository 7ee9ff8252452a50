/* test_sweeps.c - the sweeps to memory on the zoo: the number of levels, what is sure of each, and
   what a miss brings in; exactly or as `unknown`, and without noise known wherever the working
   sets reach far enough. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../analysis/product.h"
#include "sim/run.h"
#include "sim/zoo.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sweep sweep_levels, sweep_fetch;

static const struct noise QUIET = {0, 0, 0, 0, 0}, USUAL = {0.003, 0.02, 20, 0.01, 1};

/* ---- what is so ---- */

static size_t levels_of(const struct sim_machine *sim) {
    size_t count = 0;
    while (count < SIM_LEVELS && sim->level[count].cache.bytes > 0)
        count++;
    return count;
}

/* Memory's plateau, an octave of it, lies within the working sets. */
static int reaches_memory(const struct sim_machine *sim) {
    return sim->level[levels_of(sim) - 1].cache.bytes * 4 <= sim->limit;
}

/* ---- what was found ---- */

/* NAME is EXPECTED, as a number within TOLERANCE of it, or unknown where MAY_FAIL. */
static int check(const char *machine, const char *output, const char *name, double expected,
                 double tolerance, int may_fail) {
    char value[64], *end;
    run_answer(output, name, value, sizeof value);
    double number = strtod(value, &end);
    if (end != value && fabs(number - expected) <= tolerance * expected)
        return 1;
    if (may_fail && (value[0] == '\0' || strcmp(value, "unknown") == 0))
        return 1;
    fprintf(stderr, "%s: %s is '%s' and should be %g\n", machine, name, value, expected);
    return 0;
}

/* Sizes and latencies of all levels, exact where they are said at all. */
static int check_levels(const char *machine, const char *output, const struct sim_machine *sim) {
    int right = 1;
    for (size_t i = 0; i < levels_of(sim); i++) {
        char name[40];
        snprintf(name, sizeof name, "l%zu_latency", i + 1);
        right &= check(machine, output, name, sim->level[i].cycles, 0, 1);
        snprintf(name, sizeof name, "l%zu_size", i + 1);
        if (i > 0)
            right &= check(machine, output, name, (double)sim->level[i].cache.bytes, 0, 1);
    }
    return right;
}

static int run_levels(const struct zoo_machine *machine, const struct noise *noise) {
    struct sim_machine sim = zoo_variant(&machine->sim, POLICY_LRU, noise);
    struct run run = run_sweep(sweep_levels, levels_decide, &sim, 7);
    int may_fail = noise != &QUIET || !reaches_memory(&sim);
    int right =
        check(machine->name, run.output, "cache_levels", (double)levels_of(&sim), 0, may_fail);
    right &= check(machine->name, run.output, "mem_latency_ns", sim.memory_cycles / sim.ghz, 0.05,
                   may_fail);
    right &= check_levels(machine->name, run.output, &sim);
    if (!right)
        fprintf(stderr, "%s%s", run.table, run.output);
    run_free(&run);
    return right;
}

static void levels_are_found(void **state) {
    int right = 1;
    (void)state;
    for (const struct zoo_machine *machine = zoo; machine->name != NULL; machine++) {
        right &= run_levels(machine, &QUIET);
        right &= run_levels(machine, &USUAL);
    }
    assert_true(right);
}

/* What a miss brings in is the longest line of all levels. */
static void fetch_size_is_found(void **state) {
    int right = 1;
    (void)state;
    for (const struct zoo_machine *machine = zoo; machine->name != NULL; machine++) {
        const struct noise *noise[] = {&QUIET, &USUAL};
        for (size_t i = 0; i < 2; i++) {
            struct sim_machine sim = zoo_variant(&machine->sim, POLICY_LRU, noise[i]);
            struct run run = run_sweep(sweep_fetch, fetch_decide, &sim, 7);
            size_t line = 0;
            for (size_t k = 0; k < levels_of(&sim); k++)
                line = sim.level[k].cache.line > line ? sim.level[k].cache.line : line;
            right &= check(machine->name, run.output, "fetch_size", (double)line, 0, i > 0);
            run_free(&run);
        }
    }
    assert_true(right);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(levels_are_found),
                                       cmocka_unit_test(fetch_size_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
