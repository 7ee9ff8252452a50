/* loops.h - in which loops a statement is measured: how many streams, and how far unrolled. */
#ifndef LOOPS_H
#define LOOPS_H

#include "paste.h"

/* X-Ray's option of unrolling (2.2): 1 or 2, for example CPPFLAGS=-DPROBE_UNROLL=2. */
#ifndef PROBE_UNROLL
#define PROBE_UNROLL 1
#endif

/* The number of streams, and how far each loop is unrolled: so far that the loop's own cost is
   small wherever the code lies, and twice as far; with PROBE_UNROLL=2, twice and four times as far.
   The loop of 0 streams is the part of a chain that is not the statement. */
#define BOTH(loop, n, u, twice, more) PASTE(BOTH, PROBE_UNROLL)(loop, n, u, twice, more)
#define BOTH_1(loop, n, u, twice, more) loop(n, u) loop(n, twice)
#define BOTH_2(loop, n, u, twice, more) loop(n, twice) loop(n, more)
#define REST_LOOPS(loop) BOTH(loop, 0, 8, 16, 32)
#define CHAIN_LOOPS(loop) BOTH(loop, 1, 8, 16, 32)
#define FEW_STREAM_LOOPS(loop)                                                                     \
    BOTH(loop, 2, 4, 8, 16)                                                                        \
    BOTH(loop, 3, 4, 8, 16)                                                                        \
    BOTH(loop, 4, 4, 8, 16)                                                                        \
    BOTH(loop, 5, 4, 8, 16)
#define STREAM_LOOPS(loop)                                                                         \
    FEW_STREAM_LOOPS(loop)                                                                         \
    BOTH(loop, 8, 2, 4, 8)                                                                         \
    BOTH(loop, 10, 2, 4, 8)                                                                        \
    BOTH(loop, 12, 2, 4, 8)                                                                        \
    BOTH(loop, 13, 2, 4, 8)

/* The loops of a statement that has a form in memory: every number of streams up to 13, to find the
   most that take no longer than one; and more streams than there are registers, in that form. */
#define EVERY_STREAM_LOOPS(loop)                                                                   \
    FEW_STREAM_LOOPS(loop)                                                                         \
    BOTH(loop, 6, 3, 6, 12)                                                                        \
    BOTH(loop, 7, 3, 6, 12)                                                                        \
    BOTH(loop, 8, 2, 4, 8)                                                                         \
    BOTH(loop, 9, 2, 4, 8)                                                                         \
    BOTH(loop, 10, 2, 4, 8)                                                                        \
    BOTH(loop, 11, 2, 4, 8)                                                                        \
    BOTH(loop, 12, 2, 4, 8)                                                                        \
    BOTH(loop, 13, 2, 4, 8)
#define IN_MEMORY_LOOPS(loop)                                                                      \
    BOTH(loop, 16, 2, 4, 8)                                                                        \
    BOTH(loop, 20, 2, 4, 8)                                                                        \
    BOTH(loop, 24, 2, 4, 8)                                                                        \
    BOTH(loop, 26, 2, 4, 8)                                                                        \
    BOTH(loop, 28, 2, 4, 8)

/* More, where the instruction set mostly has 32 registers of each kind.  Four units that take four
   cycles each have 16 operations in flight, and three numbers of streams must reach their rate.  A
   loop whose values do not all fit is slower, and counts for no rate. */
#define MORE_STREAM_LOOPS(loop)                                                                    \
    BOTH(loop, 16, 2, 4, 8)                                                                        \
    BOTH(loop, 20, 1, 2, 4)                                                                        \
    BOTH(loop, 24, 1, 2, 4)                                                                        \
    BOTH(loop, 28, 1, 2, 4)

#if defined __aarch64__ || defined __powerpc__ || defined __loongarch__ || defined __mips__ ||     \
    defined __sparc__ || (defined __riscv && !defined __riscv_e)
#define MANY_REGISTERS
#endif

/* The loops of sets of statements, each set with its own variables. */
#define SET_LOOPS(loop)                                                                            \
    BOTH(loop, 2, 4, 8, 16)                                                                        \
    BOTH(loop, 3, 3, 6, 12)                                                                        \
    BOTH(loop, 4, 2, 4, 8)                                                                         \
    BOTH(loop, 6, 2, 4, 8)                                                                         \
    BOTH(loop, 8, 2, 4, 8)                                                                         \
    BOTH(loop, 10, 2, 4, 8)                                                                        \
    BOTH(loop, 12, 2, 4, 8)

#endif
