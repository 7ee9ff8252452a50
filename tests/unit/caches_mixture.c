/* caches_mixture.c - the capacity that the colour mixture fits to a smeared edge, on edges drawn
   from known caches, and the segments of a curve. */
#include "../helper.h"

#include "../../analysis/caches/mixture_capacity.h"
#include "../../analysis/caches/segment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the colour mixture ---- */

/* A cache, and whether pages are contiguous or random. */
struct drawn {
    size_t colours, ways;
    bool contiguous, random_replacement;
    size_t layouts;
};

/* Returns the misses of PAGES of one colour, visited in turn; with random replacement, after it has
   settled. */
static double misses_in_colour(const struct drawn *cache, size_t pages, uint64_t *seed) {
    size_t held[64], misses = 0, laps = 40;
    if (pages <= cache->ways || !cache->random_replacement || pages > 3 * cache->ways)
        return pages <= cache->ways ? 0 : (double)pages;
    for (size_t way = 0; way < cache->ways; way++)
        held[way] = way;
    for (size_t i = 0; i < laps * pages; i++) {
        size_t way = 0;
        while (way < cache->ways && held[way] != i % pages)
            way++;
        if (way < cache->ways)
            continue;
        held[chance(seed, cache->ways)] = i % pages;
        misses += i >= laps * pages / 2;
    }
    return (double)misses / ((double)laps / 2);
}

static double draw_misses(const struct drawn *cache, size_t pages, uint64_t *seed) {
    size_t *count = calloc(cache->colours, sizeof *count);
    double misses = 0;
    assert_non_null(count);
    for (size_t i = 0; i < pages; i++)
        count[cache->contiguous ? i % cache->colours : chance(seed, cache->colours)]++;
    for (size_t colour = 0; colour < cache->colours; colour++)
        misses += misses_in_colour(cache, count[colour], seed);
    free(count);
    return misses / (double)pages;
}

enum { EDGE_ROWS = 24, PAGE = 4096 };

/* Draws an edge: four rows per octave from a quarter of the capacity to 13 times it, from 40 cycles
   to 200, with one per cent of noise. */
static void draw_edge(const struct drawn *cache, uint64_t *seed, double *bytes, double *latency) {
    for (size_t i = 0; i < EDGE_ROWS; i++) {
        double misses = 0, capacity = (double)(cache->colours * cache->ways);
        size_t pages = (size_t)(capacity * pow(2, ((double)i - 8 + 0.5) / 4) + 0.5);
        for (size_t layout = 0; layout < cache->layouts; layout++)
            misses += draw_misses(cache, pages, seed) / (double)cache->layouts;
        bytes[i] = (double)(pages * PAGE);
        latency[i] = (40 + 160 * misses) * (1 + 0.0001 * (double)chance(seed, 100));
    }
}

/* Returns where the curve crosses a quarter of the step, as edges.c does. */
static double cross(const double *bytes, const double *latency) {
    size_t i = 0;
    while (i + 2 < EDGE_ROWS && latency[i + 1] <= 80)
        i++;
    double part = (80 - latency[i]) / (latency[i + 1] - latency[i]);
    return bytes[i] * pow(bytes[i + 1] / bytes[i], fmin(fmax(part, 0), 1));
}

static double octaves(double a, double b) {
    return fabs(log2(a / b));
}

/* Fits one edge.  A published size must be within a quarter octave.  Returns whether one is
   published. */
static bool check_draw(const struct drawn *cache, uint64_t *seed) {
    double bytes[EDGE_ROWS], latency[EDGE_ROWS];
    double truth = (double)(cache->colours * cache->ways * PAGE);
    struct mixture mixture;
    draw_edge(cache, seed, bytes, latency);
    double size = cross(bytes, latency);
    if (!mixture_fit(bytes, latency, EDGE_ROWS, size, &mixture) ||
        !capacity_agree(&size, 0, &mixture))
        return false;
    if (octaves(size, truth) > 0.25)
        fail_msg("%zu colours of %zu ways: %.0f bytes", cache->colours, cache->ways, size);
    return true;
}

