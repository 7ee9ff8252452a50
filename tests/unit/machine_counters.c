/* machine_counters.c - counts of misses on simulated machines: overhead that is subtracted,
   counters that are not trusted, and AMP's Table 1. */
#include "../helper.h"

#include "../../probes/common/counting.h"
#include "../sim/run.h"
#include "../sim/zoo.h"

#include <string.h>

extern const struct method amp_method;

enum { KB = 1024 };

sweep sweep_counted_data, sweep_counted_code;

/* ---- the interface ---- */

/* Returns a Pentium III with COUNTERS. */
static struct sim_machine counting(struct sim_counters counters) {
    struct sim_machine sim;
    zoo_read("pentium3", &sim);
    sim.counters = counters;
    return sim;
}

static const unsigned ALL = (1U << EVENTS) - 1;

/* Returns the least of several counts of the first or the second lap of LINES lines. */
static double count_lap(const struct sim_machine *sim, enum event event, size_t lines,
                        bool second) {
    struct machine *machine = sim_open(sim, 1);
    struct counter counter;
    struct pages pages, others;
    struct chain chain, away;
    size_t order[1024], many[1024];
    double least = -1;
    for (size_t i = 0; i < 1024; i++)
        order[i] = many[i] = i * 32;
    assert_non_null(machine);
    assert_true(pages_draw(machine, &pages, 32 * KB, PAGES_SMALL));
    assert_true(pages_draw(machine, &others, 32 * KB, PAGES_SMALL));
    chain_link(machine, &chain, &pages, order, lines);
    chain_link(machine, &away, &others, many, 1024);
    assert_true(counting_open(machine, &counter, event));
    for (int i = 0; i < 20; i++) {
        chain_walk(machine, second ? &chain : &away, second ? lines : 1024);
        counter_start(machine, &counter);
        chain_walk(machine, &chain, lines);
        double count = counter_stop(machine, &counter);
        if (count >= 0 && (least < 0 || count < least))
            least = count;
    }
    counter_close(machine, &counter);
    machine_close(machine);
    return least;
}

static void counts_are_exact(void **state) {
    struct sim_machine sim = counting((struct sim_counters){.events = ALL});
    (void)state;
    assert_true(count_lap(&sim, EVENT_L1D, 256, true) <= 0);
    assert_int_equal(count_lap(&sim, EVENT_L1D, 256, false), 256);
    assert_true(count_lap(&sim, EVENT_DTLB, 256, true) <= 0);
    assert_true(count_lap(&sim, EVENT_L1I, 256, false) <= 0);
}

/* The count of an empty measurement is subtracted.  Misses that reading the counter causes are not:
   the kernel touches every second line. */
static void overhead_is_subtracted(void **state) {
    struct sim_machine sim = counting((struct sim_counters){.events = ALL, .overhead = 40});
    (void)state;
    assert_int_equal(count_lap(&sim, EVENT_L1D, 256, false), 256);
    assert_true(count_lap(&sim, EVENT_L1D, 256, true) <= 0);
    sim.counters.touched = 4000;
    assert_true(count_lap(&sim, EVENT_L1D, 256, true) > 100);
}

/* Laps that are not simulated are counted too. */
static void many_laps_count(void **state) {
    struct sim_machine sim = counting((struct sim_counters){.events = ALL});
    struct machine *machine = sim_open(&sim, 1);
    struct counter counter;
    struct pages pages;
    struct chain chain;
    size_t order[2048];
    (void)state;
    for (size_t i = 0; i < 2048; i++)
        order[i] = i * 32;
    assert_true(pages_draw(machine, &pages, 64 * KB, PAGES_SMALL));
    chain_link(machine, &chain, &pages, order, 2048);
    assert_true(counting_open(machine, &counter, EVENT_L1D));
    for (int i = 0; i < 3; i++) {
        counter_start(machine, &counter);
        for (int walk = 0; walk < 30; walk++)
            chain_walk(machine, &chain, 2 * 2048);
        assert_int_equal(counter_stop(machine, &counter), 60 * 2048);
    }
    counter_close(machine, &counter);
    machine_close(machine);
}

static void where_there_is_none_nothing_opens(void **state) {
    struct sim_machine sim = counting((struct sim_counters){.events = 1U << EVENT_DTLB});
    struct machine *machine = sim_open(&sim, 1);
    struct counter counter;
    (void)state;
    assert_false(counting_open(machine, &counter, EVENT_L1D));
    assert_true(counting_open(machine, &counter, EVENT_DTLB));
    counter_close(machine, &counter);
    machine_close(machine);
}

static void what_is_shared_all_the_time_does_not_open(void **state) {
    struct sim_machine sim = counting((struct sim_counters){.events = ALL, .shared = 1});
    struct machine *machine = sim_open(&sim, 1);
    struct counter counter;
    (void)state;
    assert_false(counting_open(machine, &counter, EVENT_L1D));
    machine_close(machine);
}

/* ---- the method ---- */

/* Compares an answer; "" if there is none. */
static void check(const struct run *run, const char *name, const char *expected) {
    char value[40];
    run_answer(run->output, name, value, sizeof value);
    if (strcmp(value, expected) != 0)
        fprintf(stderr, "%s=%s, should be %s\n%s%s", name, value, expected, run->table,
                run->output);
    assert_string_equal(value, expected);
}

