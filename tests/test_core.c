/* test_core.c - every operation on every machine of tests/zoo/ that says how its core executes, and
   X-Ray's Tables 1 and 2: each answer is right or `unknown`, and without noise known.

   ZOO_SEEDS: runs of each machine with noise (3). */
#define _GNU_SOURCE
#include "helper.h"

#include "../probes/common/cycle.h"
#include "../probes/core/loops.h"
#include "../probes/core/mixes.h"
#include "../probes/core/statements.h"
#include "../probes/core/vectors.h"
#include "sim/run.h"
#include "sim/zoo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct method simd_method, streams_method, width_method;

/* ---- one operation on one machine ---- */

/* A sweep is told by its function alone.  Empty texts are of what there is not. */
static struct {
    char name[24], type[40], statement[100], chain[100], rest[60];
    bool set;
} now;

static void runs_nowhere(size_t streams, size_t unrolled, size_t rounds) {
    (void)streams, (void)unrolled, (void)rounds;
}

static const char *sweep_now(struct machine *machine, FILE *out) {
#define ROW_OF(text, n, u)                                                                         \
    if (*(text) != '\0')                                                                           \
        row[rows++] = (struct statement_loop){text, now.type, n, u, now.set, runs_nowhere};
#define REST_ROW(n, u) ROW_OF(now.rest, n, u)
#define CHAIN_ROW(n, u) ROW_OF(now.chain, n, u)
#define STREAM_ROW(n, u) ROW_OF(now.statement, n, u)
    struct statement_loop row[64];
    size_t rows = 0;
    REST_LOOPS(REST_ROW)
    CHAIN_LOOPS(CHAIN_ROW)
    if (now.set) {
        SET_LOOPS(STREAM_ROW)
    } else {
        STREAM_LOOPS(STREAM_ROW)
    }
    return statement_sweep(machine, now.name, row, rows, out);
}

static char *answers_of(const struct sim_machine *sim, uint64_t seed) {
    struct run run = run_sweep(sweep_now, &streams_method, sim, seed);
    free(run.table);
    return run.output;
}

static void set_now(const char *name, const char *type, const char *statement) {
    snprintf(now.name, sizeof now.name, "%s_%s", name, type);
    snprintf(now.type, sizeof now.type, "%s", type);
    snprintf(now.statement, sizeof now.statement, "%s", statement);
    snprintf(now.chain, sizeof now.chain, "%s", statement);
    now.rest[0] = '\0';
    now.set = false;
}

static unsigned long seeds(void) {
    const char *text = getenv("ZOO_SEEDS");
    return text != NULL ? strtoul(text, NULL, 10) : 3;
}

/* ---- machines and operations ---- */

typedef zoo_visitor visitor;

/* A row of operations.list; cells that it has not are -. */
struct listed {
    char name[20], types[40], statement[100], chain[60], rest[60];
};

static void visit_type(const struct listed *row, char *type, const struct sim_machine *sim,
                       const char *machine, visitor *visit) {
    bool named = *type != '(';
    type += !named;
    type[strcspn(type, ")")] = '\0';
    set_now(row->name, type, row->statement);
    if (!named)
        snprintf(now.name, sizeof now.name, "%s", row->name);
    if (strcmp(row->chain, "-") != 0)
        snprintf(now.chain, sizeof now.chain, "%s",
                 strcmp(row->chain, "none") == 0 ? "" : row->chain);
    if (strcmp(row->rest, "-") != 0)
        snprintf(now.rest, sizeof now.rest, "%s", row->rest);
    visit(sim, machine);
}

/* Each operation of m4/operations.list on each of its types. */
static void visit_operations(const struct sim_machine *sim, const char *machine, visitor *visit) {
    char path[1000], line[200];
    snprintf(path, sizeof path, "%s/m4/operations.list", zoo_source());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        struct listed row = {"", "", "", "-", "-"};
        if (sscanf(line,
                   "%19[a-z0-9_]\t%39[^\t]\t%*[^\t]\t%99[^\t\n]\t%*[^\t]\t%59[^\t\n]\t%59[^\t\n]",
                   row.name, row.types, row.statement, row.chain, row.rest) < 3)
            continue;
        for (char *type = strtok(row.types, " "); type != NULL; type = strtok(NULL, " "))
            visit_type(&row, type, sim, machine, visit);
    }
    fclose(file);
}

static visitor *visit_now;

