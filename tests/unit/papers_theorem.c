/* papers_theorem.c - X-Ray's theorems as properties of the simulated LRU cache.

   Theorem 1: on a cache <A, B, C> a sequence <m0, S, n> is compact, that is, no load misses once
   all places were loaded, if and only if n <= max(C / S, A).

   Theorem 2 names the longest compact sequence and the shortest one that is not: all subsets of the
   former are compact, and no superset of the latter is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../sim/cache.h"

#include <stdlib.h>

enum { GEOMETRIES = 3000, MOST_WAYS = 24, MOST_PLACES = 1 << 20 };

struct subject {
    struct cache_geometry cache;
    size_t stride, most; /* MOST: the longest compact sequence */
    uint64_t start;
};

/* ---- sequences ---- */

static size_t power(struct rng *rng, size_t most_bits) {
    return (size_t)1 << rng_below(rng, most_bits + 1);
}

/* Draws any number of ways, up to 64 sets, lines of up to 128 bytes, and strides from 1 byte to
   several ways, which covers all three cases of the proof. */
static struct subject draw(struct rng *rng) {
    struct subject subject;
    size_t ways = 1 + rng_below(rng, MOST_WAYS), line = power(rng, 7), way = power(rng, 6) * line;
    subject.cache = (struct cache_geometry){
        .bytes = ways * way, .ways = ways, .line = line, .policy = {.kind = POLICY_LRU}};
    subject.stride = 1;
    for (size_t i = rng_below(rng, 17); i > 0 && subject.stride < 16 * way; i--)
        subject.stride *= 2;
    size_t narrow = subject.cache.bytes / subject.stride;
    subject.most = narrow > ways ? narrow : ways;
    subject.start = rng_next(rng) % 1000000 * line;
    return subject;
}

/* Returns the misses of a third lap over the places, on a cache that held other lines before. */
static size_t steady_misses(const struct subject *subject, const size_t *place, size_t count) {
    size_t missed = 0;
    struct cache *cache = cache_create(&subject->cache, 0);
    assert_non_null(cache);
    for (size_t i = 0; i < subject->cache.bytes; i += subject->cache.line)
        cache_access(cache, UINT64_C(0x900000000000) + i);
    for (int lap = 0; lap < 3; lap++) {
        missed = 0;
        for (size_t i = 0; i < count; i++)
            missed += !cache_access(cache, subject->start + place[i] * subject->stride);
    }
    cache_destroy(cache);
    return missed;
}

static void shuffle(struct rng *rng, size_t *place, size_t count) {
    for (size_t i = count; i > 1; i--) {
        size_t j = rng_below(rng, i), kept = place[i - 1];
        place[i - 1] = place[j];
        place[j] = kept;
    }
}

/* Stores the first COUNT places, in order, or half of the time in random order. */
static void sequence(struct rng *rng, size_t *place, size_t count) {
    for (size_t i = 0; i < count; i++)
        place[i] = i;
    if (rng_below(rng, 2) == 1)
        shuffle(rng, place, count);
}

static size_t *places(void) {
    size_t *place = malloc(MOST_PLACES * sizeof *place);
    assert_non_null(place);
    return place;
}

static void check(const struct subject *subject, const size_t *place, size_t count, int compact) {
    size_t missed = steady_misses(subject, place, count);
    if ((missed == 0) != compact)
        fail_msg("<%zu, %zu, %zu>: %zu places %zu apart miss %zu times", subject->cache.ways,
                 subject->cache.line, subject->cache.bytes, count, subject->stride, missed);
}

/* ---- the theorems ---- */

static void a_sequence_is_compact_up_to_the_theorems_length(void **state) {
    (void)state;
    struct rng rng = {1};
    size_t *place = places();
    for (int i = 0; i < GEOMETRIES; i++) {
        struct subject subject = draw(&rng);
        size_t count = 1 + rng_below(&rng, 2 * subject.most + 2);
        sequence(&rng, place, count);
        check(&subject, place, count, count <= subject.most);
    }
    free(place);
}

static void the_bound_is_sharp(void **state) {
    (void)state;
    struct rng rng = {2};
    size_t *place = places();
    for (int i = 0; i < GEOMETRIES; i++) {
        struct subject subject = draw(&rng);
        sequence(&rng, place, subject.most);
        check(&subject, place, subject.most, 1);
        sequence(&rng, place, subject.most + 1);
        check(&subject, place, subject.most + 1, 0);
    }
    free(place);
}

static void what_a_compact_sequence_contains_is_compact(void **state) {
    (void)state;
    struct rng rng = {3};
    size_t *place = places();
    for (int i = 0; i < GEOMETRIES; i++) {
        struct subject subject = draw(&rng);
        sequence(&rng, place, subject.most);
        shuffle(&rng, place, subject.most);
        check(&subject, place, 1 + rng_below(&rng, subject.most), 1);
    }
    free(place);
}

/* Random other places, near and far, are visited too. */
static void what_contains_a_sequence_too_long_is_not_compact(void **state) {
    (void)state;
    struct rng rng = {4};
    size_t *place = places();
    for (int i = 0; i < GEOMETRIES; i++) {
        struct subject subject = draw(&rng);
        size_t count = subject.most + 1, more = rng_below(&rng, 20);
        sequence(&rng, place, count);
        for (size_t k = 0; k < more; k++)
            place[count + k] = rng_below(&rng, 1000000);
        shuffle(&rng, place, count + more);
        check(&subject, place, count + more, 0);
    }
    free(place);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sequence_is_compact_up_to_the_theorems_length),
        cmocka_unit_test(the_bound_is_sharp),
        cmocka_unit_test(what_a_compact_sequence_contains_is_compact),
        cmocka_unit_test(what_contains_a_sequence_too_long_is_not_compact),
    };
    return cmocka_run_group_tests_name("papers_theorem", tests, NULL, NULL);
}
