/* sim_policies.c - each replacement policy of the simulated cache, against results worked out by
   hand and published miss ratios. */
#include "sim_parts.h"

/* Accesses the lines that small LETTERS name.  Returns whether the last access hit. */
static int play(struct cache *cache, const char *letters) {
    bool hit = false;
    for (; *letters != '\0'; letters++)
        hit = cache_access(cache, (uint64_t)(*letters - 'a') * LINE);
    return hit;
}

/* Returns whether the cache holds exactly the lines that LETTERS name. */
static int holds_only(const struct cache *cache, const char *letters) {
    for (char letter = 'a'; letter <= 'z'; letter++) {
        struct place place = at((uint64_t)(letter - 'a') * LINE);
        int wanted = 0;
        for (const char *one = letters; *one != '\0'; one++)
            wanted |= *one == letter;
        if (cache_holds(cache, &place) != wanted)
            return 0;
    }
    return 1;
}

/* A policy, the accesses, and the lines that are held afterwards in four ways. */
static const char *const BY_HAND[][3] = {
    {"lru", "abcdae", "acde"},
    {"fifo", "abcdae", "bcde"},
    {"fifo", "abcdaebf", "cdef"},
    /* a is inserted at 1, alone, and rises to 3; the others stay at 1, so a is evicted */
    {"qlru_h00_m1_r0_u0", "abcde", "bcde"},
    /* the hit moves a from 3 to 0, and all rise by 2; b is the leftmost at 3 */
    {"qlru_h00_m1_r0_u0", "abcdae", "acde"},
    /* SRRIP: all are at 2; e finds none at 3, all rise to 3, and a is evicted */
    {"srrip", "abcde", "bcde"},
    /* b is at 0 when all rise by 1; a, c and d are evicted, and then e, not b */
    {"srrip", "abcdbefg", "befg"},
    {"srrip", "abcdbefgh", "bfgh"},
    /* way 0 is evicted if none is the oldest: U2 adds 1 to ages of 0, so none is 3 yet */
    {"qlru_h00_m0_r1_u2_umo", "abcde", "bcde"},
    {"qlru_h00_m0_r1_u2_umo", "abcdef", "bcdf"},
};

static void policies_follow_their_definitions(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof BY_HAND / sizeof *BY_HAND; i++) {
        struct cache *cache = one_set(4, BY_HAND[i][0]);
        play(cache, BY_HAND[i][1]);
        if (!holds_only(cache, BY_HAND[i][2]))
            fail_msg("%s after %s", BY_HAND[i][0], BY_HAND[i][1]);
        cache_destroy(cache);
    }
}

/* Returns the miss ratio of COUNT lines that are touched in turn forever. */
static double miss_ratio(size_t ways, size_t count, const char *policy) {
    struct cache *cache = one_set(ways, policy);
    enum { LAPS = 3000 };
    size_t misses = 0;
    for (size_t lap = 0; lap < 2 * LAPS; lap++)
        for (size_t i = 0; i < count; i++)
            misses += !cache_access(cache, i * LINE) && lap >= LAPS;
    cache_destroy(cache);
    return (double)misses / (double)(count * LAPS);
}

/* A table from another simulation with fewer laps, of which the first miss more often. */
static void laps_miss_as_often_as_published(void **state) {
    (void)state;
    static const struct {
        const char *policy;
        size_t ways, count;
        double least, most;
    } rows[] = {
        {"qlru_h00_m1_r0_u1", 8, 9, 0.43, 0.47},
        {"qlru_h00_m1_r0_u1", 8, 16, 1, 1},
        {"qlru_h00_m1_r0_u1", 12, 13, 0.22, 0.31},
        {"qlru_h00_m1_r0_u1", 16, 17, 0.16, 0.25},
        {"qlru_h00_m1_r0_u1", 16, 32, 1, 1},
        {"qlru_h00_m1_r0_u1", 20, 21, 0.13, 0.21},
        {"qlru_h11_m1_r0_u0", 8, 9, 1, 1},
        {"qlru_h11_m1_r0_u0", 16, 17, 1, 1},
        {"srrip", 8, 9, 1, 1},
        {"srrip", 16, 17, 1, 1},
        {"fifo", 8, 9, 1, 1},
        {"lru", 16, 17, 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double ratio = miss_ratio(rows[i].ways, rows[i].count, rows[i].policy);
        if (ratio < rows[i].least || ratio > rows[i].most)
            fail_msg("%s, %zu of %zu: %g", rows[i].policy, rows[i].count, rows[i].ways, ratio);
    }
}

/* Most new lines replace the previous new line, so that most old lines stay: a cycle of twice the
   ways has nearly half hits. */
static void bimodal_insertion_keeps_a_part(void **state) {
    (void)state;
    assert_true(near(miss_ratio(16, 32, "brrip"), 0.53, 0.03));
    assert_true(near(miss_ratio(8, 16, "brrip"), 0.56, 0.04));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policies_follow_their_definitions),
        cmocka_unit_test(laps_miss_as_often_as_published),
        cmocka_unit_test(bimodal_insertion_keeps_a_part),
    };
    return cmocka_run_group_tests_name("sim_policies", tests, NULL, NULL);
}
