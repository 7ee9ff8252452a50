/* core_operations.c - every operation of m4/operations.list on every machine of tests/zoo/ with
   `op' lines: latency, throughput and operations in flight are right or `unknown`, and known
   without noise.

   ZOO_SEEDS: runs of each machine with noise (3). */
#include "../helper.h"

#include "core_statement.h"

#include "../sim/zoo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- machines and operations ---- */

typedef zoo_visitor visitor;

/* A row of operations.list; missing cells are `-', and the last is empty. */
struct listed {
    char name[20], types[40], statement[100], chain[60], rest[60], in_memory[100];
};

static void visit_type(const struct listed *row, char *type, const struct sim_machine *sim,
                       const char *machine, visitor *visit) {
    bool named = *type != '(';
    type += !named;
    type[strcspn(type, ")")] = '\0';
    set_now(row->name, type, row->statement);
    if (!named)
        snprintf(now.name, sizeof now.name, "%s", row->name);
    if (strcmp(row->chain, "-") != 0 && strcmp(row->chain, "alone") != 0)
        snprintf(now.chain, sizeof now.chain, "%s",
                 strcmp(row->chain, "none") == 0 ? "" : row->chain);
    if (strcmp(row->rest, "-") != 0)
        snprintf(now.rest, sizeof now.rest, "%s", row->rest);
    snprintf(now.in_memory, sizeof now.in_memory, "%s", row->in_memory);
    visit(sim, machine);
}

