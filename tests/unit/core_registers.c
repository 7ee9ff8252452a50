/* core_registers.c - the registers of every machine of tests/zoo/ with `op' lines, by time alone
   and by the compiler's assembly, and X-Ray's Table 3: each answer is right or `unknown`. */
#include "../helper.h"

#include "../../probes/core/registers.h"
#include "../sim/run.h"
#include "../sim/zoo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct method registers_method;

enum { FEWEST = 2, MOST = 132, SEEDS = 3, TYPES = 3 };

static const char *const types[TYPES] = {"i32", "f32", "f64"};

/* ---- one type on one machine ---- */

/* The arguments of sweep_now, since a sweep takes none.  REGISTERS is what the compiler's assembly
   shows; 0: there is no assembly. */
static struct {
    const char *type;
    size_t registers, most;
} now;

static void runs_nowhere(size_t streams, size_t unrolled, size_t rounds) {
    (void)streams, (void)unrolled, (void)rounds;
}

/* Returns the operations in a round, with a store and a load of each value that has no register. */
static size_t code_of(size_t values) {
    size_t spilled = values > now.registers ? values - now.registers : 0;
    return now.registers > 0 ? values + 2 * spilled : 0;
}

static const char *sweep_now(struct machine *machine, FILE *out) {
    struct register_loop loops[MOST];
    size_t count = 0;
    for (size_t values = FEWEST; values <= now.most; values++)
        loops[count++] = (struct register_loop){values, code_of(values), runs_nowhere};
    return registers_sweep(machine, "registers", now.type, loops, count, out);
}

static char *answers_of(const struct sim_machine *sim, uint64_t seed) {
    struct run run = run_sweep(sweep_now, &registers_method, sim, seed);
    free(run.table);
    return run.output;
}

static struct sim_machine without_noise(const struct sim_machine *sim) {
    struct sim_machine quiet = *sim;
    memset(&quiet.noise, 0, sizeof quiet.noise);
    return quiet;
}

/* ---- every core ---- */

static size_t known, unknown;

/* The answer must be the truth, or, unless it MUST be known, unknown. */
static void check(const struct sim_machine *sim, const char *machine, uint64_t seed, bool must) {
    char *output = answers_of(sim, seed);
    const char *answer = answer_of(output, "registers");
    bool is_unknown = strcmp(answer, "unknown") == 0;
    double truth = (double)execute_registers(&sim->execute, now.type);
    known += !is_unknown;
    unknown += is_unknown;
    if ((is_unknown && must) || (!is_unknown && fabs(number_of(output, "registers") - truth) > 0)) {
        fprintf(stderr, "%s, %s: %s, should be %g\n%s", machine, now.type, answer, truth, output);
        fail();
    }
    free(output);
}

/* Sets what the compiler's assembly shows or, without CODE, the loops of a configure. */
static void set_now(const struct sim_machine *sim, const char *type, bool code) {
    size_t registers = execute_registers(&sim->execute, type);
    now.type = type;
    now.registers = code ? registers : 0;
    now.most = code ? registers + 4 : 36;
}

static void by_code(const struct sim_machine *sim, const char *machine) {
    struct sim_machine quiet = without_noise(sim);
    for (size_t i = 0; i < TYPES; i++) {
        set_now(sim, types[i], true);
        check(&quiet, machine, 1, true);
    }
}

static void by_time(const struct sim_machine *sim, const char *machine) {
    struct sim_machine quiet = without_noise(sim);
    for (size_t i = 0; i < TYPES; i++) {
        set_now(sim, types[i], false);
        check(&quiet, machine, 1, false);
    }
}

static void by_either_in_noise(const struct sim_machine *sim, const char *machine) {
    static const struct noise noise = {
        .jitter = 0.003, .preempted = 0.02, .preempted_us = 20, .disagree = 0.01, .step_ns = 1};
    struct sim_machine noisy = *sim;
    noisy.noise = noise;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        for (size_t i = 0; i < 2 * TYPES; i++) {
            set_now(sim, types[i / 2], i % 2 == 0);
            check(&noisy, machine, seed, i % 2 == 0);
        }
}

static void code_tells_on_every_core(void **state) {
    (void)state;
    known = 0;
    assert_true(zoo_cores(by_code) >= 10);
    assert_true(known >= 30);
}

/* Integers on the Athlon, both Pentiums and Skylake are known; the other cores hide spills. */
static void time_alone_is_never_wrong(void **state) {
    (void)state;
    known = 0;
    zoo_cores(by_time);
    assert_int_equal(known, 4);
}

