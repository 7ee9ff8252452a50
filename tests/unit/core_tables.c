/* core_tables.c - X-Ray's Tables 1 and 2 and its sets of operations (3.4, 5.2.1) on the machines of
   the paper. */
#include "../helper.h"

#include "core_statement.h"

#include "../../probes/common/cycle.h"
#include "../sim/zoo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- sets ---- */

/* Adders and multipliers share units on one core and not on another (X-Ray 3.4). */
static void sets_are_sustained(void **state) {
    static const char floats[] = "p0 = p0 + p2; p1 = p1 * p2";
    static const char adds[] = "p0 = p0 + p2; p1 = p1 + p3";
    static const struct {
        const char *machine, *types, *statement, *rate;
    } row[] = {
        {"skylake_sp_huge", "f64", floats, "1000"},
        {"zen2", "f64", floats, "2000"},
        {"pentium3", "f64", floats, "500"},
        {"skylake_sp_huge", "p0:i64 p1:f64 p2:i64 p3:f64", adds, "2000"},
        {"athlon_mp", "p0:i32 p1:f64 p2:i32 p3:f64", adds, "1000"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct sim_machine sim;
        zoo_read(row[i].machine, &sim);
        memset(&sim.noise, 0, sizeof sim.noise);
        set_now("pair", row[i].types, row[i].statement);
        snprintf(now.name, sizeof now.name, "pair");
        now.set = true;
        char *output = answers_of(&sim, 1);
        assert_string_equal(answer_of(output, "sustained_pair"), row[i].rate);
        free(output);
    }
}

/* ---- X-Ray's tables ---- */

/* Returns the cycles of STATEMENT in a single stream, without the loop's own. */
static double latency_of(const struct sim_machine *sim, const char *statement, const char *type) {
    struct statement_loop once = {statement, type, 1, 16, false, runs_nowhere}, twice = once;
    twice.unrolled = 32;
    return (execute_round(&sim->execute, &twice) - execute_round(&sim->execute, &once)) / 16;
}

/* Table 1: the frequency from chains of loads, multiplications, shifts and Horner's scheme. */
static void the_clock_does_not_trust_the_add(void **state) {
    static const struct {
        const char *machine;
        double mhz;
    } row[] = {{"pentium3", 1000},
               {"pentium4", 2400},
               {"athlon_mp", 1800},
               {"ultrasparc3", 900},
               {"power3", 375}};
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct sim_machine sim;
        zoo_read(row[i].machine, &sim);
        const double ns[] = {sim.level[0].cycles / sim.ghz,
                             latency_of(&sim, "p0 = p0 * p1", "i32") / sim.ghz,
                             latency_of(&sim, "p0 = p0 << 3", "i32") / sim.ghz,
                             latency_of(&sim, "p0 = p0 * p1 + p2", "f64") / sim.ghz,
                             latency_of(&sim, "p0 = p0 * p1", "f64") / sim.ghz};
        assert_true(fabs(1000 / cycle_of(ns, 5, true) - row[i].mhz) < 0.01 * row[i].mhz);
    }
}

/* Table 2: floating-point add and multiply, on the Pentium 4 in cycles of its core. */
static void table_2_of_x_ray(void **state) {
    static const struct {
        const char *machine, *name, *statement, *latency, *throughput;
    } row[] = {
        {"pentium3", "add", "p0 = p0 + p1", "3", "1000"},
        {"pentium3", "mul", "p0 = p0 * p1", "5", "500"},
        {"pentium4", "add", "p0 = p0 + p1", "5", "1000"},
        {"pentium4", "mul", "p0 = p0 * p1", "7", "500"},
        {"athlon_mp", "add", "p0 = p0 + p1", "4", "1000"},
        {"athlon_mp", "mul", "p0 = p0 * p1", "4", "1000"},
        {"ultrasparc3", "add", "p0 = p0 + p1", "4", "1000"},
        {"ultrasparc3", "mul", "p0 = p0 * p1", "4", "1000"},
        {"power3", "add", "p0 = p0 + p1", "4", "2000"},
        {"power3", "mul", "p0 = p0 * p1", "4", "2000"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct sim_machine sim;
        char latency[40], throughput[40];
        zoo_read(row[i].machine, &sim);
        memset(&sim.noise, 0, sizeof sim.noise);
        set_now(row[i].name, "f64", row[i].statement);
        snprintf(latency, sizeof latency, "latency_%s", now.name);
        snprintf(throughput, sizeof throughput, "throughput_%s", now.name);
        char *output = answers_of(&sim, 1);
        assert_string_equal(answer_of(output, latency), row[i].latency);
        assert_string_equal(answer_of(output, throughput), row[i].throughput);
        free(output);
    }
}

/* 5.2.1: integer adds with two, three and four sources in two streams take 0.5, 0.667 and 1 cycle
   on a Pentium III, whose register file has two ports.  They take 0.667 of half a cycle on a
   Pentium 4, whose trace cache delivers three operations per cycle. */
static void ports_and_fetch_limit_adds(void **state) {
    static const struct {
        const char *statement;
        size_t streams;
        double interval;
    } row[] = {{"p0 = p0 + p0", 2, 0.5},
               {"p0 = p0 + p1", 2, 2 / 3.0},
               {"p0 = p0 + p2; p1 = p1 + p3", 1, 1}};
    struct sim_machine third, fourth;
    (void)state;
    zoo_read("pentium3", &third);
    zoo_read("pentium4", &fourth);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct statement_loop once = {row[i].statement, "i32", row[i].streams, 16, false,
                                      runs_nowhere};
        struct statement_loop twice = once;
        twice.unrolled = 32;
        double cycles =
            execute_round(&third.execute, &twice) - execute_round(&third.execute, &once);
        assert_true(fabs(cycles / 32 - row[i].interval) < 0.01);
    }
    for (size_t i = 0; i < 2; i++) {
        set_now("add", "i32", row[i].statement);
        char *output = answers_of(&fourth, 1);
        assert_true(fabs(number_of(output, "throughput_add_i32") - 3000) < 100);
        free(output);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_sustained),
        cmocka_unit_test(the_clock_does_not_trust_the_add),
        cmocka_unit_test(table_2_of_x_ray),
        cmocka_unit_test(ports_and_fetch_limit_adds),
    };
    return cmocka_run_group_tests_name("core_tables", tests, NULL, NULL);
}