/* Visits each operation of m4/operations.list on each of its types. */
static void visit_operations(const struct sim_machine *sim, const char *machine, visitor *visit) {
    char path[1000], line[400];
    snprintf(path, sizeof path, "%s/m4/operations.list", zoo_source());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        assert_non_null(strchr(line, '\n'));
        struct listed row = {"", "", "", "-", "-", ""};
        if (sscanf(line,
                   "%19[a-z0-9_]\t%39[^\t]\t%*[^\t]\t%99[^\t\n]\t%*[^\t]\t%59[^\t\n]\t%59[^\t\n]"
                   "\t%99[^\n]",
                   row.name, row.types, row.statement, row.chain, row.rest, row.in_memory) < 3)
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

/* The kind's name begins the operation's. */
static enum operation_kind kind_now(void) {
    size_t length = strcspn(now.name, "_");
    for (int kind = 0; kind < OP_KINDS; kind++)
        if (strncmp(now.name, OPERATION_NAMES[kind], length) == 0 &&
            OPERATION_NAMES[kind][length] == '\0')
            return (enum operation_kind)kind;
    fprintf(stderr, "%s: no kind of operation of tests/sim/statement.h has this name\n", now.name);
    fail();
    return OP_KINDS;
}

/* Returns the rate by the machine's description: that of the units, of the issue width, or of the
   register file. */
static double rate_of(const struct sim_execute *execute, const struct sim_operation *operation) {
    double rate =
        fmin((double)operation->units / (operation->interval + operation->gap), execute->width);
    double shared = strstr(now.statement, "p2") != NULL ? 2 : strstr(now.statement, "p1") != NULL;
    return execute->read_ports > 0 ? fmin(rate, execute->read_ports - shared / 2) : rate;
}

static bool is_now(const char *name) {
    return strncmp(now.name, name, strlen(name)) == 0;
}

/* Returns false if the core has no such operation, forwards and does not load, or converts one way
   only.  A stored value is loaded again, and in a core that executes in order everything waits for
   that load. */
static bool true_values(const struct sim_execute *execute, double *latency, double *rate) {
    const struct sim_operation *operation = execute_find(execute, kind_now(), now.type);
    const struct sim_operation *load = execute_find(execute, OP_LOAD, now.type);
    const struct sim_operation *back = execute_find(execute, OP_CVT, "i64");
    bool forward = is_now("store_forward"), round_trip = is_now("cvt_round_trip");
    if (operation == NULL || (forward && load == NULL) || (round_trip && back == NULL))
        return false;
    *latency = operation->cycles + (round_trip ? back->cycles : 0);
    *rate = rate_of(execute, operation);
    if (forward) {
        *latency += load->cycles;
        *rate = execute->in_order ? 1 / (operation->cycles + 1 / execute->width)
                                  : fmin(fmin(*rate, rate_of(execute, load)), execute->width / 2);
    }
    return true;
}

/* The most operations in flight that three numbers of streams can reach: those of 10, 12 and 13, of
   20, 24 and 28, or in memory of 24, 26 and 28 (probes/core/loops.h). */
static const double IN_FLIGHT = 10, IN_FLIGHT_OF_MANY = 20, IN_FLIGHT_IN_MEMORY = 24;

/* Returns whether three numbers of streams reach the best rate and fit the registers (X-Ray
   3.2.2). */
static bool is_reached(const struct sim_execute *execute, double in_flight) {
    double registers = (double)execute_registers(execute, now.type);
    double shared = strstr(now.statement, "p2") != NULL ? 2 : strstr(now.statement, "p1") != NULL;
    if (now.in_memory[0] != '\0')
        return in_flight <= IN_FLIGHT_IN_MEMORY;
    return in_flight <= (execute->fp_registers >= 32 ? IN_FLIGHT_OF_MANY : IN_FLIGHT) &&
           (!(registers > 0) || registers - shared - ceil(in_flight) >= 3);
}

/* Then no number of streams may be just below those that take longer than one. */
static bool leaves_gaps(const struct sim_execute *execute) {
    const struct sim_operation *operation = execute_find(execute, kind_now(), now.type);
    return operation->gap > 0;
}

/* Longer latencies are not measured to a cycle. */
static const double LONG = 30;

/* Counts of answers that could be known. */
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

/* Halves round up, and a value that is nearly halfway is unknown.  No latency is published if it is
   less than one cycle, or if nothing waits for the operation alone. */
static void check_all(const struct sim_machine *sim, const char *machine, uint64_t seed,
                      bool must) {
    double cycles, rate;
    if (!true_values(&sim->execute, &cycles, &rate))
        return;
    char *output = answers_of(sim, seed);
    double latency = floor(cycles + 0.5), product = cycles * rate, part = product / ceil(product);
    bool chained = now.chain[0] != '\0', none = cycles < 1 || !chained;
    double in_flight = fmax(1, floor(product + 1e-9));
    bool whole = fabs(cycles - latency) < 1e-9 && !leaves_gaps(&sim->execute);
    bool told = !none && cycles < LONG, reached = is_reached(&sim->execute, product);
    check(machine, output, "latency", latency, none ? 0 : latency, told, must);
    if (!is_now("cvt_round_trip")) { /* which has a latency only */
        check(machine, output, "throughput", 950 * rate, 1050 * rate, reached, must);
        check(machine, output, "in_flight", in_flight, chained ? in_flight : 0,
              told && reached && whole && (part > 0.97 || part < 0.94), must);
    }
    free(output);
}

/* The operations of the list, and whether a machine has them. */
static struct {
    char name[40];
    bool is_on_one;
} listed_operation[100];
static size_t operations;

static void note_operation(const struct sim_machine *sim, const char *machine) {
    double cycles, rate;
    size_t i = 0;
    (void)machine;
    while (i < operations && strcmp(listed_operation[i].name, now.name) != 0)
        i++;
    assert_true(i < sizeof listed_operation / sizeof *listed_operation);
    if (i == operations)
        snprintf(listed_operation[operations++].name, sizeof listed_operation->name, "%s",
                 now.name);
    listed_operation[i].is_on_one =
        listed_operation[i].is_on_one || true_values(&sim->execute, &cycles, &rate);
}

/* An `op' line has no type of vectors. */
static void every_operation_is_on_some_machine(void **state) {
    (void)state;
    visit_machines(note_operation);
    for (size_t i = 0; i < operations; i++)
        if (!listed_operation[i].is_on_one && strstr(listed_operation[i].name, "_v") == NULL) {
            fprintf(stderr, "%s: no machine of tests/zoo/ has an `op' line for it\n",
                    listed_operation[i].name);
            fail();
        }
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

/* Another thread of the core runs half of the time, or nearly all the time. */
static void check_beside(const struct sim_machine *sim, const char *machine) {
    check_noises(sim, machine, &(struct noise){.jitter = 0.003, .beside = 0.5});
    check_noises(sim, machine, &(struct noise){.jitter = 0.003, .beside = 0.95});
}

/* The frequency changes again and again. */
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

/* Zen 5 adds in no pattern.  Beside another thread that takes the same part of all units all the
   time it adds in none either, unless what is left is nearly a whole number in a cycle, and nothing
   shows when that thread does not run.  The loops of the control still differ by whole numbers of
   cycles beside one part in ten, and beside just half of the core, which is not tried. */
static void a_steady_thread_seldom_makes_a_rate_without_a_pattern_wrong(void **state) {
    struct sim_machine zen5;
    double cycles, rate;
    size_t tried = 0, wrong = 0;
    (void)state;
    zoo_read("zen5", &zen5);
    set_now("add", "i64", "p0 = p0 + p1");
    assert_true(true_values(&zen5.execute, &cycles, &rate));
    for (double left = 0.94; left > 0.51; left -= 0.005) {
        struct sim_machine shared = zen5;
        double left_rate;
        shared.execute.width *= left;
        for (size_t i = 0; i < shared.execute.operations; i++)
            shared.execute.operation[i].interval /= left;
        assert_true(true_values(&shared.execute, &cycles, &left_rate));
        if (ceil(0.98 * left_rate) < 1.06 * left_rate)
            continue;
        char *output = answers_of(&shared, 1);
        wrong += strcmp(answer_of(output, "throughput_add_i64"), "unknown") != 0 &&
                 fabs(number_of(output, "throughput_add_i64") / (1000 * rate) - 1) > 0.05;
        free(output);
        tried++;
    }
    assert_true(tried >= 30);
    assert_true(10 * wrong <= tried);
}

static void a_clock_that_changes_makes_nothing_wrong(void **state) {
    (void)state;
    known = unknown = 0;
    visit_machines(check_changes);
    assert_true(known > 2 * unknown);
}

/* Dependent divisions take 13.5 cycles, and sometimes 13, as on Zen 3. */
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

/* An addition of a constant, done during register renaming, takes no cycle; an addition of a
   register takes one. */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_is_on_some_machine),
        cmocka_unit_test(every_operation_is_known_without_noise),
        cmocka_unit_test(noise_makes_nothing_wrong),
        cmocka_unit_test(a_thread_on_the_same_core_makes_nothing_wrong),
        cmocka_unit_test(a_steady_thread_seldom_makes_a_rate_without_a_pattern_wrong),
        cmocka_unit_test(a_clock_that_changes_makes_nothing_wrong),
        cmocka_unit_test(what_takes_now_this_now_that_is_not_taken_for_either),
        cmocka_unit_test(folded_adds_have_no_latency),
    };
    return cmocka_run_group_tests_name("core_operations", tests, NULL, NULL);
}
