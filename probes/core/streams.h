/* streams.h - the loops and the sweep of one statement: 1 to 13 streams of it, or to 28, each
   loop unrolled twice, to different lengths.

   It is included once for each statement, so it has no guard.  The includer defines these macros,
   which are undefined at the end: SWEEP_NAME, NAME and TYPES; SHARED declares the variables that
   all streams share; OWN(s) declares those of stream s, LAST(s) stores them, and AFTER(s) keeps
   them all in registers; STATEMENT(s), CHAIN(s) for a single stream and REST(s) for none, each if
   there is one, and their texts; IN_MEMORY(s), if the statement has such a form, for more streams
   than there are registers, and its text; SET if the statement is several independent ones;
   INDEPENDENT if a statement does not depend on the one before; GUARD(machine), which is NULL or
   why there is nothing to measure; MISSING if the compiler has no such type; SWITCHED if not all
   values can be kept, which makes each statement a case of a volatile switch (X-Ray's Figure 2), so
   that any may be entered with values from elsewhere. */
#include "../common/keep.h"
#include "loops.h"
#include "operands.h"
#include "paste.h"
#include "statements.h"
#include "types.h"
#include "vectors.h"

#include <math.h>

#ifndef STREAMS_H
#define STREAMS_H

/* Each statement has its own number in the loop, from 1 on. */
#define STREAMS_0(at) PLACE(s0, at, REST(s0))
#define STREAMS_1(at) PLACE(s0, at, CHAIN(s0))
#define STREAM(s, at) PLACE(s, at, STATEMENT(s))
#define STREAMS_2(at) STREAM(s0, at) STREAM(s1, (at) + 1)
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
#define STREAMS_17(at) STREAMS_16(at) STREAM(s16, (at) + 16)
#define STREAMS_18(at) STREAMS_17(at) STREAM(s17, (at) + 17)
#define STREAMS_19(at) STREAMS_18(at) STREAM(s18, (at) + 18)
#define STREAMS_20(at) STREAMS_19(at) STREAM(s19, (at) + 19)
#define STREAMS_21(at) STREAMS_20(at) STREAM(s20, (at) + 20)
#define STREAMS_22(at) STREAMS_21(at) STREAM(s21, (at) + 21)
#define STREAMS_23(at) STREAMS_22(at) STREAM(s22, (at) + 22)
#define STREAMS_24(at) STREAMS_23(at) STREAM(s23, (at) + 23)
#define STREAMS_25(at) STREAMS_24(at) STREAM(s24, (at) + 24)
#define STREAMS_26(at) STREAMS_25(at) STREAM(s25, (at) + 25)
#define STREAMS_27(at) STREAMS_26(at) STREAM(s26, (at) + 26)
#define STREAMS_28(at) STREAMS_27(at) STREAM(s27, (at) + 27)
#define UNROLL_1(n, at) STREAMS_##n(at)
#define UNROLL_2(n, at) UNROLL_1(n, at) UNROLL_1(n, (at) + 32)
#define UNROLL_3(n, at) UNROLL_2(n, at) UNROLL_1(n, (at) + 64)
#define UNROLL_4(n, at) UNROLL_2(n, at) UNROLL_2(n, (at) + 64)
#define UNROLL_6(n, at) UNROLL_3(n, at) UNROLL_3(n, (at) + 96)
#define UNROLL_8(n, at) UNROLL_4(n, at) UNROLL_4(n, (at) + 128)
#define UNROLL_12(n, at) UNROLL_6(n, at) UNROLL_6(n, (at) + 192)
#define UNROLL_16(n, at) UNROLL_8(n, at) UNROLL_8(n, (at) + 256)
#define UNROLL_32(n, at) UNROLL_16(n, at) UNROLL_16(n, (at) + 512)

