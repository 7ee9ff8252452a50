/* ranges.h - the loops and the sweep of one type's registers, over more and more live values.

   It is included once for each type, so it has no guard.  The includer defines these macros, which
   are undefined at the end: SWEEP_NAME, NAME and TYPE; KEEP(p), which keeps a value in a register,
   or SWITCHED without such a constraint, which makes each sum a case of a volatile switch (X-Ray's
   Figure 2); MISSING if the compiler has no such type; and LIVES, which holds for each loop
   LIVE(values, code, declarations, sums, uses), spelled with VALUE(p), SUM(at, p, q) and USE(p).

   With MARKED only the loops are compiled, and symbols in the assembly mark the begin and the end
   of a round, which is straight-line code. */
#include "../common/keep.h"
#include "paste.h"
#include "types.h"
#ifndef MARKED
#include "registers.h"
#endif

#include <stddef.h>

#ifndef RANGES_H
#define RANGES_H

#ifdef MARKED
#define SCOPE extern
#else
#define SCOPE static
#endif

/* Sums of zeros stay zero in any type.  The compiler cannot know that the values are zero. */
#define VALUE(p) TYPE p = first[0];

/* Changes the counter after the sums; else the compiler might place it among them. */
#ifdef KEEP_i32
#define KEEP_ROUNDS KEEP_i32(rounds)
#else
#define KEEP_ROUNDS
#endif

#define LIVE_LOOP(n, code, declarations, sums, uses)                                               \
    SCOPE void PASTE(SWEEP_NAME, n)(size_t streams, size_t unrolled, size_t rounds);               \
    SCOPE void PASTE(SWEEP_NAME, n)(size_t streams, size_t unrolled, size_t rounds) {              \
        (void)streams, (void)unrolled;                                                             \
        volatile TYPE first[] = {0};                                                               \
        declarations;                                                                              \
        ENTER;                                                                                     \
        for (; rounds > 0; rounds--) {                                                             \
            MARK("begin", n);                                                                      \
            sums;                                                                                  \
            MARK("end", n);                                                                        \
            KEEP_ROUNDS;                                                                           \
        }                                                                                          \
        LEAVE;                                                                                     \
        uses;                                                                                      \
    }

#define LIVE_ROW(n, code, declarations, sums, uses) {n, code, RUN(n)},

#endif

#ifdef SWITCHED
#if defined __GNUC__ && __GNUC__ >= 7
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#endif
#define ENTER                                                                                      \
    volatile int enter = 0;                                                                        \
    switch (enter) {                                                                               \
    case 0:
#define SUM(at, p, q)                                                                              \
    case (at):                                                                                     \
        p = p + q;
#define LEAVE }
#define USE(p) first[0] = p;
#define MARK(where, n)
#else
/* Keeps each value before and after its sum, so that all sums and spills lie between the marks. */
#define ENTER
#define SUM(at, p, q)                                                                              \
    KEEP(p)                                                                                        \
    p = p + q;                                                                                     \
    KEEP(p)
#define LEAVE
#define USE(p)
/* Every assembler can assign a symbol, and that is no instruction. */
#ifdef MARKED
#define MARK(where, n) __asm__ volatile("archparams_" where " = " #n)
#else
#define MARK(where, n)
#endif
#endif

/* Without optimisation each value lives in memory, so nothing is compiled. */
#if defined __OPTIMIZE__ && !defined MISSING
#define RUN(n) PASTE(SWEEP_NAME, n)
#define LIVE LIVE_LOOP
LIVES
#undef LIVE
#else
#define RUN(n) NULL
#endif

#ifndef MARKED
#define LIVE LIVE_ROW
static const struct register_loop PASTE(SWEEP_NAME, rows)[] = {LIVES};
#undef LIVE

sweep PASTE(sweep, SWEEP_NAME);

const char *PASTE(sweep, SWEEP_NAME)(struct machine *machine, FILE *out) {
    return registers_sweep(
        machine, NAME,
        STRINGIZE(TYPE), PASTE(SWEEP_NAME, rows),
                  sizeof PASTE(SWEEP_NAME, rows) / sizeof *PASTE(SWEEP_NAME, rows), out);
}
#endif

#undef SWEEP_NAME
#undef NAME
#undef TYPE
#undef KEEP
#undef SWITCHED
#undef MISSING
#undef RUN
#undef LIVES
#undef ENTER
#undef SUM
#undef LEAVE
#undef USE
#undef MARK
