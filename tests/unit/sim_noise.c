/* sim_noise.c - the mean and variance of each kind of simulated noise, and the noise that evicts
   lines of the caches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim_bench.h"

#include <math.h>

/* ---- noise ---- */

enum { DRAWS = 200000 };

static void draws_have_their_mean_and_variance(void **state) {
    (void)state;
    struct rng rng = {0};
    double unit = 0, normal = 0, square = 0, below = 0;
    for (int i = 0; i < DRAWS; i++) {
        double u = rng_unit(&rng), n = rng_normal(&rng);
        size_t d = rng_below(&rng, 7);
        assert_true(u >= 0 && u < 1 && n > -6 && n < 6 && d < 7);
        unit += u / DRAWS;
        normal += n / DRAWS;
        square += n * n / DRAWS;
        below += (double)d / DRAWS;
    }
    double band = DEVIATIONS / sqrt(DRAWS);
    assert_true(near(unit, 0.5, band * sqrt(1 / 12.)) && near(below, 3, band * 2));
    assert_true(near(normal, 0, band) && near(square, 1, band * sqrt(2)));
}

struct seen {
    double mean, deviation, good, long_share, longest;
};

/* Returns the samples that NOISE makes of NS. */
static struct seen observe(struct noise noise, double ns) {
    struct rng rng = {20};
    struct seen seen = {0, 0, 0, 0, 0};
    for (int i = 0; i < DRAWS; i++) {
        double sample = ns;
        struct disturbance disturbance = noise_add(&noise, &rng, &sample);
        seen.good += (double)(!disturbance.disagree && sample > 0) / DRAWS;
        seen.mean += sample / DRAWS;
        seen.deviation += (sample - ns) * (sample - ns) / DRAWS;
        seen.long_share += (double)(sample > 2 * ns) / DRAWS;
        seen.longest = fmax(seen.longest, sample);
    }
    seen.deviation = sqrt(seen.deviation);
    return seen;
}

static double band_of_share(double share) {
    return DEVIATIONS * sqrt(share * (1 - share) / DRAWS);
}

static void no_noise_changes_nothing(void **state) {
    (void)state;
    struct seen seen = observe((struct noise){.jitter = 0}, 1000);
    assert_true(near(seen.mean, 1000, 1e-6) && near(seen.deviation, 0, 1e-9));
    assert_true(near(seen.good, 1, 1e-6) && near(seen.longest, 1000, 0));
}

static void jitter_is_relative(void **state) {
    (void)state;
    for (double ns = 10; ns < 1e6; ns *= 10) {
        struct seen seen = observe((struct noise){.jitter = 0.003}, ns);
        assert_true(near(seen.mean, ns, 0.003 * ns * DEVIATIONS / sqrt(DRAWS)));
        assert_true(near(seen.deviation, 0.003 * ns, 0.003 * ns * DEVIATIONS / sqrt(2 * DRAWS)));
    }
}

static void preemption_adds_to_few_samples(void **state) {
    (void)state;
    struct seen seen = observe((struct noise){.preempted = 0.02, .preempted_us = 20}, 1000);
    assert_true(near(seen.long_share, 0.02, band_of_share(0.02)));
    assert_true(near(seen.mean, 1000 + 0.02 * 20000, 20 * DEVIATIONS * 20000 / sqrt(DRAWS) / 100));
    assert_true(seen.longest <= 31000 && seen.longest > 30000);
}

static void rulers_disagree_at_times(void **state) {
    (void)state;
    struct seen seen = observe((struct noise){.disagree = 0.01}, 1000);
    assert_true(near(seen.good, 0.99, band_of_share(0.01)));
    assert_true(near(seen.mean, 1000, 1e-6));
}

/* Samples are whole steps, at most one off, and right on average; a sample of zero steps is
   discarded. */
static void the_clock_ticks(void **state) {
    (void)state;
    struct noise noise = {.step_ns = 40};
    struct rng rng = {3};
    for (int i = 0; i < 1000; i++) {
        double ns = 1010;
        assert_false(noise_add(&noise, &rng, &ns).disagree);
        assert_true(near(ns, 1000, 0) || near(ns, 1040, 0));
    }
    assert_true(near(observe(noise, 1010).mean, 1010, 40 * DEVIATIONS / sqrt(DRAWS)));
    assert_true(near(observe(noise, 10).good, 0.25, band_of_share(0.25)));
}