static void capacity_is_right_or_unsure(void **state) {
    static const size_t geometry[][2] = {{5, 3},   {8, 20},   {16, 16},  {20, 12}, {32, 8},
                                         {128, 2}, {128, 16}, {512, 16}, {96, 11}, {40, 48}};
    uint64_t seed = 4711;
    size_t published[2] = {0, 0};
    (void)state;
    for (size_t i = 0; i < sizeof geometry / sizeof geometry[0]; i++)
        for (size_t kind = 0; kind < 4; kind++)
            for (size_t repeat = 0; repeat < 4; repeat++) {
                struct drawn cache = {geometry[i][0], geometry[i][1], kind % 2 == 1, kind >= 2, 1};
                published[kind % 2] += check_draw(&cache, &seed);
            }
    print_message("published: %zu of 80 with random pages, %zu of 80 with contiguous ones\n",
                  published[0], published[1]);
    assert_true(published[0] > 0 && published[1] >= 24);
}

/* With chance averaged out, the fit alone finds the capacity. */
static void fit_finds_the_capacity(void **state) {
    static const size_t geometry[][2] = {{8, 20}, {16, 16}, {20, 12}, {32, 8}, {128, 16}};
    uint64_t seed = 42;
    (void)state;
    for (size_t i = 0; i < sizeof geometry / sizeof geometry[0]; i++) {
        struct drawn cache = {geometry[i][0], geometry[i][1], false, false, 20};
        double bytes[EDGE_ROWS], latency[EDGE_ROWS];
        double truth = (double)(cache.colours * cache.ways * PAGE);
        struct mixture mixture;
        draw_edge(&cache, &seed, bytes, latency);
        assert_true(mixture_fit(bytes, latency, EDGE_ROWS, cross(bytes, latency), &mixture));
        print_message("%zu colours of %zu ways: %.0f%% of them, %zu ways\n", cache.colours,
                      cache.ways, 100 * mixture.size / truth, mixture.ways);
        assert_true(octaves(mixture.size, truth) <= log2(1.1));
        assert_true(mixture.least <= truth && truth <= mixture.most);
    }
}

/* Nothing is published if the lower end of the range could be a victim level's own size plus that
   of the level in front, if the best fit is poor, or if the crossing is elsewhere. */
static void witnesses_must_agree(void **state) {
    static const double M = 1 << 20;
    struct mixture mixture = {.size = 8 * M, .misfit = 0.5, .least = 7 * M, .most = 9.5 * M};
    double size = 8 * M;
    (void)state;
    assert_true(capacity_agree(&size, 0.1 * M, &mixture));
    assert_true(size >= 7.98 * M && size <= 8.01 * M);
    assert_false(capacity_agree(&size, 1 * M, &mixture));
    mixture.misfit = 2;
    assert_false(capacity_agree(&size, 0.1 * M, &mixture));
    mixture.misfit = 0.5;
    size = 5 * M;
    assert_false(capacity_agree(&size, 0.1 * M, &mixture));
}

static void strange_edges_do_no_harm(void **state) {
    double bytes[EDGE_ROWS], latency[EDGE_ROWS];
    struct mixture mixture;
    (void)state;
    for (size_t i = 0; i < EDGE_ROWS; i++) {
        bytes[i] = pow(10, (double)i * 13);
        latency[i] = pow(10, (double)i * 13 - 5);
    }
    for (size_t i = 0; i < EDGE_ROWS; i++)
        (void)mixture_fit(bytes, latency, EDGE_ROWS, bytes[i], &mixture);
    for (size_t i = 0; i < EDGE_ROWS; i++) {
        bytes[i] = (double)(i + 1) * 65536;
        latency[i] = 7;
    }
    assert_false(mixture_fit(bytes, latency, EDGE_ROWS, 1 << 20, &mixture));
    assert_false(mixture_fit(bytes, latency, 4, 1 << 20, &mixture));
    assert_false(mixture_fit(bytes, latency, 0, 1 << 20, &mixture));
}

/* ---- segments ---- */

static void segments_are_optimal(void **state) {
    const double y[] = {1, 1, 1, 5, 5, 9, 9, 9};
    size_t first[8];
    (void)state;
    assert_int_equal(segment(y, 8, 0.1, first), 3);
    assert_int_equal(first[0], 0);
    assert_int_equal(first[1], 3);
    assert_int_equal(first[2], 5);
    assert_int_equal(segment(y, 8, 1000, first), 1);
    assert_int_equal(segment(y, 1, 0.1, first), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capacity_is_right_or_unsure), cmocka_unit_test(fit_finds_the_capacity),
        cmocka_unit_test(witnesses_must_agree),        cmocka_unit_test(strange_edges_do_no_harm),
        cmocka_unit_test(segments_are_optimal),
    };
    return cmocka_run_group_tests_name("caches_mixture", tests, NULL, NULL);
}
