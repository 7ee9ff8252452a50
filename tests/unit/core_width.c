/* core_width.c - the widest vector at full rate and the issue width, on every machine of tests/zoo/
   with `op' lines.

   ZOO_SEEDS: runs of each machine with noise (3). */
#include "../helper.h"

#include "core_statement.h"

#include "../../probes/core/mixes.h"
#include "../sim/zoo.h"

#include <math.h>
#include <string.h>

/* The number of answers that are not `unknown`. */
static size_t known;

/* ---- vectors ---- */

/* Measures a single value and vectors of 16 to 64 bytes. */
static const char *sweep_vectors(struct machine *machine, FILE *out) {
    static const size_t bytes[] = {4, 16, 32, 64};
    static const char *const types[] = {"f32", "f32x4", "f32x8", "f32x16"};
    struct statement_loop loops[8];
    for (size_t i = 0; i < 8; i++)
        loops[i] = (struct statement_loop){"p0 = p0 + p1",     types[i / 2], 10,
                                           i % 2 == 0 ? 4 : 8, false,        runs_nowhere};
    return vectors_sweep(machine, &(struct vectors){bytes, loops, 4}, out);
}

static void check_vectors(const struct sim_machine *sim, const char *machine,
                          const struct noise *noise, bool must) {
    struct sim_machine noisy = *sim;
    noisy.noise = *noise;
    for (unsigned long seed = 1; seed <= seeds() && sim->execute.simd > 0; seed++) {
        struct run run = run_sweep(sweep_vectors, &simd_method, &noisy, seed);
        double value = number_of(run.output, "simd_bytes");
        bool is_unknown = strcmp(answer_of(run.output, "simd_bytes"), "unknown") == 0;
        if (is_unknown ? must : fabs(value - (double)sim->execute.simd) > 0) {
            fprintf(stderr, "%s: %s%s", machine, run.table, run.output);
            fail();
        }
        run_free(&run);
    }
}

static void check_vectors_of(const struct sim_machine *sim, const char *machine) {
    check_vectors(sim, machine, &(struct noise){.jitter = 0}, true);
    check_vectors(sim, machine, &(struct noise){.jitter = 0.003, .preempted = 0.1}, false);
    check_vectors(sim, machine, &(struct noise){.jitter = 0.003, .beside = 0.5}, false);
}

/* Zen 4 executes vectors of 64 bytes in halves. */
static void the_widest_vector_at_full_rate(void **state) {
    (void)state;
    zoo_cores(check_vectors_of);
}

/* ---- issue width ---- */

static const char *sweep_mixes(struct machine *machine, FILE *out) {
    static const struct mix mixes[] = {
        {16, 8, 8, {runs_nowhere, runs_nowhere}},  {6, 0, 6, {runs_nowhere, runs_nowhere}},
        {8, 0, 4, {runs_nowhere, runs_nowhere}},   {12, 6, 0, {runs_nowhere, runs_nowhere}},
        {16, 8, 4, {runs_nowhere, runs_nowhere}},  {8, 0, 0, {runs_nowhere, runs_nowhere}},
        {9, 0, 3, {runs_nowhere, runs_nowhere}},   {7, 0, 5, {runs_nowhere, runs_nowhere}},
        {12, 8, 12, {runs_nowhere, runs_nowhere}}, {8, 8, 16, {runs_nowhere, runs_nowhere}},
        {0, 8, 0, {runs_nowhere, runs_nowhere}},   {0, 0, 8, {runs_nowhere, runs_nowhere}},
        {16, 4, 12, {runs_nowhere, runs_nowhere}}, {12, 10, 10, {runs_nowhere, runs_nowhere}},
        {14, 10, 8, {runs_nowhere, runs_nowhere}},
    };
    return mixes_sweep(machine, mixes, sizeof mixes / sizeof *mixes, out);
}

static void check_width(const struct sim_machine *sim, const char *machine,
                        const struct noise *noise) {
    struct sim_machine noisy = *sim;
    noisy.noise = *noise;
    for (unsigned long seed = 1; seed <= seeds(); seed++) {
        struct run run = run_sweep(sweep_mixes, &width_method, &noisy, seed);
        bool is_unknown = strcmp(answer_of(run.output, "issue_width"), "unknown") == 0;
        known += !is_unknown;
        if (!is_unknown && fabs(number_of(run.output, "issue_width") - sim->execute.width) > 0) {
            fprintf(stderr, "%s: %s%s", machine, run.table, run.output);
            fail();
        }
        run_free(&run);
    }
}

static void check_quiet_width(const struct sim_machine *sim, const char *machine) {
    check_width(sim, machine, &(struct noise){.jitter = 0});
}

static void check_noisy_width(const struct sim_machine *sim, const char *machine) {
    check_width(sim, machine, &(struct noise){.jitter = 0.003, .preempted = 0.1});
    check_width(sim, machine, &(struct noise){.jitter = 0.003, .beside = 0.5});
    check_width(sim, machine, &(struct noise){.jitter = 0.003, .beside = 0.97});
}

/* The width is known if two mixes reach it, which they do not on old cores with few ports. */
static void the_issue_width_is_what_mixes_share(void **state) {
    (void)state;
    known = 0;
    zoo_cores(check_quiet_width);
    assert_true(known >= 5 * seeds());
    zoo_cores(check_noisy_width);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_widest_vector_at_full_rate),
        cmocka_unit_test(the_issue_width_is_what_mixes_share),
    };
    return cmocka_run_group_tests_name("core_width", tests, NULL, NULL);
}
