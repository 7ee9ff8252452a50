/* code_icache.c - the geometry of the instruction cache from the time of calls: the papers'
   machines, odd geometries, and structures that must not be taken for it. */
#include "../helper.h"

#include "../sim/run.h"
#include "../sim/zoo.h"

#include <string.h>

extern const struct method icache_method;

enum { KB = 1024 };

sweep sweep_icache;

/* Compares the three values; 0 bytes stands for `unknown'. */
static void check(const struct sim_machine *sim, size_t bytes, size_t ways, size_t line) {
    static const char *const names[] = {"l1i_size", "l1i_assoc", "l1i_line"};
    const size_t right[] = {bytes, ways, line};
    struct run run = run_sweep(sweep_icache, &icache_method, sim, 1);
    for (size_t i = 0; i < 3; i++) {
        char value[40], expected[40] = "unknown";
        run_answer(run.output, names[i], value, sizeof value);
        if (bytes > 0)
            snprintf(expected, sizeof expected, "%zu", right[i]);
        if (strcmp(value, expected) != 0)
            fprintf(stderr, "%s=%s, should be %s\n%s", names[i], value, expected, run.output);
        assert_string_equal(value, expected);
    }
    run_free(&run);
}

/* Returns a Pentium III with another instruction cache, or none, and without a TLB of code. */
static struct sim_machine with_code(size_t bytes, size_t ways, size_t line) {
    struct sim_machine sim;
    zoo_read("pentium3", &sim);
    sim.itlbs = 0;
    sim.code = (struct cache_geometry){.bytes = bytes,
                                       .ways = ways,
                                       .line = line,
                                       .index = INDEX_VIRTUAL,
                                       .policy = {.kind = POLICY_LRU}};
    return sim;
}

/* ---- the papers ---- */

/* X-Ray's I-cache paper, Table 1, except the Pentium 4; lines and ways are from manuals.  The paper
   came within 3 %. */
static void xrays_table_is_exact(void **state) {
    static const struct {
        size_t bytes, ways, line;
    } caches[] = {
        {32 * KB, 2, 64},  /* SGI R12000 */
        {32 * KB, 4, 32},  /* Sun UltraSPARC IIIi */
        {64 * KB, 1, 128}, /* IBM Power 4 */
        {64 * KB, 2, 128}, /* IBM Power 5 */
        {64 * KB, 2, 64},  /* AMD Athlon MP, Opteron 240 */
        {16 * KB, 4, 64},  /* Intel Itanium 2 */
        {16 * KB, 4, 32},  /* Intel Pentium 3 */
        {32 * KB, 8, 64},  /* Intel Pentium M */
    };
    (void)state;
    for (size_t i = 0; i < sizeof caches / sizeof *caches; i++) {
        struct sim_machine sim = with_code(caches[i].bytes, caches[i].ways, caches[i].line);
        check(&sim, caches[i].bytes, caches[i].ways, caches[i].line);
    }
}

/* The Pentium 4 has a trace cache only. */
static void a_trace_cache_has_no_lines_of_code(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("pentium4", &sim);
    assert_true(sim.decoded.alone && sim.code.bytes == 0);
    check(&sim, 0, 0, 0);
}

/* AMP's Table 1, by time and without the performance counters that it used. */
static void amps_table_is_exact(void **state) {
    static const struct {
        const char *machine;
        size_t bytes, ways, line;
    } caches[] = {{"p5", 8 * KB, 2, 32},
                  {"pentium_pro", 8 * KB, 2, 32},
                  {"pentium2", 16 * KB, 4, 32},
                  {"ultrasparc1", 16 * KB, 2, 32},
                  {"r10000", 32 * KB, 2, 64}};
    (void)state;
    for (size_t i = 0; i < sizeof caches / sizeof *caches; i++) {
        struct sim_machine sim;
        zoo_read(caches[i].machine, &sim);
        check(&sim, caches[i].bytes, caches[i].ways, caches[i].line);
    }
}

/* ---- odd geometries, and what is no instruction cache ---- */

static void odd_geometries_are_found(void **state) {
    (void)state;
    struct sim_machine sim = with_code(24 * KB, 3, 64);
    check(&sim, 24 * KB, 3, 64);
    sim = with_code(192 * KB, 6, 64);
    check(&sim, 192 * KB, 6, 64);
    sim = with_code(20 * KB, 5, 32);
    check(&sim, 20 * KB, 5, 32);
}

/* Decoded instructions are found by the address at which they were entered.  Such a cache in front
   of the instruction cache fills first, and must not show as a level of its own. */
static void decoded_instructions_are_not_the_cache(void **state) {
    (void)state;
    struct sim_machine sim = with_code(32 * KB, 8, 64);
    for (size_t ways = 4; ways <= 12; ways += 4) {
        sim.decoded = (struct sim_decoded){.entries = 64 * ways, .ways = ways, .window = 64};
        check(&sim, 32 * KB, 8, 64);
    }
}

/* Without an instruction cache all code comes from the second level, in scattered frames. */
static void without_a_cache_there_is_no_value(void **state) {
    (void)state;
    struct sim_machine sim = with_code(0, 0, 0);
    check(&sim, 0, 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(xrays_table_is_exact),
        cmocka_unit_test(a_trace_cache_has_no_lines_of_code),
        cmocka_unit_test(amps_table_is_exact),
        cmocka_unit_test(odd_geometries_are_found),
        cmocka_unit_test(decoded_instructions_are_not_the_cache),
        cmocka_unit_test(without_a_cache_there_is_no_value),
    };
    return cmocka_run_group_tests_name("code_icache", tests, NULL, NULL);
}