static void check_number(const struct run *run, const char *name, size_t expected) {
    char text[40];
    snprintf(text, sizeof text, "%zu", expected);
    check(run, name, expected > 0 ? text : "unknown");
}

/* AMP's Table 1, except L2 and the ITLB; 0 is its N/C: no counter.  On the UltraSPARC the counter
   of the first data cache counts more misses than there are loads, so AMP used stores instead. */
static void amps_table_is_exact(void **state) {
    static const struct {
        const char *machine;
        size_t code[3], data[3], tlb[3]; /* line or page, size or entries, ways */
        const char *allocates;
    } rows[] = {
        {"p5", {32, 8 * KB, 2}, {32, 8 * KB, 2}, {4 * KB, 64, 4}, "0"},
        {"pentium_pro", {32, 8 * KB, 2}, {32, 8 * KB, 2}, {0, 0, 0}, "1"},
        {"pentium2", {32, 16 * KB, 4}, {32, 16 * KB, 4}, {0, 0, 0}, "1"},
        {"ultrasparc1", {32, 16 * KB, 2}, {0, 0, 0}, {0, 0, 0}, "unknown"},
        {"r10000", {64, 32 * KB, 2}, {32, 32 * KB, 2}, {32 * KB, 64, 64}, "1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct sim_machine sim;
        zoo_read(rows[i].machine, &sim);
        struct run data = run_sweep(sweep_counted_data, &amp_method, &sim, 1);
        struct run code = run_sweep(sweep_counted_code, &amp_method, &sim, 1);
        check_number(&code, "l1i_line", rows[i].code[0]);
        check_number(&code, "l1i_size", rows[i].code[1]);
        check_number(&code, "l1i_assoc", rows[i].code[2]);
        check(&code, "l1_unified", rows[i].data[0] > 0 ? "0" : "unknown");
        if (rows[i].data[0] > 0) {
            check_number(&data, "l1_line", rows[i].data[0]);
            check_number(&data, "l1_size", rows[i].data[1]);
            check_number(&data, "l1_assoc", rows[i].data[2]);
            check(&data, "l1_write_allocate", rows[i].allocates);
            check_number(&data, "page_size", rows[i].tlb[0]);
            check_number(&data, "tlb1_entries", rows[i].tlb[1]);
            check_number(&data, "tlb1_assoc", rows[i].tlb[2]);
        }
        run_free(&data);
        run_free(&code);
    }
}

/* Measures the same machine with other counters. */
static struct run run_data(struct sim_counters counters) {
    struct sim_machine sim = counting(counters);
    return run_sweep(sweep_counted_data, &amp_method, &sim, 1);
}

static void a_counter_is_known_by_what_it_counts(void **state) {
    (void)state;
    struct run run = run_data((struct sim_counters){.events = ALL, .overhead = 9, .touched = 30});
    check(&run, "l1_size", "16384");
    check(&run, "tlb1_entries", "64");
    run_free(&run);
}

/* Values of a wrong counter are unknown, and those of other counters are known. */
static void an_erratum_is_distrusted(void **state) {
    (void)state;
    struct run run = run_data((struct sim_counters){.events = ALL, .errata = 1U << EVENT_L1D});
    check(&run, "l1_size", "unknown");
    check(&run, "l1_write_allocate", "unknown");
    check(&run, "tlb1_entries", "64");
    run_free(&run);
    run = run_data((struct sim_counters){.events = ALL, .errata = 1U << EVENT_DTLB});
    check(&run, "l1_size", "16384");
    check(&run, "tlb1_entries", "unknown");
    check(&run, "page_size", "unknown");
    run_free(&run);
}

/* A walk is a miss of the last TLB, for which the sweep has no values. */
static void walks_are_not_misses_of_the_first_tlb(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("skylake_client", &sim);
    assert_true(sim.counters.walks);
    struct run run = run_sweep(sweep_counted_data, &amp_method, &sim, 1);
    check(&run, "tlb1_entries", "unknown");
    check(&run, "l1_size", "32768");
    run_free(&run);
    sim.counters.walks = false;
    run = run_sweep(sweep_counted_data, &amp_method, &sim, 1);
    check(&run, "tlb1_entries", "64");
    run_free(&run);
}

static void no_counters_no_table(void **state) {
    (void)state;
    struct run run = run_data((struct sim_counters){.events = 0});
    assert_non_null(strstr(run.table, "no performance counter"));
    check(&run, "l1_size", "");
    run_free(&run);
}

/* Some readings are lost to other users, and the others are enough. */
static void others_may_use_a_counter_at_times(void **state) {
    (void)state;
    struct run run = run_data((struct sim_counters){.events = ALL, .shared = 0.1});
    check(&run, "l1_assoc", "4");
    run_free(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_exact),
        cmocka_unit_test(overhead_is_subtracted),
        cmocka_unit_test(many_laps_count),
        cmocka_unit_test(where_there_is_none_nothing_opens),
        cmocka_unit_test(what_is_shared_all_the_time_does_not_open),
        cmocka_unit_test(amps_table_is_exact),
        cmocka_unit_test(a_counter_is_known_by_what_it_counts),
        cmocka_unit_test(an_erratum_is_distrusted),
        cmocka_unit_test(walks_are_not_misses_of_the_first_tlb),
        cmocka_unit_test(no_counters_no_table),
        cmocka_unit_test(others_may_use_a_counter_at_times),
    };
    return cmocka_run_group_tests_name("machine_counters", tests, NULL, NULL);
}
