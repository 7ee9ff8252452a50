/* kernel_flush.c - where a kernel's operands are when it is called: each flush leaves the caches in
   the state that it promises, whatever their replacement policy (Whaley & Castaldo 3 and 4). */
#include "../helper.h"

#include "../../probes/kernel/context.h"
#include "../sim/core.h"
#include "../sim/zoo.h"

#include <string.h>

/* The percentage of an operand's lines that must be in the operand's level.  With random
   replacement, a flush that evicts an operand from one level also evicts some of it from the
   next. */
enum { NEARLY_ALL = 97, MOST = 50, ELEMENTS = 1024, LARGE = 1 << 30 };

static const struct operand OPERANDS[] = {{"far", sizeof(double), ELEMENTS, 1, IN_MEMORY},
                                          {"near", sizeof(double), ELEMENTS, 1, 1},
                                          {"second", sizeof(double), ELEMENTS, 1, 2},
                                          {"third", sizeof(double), ELEMENTS, 1, 3}};
enum { COUNT = sizeof OPERANDS / sizeof *OPERANDS };

/* Sets a machine of the zoo whose levels all have the policy POLICY, without prefetchers. */
static void machine_of(struct sim_machine *sim, const char *name, const char *policy,
                       bool flushes) {
    zoo_read(name, sim);
    for (size_t i = 0; i < sim->levels; i++)
        assert_true(policy_named(policy, &sim->level[i].cache.policy));
    sim->prefetchers = 0;
    sim->noise = (struct noise){.jitter = 0};
    sim->no_flush = !flushes;
    sim->limit = LARGE;
}

/* Two CPUs, each with its own first and second level, which share the third. */
enum { CPUS = 2, OWN_LEVELS = 2 };
static struct {
    struct hierarchy own[CPUS];
    size_t spread;
} cpus;

void cpus_stay(struct machine *machine, size_t cpu) {
    struct core *core = sim_core(machine, false);
    assert_true(cpu < CPUS);
    for (size_t i = 0; i < OWN_LEVELS; i++)
        core->hierarchy.cache[i] = cpus.own[cpu].cache[i];
}

bool cpus_spread(struct machine *machine, size_t count) {
    (void)machine;
    cpus.spread = count;
    return true;
}

/* Returns how many lines of an operand's SET are in LEVEL, from 1 on; the one behind the last is
   memory. */
static size_t lines_in(struct machine *machine, const struct area *area, size_t set, size_t level) {
    struct core *core = sim_core(machine, false);
    size_t lines = 0, behind = core->hierarchy.levels + 1;
    level = level == IN_MEMORY ? behind : level;
    for (size_t i = 0; i < area->lines; i++) {
        struct place place = region_place(area->pages.mapping, area->line[set * area->lines + i]);
        lines += hierarchy_fetch(&core->hierarchy, 0, &place) + 1 == level;
    }
    return lines;
}

/* Each operand is in its level, and again after the others were inspected. */
static void check_places(const struct sim_machine *sim, size_t part) {
    struct machine *machine = sim_open(sim, 1);
    assert_non_null(machine);
    struct context context = {
        .machine = machine, .operand = OPERANDS, .operands = COUNT, .cpus = 1};
    assert_null(context_open(&context, false));
    for (size_t i = 0; i < COUNT; i++) {
        context_place(&context, 1);
        size_t lines = lines_in(machine, &context.area[i], 0, OPERANDS[i].level);
        if (100 * lines < part * context.area[i].lines)
            print_error("%s: %zu of %zu lines\n", OPERANDS[i].name, lines, context.area[i].lines);
        assert_true(100 * lines >= part * context.area[i].lines);
    }
    context_close(&context);
    machine_close(machine);
}

/* Returns how many lines of a CPU's part of an operand are in that level of that CPU. */
static size_t lines_of_part(struct machine *machine, const struct area *area, size_t cpu,
                            size_t level) {
    struct area part = *area;
    part.line += cpu * area->lines / CPUS;
    part.lines = area->lines / CPUS;
    cpus_stay(machine, cpu);
    return lines_in(machine, &part, 0, level);
}

/* Each CPU's part of an operand is in its level of that CPU. */
static void check_parts(const struct sim_machine *sim) {
    struct machine *machine = sim_open(sim, 1);
    struct core *core = sim_core(machine, false);
    struct hierarchy first = core->hierarchy;
    struct context context = {
        .machine = machine, .operand = OPERANDS, .operands = COUNT, .cpus = CPUS};
    cpus.own[0] = first;
    assert_true(hierarchy_open(&cpus.own[1], sim->level, sim->levels, &sim->memory, 2));
    assert_null(context_open(&context, false));
    for (size_t i = 0; i < COUNT; i++) {
        size_t lines = 0;
        cpus.spread = 0;
        context_place(&context, 1);
        assert_int_equal(cpus.spread, CPUS);
        for (size_t cpu = 0; cpu < CPUS; cpu++)
            lines += lines_of_part(machine, &context.area[i], cpu, OPERANDS[i].level);
        if (100 * lines < NEARLY_ALL * context.area[i].lines)
            print_error("%s: %zu of %zu lines\n", OPERANDS[i].name, lines, context.area[i].lines);
        assert_true(100 * lines >= NEARLY_ALL * context.area[i].lines);
    }
    context_close(&context);
    core->hierarchy = first;
    hierarchy_close(&cpus.own[1]);
    machine_close(machine);
}