/* Applies OF to each of so many streams. */
#define EACH_0(of) of(s0)
#define EACH_1(of) of(s0)
#define EACH_2(of) EACH_1(of) of(s1)
#define EACH_3(of) EACH_2(of) of(s2)
#define EACH_4(of) EACH_3(of) of(s3)
#define EACH_5(of) EACH_4(of) of(s4)
#define EACH_6(of) EACH_5(of) of(s5)
#define EACH_7(of) EACH_6(of) of(s6)
#define EACH_8(of) EACH_7(of) of(s7)
#define EACH_9(of) EACH_8(of) of(s8)
#define EACH_10(of) EACH_9(of) of(s9)
#define EACH_11(of) EACH_10(of) of(s10)
#define EACH_12(of) EACH_11(of) of(s11)
#define EACH_13(of) EACH_12(of) of(s12)
#define EACH_14(of) EACH_13(of) of(s13)
#define EACH_15(of) EACH_14(of) of(s14)
#define EACH_16(of) EACH_15(of) of(s15)
#define EACH_17(of) EACH_16(of) of(s16)
#define EACH_18(of) EACH_17(of) of(s17)
#define EACH_19(of) EACH_18(of) of(s18)
#define EACH_20(of) EACH_19(of) of(s19)
#define EACH_21(of) EACH_20(of) of(s20)
#define EACH_22(of) EACH_21(of) of(s21)
#define EACH_23(of) EACH_22(of) of(s22)
#define EACH_24(of) EACH_23(of) of(s23)
#define EACH_25(of) EACH_24(of) of(s24)
#define EACH_26(of) EACH_25(of) of(s25)
#define EACH_27(of) EACH_26(of) of(s26)
#define EACH_28(of) EACH_27(of) of(s27)

/* The number of each stream, for statements that use STREAM_NUMBER. */
#define NUMBER(s) s##_number,
enum { EACH_28(NUMBER) };

/* The initial value of a variable.  The K-th one that all streams share has the K-th value of its
   type.  Only that value is stored, since initialisers cost the compiler as much time as
   statements. */
#define PICK_0(a, ...) a
#define PICK_1(a, ...) PICK_0(__VA_ARGS__)
#define PICK_2(a, ...) PICK_1(__VA_ARGS__)
#define PICK_3(a, ...) PICK_2(__VA_ARGS__)
#define PICK_4(a, ...) PICK_3(__VA_ARGS__)
#define PICK_5(a, ...) PICK_4(__VA_ARGS__)
#define PICK_6(a, ...) PICK_5(__VA_ARGS__)
#define PICK_7(a, ...) PICK_6(__VA_ARGS__)
#define FIRST(type, begin, p) volatile type first_##p[] = {PICK_0(begin, 0)};
#define SHARE(type, begin, p, k)                                                                   \
    volatile type first_##p[] = {PICK_##k(begin, 0)};                                              \
    type p = first_##p[0];

/* All loops are in one function: eighteen functions would take twice as long to compile.  Each loop
   declares its own variables, since shared ones would be moved between registers in some loops. */
