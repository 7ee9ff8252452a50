/* streams.h - the functions of one statement: 1 to 16 streams of it, each unrolled little and much.

   Included once for each, so without a guard.  Defined before, and no more behind: SWEEP_NAME, NAME
   and TEXT of the statement, STATEMENT(p0), TYPE and BEGIN of p0, SHARED for the declarations of p1
   and so on, and AFTER(p0), which keeps them all; or SWITCHED: then each statement is a case of a
   volatile switch (X-Ray's Figure 2), and any may be entered with values from elsewhere. */
#include "../harness/keep.h"
#include "join.h"
#include "loops.h"
#include "nano.h"
#include "types.h"

#include <math.h>

#ifndef STREAMS_H
#define STREAMS_H

/* Each statement has a place of its own in the loop, from 1 on. */
#define STREAMS_1(at) STREAM(s0, at)
#define STREAMS_2(at) STREAMS_1(at) STREAM(s1, (at) + 1)
#define STREAMS_3(at) STREAMS_2(at) STREAM(s2, (at) + 2)
#define STREAMS_4(at) STREAMS_3(at) STREAM(s3, (at) + 3)
#define STREAMS_5(at) STREAMS_4(at) STREAM(s4, (at) + 4)
#define STREAMS_6(at) STREAMS_5(at) STREAM(s5, (at) + 5)
#define STREAMS_7(at) STREAMS_6(at) STREAM(s6, (at) + 6)
#define STREAMS_8(at) STREAMS_7(at) STREAM(s7, (at) + 7)
#define STREAMS_9(at) STREAMS_8(at) STREAM(s8, (at) + 8)
#define STREAMS_10(at) STREAMS_9(at) STREAM(s9, (at) + 9)
#define STREAMS_11(at) STREAMS_10(at) STREAM(s10, (at) + 10)
#define STREAMS_12(at) STREAMS_11(at) STREAM(s11, (at) + 11)
#define STREAMS_13(at) STREAMS_12(at) STREAM(s12, (at) + 12)
#define STREAMS_14(at) STREAMS_13(at) STREAM(s13, (at) + 13)
#define STREAMS_15(at) STREAMS_14(at) STREAM(s14, (at) + 14)
#define STREAMS_16(at) STREAMS_15(at) STREAM(s15, (at) + 15)
#define UNROLL_1(n, at) STREAMS_##n(at)
#define UNROLL_2(n, at) UNROLL_1(n, at) UNROLL_1(n, (at) + 16)
#define UNROLL_4(n, at) UNROLL_2(n, at) UNROLL_2(n, (at) + 32)
#define UNROLL_8(n, at) UNROLL_4(n, at) UNROLL_4(n, (at) + 64)
#define UNROLL_16(n, at) UNROLL_8(n, at) UNROLL_8(n, (at) + 128)
#define UNROLL_32(n, at) UNROLL_16(n, at) UNROLL_16(n, (at) + 256)

/* One of the values that all streams share, which begins as the K-th of its type. */
#define SHARE(type, begin, p, k)                                                                   \
    volatile type first_##p[] = {begin};                                                           \
    type p = first_##p[k];

#define LOOP(n, u)                                                                                 \
    static void JOIN(SWEEP_NAME, n##_##u)(size_t rounds) {                                         \
        volatile TYPE first[] = {BEGIN};                                                           \
        TYPE s0 = first[0], s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;         \
        TYPE s8 = s0, s9 = s0, s10 = s0, s11 = s0, s12 = s0, s13 = s0, s14 = s0, s15 = s0;         \
        SHARED                                                                                     \
        ENTER                                                                                      \
        for (; rounds > 0; rounds--) {                                                             \
            UNROLL_##u(n, 1)                                                                       \
        }                                                                                          \
        LEAVE                                                                                      \
        first[0] = s0, first[0] = s1, first[0] = s2, first[0] = s3, first[0] = s4;                 \
        first[0] = s5, first[0] = s6, first[0] = s7, first[0] = s8, first[0] = s9;                 \
        first[0] = s10, first[0] = s11, first[0] = s12, first[0] = s13, first[0] = s14;            \
        first[0] = s15;                                                                            \
    }

/* Without optimisation each value lives in memory, and none of this is worth compiling. */
#ifdef __OPTIMIZE__
#define ROW(n, u) {TEXT, QUOTE(TYPE), n, u, JOIN(SWEEP_NAME, n##_##u)},
#else
#define ROW(n, u) {TEXT, QUOTE(TYPE), n, u, NULL},
#endif

#endif

#ifdef SWITCHED
#if defined __GNUC__ && __GNUC__ >= 7
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#endif
#define STREAM(s, at)                                                                              \
    case (at):                                                                                     \
        STATEMENT(s)
#define ENTER                                                                                      \
    volatile int enter = 0;                                                                        \
    switch (enter) {                                                                               \
    case 0:
#define LEAVE }
#else
#define STREAM(s, at) STATEMENT(s) AFTER(s)
#define ENTER
#define LEAVE
#endif

#ifdef __OPTIMIZE__
ALL_LOOPS(LOOP)
#endif

static const struct nano JOIN(SWEEP_NAME, rows)[] = {ALL_LOOPS(ROW)};

sweep JOIN(sweep, SWEEP_NAME);

const char *JOIN(sweep, SWEEP_NAME)(struct machine *machine, FILE *out) {
    return nano_sweep(machine, NAME, JOIN(SWEEP_NAME, rows),
                      sizeof JOIN(SWEEP_NAME, rows) / sizeof *JOIN(SWEEP_NAME, rows), out);
}

#undef SWEEP_NAME
#undef NAME
#undef TYPE
#undef BEGIN
#undef TEXT
#undef STATEMENT
#undef SHARED
#undef AFTER
#undef SWITCHED
#undef STREAM
#undef ENTER
#undef LEAVE