static void each_cpu_has_its_part(void **state) {
    struct sim_machine sim;
    (void)state;
    machine_of(&sim, "skylake_client", "lru", false);
    check_parts(&sim);
    machine_of(&sim, "zen2", "plru", false);
    check_parts(&sim);
}

static const char *const POLICIES[] = {"lru", "plru", "qlru_h00_m1_r0_u1", "random"};

static void check_machine(const char *name, bool flushes) {
    for (size_t i = 0; i < sizeof POLICIES / sizeof *POLICIES; i++) {
        struct sim_machine sim;
        machine_of(&sim, name, POLICIES[i], flushes);
        check_places(&sim, strcmp(POLICIES[i], "random") == 0 ? MOST : NEARLY_ALL);
    }
}

static void lines_are_flushed(void **state) {
    (void)state;
    check_machine("zen2", true);
}

static void what_is_read_in_between_flushes_too(void **state) {
    (void)state;
    check_machine("zen2", false);
    check_machine("skylake_client", false);
}

/* Before a set of an operand comes again, other sets have passed that are as large as the levels in
   front. */
static void sets_flush_themselves(void **state) {
    struct sim_machine sim;
    (void)state;
    machine_of(&sim, "zen2", "lru", false);
    struct machine *machine = sim_open(&sim, 1);
    struct context context = {
        .machine = machine, .operand = OPERANDS, .operands = COUNT, .cpus = 1};
    assert_null(context_open(&context, true));
    for (size_t i = 0; i < COUNT; i++) {
        const struct area *area = &context.area[i];
        assert_int_equal(context_offset(&context, i, 0), (area->sets - 1) * area->set_bytes);
        assert_int_equal(context_offset(&context, i, area->sets),
                         (area->sets - 1) * area->set_bytes);
        context.first = 1;
        assert_int_equal(context_offset(&context, i, area->sets - 1),
                         (area->sets - 1) * area->set_bytes);
        context.first = 0;
        if (OPERANDS[i].level == 1)
            assert_int_equal(area->sets, 1);
        else
            assert_true(area->sets * area->set_bytes >= 2 * sim.level[0].cache.bytes);
    }
    context_close(&context);
    machine_close(machine);
}

/* Each call finds its own lines in memory, although all sets would fit a cache. */
static void sets_are_flushed_for_each_call(void **state) {
    enum { CALLS = 8 };
    struct sim_machine sim;
    (void)state;
    machine_of(&sim, "zen2", "lru", true);
    struct machine *machine = sim_open(&sim, 1);
    struct context context = {.machine = machine, .operand = OPERANDS, .operands = 1, .cpus = 1};
    assert_null(context_open(&context, true));
    const struct area *area = &context.area[0];
    assert_true(area->sets >= CALLS && context_calls(&context) == area->sets);
    for (size_t set = 0; set < area->sets; set++)
        (void)lines_in(machine, area, set, 1); /* caches them */
    context.first = 5;
    context_place(&context, CALLS);
    for (size_t call = 0; call < CALLS; call++)
        assert_int_equal(
            lines_in(machine, area, context_offset(&context, 0, call) / area->set_bytes, IN_MEMORY),
            area->lines);
    context_close(&context);
    machine_close(machine);
}

/* Only the 64 lines that hold a strided operand's 64 elements are flushed. */
static void strided_operands_count_by_elements(void **state) {
    static const struct operand strided = {"strided", sizeof(double), 64, 16, IN_MEMORY};
    struct sim_machine sim;
    (void)state;
    machine_of(&sim, "zen2", "lru", true);
    struct machine *machine = sim_open(&sim, 1);
    struct context context = {
        .machine = machine, .operand = &strided, .operands = 1, .align = 8, .cpus = 1};
    assert_null(context_open(&context, false));
    assert_int_equal(context.area[0].lines, 64);
    context_place(&context, 1);
    assert_int_equal(lines_in(machine, &context.area[0], 0, IN_MEMORY), 64);
    context_close(&context);
    machine_close(machine);
}

static void check_refused(const struct operand *operand, const char *reason) {
    struct sim_machine sim;
    machine_of(&sim, "zen2", "lru", true);
    struct machine *machine = sim_open(&sim, 1);
    struct context context = {.machine = machine, .operand = operand, .operands = 1, .cpus = 1};
    const char *why = context_open(&context, false);
    assert_non_null(why);
    assert_non_null(strstr(why, reason));
    context_close(&context);
    machine_close(machine);
}

/* Zen 2 has no fourth level, and a first level of 32 KB. */
static void what_cannot_be_there_is_refused(void **state) {
    static const struct operand fourth = {"fourth", sizeof(double), 64, 1, 4},
                                large = {"large", sizeof(double), 4096 + 8, 1, 1};
    (void)state;
    check_refused(&fourth, "unknown");
    check_refused(&large, "larger than their level");
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_flushed),
        cmocka_unit_test(what_is_read_in_between_flushes_too),
        cmocka_unit_test(sets_flush_themselves),
        cmocka_unit_test(sets_are_flushed_for_each_call),
        cmocka_unit_test(each_cpu_has_its_part),
        cmocka_unit_test(strided_operands_count_by_elements),
        cmocka_unit_test(what_cannot_be_there_is_refused),
    };
    return cmocka_run_group_tests_name("kernel_flush", tests, NULL, NULL);
}
