/* cpus_pairs.c - sweeps of many CPUs: their time as CPUs are added, the schedule of pairs, blocks
   of memory, locality, and the contexts of unpinned threads.

   GROWTH=1 prints the times. */
#include "../helper.h"

#include "../sim/run.h"
#include "../sim/zoo.h"
#include "../sweeps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct method exchange_method, locality_method, passing_method, step_first_method;

sweep sweep_cores, sweep_passing, sweep_rising, sweep_nodes;

static const size_t COUNTS[] = {2, 8, 32, 96, 256, 512};
enum { COUNTED = sizeof COUNTS / sizeof *COUNTS, MEMORY = 1 << 30 };
/* The factor by which the cost of a CPU may grow from 2 CPUs to 512. */
static const double LINEAR = 2;

/* Sets a machine of COUNT CPUs, two threads to a core, with other programs on BUSY of them. */
static void many(struct sim_machine *sim, size_t count, size_t busy) {
    zoo_read("server96", sim);
    sim->cpus.count = count;
    sim->cpus.busy = busy;
    sim->cpus.socket = 0;
    sim->limit = MEMORY; /* room for blocks of all sizes */
}

/* Returns the simulated ms that a sweep takes, or 0 if it cannot measure. */
static double span_ms(sweep *run, size_t count, size_t busy) {
    struct sim_machine sim;
    FILE *out = tmpfile();
    many(&sim, count, busy);
    struct machine *machine = sim_open(&sim, 1);
    assert_true(out != NULL && machine != NULL);
    const char *why = run(machine, out);
    double ms = why == NULL ? machine_age_ns(machine) / 1e6 : 0;
    machine_close(machine);
    fclose(out);
    return ms;
}

/* The cost of a CPU must not grow, and may fall where more CPUs have fewer passes.  If every pair
   were measured alone, it would grow with the number of CPUs. */
static void check_growth(const char *name, sweep *run) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < COUNTED; i++) {
        double ms = span_ms(run, COUNTS[i], 0), each = ms / (double)COUNTS[i];
        if (getenv("GROWTH") != NULL)
            printf("%s\t%zu CPUs\t%.1f ms\t%.2f ms each\n", name, COUNTS[i], ms, each);
        if (!(ms > 0))
            continue;
        assert_true(each <= LINEAR * least);
        least = fmin(least, each);
    }
    assert_true(least < HUGE_VAL);
}

static void cost_grows_with_cpus_and_not_with_pairs(void **state) {
    (void)state;
    check_growth("cores", sweep_cores);
    check_growth("sharing_near", sweep_sharing_near);
    check_growth("passing", sweep_passing);
    check_growth("nodes", sweep_nodes);
}

/* Threads that keep other programs away would take too long to start on more CPUs. */
static void many_cpus_are_measured_without_other_programs(void **state) {
    (void)state;
    for (size_t busy = 0; busy < 2; busy++) {
        assert_true(span_ms(sweep_cores, 256, busy) > 0);
        assert_int_equal(span_ms(sweep_cores, 512, busy) > 0, busy == 0);
    }
}

/* ---- pairs ---- */

/* Each tournament except the last has a row for each pair, with the machine's latency. */
static void check_pairs(const char *name, size_t pairs, size_t tournaments) {
    struct sim_machine sim;
    size_t rows = 0, tournament, from, to;
    double ns;
    zoo_read(name, &sim);
    struct run run = run_sweep(sweep_passing, &passing_method, &sim, 1);
    for (const char *line = run.table; *line != '\0'; line += strcspn(line, "\n") + 1) {
        if (sscanf(line, "%zu %zu %zu %lf", &tournament, &from, &to, &ns) != 4)
            continue;
        double right = cpus_pass_ns(&sim.cpus, from, to);
        assert_true(ns >= right - 0.01 && ns <= 1.1 * right);
        rows += tournament < tournaments;
    }
    run_free(&run);
    assert_int_equal(rows, tournaments * pairs);
}

static void all_pairs_meet(void **state) {
    (void)state;
    check_pairs("smp2", 1, 7);
    check_pairs("two_sockets", 28, 7);
    check_pairs("hybrid12", 66, 7);
    check_pairs("server96", 96 * 95 / 2, 2);
}

/* With an odd number of CPUs one of them rests in each round. */
static void an_odd_number_meets_too(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("two_sockets", &sim);
    sim.cpus.count = 7;
    struct run run = run_sweep(sweep_passing, &passing_method, &sim, 1);
    assert_non_null(strstr(run.table, "\n0\t5\t6\t"));
    assert_non_null(strstr(run.output, "comm_ns_min=55\n"));
    assert_non_null(strstr(run.output, "comm_ns_max=130\n"));
    run_free(&run);
}

/* ---- blocks ---- */

static void gives(const struct run *run, const char *name, const char *value) {
    char found[64];
    run_answer(run->output, name, found, sizeof found);
    assert_string_equal(found, value);
}

static struct run exchange_on(const struct sim_machine *sim) {
    return run_sweep(sweep_passing, &exchange_method, sim, 1);
}

/* The best block moves 64 bytes in 5.5 ns in one socket, and in 13 ns between two. */
static void the_best_block_counts(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("two_sockets", &sim);
    struct run run = exchange_on(&sim);
    assert_non_null(strstr(run.table, " mb_s_8k mb_s_64k mb_s_512k mb_s_4096k\n"));
    gives(&run, "comm_bandwidth_max", "12000");
    gives(&run, "comm_bandwidth_min", "4900");
    run_free(&run);
}

