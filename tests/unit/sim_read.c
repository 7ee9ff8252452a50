/* sim_read.c - machine files: every field reaches the machine, and an error is reported with its
   file and line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../sim/read.h"
#include "../sim/truth.h"

#include <math.h>
#include <string.h>

static int same(double value, double expected) {
    return fabs(value - expected) < 1e-12;
}

/* Reads TEXT.  Returns the error, or an empty text. */
static const char *read_text(const char *text, struct sim_machine *machine) {
    static char why[200];
    FILE *file = tmpfile();
    assert_non_null(file);
    fputs(text, file);
    rewind(file);
    why[0] = '\0';
    bool fine = machine_read(machine, file, "m", why, sizeof why);
    assert_int_equal(fine, why[0] == '\0');
    fclose(file);
    return why;
}

static const char *const WHOLE =
    "# a comment\n"
    "\n"
    "core ghz=2.5 flush=no # and another\n"
    "page bytes=16384 frames=promoted after=77 colours=8\n"
    "cache size=12K ways=3 line=64 latency=4.5 policy=plru index=virtual write=through "
    "allocate=no store=2 tags=7\n"
    "cache size=256 ways=4 line=64 latency=5 kind=beside\n"
    "cache size=61440 ways=3 line=128 sector=32 latency=14 policy=qlru_h11_m2_r1_u3_umo "
    "index=hashed slices=5 kind=inclusive holds=data\n"
    "code size=24K ways=6 line=32 policy=fifo\n"
    "decoded entries=96 ways=6 window=32 alone=yes\n"
    "tlb entries=64 ways=4 huge=32 huge_ways=8 loads_only=yes\n"
    "tlb entries=1536 ways=12 latency=9 policy=random index=hashed\n"
    "itlb entries=128 ways=8 behind=data latency=1\n"
    "walk latency=40 cached=15 entries=32\n"
    "prefetch kind=stride into=3 depth=5\n"
    "issue width=4 load_queue=9\n"
    "memory latency=200 in_flight=7 limit=3M store=21\n"
    "noise jitter=0.5 preempted=0.25 preempted_us=30 disagree=0.125 step_ns=40 evicted=9 "
    "neighbour=11 change_us=12 change_ghz=1.5\n";

static void every_field_of_a_cache_arrives(void **state) {
    struct sim_machine m;
    (void)state;
    assert_string_equal(read_text(WHOLE, &m), "");
    assert_int_equal(m.levels, 3);
    const struct sim_level *a = &m.level[0], *b = &m.level[1], *c = &m.level[2];
    assert_true(a->cache.bytes == 12288 && a->cache.ways == 3 && a->cache.line == 64);
    assert_true(same(a->cycles, 4.5) && a->cache.policy.kind == POLICY_TREE && same(a->store, 2));
    assert_true(a->cache.index == INDEX_VIRTUAL && a->write_through && a->no_allocate);
    assert_true(a->cache.tags == 7 && b->cache.tags == 0);
    assert_true(b->kind == LEVEL_BESIDE && b->cache.policy.kind == POLICY_LRU);
    assert_true(!b->write_through && !b->no_allocate && b->cache.index == INDEX_PHYSICAL);
    assert_true(c->cache.sector == 32 && c->cache.slices == 5 && c->cache.index == INDEX_HASHED);
    assert_int_equal(c->kind, LEVEL_INCLUSIVE);
    assert_true(a->data_only && b->data_only && c->data_only);
    const struct qlru *qlru = &c->cache.policy.qlru;
    assert_true(qlru->hit[0] == 1 && qlru->hit[1] == 1 && qlru->insert == 2 && qlru->update == 3);
    assert_true(qlru->on_miss && qlru->replace_any && qlru->bimodal == 0);
}