#define WHICH(n, u) ((n) << 7 | (u))
#define LOOP(n, u)                                                                                 \
    case WHICH(n, u): {                                                                            \
        SHARED EACH_##n(OWN)                                                                       \
            ENTER for (; rounds > 0; rounds--){UNROLL_##u(n, 1)} LEAVE EACH_##n(LAST)              \
    } break;

#define ROW_OF(text, n, u) {text, TYPES, n, u, IS_SET, RUN},
#define REST_ROW(n, u) ROW_OF(REST_TEXT, n, u)
#define CHAIN_ROW(n, u) ROW_OF(CHAIN_TEXT, n, u)
#define STREAM_ROW(n, u) ROW_OF(STATEMENT_TEXT, n, u)
#define IN_MEMORY_ROW(n, u) {IN_MEMORY_TEXT, TYPES, n, u, IS_SET, RUN_IN_MEMORY},
#define NO_LOOPS(loop)
#ifdef MANY_REGISTERS
#define ALL_STREAM_LOOPS(loop) STREAM_LOOPS(loop) MORE_STREAM_LOOPS(loop)
#else
#define ALL_STREAM_LOOPS STREAM_LOOPS
#endif

#endif

#ifdef REST
#define LOOPS_OF_REST REST_LOOPS
#else
#define LOOPS_OF_REST NO_LOOPS
#endif
#ifdef CHAIN
#define LOOPS_OF_CHAIN CHAIN_LOOPS
#else
#define LOOPS_OF_CHAIN NO_LOOPS
#endif
#ifdef SET
#define LOOPS_OF_STREAMS SET_LOOPS
#define IS_SET true
#elif defined IN_MEMORY
#define LOOPS_OF_STREAMS EVERY_STREAM_LOOPS
#define IS_SET false
#else
#define LOOPS_OF_STREAMS ALL_STREAM_LOOPS
#define IS_SET false
#endif

#if defined MISSING
#undef GUARD
#define GUARD(machine) NEVER_HERE "the compiler has no such type with these flags"
#elif !defined GUARD
#define GUARD(machine) NULL
#endif

#ifdef SWITCHED
#if defined __GNUC__ && __GNUC__ >= 7
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#endif
#define PLACE(s, at, statement)                                                                    \
    case (at):                                                                                     \
        statement
#define ENTER                                                                                      \
    volatile int enter = 0;                                                                        \
    switch (enter) {                                                                               \
    case 0:
#define LEAVE }
#else
#define PLACE(s, at, statement) statement AFTER(s)
#define ENTER
#define LEAVE
#endif

/* Without optimisation each value lives in memory, and independent statements that the compiler
   sees through are executed once: neither is compiled. */
#if defined __OPTIMIZE__ && !defined MISSING &&                                                    \
    !(defined SWITCHED && (defined INDEPENDENT || defined SET))
#define RUN PASTE(SWEEP_NAME, loops)
static void RUN(size_t streams, size_t unrolled, size_t rounds) {
    switch (WHICH(streams, unrolled)) {
        LOOPS_OF_REST(LOOP)
        LOOPS_OF_CHAIN(LOOP)
        LOOPS_OF_STREAMS(LOOP)
    }
}
#else
#define RUN NULL
#endif

/* In memory, no stream has a last value in a register. */
#ifdef IN_MEMORY
#define LOOPS_IN_MEMORY IN_MEMORY_LOOPS
#undef STATEMENT
#define STATEMENT IN_MEMORY
#undef LAST
#define LAST(s)
#else
#define LOOPS_IN_MEMORY NO_LOOPS
#endif
#if defined IN_MEMORY && defined __OPTIMIZE__ && !defined MISSING
#define RUN_IN_MEMORY PASTE(SWEEP_NAME, loops_in_memory)
static void RUN_IN_MEMORY(size_t streams, size_t unrolled, size_t rounds) {
    switch (WHICH(streams, unrolled)) { IN_MEMORY_LOOPS(LOOP) }
}
#else
#define RUN_IN_MEMORY NULL
#endif

static const struct statement_loop PASTE(SWEEP_NAME, rows)[] = {
    LOOPS_OF_REST(REST_ROW) LOOPS_OF_CHAIN(CHAIN_ROW) LOOPS_OF_STREAMS(STREAM_ROW)
        LOOPS_IN_MEMORY(IN_MEMORY_ROW)};

sweep PASTE(sweep, SWEEP_NAME);

const char *PASTE(sweep, SWEEP_NAME)(struct machine *machine, FILE *out) {
    const char *why = GUARD(machine);
    return why != NULL
               ? why
               : statement_sweep(machine, NAME, PASTE(SWEEP_NAME, rows),
                                 sizeof PASTE(SWEEP_NAME, rows) / sizeof *PASTE(SWEEP_NAME, rows),
                                 out);
}

#undef SWEEP_NAME
#undef NAME
#undef TYPES
#undef SHARED
#undef OWN
#undef LAST
#undef HOLD
#undef AFTER
#undef STATEMENT
#undef STATEMENT_OF
#undef STATEMENT_TEXT
#undef CHAIN
#undef CHAIN_OF
#undef CHAIN_TEXT
#undef REST
#undef REST_OF
#undef REST_TEXT
#undef SET
#undef IN_MEMORY
#undef IN_MEMORY_OF
#undef IN_MEMORY_TEXT
#undef INDEPENDENT
#undef GUARD
#undef MISSING
#undef SWITCHED
#undef LOOPS_OF_REST
#undef LOOPS_OF_CHAIN
#undef LOOPS_OF_STREAMS
#undef LOOPS_IN_MEMORY
#undef IS_SET
#undef PLACE
#undef ENTER
#undef LEAVE
#undef RUN
#undef RUN_IN_MEMORY