static void visit_core(const struct sim_machine *sim, const char *machine) {
    visit_operations(sim, machine, visit_now);
}

static void visit_machines(visitor *visit) {
    visit_now = visit;
    assert_true(zoo_cores(visit_core) >= 10);
}

/* ---- the truth ---- */

static enum operation_kind kind_now(void) {
    static const char *const kinds[] = {"add", "sub",  "mul", "div",  "and",  "shl",
                                        "fma", "sqrt", "cvt", "load", "store"};
    for (int kind = 0; kind < OP_KINDS; kind++)
        if (strncmp(now.name, kinds[kind], strlen(kinds[kind])) == 0)
            return (enum operation_kind)kind;
    abort();
}

/* What the machine's makers would say: units, or what enters in a cycle, or the register file. */
static double rate_of(const struct sim_execute *execute, const struct sim_operation *operation) {
    double rate = fmin((double)operation->units / operation->interval, execute->width);
    double shared = strstr(now.statement, "p2") != NULL ? 2 : strstr(now.statement, "p1") != NULL;
    return execute->read_ports > 0 ? fmin(rate, execute->read_ports - shared / 2) : rate;
}

/* False where the core has no such operation.  What is stored is loaded again, and in order all
   wait until it can be. */
static bool true_values(const struct sim_execute *execute, double *latency, double *rate) {
    const struct sim_operation *operation = execute_find(execute, kind_now(), now.type);
    const struct sim_operation *load = execute_find(execute, OP_LOAD, now.type);
    if (operation == NULL)
        return false;
    *latency = operation->cycles;
    *rate = rate_of(execute, operation);
    if (operation->kind == OP_STORE) {
        *latency += load->cycles;
        *rate = execute->in_order ? 1 / (operation->cycles + 1 / execute->width)
                                  : fmin(fmin(*rate, rate_of(execute, load)), execute->width / 2);
    }
    return true;
}

/* Three numbers of streams have to keep as many in flight. */
static const double IN_FLIGHT = 10;

/* Do three numbers of streams have the best rate and their registers (X-Ray 3.2.2)? */
static bool is_reached(const struct sim_execute *execute, double in_flight) {
    double registers = (double)execute_registers(execute, now.type);
    double shared = strstr(now.statement, "p2") != NULL ? 2 : strstr(now.statement, "p1") != NULL;
    return in_flight <= IN_FLIGHT &&
           (!(registers > 0) || registers - shared - ceil(in_flight) >= 3);
}

/* What takes longer is not measured to a cycle. */
static const double LONG = 30;

/* Of what can be told. */
static size_t known, unknown;

static void check(const char *machine, const char *output, const char *what, double least,
                  double most, bool can, bool must) {
    char name[60];
    snprintf(name, sizeof name, "%s_%s", what, now.name);
    const char *answer = answer_of(output, name);
    bool is_unknown = strcmp(answer, "unknown") == 0;
    double value = number_of(output, name);
    known += can && !is_unknown;
    unknown += can && is_unknown;
    if ((is_unknown && can && must) || (!is_unknown && !(value >= least && value <= most))) {
        fprintf(stderr, "%s: %s=%s, should be from %g to %g\n%s", machine, name, answer, least,
                most, output);
        fail();
    }
}

/* Halves round up, and what lies nearly in between is unknown.  Where a latency is less than one
   cycle, or nothing waits for the operation alone, none is published. */
static void check_all(const struct sim_machine *sim, const char *machine, uint64_t seed,
                      bool must) {
    double cycles, rate;
    if (!true_values(&sim->execute, &cycles, &rate))
        return;
    char *output = answers_of(sim, seed);
    double latency = floor(cycles + 0.5), product = cycles * rate, part = product / ceil(product);
    bool chained = now.chain[0] != '\0', none = cycles < 1 || !chained;
    double in_flight = fmax(1, floor(product + 1e-9));
    bool whole = fabs(cycles - latency) < 1e-9;
    bool told = !none && cycles < LONG, reached = is_reached(&sim->execute, product);
    check(machine, output, "latency", latency, none ? 0 : latency, told, must);
    check(machine, output, "throughput", 950 * rate, 1050 * rate, reached, must);
    check(machine, output, "in_flight", in_flight, chained ? in_flight : 0,
          told && reached && whole && (part > 0.97 || part < 0.92), must);
    free(output);
}