static void every_field_of_the_rest_arrives(void **state) {
    struct sim_machine m;
    (void)state;
    assert_string_equal(read_text(WHOLE, &m), "");
    assert_true(same(m.ghz, 2.5) && m.no_flush && m.pages.bytes == 16384 && m.pages.after == 77);
    assert_int_equal(m.pages.colours, 8);
    assert_true(m.pages.frames == FRAMES_PROMOTED && m.tlbs == 2 && m.tlb[0].loads_only);
    assert_true(m.tlb[0].entries == 64 && m.tlb[0].ways == 4 && m.tlb[0].huge_entries == 32);
    assert_true(m.tlb[0].huge_ways == 8 && same(m.tlb[1].cycles, 9) && !m.tlb[1].loads_only);
    assert_true(m.tlb[1].policy.kind == POLICY_RANDOM && m.tlb[1].index == INDEX_HASHED);
    assert_true(m.itlbs == 1 && m.itlb[0].entries == 128 && m.itlb[0].ways == 8);
    assert_true(m.itlb_shares && same(m.itlb[0].cycles, 1));
    assert_true(same(m.walk.cycles, 40) && same(m.walk.cached, 15) && m.walk.entries == 32);
    assert_true(m.code.bytes == 24576 && m.code.ways == 6 && m.code.line == 32);
    assert_int_equal(m.code.policy.kind, POLICY_FIFO);
    assert_true(m.decoded.entries == 96 && m.decoded.ways == 6 && m.decoded.window == 32);
    assert_true(m.decoded.alone);
    assert_true(m.prefetchers == 1 && m.prefetcher[0].kind == PREFETCH_STRIDE);
    assert_true(m.prefetcher[0].into == 2 && m.prefetcher[0].depth == 5);
    assert_true(same(m.memory.cycles, 200) && m.memory.in_flight == 7 && m.limit == 3 << 20);
    assert_int_equal(m.execute.load_queue, 9);
    const struct noise *n = &m.noise;
    assert_true(same(n->jitter, 0.5) && same(n->preempted, 0.25) && same(n->preempted_us, 30));
    assert_true(same(n->disagree, 0.125) && same(n->step_ns, 40) && n->evicted == 9);
    assert_true(same(n->neighbour, 11) && same(n->change_us, 12) && same(n->change_ghz, 1.5));
}

static void what_a_file_states_is_a_truth(void **state) {
    struct sim_machine m;
    struct truth truth[TRUTHS_MOST];
    (void)state;
    assert_string_equal(read_text("core ghz=1\nmemory latency=9\ntruth name=l1_banks least=8\n"
                                  "truth name=l1_ns least=1.5 most=2\n",
                                  &m),
                        "");
    size_t count = truths_of(&m, truth);
    const struct truth *banks = &truth[count - 2], *ns = &truth[count - 1];
    assert_true(banks->stated && !truth[0].stated);
    assert_string_equal(banks->name, "l1_banks");
    assert_true(truth_allows(banks, "8") && !truth_allows(banks, "9"));
    assert_true(truth_allows(ns, "2") && !truth_allows(ns, "3"));
}

#define CORE "core ghz=1\n"
#define MEMORY "memory latency=9\n"
#define CACHE "cache size=4K ways=4 line=64 latency=3"