/* ---- noise that reaches the caches ---- */

static void preemption_evicts(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.noise = (struct noise){.preempted = 1, .evicted = 3000};
    struct bench bench = bench_of(&sim, 1);
    struct timing timing;
    link_places(&bench, 64, 64);
    chain_sample(bench.machine, &bench.chain, 64, &timing);
    assert_true(near(timing.cycles, 4, 1e-9));
    chain_sample(bench.machine, &bench.chain, 64, &timing);
    assert_true(timing.cycles > 30);
    machine_close(bench.machine);
}

/* Without a neighbour half of the last level hits.  A neighbour takes a part of that, and nothing
   of the first level. */
static void a_neighbour_takes_its_share_of_the_last_level(void **state) {
    (void)state;
    double last = 0;
    for (int i = 0; i < 3; i++) {
        struct sim_machine sim = PLAIN;
        sim.noise.neighbour = 500. * i;
        struct bench bench = bench_of(&sim, 1);
        assert_true(near(cost(&bench, 64, 64), 4, 1e-9));
        double cycles = cost(&bench, 3072, 64);
        assert_true(i == 0 ? near(cycles, 50, 1e-9) : cycles > last + 5);
        last = cycles;
        machine_close(bench.machine);
    }
}

/* In its turns a thread of the same core evicts from all levels, during samples too.  A single page
   affects the first level, and more pages or all of memory also the second. */
static void a_thread_beside_takes_from_all_levels(void **state) {
    (void)state;
    static const size_t pages[] = {0, 1, 64};
    for (int i = 0; i < 3; i++) {
        struct sim_machine sim = PLAIN;
        sim.noise.taken = 2000;
        sim.noise.taken_pages = pages[i];
        struct bench bench = bench_of(&sim, 1);
        assert_true(near(cost(&bench, 64, 64), 4, 1e-9));
        machine_close(bench.machine);
        sim.noise.beside = 1;
        bench = bench_of(&sim, 1);
        assert_true(cost(&bench, 64, 64) > 13.9);
        double cycles = cost(&bench, 320, 64);
        assert_true(i == 1 ? near(cycles, 14, 1e-9) : cycles > 15);
        machine_close(bench.machine);
    }
}

static void a_change_of_frequency_is_seen_by_the_rulers(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.noise.change_us = 10;
    sim.noise.change_ghz = 1.25;
    struct bench bench = bench_of(&sim, 1);
    size_t bad = 0, slow = 0;
    link_places(&bench, 64, 64);
    for (int i = 0; i < 1000; i++) {
        struct timing timing;
        bad += !chain_sample(bench.machine, &bench.chain, 640, &timing);
        assert_true(near(timing.cycles, 4, 1e-9));
        slow += timing.ns > 2;
    }
    /* a sample takes 1 us at one frequency and 2 at the other; in ten of either it changes once */
    assert_true(bad > 80 && bad < 200 && slow > 250 && slow < 450);
    machine_close(bench.machine);
}

static void old_machines_cannot_flush(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.no_flush = true;
    struct bench bench = bench_of(&sim, 1);
    link_places(&bench, 8, 64);
    assert_false(chain_flush(bench.machine, &bench.chain));
    assert_true(near(sample(&bench, 8), 4, 1e-9));
    machine_close(bench.machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_have_their_mean_and_variance),
        cmocka_unit_test(no_noise_changes_nothing),
        cmocka_unit_test(jitter_is_relative),
        cmocka_unit_test(preemption_adds_to_few_samples),
        cmocka_unit_test(rulers_disagree_at_times),
        cmocka_unit_test(the_clock_ticks),
        cmocka_unit_test(preemption_evicts),
        cmocka_unit_test(a_neighbour_takes_its_share_of_the_last_level),
        cmocka_unit_test(a_thread_beside_takes_from_all_levels),
        cmocka_unit_test(a_change_of_frequency_is_seen_by_the_rulers),
        cmocka_unit_test(old_machines_cannot_flush),
    };
    return cmocka_run_group_tests_name("sim_noise", tests, NULL, NULL);
}