static void check_quiet(const struct sim_machine *sim, const char *machine) {
    struct sim_machine quiet = *sim;
    memset(&quiet.noise, 0, sizeof quiet.noise);
    check_all(&quiet, machine, 1, true);
}

static void check_noises(const struct sim_machine *sim, const char *machine,
                         const struct noise *noise) {
    struct sim_machine noisy = *sim;
    noisy.noise = *noise;
    for (unsigned long seed = 1; seed <= seeds(); seed++)
        check_all(&noisy, machine, seed, false);
}

static void check_noisy(const struct sim_machine *sim, const char *machine) {
    static const struct noise noise = {
        .jitter = 0.003, .preempted = 0.02, .preempted_us = 20, .disagree = 0.01, .step_ns = 1};
    check_noises(sim, machine, &noise);
}

/* Another thread on the core, now and then, and hardly ever not. */
static void check_beside(const struct sim_machine *sim, const char *machine) {
    check_noises(sim, machine, &(struct noise){.jitter = 0.003, .beside = 0.5});
    check_noises(sim, machine, &(struct noise){.jitter = 0.003, .beside = 0.95});
}

/* The rulers, and then all else, are as fast again and again. */
static void check_changes(const struct sim_machine *sim, const char *machine) {
    check_noises(sim, machine,
                 &(struct noise){.jitter = 0.003, .change_us = 500, .change_ghz = 0.6 * sim->ghz});
}

static void every_operation_is_known_without_noise(void **state) {
    (void)state;
    visit_machines(check_quiet);
}

static void noise_makes_nothing_wrong(void **state) {
    (void)state;
    known = unknown = 0;
    visit_machines(check_noisy);
    assert_true(known > 2 * unknown);
}

static void a_thread_on_the_same_core_makes_nothing_wrong(void **state) {
    (void)state;
    visit_machines(check_beside);
}

static void a_clock_that_changes_makes_nothing_wrong(void **state) {
    (void)state;
    known = unknown = 0;
    visit_machines(check_changes);
    assert_true(known > 2 * unknown);
}

/* Divisions that wait for each other take 13.5 cycles, and at times 13, as on Zen 3. */
static void what_takes_now_this_now_that_is_not_taken_for_either(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("zen2", &sim);
    sim.noise = (struct noise){.jitter = 0.003};
    known = unknown = 0;
    set_now("div", "f64", "p0 = p1 / p0");
    for (size_t i = 0; i < sim.execute.operations; i++) {
        struct sim_operation *operation = &sim.execute.operation[i];
        if (operation->kind == OP_DIV && strcmp(operation->type, "f64") == 0) {
            operation->cycles = 13.5;
            operation->seldom = 13;
        }
    }
    sim.execute.at_times = 0.2;
    for (unsigned long seed = 1; seed <= 20 * seeds(); seed++)
        check_all(&sim, "a divider", seed, false);
    assert_true(known > 0 && unknown > 0);
}

/* What is added while registers are renamed takes no cycle; what is a register's, one. */
static void folded_adds_have_no_latency(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("sapphire_rapids", &sim);
    memset(&sim.noise, 0, sizeof sim.noise);
    set_now("add", "i64", "p0 = p0 + 3");
    char *output = answers_of(&sim, 1);
    assert_string_equal(answer_of(output, "latency_add_i64"), "unknown");
    free(output);
    set_now("add", "i64", "p0 = p0 + p1");
    output = answers_of(&sim, 1);
    assert_string_equal(answer_of(output, "latency_add_i64"), "1");
    free(output);
}

/* ---- options ---- */

/* But for what numbers are rounded by. */
static const double EXACT = 1e-9;

/* What a sample of a chain of adds takes at best, ns. */
static double measure_adds(const struct noise *noise, uint64_t seed, struct statement_row *row) {
    struct sim_machine sim;
    struct statement_loop loop = {"p0 = p0 + p1", "f64", 1, 16, false, runs_nowhere};
    zoo_read("zen2", &sim);
    sim.noise = *noise;
    struct machine *machine = sim_open(&sim, seed);
    assert_non_null(machine);
    statement_measure(machine, &loop, 1, row);
    machine_close(machine);
    return (double)row->rounds * statement_best(row) / sim.ghz;
}

