/* papers_xray.h - X-Ray's algorithms as printed in the paper (sections 4.4 and 4.6), with its
   names, on simulated machines for which its assumptions hold: LRU, physically contiguous memory,
   and caches only.  Figures 8 and 10 measure the first level, Figures 11 and 12 all levels.

   The simulated clock is exact, so any rise counts; on a real machine, analysis/ decides which
   rises are noise.  Places may overlap here, so strides and shifts begin at 1 as in the paper;
   places that hold pointers begin at two pointers, and shifts at one. */
#ifndef UNIT_PAPERS_XRAY_H
#define UNIT_PAPERS_XRAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../probes/machine/pages.h"
#include "../sim/read.h"

enum { KB = 1024, MB = 1024 * KB, ARENA = 64 * MB, PLACES_MOST = 1 << 18 };

/* Rounding errors, relative to the cost of a hit. */
static const double ROUNDING = 1e-9;

/* C_i of section 4.6. */
struct level {
    size_t A, B, C;
    double L, M;
};

struct xray {
    struct machine *machine;
    struct pages m0;
    size_t *place, places;
    struct level level[SIM_LEVELS + 1]; /* level[0] is <1, 1, 1>, a byte */
};

static inline size_t stride_of(const struct level *level) {
    return level->C / level->A;
}

/* ---- sequences, and their cost ---- */

static inline void add_place(struct xray *xray, size_t at) {
    assert_true(xray->places < PLACES_MOST && at < ARENA);
    xray->place[xray->places++] = at;
}

/* Figure 11: PIECES pieces of S(i-1), each of which has A(i-2) pieces, and so on down. */
static inline void add_pieces(struct xray *xray, size_t i, size_t at, size_t pieces) {
    const struct level *nearer = &xray->level[i - 1];
    for (size_t k = 0; k < pieces; k++) {
        if (i == 1)
            add_place(xray, at + k * stride_of(nearer));
        else
            add_pieces(xray, i - 1, at + k * stride_of(nearer), xray->level[i - 2].A);
    }
}

/* <m0, S, n>' of level I; for level 1 it is <m0, S, n>. */
static inline void strided(struct xray *xray, size_t i, size_t S, size_t n) {
    xray->places = 0;
    for (size_t k = 0; k < n; k++)
        add_pieces(xray, i, k * S, xray->level[i - 1].A);
}

/* <m0, s>' of level I: A_i places S_i apart, and one shifted by s, in PIECES. */
static inline void shifted(struct xray *xray, size_t i, size_t s, size_t pieces) {
    const struct level *level = &xray->level[i];
    strided(xray, i, stride_of(level), level->A);
    add_pieces(xray, i, level->C + s, pieces);
}

/* Returns the ns of an access, after enough laps for LRU to evict the previous contents. */
static inline double Time(struct xray *xray) {
    struct chain chain;
    chain_link(xray->machine, &chain, &xray->m0, xray->place, xray->places);
    chain_walk(xray->machine, &chain, 2 * xray->places);
    return chain_burst(xray->machine, &chain, xray->places) / (double)xray->places;
}

static inline bool compact(struct xray *xray, double L) {
    return Time(xray) <= L * (1 + ROUNDING);
}

static inline bool compact_strided(struct xray *xray, size_t i, size_t S, size_t n, double L) {
    strided(xray, i, S, n);
    return compact(xray, L);
}

/* Returns the smallest n' <= n for which <m0, S, n'>' is not compact; <m0, S, n>' is not. */
static inline size_t smallest(struct xray *xray, size_t i, size_t S, size_t n, double L) {
    size_t fits = 0;
    while (n - fits > 1) {
        size_t middle = fits + (n - fits) / 2;
        if (compact_strided(xray, i, S, middle, L))
            fits = middle;
        else
            n = middle;
    }
    return n;
}

/* ---- the figures ---- */

/* The common part of Figures 8 and 12, with n_old <- n, which is in Figure 12 and missing in 8: the
   stride of level I's sequences doubles from S on until no fewer places, of N at first,
   conflict. */
