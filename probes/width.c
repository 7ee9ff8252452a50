/* width.c - the sweep of simple instructions that do not wait for each other: mixes of integer
   adds, floating-point adds and loads, of which no unit alone can do all (X-Ray 3.4). */
#include "harness/keep.h"
#include "nano/mixes.h"
#include "nano/types.h"

#if defined __OPTIMIZE__ && defined KEEP_i32 && defined KEEP_f64
#define INTEGER(k)                                                                                 \
    i##k = i##k + i;                                                                               \
    KEEP_i32(i##k)
#define FLOAT(k)                                                                                   \
    f##k = f##k + f;                                                                               \
    KEEP_f64(f##k)
#define FETCH(k)                                                                                   \
    fetched = LOAD(i32, place + 8 * (k));                                                          \
    KEEP_i32(fetched)

/* Each floating-point sum is so far from the next that it is there by then. */
#define MIX_16_8_8                                                                                 \
    INTEGER(0)                                                                                     \
    FLOAT(0) INTEGER(1) FETCH(0) INTEGER(2) FLOAT(1) INTEGER(3) FETCH(1) INTEGER(4) FLOAT(2)       \
        INTEGER(5) FETCH(2) INTEGER(6) FLOAT(3) INTEGER(7) FETCH(3) INTEGER(0) FLOAT(4) INTEGER(1) \
            FETCH(4) INTEGER(2) FLOAT(5) INTEGER(3) FETCH(5) INTEGER(4) FLOAT(6) INTEGER(5)        \
                FETCH(6) INTEGER(6) FLOAT(7) INTEGER(7) FETCH(7)
#define MIX_6_0_6                                                                                  \
    INTEGER(0)                                                                                     \
    FETCH(0) INTEGER(1) FETCH(1) INTEGER(2) FETCH(2) INTEGER(3) FETCH(3) INTEGER(4) FETCH(4)       \
        INTEGER(5) FETCH(5)
#define MIX_8_0_4                                                                                  \
    INTEGER(0)                                                                                     \
    INTEGER(1) FETCH(0) INTEGER(2) INTEGER(3) FETCH(1) INTEGER(4) INTEGER(5) FETCH(2) INTEGER(6)   \
        INTEGER(7) FETCH(3)
#define MIX_12_6_0                                                                                 \
    INTEGER(0)                                                                                     \
    INTEGER(1) FLOAT(0) INTEGER(2) INTEGER(3) FLOAT(1) INTEGER(4) INTEGER(5) FLOAT(2) INTEGER(6)   \
        INTEGER(7) FLOAT(3) INTEGER(0) INTEGER(1) FLOAT(4) INTEGER(2) INTEGER(3) FLOAT(5)
#define MIX_16_8_4                                                                                 \
    INTEGER(0)                                                                                     \
    INTEGER(1) FLOAT(0) FETCH(0) INTEGER(2) INTEGER(3) FLOAT(1) INTEGER(4) INTEGER(5) FLOAT(2)     \
        FETCH(1) INTEGER(6) INTEGER(7) FLOAT(3) INTEGER(0) INTEGER(1) FLOAT(4) FETCH(2) INTEGER(2) \
            INTEGER(3) FLOAT(5) INTEGER(4) INTEGER(5) FLOAT(6) FETCH(3) INTEGER(6) INTEGER(7)      \
                FLOAT(7)
#define MIX_8_0_0                                                                                  \
    INTEGER(0) INTEGER(1) INTEGER(2) INTEGER(3) INTEGER(4) INTEGER(5) INTEGER(6) INTEGER(7)

#define LOOP(name, unrolled, statements)                                                           \
    static void mix_##name##_##unrolled(size_t rounds) {                                           \
        volatile i32 integer[] = {BEGIN_i32};                                                      \
        volatile f64 floating[] = {BEGIN_f64};                                                     \
        i32 i0 = integer[0], i1 = i0, i2 = i0, i3 = i0, i4 = i0, i5 = i0, i6 = i0, i7 = i0;        \
        f64 f0 = floating[0], f1 = f0, f2 = f0, f3 = f0, f4 = f0, f5 = f0, f6 = f0, f7 = f0;       \
        f64 f = floating[1];                                                                       \
        i32 i = integer[1], fetched = 0;                                                           \
        uintptr_t place = (uintptr_t)nano_place();                                                 \
        for (; rounds > 0; rounds--) {                                                             \
            statements                                                                             \
        }                                                                                          \
        integer[0] = i0 ^ i1 ^ i2 ^ i3 ^ i4 ^ i5 ^ i6 ^ i7 ^ i ^ fetched ^ (i32)place;             \
        floating[0] = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f;                                   \
    }
#define LOOPS(name, mix)                                                                           \
    LOOP(name, 2, mix mix)                                                                         \
    LOOP(name, 4, mix mix mix mix)
LOOPS(of_16_8_8, MIX_16_8_8)
LOOPS(of_6_0_6, MIX_6_0_6)
LOOPS(of_8_0_4, MIX_8_0_4)
LOOPS(of_12_6_0, MIX_12_6_0)
LOOPS(of_16_8_4, MIX_16_8_4)
LOOPS(of_8_0_0, MIX_8_0_0)
#define RUN(name, unrolled) mix_##name##_##unrolled
#else
#define RUN(name, unrolled) NULL
#endif

static const struct mix mixes[] = {
    {16, 8, 8, {RUN(of_16_8_8, 2), RUN(of_16_8_8, 4)}},
    {6, 0, 6, {RUN(of_6_0_6, 2), RUN(of_6_0_6, 4)}},
    {8, 0, 4, {RUN(of_8_0_4, 2), RUN(of_8_0_4, 4)}},
    {12, 6, 0, {RUN(of_12_6_0, 2), RUN(of_12_6_0, 4)}},
    {16, 8, 4, {RUN(of_16_8_4, 2), RUN(of_16_8_4, 4)}},
    {8, 0, 0, {RUN(of_8_0_0, 2), RUN(of_8_0_0, 4)}},
};

sweep sweep_width;

const char *sweep_width(struct machine *machine, FILE *out) {
    return mixes_sweep(machine, mixes, sizeof mixes / sizeof *mixes, out);
}