/* So often each is sampled, and so long at least. */
static void check_options(const char *repeats, const char *least_us, size_t samples, double ns) {
    struct statement_row row;
    setenv("PROBE_REPEATS", repeats, 1);
    setenv("PROBE_TMIN_US", least_us, 1);
    double took_ns = measure_adds(&(struct noise){.jitter = 0}, 1, &row);
    assert_int_equal(row.samples, samples);
    assert_true(took_ns >= ns * (1 - EXACT) && took_ns < 2.1 * ns);
    unsetenv("PROBE_REPEATS");
    unsetenv("PROBE_TMIN_US");
}

static void repeats_and_least_time_are_options(void **state) {
    (void)state;
    check_options("20", "500", 20, 500000);
    check_options("0", "1", 9, 20000);
    check_options("often", "-3", 9, 20000);
    check_options("61", "1000001", 9, 20000);
}

/* What was interrupted looks as if it had taken long enough. */
static void an_interrupt_makes_no_sample_short(void **state) {
    const struct noise noise = {.preempted = 0.02, .preempted_us = 50};
    struct statement_row row;
    size_t brief = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++)
        brief += measure_adds(&noise, seed, &row) < 20000 * (1 - EXACT);
    assert_true(brief <= 1);
}

/* ---- sets ---- */

/* Adders and multipliers are the same units on one core and others on the next (X-Ray 3.4). */
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

/* ---- vectors ---- */

/* A single value and vectors of 16 to 64 bytes. */
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

/* Zen 4 does those of 64 bytes in halves. */
static void the_widest_vector_at_full_rate(void **state) {
    (void)state;
    zoo_cores(check_vectors_of);
}

/* ---- issue width ---- */

static const char *sweep_mixes(struct machine *machine, FILE *out) {
    static const struct mix mixes[] = {
        {16, 8, 8, {runs_nowhere, runs_nowhere}}, {6, 0, 6, {runs_nowhere, runs_nowhere}},
        {8, 0, 4, {runs_nowhere, runs_nowhere}},  {12, 6, 0, {runs_nowhere, runs_nowhere}},
        {16, 8, 4, {runs_nowhere, runs_nowhere}}, {8, 0, 0, {runs_nowhere, runs_nowhere}},
        {9, 0, 3, {runs_nowhere, runs_nowhere}},  {7, 0, 5, {runs_nowhere, runs_nowhere}},
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

/* Where two mixes reach it: not on old cores of few ports. */
static void the_issue_width_is_what_mixes_share(void **state) {
    (void)state;
    known = 0;
    zoo_cores(check_quiet_width);
    assert_true(known >= 5 * seeds());
    zoo_cores(check_noisy_width);
}

/* ---- X-Ray's tables ---- */

/* Cycles of STATEMENT in a single stream of the core, without the loop. */
static double latency_of(const struct sim_machine *sim, const char *statement, const char *type) {
    struct statement_loop once = {statement, type, 1, 16, false, runs_nowhere}, twice = once;
    twice.unrolled = 32;
    return (execute_round(&sim->execute, &twice) - execute_round(&sim->execute, &once)) / 16;
}

/* Table 1: the clock from chains of loads, multiplications, shifts and Horner's scheme. */
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

/* Table 2, with the Pentium 4 in cycles of its core: floating-point add and multiply. */
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

/* 5.2.1: integer adds with two, three and four sources in two streams: 0.5, 0.667 and 1 cycle on a
   Pentium III, whose register file has two ports; 0.667 of half a cycle on a Pentium 4, whose trace
   cache gives three in a cycle. */
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
        cmocka_unit_test(every_operation_is_known_without_noise),
        cmocka_unit_test(noise_makes_nothing_wrong),
        cmocka_unit_test(a_thread_on_the_same_core_makes_nothing_wrong),
        cmocka_unit_test(a_clock_that_changes_makes_nothing_wrong),
        cmocka_unit_test(what_takes_now_this_now_that_is_not_taken_for_either),
        cmocka_unit_test(folded_adds_have_no_latency),
        cmocka_unit_test(repeats_and_least_time_are_options),
        cmocka_unit_test(an_interrupt_makes_no_sample_short),
        cmocka_unit_test(sets_are_sustained),
        cmocka_unit_test(the_widest_vector_at_full_rate),
        cmocka_unit_test(the_issue_width_is_what_mixes_share),
        cmocka_unit_test(the_clock_does_not_trust_the_add),
        cmocka_unit_test(table_2_of_x_ray),
        cmocka_unit_test(ports_and_fetch_limit_adds),
    };
    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
