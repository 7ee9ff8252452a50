/* mix_loops.h - the loops of a mix of independent instructions: MIX_LOOPS(name, mix), where MIX is
   a row of INTEGER(k), FLOAT(k) and FETCH(k).  MIX_RUN(name, unrolled) is one of them, or NULL if
   the compiler keeps values in memory.

   Integer adds wait for nothing: on Zen 5 those that wait for earlier ones keep only 5.3 of six
   units busy.  The loads are of two addresses, since each address takes a register. */
#ifndef MIX_LOOPS_H
#define MIX_LOOPS_H

#include "../common/keep.h"
#include "operands.h"
#include "types.h"

#if defined __OPTIMIZE__ && defined KEEP_i32 && defined KEEP_f64
#define INTEGER(k)                                                                                 \
    i##k = i + j;                                                                                  \
    KEEP_i32(i##k) KEEP_i32(i)
#define FLOAT(k)                                                                                   \
    f##k = f##k + f;                                                                               \
    KEEP_f64(f##k)
#define FETCH(k)                                                                                   \
    fetched = LOAD(i32, place + 8 * ((k) % 2));                                                    \
    KEEP_i32(fetched)
#define IIL(i, j, l) INTEGER(i) INTEGER(j) FETCH(l)
#define MIX_8_0_4 IIL(0, 1, 0) IIL(2, 3, 1) IIL(4, 5, 2) IIL(6, 7, 3)

/* Each begins at a multiple of 64 bytes, so that its speed does not depend on what the linker puts
   before it. */
#define MIX_LOOP(name, unrolled, statements)                                                       \
    __attribute__((aligned(64))) static void mix_##name##_##unrolled(size_t streams, size_t times, \
                                                                     size_t rounds) {              \
        (void)streams, (void)times;                                                                \
        volatile i32 integer[] = {BEGIN_i32};                                                      \
        volatile f64 floating[] = {BEGIN_f64};                                                     \
        i32 i0 = integer[0], i1 = i0, i2 = i0, i3 = i0, i4 = i0, i5 = i0, i6 = i0, i7 = i0;        \
        f64 f0 = floating[0], f1 = f0, f2 = f0, f3 = f0, f4 = f0, f5 = f0, f6 = f0, f7 = f0;       \
        f64 f = floating[1];                                                                       \
        i32 i = integer[1], j = integer[0], fetched = 0;                                           \
        uintptr_t place = (uintptr_t)memory_operands();                                            \
        for (; rounds > 0; rounds--) {                                                             \
            statements                                                                             \
        }                                                                                          \
        integer[0] = i0 ^ i1 ^ i2 ^ i3 ^ i4 ^ i5 ^ i6 ^ i7 ^ i ^ j ^ fetched ^ (i32)place;         \
        floating[0] = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f;                                   \
    }
#define MIX_LOOPS(name, mix)                                                                       \
    MIX_LOOP(name, 2, mix mix)                                                                     \
    MIX_LOOP(name, 4, mix mix mix mix)
#define MIX_RUN(name, unrolled) mix_##name##_##unrolled
#else
#define MIX_LOOPS(name, mix)
#define MIX_RUN(name, unrolled) NULL
#endif

#endif
