/* caches_stores.c - whether a level allocates on a store, and whether it writes back or through. */
#include "../helper.h"

#include <stdlib.h>

extern const struct method stores_method;

enum { TEXT = 60000 };

struct range {
    double low, high;
};

static struct range exactly(double cost) {
    return (struct range){cost, cost};
}

/* The cost of a row of KIND after visits of so many KB. */
typedef struct range row_cost(int kind, int kb, const void *how);

/* Decides on rows of the first KINDS kinds, from 2 KB to 8 MB.  The clock's step may add or hide
   OFF. */
static char *decide_stores(row_cost *cost, int kinds, const void *how, double off) {
    static const char *const words[] = {"", "held", "stored", "away", "written", "stores", "loads"};
    static const int kinds_in_order[] = {3, 1, 2, 4, 6, 5};
    char *text = malloc(TEXT), *end = text;
    for (int i = 0; i < 6; i++) {
        int kind = kinds_in_order[i];
        if (i == 0 || i == 4)
            end += sprintf(end, "# section: %s\n# columns: kind bytes cost low high\n",
                           i == 0 ? "groups" : "sets");
        for (int kb = 2; kind <= kinds && kb <= 8192; kb *= 2) {
            struct range range = cost(kind, kb, how);
            end += sprintf(end, "%s %d %g %g %g\n", words[kind], kb * 1024,
                           (range.low + range.high) / 2, range.low, range.high);
        }
    }
    sprintf(end, "# section: clock\n# columns: off_ns\n%g\n", off);
    char *output = run_method(&stores_method, text, USUAL);
    free(text);
    return output;
}

/* Whether the first level allocates, and the costs of stores in the first level, the second, and
   behind it. */
struct storing {
    int allocates;
    const double *store;
};

/* Two levels of 32 KB and 512 KB, with hits of 4, 14 and 200 cycles; overlapping loads cost a
   tenth. */
static struct range cost_of_two(int kind, int kb, const void *how) {
    const struct storing *storing = how;
    int level = kb < 32 ? 0 : kb <= 512 ? 1 : 2;
    double latency = level == 0 ? 4 : level == 1 ? 14 : 200, fetch = latency / 10;
    switch (kind) {
    case 2:
        return exactly(level == 0 && !storing->allocates ? 14 : latency);
    case 3:
        return exactly(200);
    case 4:
        return exactly(storing->store[storing->allocates ? 0 : level]);
    case 5:
        return exactly(storing->store[level] + (storing->allocates && level > 0 ? fetch : 0));
    case 6:
        return exactly(fetch);
    default:
        return exactly(latency);
    }
}

static void check_stores(int allocates, const double *store, const char *first,
                         const char *second) {
    struct storing storing = {allocates, store};
    char *output = decide_stores(cost_of_two, 6, &storing, 0);
    assert_string_equal(answer_of(output, "l1_write_allocate"), allocates ? "1" : "0");
    assert_string_equal(answer_of(output, "l2_write_allocate"), "1");
    assert_string_equal(answer_of(output, "l1_write_back"), first);
    assert_string_equal(answer_of(output, "l2_write_back"), second);
    free(output);
}

/* If lines are fetched, a rise of the cost of stores that is no more than that of the fetches
   proves nothing. */
static void steps_of_stores(void **state) {
    static const double back[] = {1, 4, 30}, through[] = {4, 4, 30}, last[] = {30, 30, 30};
    (void)state;
    check_stores(1, back, "1", "1");
    check_stores(1, through, "unknown", "1");
    check_stores(1, last, "unknown", "unknown");
    check_stores(0, back, "1", "1");
    check_stores(0, through, "0", "1");
}

/* Three levels of 32 KB, 512 KB and 8 MB, with hits of 4, 14, 50 and 200 cycles.  STORED is the
   cost of a group that was written once, after visits of 1, 2, 4 and 8 MB. */
static struct range cost_of_three(int kind, int kb, const void *stored) {
    int third = (kb > 1024) + (kb > 2048) + (kb > 4096);
    if (kind == 3)
        return exactly(200);
    if (kind == 2 && kb > 512)
        return exactly(((const double *)stored)[third]);
    return exactly(kb < 32 ? 4 : kb <= 512 ? 14 : 50);
}