static inline void find_ways(struct xray *xray, size_t i, struct level *level, size_t S, size_t n) {
    size_t n_old = 0;
    while (compact_strided(xray, i, S, n, level->L))
        n *= 2;
    while (true) {
        n = smallest(xray, i, S, n, level->L);
        if (n == n_old)
            break;
        S *= 2;
        n_old = n;
    }
    level->A = n - 1;
    level->C = S / 2 * level->A;
}

/* Figure 8; S is 1 at first. */
static inline void figure_8(struct xray *xray, struct level *level, size_t S) {
    find_ways(xray, 1, level, S, 1);
}

/* Figure 10, for level I, as the end of Figure 12 uses it. */
static inline size_t figure_10(struct xray *xray, size_t i, size_t pieces) {
    size_t s = 1;
    shifted(xray, i, s, pieces);
    while (!compact(xray, xray->level[i].L)) {
        assert_true(s < stride_of(&xray->level[i]));
        s = s + 1;
        shifted(xray, i, s, pieces);
    }
    return s;
}

static inline void figure_12_from(struct xray *xray, size_t i, size_t S) {
    struct level *level = &xray->level[i];
    level->L = xray->level[i - 1].M;
    find_ways(xray, i, level, S, 2);
    level->B = figure_10(xray, i, xray->level[i - 1].A);
    strided(xray, i, stride_of(level), level->A + 1);
    level->M = Time(xray);
}

static inline void figure_12(struct xray *xray, size_t i) {
    figure_12_from(xray, i, xray->level[i - 1].C);
}

/* ---- machines ---- */

/* C_0 = 1 and M_0 = Time(<m0, 1, 1>). */
static inline struct xray xray_open(const struct sim_machine *sim, uint64_t seed) {
    struct xray xray = {.machine = sim_open(sim, seed)};
    assert_non_null(xray.machine);
    assert_true(pages_draw(xray.machine, &xray.m0, ARENA, PAGES_SMALL));
    xray.place = malloc(PLACES_MOST * sizeof *xray.place);
    assert_non_null(xray.place);
    xray.level[0] = (struct level){.A = 1, .B = 1, .C = 1};
    strided(&xray, 1, 1, 1);
    xray.level[0].M = Time(&xray);
    return xray;
}

static inline void xray_close(struct xray *xray) {
    pages_release(xray->machine, &xray->m0);
    machine_close(xray->machine);
    free(xray->place);
}

/* Returns a machine of the zoo for which the paper's assumptions hold. */
static inline struct sim_machine variant_of(const char *name) {
    struct sim_machine sim;
    char path[1000], why[1100];
    const char *source = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/zoo/%s.machine", source != NULL ? source : ".", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(machine_read(&sim, file, path, why, sizeof why));
    fclose(file);
    for (size_t i = 0; i < sim.levels; i++)
        sim.level[i].cache.policy = (struct policy){.kind = POLICY_LRU};
    sim.pages.frames = FRAMES_CONTIGUOUS;
    sim.tlbs = sim.prefetchers = 0;
    memset(&sim.noise, 0, sizeof sim.noise);
    return sim;
}

struct geometry {
    size_t ways, sets, line;
};

static inline struct sim_machine machine_of(const struct geometry *level, size_t levels) {
    struct sim_machine sim = {.levels = levels,
                              .pages = {.bytes = 4 * KB, .frames = FRAMES_CONTIGUOUS},
                              .memory = {.cycles = 200, .store = 4, .in_flight = 4},
                              .limit = 128 * MB,
                              .ghz = 1};
    for (size_t i = 0; i < levels; i++)
        sim.level[i] =
            (struct sim_level){.cache = {.bytes = level[i].ways * level[i].sets * level[i].line,
                                         .ways = level[i].ways,
                                         .line = level[i].line,
                                         .policy = {.kind = POLICY_LRU}},
                               .cycles = i == 0 ? 3 : 14};
    return sim;
}

static inline void check_sets(const struct level *found, const struct cache_geometry *cache) {
    if (found->A != cache->ways || found->C != cache->bytes)
        fail_msg("A %zu, C %zu; are %zu, %zu", found->A, found->C, cache->ways, cache->bytes);
}

/* Figure 10 with twice as many pieces of the shifted place, so that the first level never holds
   them. */
static inline size_t line_of(struct xray *xray, size_t i) {
    return figure_10(xray, i, 2 * xray->level[i - 1].A);
}

#endif