/* Other pairs take a part of the link's bandwidth that two CPUs alone would get, so the value is
   unknown. */
static void company_is_not_taken_for_distance(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("two_sockets", &sim);
    sim.cpus.link = 5;
    struct run run = exchange_on(&sim);
    gives(&run, "comm_bandwidth_max", "12000");
    gives(&run, "comm_bandwidth_min", "unknown");
    run_free(&run);
}

/* All pairs have blocks at the same time, so there are no large blocks if there is little
   memory. */
static void blocks_fit_into_memory(void **state) {
    char found[64];
    struct sim_machine sim;
    (void)state;
    zoo_read("two_sockets", &sim);
    sim.limit = 2 << 20;
    struct run run = exchange_on(&sim);
    assert_non_null(strstr(run.table, " ns mb_s_8k mb_s_64k\n"));
    run_answer(run.output, "comm_bandwidth_max", found, sizeof found);
    assert_in_range(strtoul(found, NULL, 10), 11000, 12000);
    run_free(&run);
}

/* ---- locality ---- */

static void tree_is(const struct sim_machine *sim, const char *levels, const char *tree) {
    struct run run = run_sweep(sweep_passing, &locality_method, sim, 1);
    gives(&run, "locality_levels", levels);
    gives(&run, "locality_tree", tree);
    run_free(&run);
}

static void locality_of(const char *name, const char *levels, const char *tree) {
    struct sim_machine sim;
    zoo_read(name, &sim);
    tree_is(&sim, levels, tree);
}

/* BlackjackBench's example: two cliques of four CPUs. */
static void two_sockets_are_two_cliques(void **state) {
    (void)state;
    locality_of("two_sockets", "2", "((0-3)(4-7))");
}

static void cliques_have_cliques(void **state) {
    (void)state;
    locality_of("bulldozer8", "2", "((0-1)(2-3)(4-5)(6-7))");
    locality_of("desktop16", "3", "(((0-1)(2-3)(4-5)(6-7))((8-9)(10-11)(12-13)(14-15)))");
}

/* CPUs at equal distances are one clique, even if they are two. */
static void one_clique_is_not_split(void **state) {
    (void)state;
    locality_of("smp2", "1", "(0-1)");
    locality_of("quota", "1", "(0-7)");
}

/* On a mesh, only the threads of each core are a clique. */
static void a_mesh_has_no_cliques(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("mesh256", &sim);
    sim.cpus.count = 16;
    sim.cpus.step_ns = 20;
    tree_is(&sim, "2", "((0,4,8,12)(1,5,9,13)(2,6,10,14)(3,7,11,15))");
    sim.cpus.count = 8;
    sim.cpus.threads = 1;
    tree_is(&sim, "1", "(0-7)");
}

/* Machines whose CPUs move, or with pairs that never meet. */
static void unsteady_pairs_have_no_tree(void **state) {
    (void)state;
    locality_of("vm_moved", "unknown", "unknown");
    locality_of("vm_stolen", "unknown", "unknown");
}

/* ---- unpinned threads ---- */

/* Returns what the paper's rule finds, with any confidence, if BUSY CPUs have other load. */
static size_t first_step(const char *name, size_t busy, bool evened) {
    struct sim_machine sim;
    size_t step = 0;
    zoo_read(name, &sim);
    sim.cpus.busy = busy;
    sim.cpus.evened = evened;
    struct run run = run_sweep(sweep_rising, &step_first_method, &sim, 1);
    assert_true(sscanf(run.output, "step=%zu", &step) == 1 ||
                sscanf(run.output, "# step: %zu", &step) == 1);
    run_free(&run);
    return step;
}

/* Holds both if the scheduler leaves threads where they are, and if it balances them. */
static void the_first_step_is_behind_the_last_context(void **state) {
    (void)state;
    for (int evened = 0; evened < 2; evened++) {
        assert_int_equal(first_step("smp1", 0, evened), 1);
        assert_int_equal(first_step("smp2", 0, evened), 2);
        assert_int_equal(first_step("smt2", 0, evened), 1);
        assert_int_equal(first_step("two_sockets", 0, evened), 8);
        assert_int_equal(first_step("desktop16", 0, evened), 8);
        assert_int_equal(first_step("server96", 0, evened), 48);
    }
}

/* For this reason no parameter uses the rule. */
static void a_busy_cpu_is_no_context_to_it(void **state) {
    (void)state;
    assert_int_equal(first_step("smp2", 1, false), 1);
    assert_int_equal(first_step("two_sockets", 3, false), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cost_grows_with_cpus_and_not_with_pairs),
        cmocka_unit_test(many_cpus_are_measured_without_other_programs),
        cmocka_unit_test(all_pairs_meet),
        cmocka_unit_test(an_odd_number_meets_too),
        cmocka_unit_test(the_best_block_counts),
        cmocka_unit_test(company_is_not_taken_for_distance),
        cmocka_unit_test(blocks_fit_into_memory),
        cmocka_unit_test(two_sockets_are_two_cliques),
        cmocka_unit_test(cliques_have_cliques),
        cmocka_unit_test(one_clique_is_not_split),
        cmocka_unit_test(a_mesh_has_no_cliques),
        cmocka_unit_test(unsteady_pairs_have_no_tree),
        cmocka_unit_test(the_first_step_is_behind_the_last_context),
        cmocka_unit_test(a_busy_cpu_is_no_context_to_it),
    };
    return cmocka_run_group_tests_name("cpus_pairs", tests, NULL, NULL);
}