static void check_third(const double *stored, const char *expected) {
    char *output = decide_stores(cost_of_three, 3, stored, 0);
    assert_string_equal(answer_of(output, "l2_write_allocate"), "1");
    assert_string_equal(answer_of(output, "l3_write_allocate"), expected);
    assert_string_equal(answer_of(output, "l4_write_allocate"), "unknown");
    free(output);
}

/* Visits that fill the level evict lines that were written once before lines that were read
   twice. */
static void a_full_level_is_no_proof(void **state) {
    static const double brought[] = {50, 50, 50, 50}, brim[] = {50, 50, 50, 200},
                        away[] = {200, 200, 200, 200}, between[] = {70, 70, 70, 200};
    (void)state;
    check_third(brought, "1");
    check_third(brim, "1");
    check_third(away, "0");
    check_third(between, "unknown");
}

/* Two levels, with hits of 4 and 100 cycles, and between them one row whose groups cost BETWEEN. */
static struct range cost_between(int kind, int kb, const void *between) {
    if (kind == 3)
        return exactly(1000);
    return kb == 64 ? *(const struct range *)between : exactly(kb < 64 ? 4 : 100);
}

static void check_between(double low, double high, const char *expected) {
    struct range between = {low, high};
    char *output = decide_stores(cost_between, 3, &between, 0);
    assert_string_equal(answer_of(output, "l1_write_allocate"), "1");
    assert_string_equal(answer_of(output, "l2_write_allocate"), expected);
    free(output);
}

/* Two levels, with hits of 4 and 14 cycles, and 200 behind them.  Written groups cost WRITTEN. */
static struct range cost_disturbed(int kind, int kb, const void *written) {
    if (kind == 2)
        return *(const struct range *)written;
    return exactly(kind == 3 ? 200 : kb < 32 ? 4 : kb <= 512 ? 14 : 200);
}

static void check_disturbed(double low, double high, const char *expected) {
    struct range written = {low, high};
    char *output = decide_stores(cost_disturbed, 3, &written, 0);
    assert_string_equal(answer_of(output, "l1_write_allocate"), expected);
    assert_string_equal(answer_of(output, "l2_write_allocate"), high < 15 ? "1" : expected);
    free(output);
}

/* A row that was interrupted again and again is no miss. */
static void a_disturbed_store_is_no_miss(void **state) {
    (void)state;
    check_disturbed(200, 210, "0");
    check_disturbed(14, 14, "0");
    check_disturbed(14, 200, "unknown");
    check_disturbed(3000, 3100, "unknown");
    check_disturbed(4600, 7900, "unknown");
}

/* Two levels of 64 KB and 512 KB, with hits of 1 and 5 cycles, and 200 behind them, in steps of a
   third of 1.35. */
static struct range cost_in_steps(int kind, int kb, const void *how) {
    (void)how;
    return exactly(kind == 3 ? 200 : kb < 8 ? 0.54 : kb < 64 ? 1.43 : kb <= 512 ? 5.4 : 200);
}

/* One level whose times differ by a step of the clock is not two levels. */
static void a_step_of_the_clock_is_no_level(void **state) {
    (void)state;
    char *fine = decide_stores(cost_in_steps, 3, NULL, 0);
    char *coarse = decide_stores(cost_in_steps, 3, NULL, 1.35);
    assert_string_equal(answer_of(fine, "l3_write_allocate"), "1");
    assert_string_equal(answer_of(coarse, "l1_write_allocate"), "1");
    assert_string_equal(answer_of(coarse, "l3_write_allocate"), "unknown");
    free(fine);
    free(coarse);
}

/* Each group of a row is served by one of two levels, and their mean is not a third level. */
static void a_row_between_may_be_a_level(void **state) {
    (void)state;
    check_between(20, 20, "unknown");
    check_between(4, 20, "unknown");
    check_between(4, 100, "1");
    check_between(4, 4, "1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_stores),
        cmocka_unit_test(a_full_level_is_no_proof),
        cmocka_unit_test(a_disturbed_store_is_no_miss),
        cmocka_unit_test(a_step_of_the_clock_is_no_level),
        cmocka_unit_test(a_row_between_may_be_a_level),
    };
    return cmocka_run_group_tests_name("caches_stores", tests, NULL, NULL);
}