static void noise_makes_nothing_wrong(void **state) {
    (void)state;
    zoo_cores(by_either_in_noise);
}

/* ---- what hides spills ---- */

/* A spill that is only renamed, in a core with idle slots, makes no loop slower. */
static void renaming_hides_spills_from_time_alone(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("skylake_sp_huge", &sim);
    set_now(&sim, "i32", false);
    char *seen = answers_of(&sim, 1);
    assert_string_equal(answer_of(seen, "registers"), "14");
    free(seen);
    sim.execute.forward = 0;
    sim.execute.width = 16;
    char *hidden = answers_of(&sim, 1);
    assert_string_equal(answer_of(hidden, "registers"), "unknown");
    free(hidden);
    set_now(&sim, "i32", true);
    char *counted = answers_of(&sim, 1);
    assert_string_equal(answer_of(counted, "registers"), "14");
    free(counted);
}

/* The assembly has two registers more than the timed code. */
static void time_may_not_say_less_than_the_code(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("skylake_sp_huge", &sim);
    set_now(&sim, "i32", true);
    now.registers += 2;
    char *output = answers_of(&sim, 1);
    assert_string_equal(answer_of(output, "registers"), "unknown");
    free(output);
}

/* ---- X-Ray's Table 3 ---- */

static void table_3_of_x_ray(void **state) {
    static const struct {
        const char *machine, *integer, *fp;
    } row[] = {{"pentium3", "5", "8"},
               {"pentium4", "5", "8"},
               {"athlon_mp", "5", "8"},
               {"ultrasparc3", "25", "32"},
               {"power3", "25", "32"}};
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct sim_machine sim;
        zoo_read(row[i].machine, &sim);
        set_now(&sim, "i32", true);
        char *integer = answers_of(&sim, 1);
        assert_string_equal(answer_of(integer, "registers"), row[i].integer);
        free(integer);
        set_now(&sim, "f64", true);
        char *fp = answers_of(&sim, 1);
        assert_string_equal(answer_of(fp, "registers"), row[i].fp);
        free(fp);
    }
}

/* ---- tables ---- */

static void tables_that_tell_nothing(void **state) {
    static const char *const tables[][2] = {
        {"# columns: live r code\n2 2 4\n3 3 7\n5 5 11\n", "unknown"}, /* copies from the start */
        {"# columns: live r code\n2 2 2\n3 3 3\n5 5 5\n", "unknown"},  /* never spills */
        {"# columns: live r code\n2 2 2\n3 3 6\n4 4 4\n5 5 9\n", "unknown"}, /* comes and goes */
        {"# columns: live r code\n2 2 2\n3 3 7\n5 5 11\n", "unknown"}, /* none at two, by chance */
        {"# columns: live r code\n2 2 2\n4 4 4\n5 5 9\n6 6 6\n", "unknown"}, /* comes and goes */
        {"# columns: live r\n2 2\n3 3.18\n4 4.48\n5 7\n", "unknown"}, /* also rises earlier */
        {"# columns: live r code\n2 2 2\n4 4 4\n6 6 9\n", "unknown"}, /* 4 or 5 */
        {"# columns: live r code\n2 2 2\n4 4 4\n5 5 9\n", "4"},
        {"# columns: live r\n2 2\n3 3\n4 4\n5 5\n", "unknown"}, /* no step */
        {"# columns: live r\n2 2\n3 3\n4 4\n5 6\n6 7.2\n", "4"},
        {"# columns: live r\n2 2\n3 3\n4 4\n6 7.2\n7 8.4\n", "unknown"},    /* 4 or 5 */
        {"# columns: live r\n2 2\n3 3\n4 4\n5 6\n6 8\n7 9.4\n", "unknown"}, /* two steps */
    };
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        char *output = run_method(&registers_method, tables[i][0], USUAL);
        assert_string_equal(answer_of(output, "r"), tables[i][1]);
        free(output);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_tells_on_every_core),
        cmocka_unit_test(time_alone_is_never_wrong),
        cmocka_unit_test(noise_makes_nothing_wrong),
        cmocka_unit_test(renaming_hides_spills_from_time_alone),
        cmocka_unit_test(time_may_not_say_less_than_the_code),
        cmocka_unit_test(table_3_of_x_ray),
        cmocka_unit_test(tables_that_tell_nothing),
    };
    return cmocka_run_group_tests_name("core_registers", tests, NULL, NULL);
}