static const char *const WRONG[][2] = {
    {"", "m:0: no core"},
    {CORE, "m:1: no memory"},
    {MEMORY, "m:1: no core"},
    {CORE CORE, "m:2: a second core"},
    {CORE MEMORY MEMORY, "m:3: a second memory"},
    {CORE "\n\nspeed x=1\n", "m:4: unknown line 'speed'"},
    {"core\n", "m:1: core without ghz"},
    {"core ghz\n", "m:1: 'ghz' is not key=value"},
    {"core ghz=\n", "m:1: 'ghz=' is not key=value"},
    {"core =1\n", "m:1: '=1' is not key=value"},
    {"core ghz=0\n", "m:1: ghz must be above 0"},
    {CORE "issue width=0\n", "m:2: width must be above 0"},
    {CORE "issue width=1 registers=4 reserved=4\n", "m:2: all registers are reserved"},
    {CORE "op kinds=add types=i32\n", "m:2: op without latency"},
    {CORE "op kinds=adds types=i32 latency=1\n",
     "m:2: these kinds and types name no operation, or there are too many"},
    {CORE "op kinds=add types=i32 latency=1 units=9\n", "m:2: units or pool is out of range"},
    {"core ghz=fast\n", "m:1: ghz=fast is not a number from 0 on"},
    {"core ghz=-1\n", "m:1: ghz=-1 is not a number from 0 on"},
    {"core ghz=nan\n", "m:1: ghz=nan is not a number from 0 on"},
    {"core ghz=1 ghz=2\n", "m:1: 'ghz' twice"},
    {"core ghz=1 flush=maybe\n", "m:1: flush cannot be 'maybe'"},
    {"core ghz=1 colour=red\n", "m:1: core has no 'colour'"},
    {CORE "page bytes=3000\n", "m:2: a page cannot have 3000 bytes"},
    {CORE "page frames=lost\n", "m:2: frames cannot be 'lost'"},
    {CORE "cache size=4K ways=4 line=64\n", "m:2: cache without latency"},
    {CORE "truth name=l1_banks\n", "m:2: truth without least"},
    {CORE "cache size=4G ways=4 line=64 latency=1\n", "m:2: size=4G is not a size"},
    {CORE "cache size=9999M ways=4 line=64 latency=1\n", "m:2: size=9999M is not a size"},
    {CORE "cache size=4000 ways=4 line=64 latency=1\n",
     "m:2: a cache of 4000 bytes cannot have 4 ways of 64-byte lines"},
    {CORE CACHE " policy=mru\n", "m:2: unknown policy 'mru'"},
    {CORE CACHE " policy=qlru_h30_m1_r0_u0\n", "m:2: unknown policy 'qlru_h30_m1_r0_u0'"},
    {CORE CACHE " policy=qlru_h00_m1_r0_u0_xyz\n", "m:2: unknown policy 'qlru_h00_m1_r0_u0_xyz'"},
    {CORE CACHE " holds=code\n", "m:2: holds cannot be 'code'"},
    {CORE "code size=4K ways=4\n", "m:2: code without line"},
    {CORE "code size=4000 ways=4 line=64\n",
     "m:2: an instruction cache cannot have this size, ways and line"},
    {CORE "decoded entries=6 ways=4 window=64\n",
     "m:2: entries, ways or window is 0, or ways do not divide entries"},
    {CORE CACHE " kind=victim\n",
     "m:2: the first level has no level above it whose victims it could take"},
    {CORE CACHE "\ncache size=8K ways=4 line=128 latency=5 kind=victim\n",
     "m:3: a level of victims needs the line size of the level above"},
    {CORE CACHE "\n" CACHE "\n" CACHE "\n" CACHE "\n" CACHE "\n" CACHE "\n" CACHE "\n",
     "m:8: more than 6 caches"},
    {CORE "tlb entries=64 ways=5\n", "m:2: a TLB cannot have these entries, ways and policy"},
    {CORE "tlb entries=128 ways=128 policy=plru\n",
     "m:2: a TLB cannot have these entries, ways and policy"},
    {CORE "walk cached=5\n", "m:2: walk without latency"},
    {CORE "prefetch kind=next into=1\n", "m:2: into=1 names no cache"},
    {CORE CACHE "\nprefetch into=1\n", "m:3: prefetch without kind"},
    {CORE "memory latency=9 in_flight=0\n", "m:2: in_flight must be 1 to 64"},
    {CORE "unknown of=l1_size\n", "m:2: unknown without why"},
    {CORE "unknown why=it is small\n", "m:2: unknown without of"},
    {CORE "\nunknown of=l1_size,l9_size why=it is small\n",
     "m:3: no parameter or sweep is named 'l9_size'"},
    {CORE "unknown of=l1_size in=l9 why=it is small\n", "m:2: no parameter or sweep is named 'l9'"},
    {CORE "unknown of=l1_size seed=3 why=it is small\n", "m:2: unknown has no 'seed'"},
    {CORE "often runs=twice why=it is small\n", "m:2: runs cannot be 'twice'"},
    {CORE "often sweeps=l2 why=it is small\n", "m:2: often without runs"},
    {CORE "often runs=never why=it is small\n", "m:2: often without sweeps"},
    {CORE MEMORY "noise change_us=1 change_ghz=0\n", "m:3: change_ghz must be above 0"},
};

