/* test_l1.c - the first level of every machine of the zoo, found by the probe and the analyzer
   that run on real ones: exactly or as `unknown`, never wrongly, and always without noise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../analysis/product.h"
#include "sim/run.h"
#include "sim/zoo.h"

#include <stdio.h>
#include <string.h>

sweep sweep_l1;

static const char *const POLICIES[] = {"LRU", "tree-PLRU", "random"};
/* Jitter, share of samples preempted and by how many microseconds, share of rulers that disagree,
   the clock's step in ns. */
static const struct noise NOISE[] = {
    {0, 0, 0, 0, 0}, /* none */
    {0.003, 0.02, 20, 0.01, 1},
    {0.003, 0.02, 20, 0.01, 1},
    {0.003, 0.02, 20, 0.01, 1},
    {0.003, 0.02, 20, 0.01, 40},   /* a counter of 25 MHz */
    {0.003, 0.02, 20, 0.01, 1000}, /* a clock of whole microseconds */
    {0.02, 0.3, 20, 0.05, 40},     /* a machine under heavy load */
};
enum { SEEDS = sizeof NOISE / sizeof NOISE[0] };

struct subject {
    const struct zoo_machine *machine;
    enum cache_policy policy;
};

/* Is the answer NAME right: EXPECTED; or, where MAY_FAIL, unknown or no table at all? */
static int check(const char *output, const char *name, double expected, int may_fail) {
    char value[64], right[64];
    run_answer(output, name, value, sizeof value);
    snprintf(right, sizeof right, "%.15g", expected);
    if (strcmp(value, right) == 0 ||
        (may_fail && (value[0] == '\0' || strcmp(value, "unknown") == 0)))
        return 1;
    fprintf(stderr, "%s is '%s' and should be %s\n", name, value, right);
    return 0;
}

static int check_all(const char *output, const struct sim_level *level, int may_fail) {
    int right = check(output, "l1_size", (double)level->cache.bytes, may_fail);
    right &= check(output, "l1_assoc", (double)level->cache.ways, may_fail);
    right &= check(output, "l1_line", (double)level->cache.line, may_fail);
    return right & check(output, "l1_latency", level->cycles, may_fail);
}

/* Seed 0 is without noise. */
static int run_seed(const struct subject *subject, uint64_t seed) {
    struct sim_machine sim = zoo_variant(&subject->machine->sim, subject->policy, &NOISE[seed]);
    struct run run = run_sweep(sweep_l1, compact_decide, &sim, seed);
    int right = check_all(run.output, &sim.level[0], seed > 0);
    if (!right)
        fprintf(stderr, "on %s, %s, seed %u:\n%s%s", subject->machine->name,
                POLICIES[subject->policy], (unsigned)seed, run.table, run.output);
    run_free(&run);
    return right;
}

static void finds_the_first_level(void **state) {
    const struct subject *subject = *state;
    int right = 1;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        right &= run_seed(subject, seed);
    assert_true(right);
}

/* ---- a test for each machine and policy ---- */

enum { MOST = 100 };

int main(void) {
    static struct subject subject[MOST];
    static char name[MOST][80];
    static struct CMUnitTest test[MOST];
    size_t count = 0;
    for (const struct zoo_machine *machine = zoo; machine->name != NULL; machine++)
        for (int policy = POLICY_LRU; policy <= POLICY_RANDOM && count < MOST; policy++) {
            subject[count] = (struct subject){machine, (enum cache_policy)policy};
            snprintf(name[count], sizeof name[count], "%s, %s", machine->name, POLICIES[policy]);
            test[count].name = name[count];
            test[count].test_func = finds_the_first_level;
            test[count].initial_state = &subject[count];
            count++;
        }
    return _cmocka_run_group_tests("l1", test, count, NULL, NULL);
}