static void every_field_of_the_core_arrives(void **state) {
    struct sim_machine m;
    (void)state;
    assert_string_equal(
        read_text("core ghz=1\n"
                  "issue width=4 order=in read_ports=3 loop=0.5 registers=16 reserved=3 "
                  "fp_registers=32 forward=2 miss=7 simd=32\n"
                  "op kinds=add,mul types=f32,f64 latency=4.5 interval=2 units=3 pool=7\n"
                  "op kinds=shl types=i64 latency=1\n"
                  "memory latency=100\n",
                  &m),
        "");
    const struct sim_execute *core = &m.execute;
    assert_true(core->width == 4 && core->read_ports == 3 && core->loop == 0.5);
    assert_true(core->in_order && core->forward == 2 && core->miss == 7 && core->operations == 5);
    assert_int_equal(execute_registers(core, "i64"), 13);
    assert_int_equal(execute_registers(core, "f64"), 32);
    assert_int_equal(core->simd, 32);
    const struct sim_operation *mul = execute_find(core, OP_MUL, "f64");
    assert_non_null(mul);
    assert_true(mul->cycles == 4.5 && mul->interval == 2 && mul->units == 3 && mul->pool == 7);
    const struct sim_operation *shl = execute_find(core, OP_SHL, "i64");
    assert_non_null(shl);
    assert_true(shl->interval == 1 && shl->units == 1 && shl->pool != mul->pool);
    assert_null(execute_find(core, OP_SHL, "i32"));
}

static void what_is_wrong_is_said_in_a_line(void **state) {
    struct sim_machine machine;
    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        assert_string_equal(read_text(WRONG[i][0], &machine), WRONG[i][1]);
}

static void long_lines_are_refused(void **state) {
    struct sim_machine machine;
    char text[700];
    (void)state;
    memset(text, ' ', sizeof text);
    memcpy(text, "core ", 5);
    text[sizeof text - 1] = '\0';
    assert_string_equal(read_text(text, &machine), "m:1: line too long");
}

static int allows(const struct sim_machine *machine, const char *name, const char *value) {
    struct truth truth[TRUTHS_MOST];
    size_t count = truths_of(machine, truth);
    for (size_t i = 0; i < count; i++)
        if (strcmp(truth[i].name, name) == 0)
            return truth_allows(&truth[i], value);
    return -1;
}

static void truths_follow_from_the_file(void **state) {
    static const char *const right[][2] = {
        {"cache_levels", "2"},      {"l1_size", "12288"},     {"l1_assoc", "3"},
        {"l1_line", "64"},          {"l1_latency", "5"},      {"l1_write_allocate", "0"},
        {"l1_write_back", "0"},     {"l1_virtual", "0"},      {"l1_virtual", "1"},
        {"l1_replacement", "lru"},  {"l2_size", "60000"},     {"l2_assoc", "3"},
        {"l2_write_allocate", "1"}, {"l2_write_back", "1"},   {"l2_replacement", "qlru"},
        {"fetch_size", "64"},       {"mem_latency_ns", "80"}, {"outstanding_misses", "7"}};
    static const char *const wrong[][2] = {{"l1_size", "12289"},       {"l1_size", "unknown"},
                                           {"l1_latency", "4"},        {"l2_size", "90000"},
                                           {"l1_replacement", "plru"}, {"mem_latency_ns", "150"}};
    struct sim_machine machine;
    (void)state;
    assert_string_equal(read_text(WHOLE, &machine), "");
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_int_equal(allows(&machine, right[i][0], right[i][1]), 1);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(allows(&machine, wrong[i][0], wrong[i][1]), 0);
    assert_int_equal(allows(&machine, "l3_size", "1"), -1);
}

/* If the first cache holds no code and there is no `code` line, the instruction cache is as
   large. */
static void an_instruction_cache_is_imagined(void **state) {
    struct sim_machine m;
    (void)state;
    assert_string_equal(read_text(CORE CACHE "\n" CACHE "\n" MEMORY, &m), "");
    assert_true(m.level[0].data_only && !m.level[1].data_only);
    assert_true(m.code.bytes == 4096 && m.code.ways == 4 && m.code.line == 64);
    assert_string_equal(read_text(CORE CACHE " holds=all\n" MEMORY, &m), "");
    assert_true(!m.level[0].data_only && m.code.bytes == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_of_a_cache_arrives),
        cmocka_unit_test(every_field_of_the_rest_arrives),
        cmocka_unit_test(what_a_file_states_is_a_truth),
        cmocka_unit_test(an_instruction_cache_is_imagined),
        cmocka_unit_test(every_field_of_the_core_arrives),
        cmocka_unit_test(what_is_wrong_is_said_in_a_line),
        cmocka_unit_test(long_lines_are_refused),
        cmocka_unit_test(truths_follow_from_the_file),
    };
    return cmocka_run_group_tests_name("sim_read", tests, NULL, NULL);
}
