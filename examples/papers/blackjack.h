/* blackjack.h - the blocks of BlackjackBench, section 6, for the update of a Schur complement with
   k = 1: what its registers and its first cache hold of C and of what that is made of.

   The library does without: a tile of C stays in registers until all of k is summed up, so that of
   C no more has to be near.  bench/dgemm has both, and a compiler checks what the paper says. */
#ifndef BLACKJACK_H
#define BLACKJACK_H

#include "../model.h"

/* NAME is the largest m so that m x m of C, m of A and EACH x m of B, where an element may bring
   EACH of a line with it, are no more than ROOM: m^2 + m + EACH m <= ROOM.  ROOM is below 2^22. */
#define BLACKJACK_STEP(m, bit, each, room)                                                         \
    (((m) + (bit)) * ((m) + (bit) + 1 + (each)) <= (room) ? (m) + (bit) : (m))
#define BLACKJACK_SQUARE(name, each, room)                                                         \
    enum {                                                                                         \
        name##_10 = BLACKJACK_STEP(0, 1024, each, room),                                           \
        name##_9 = BLACKJACK_STEP(name##_10, 512, each, room),                                     \
        name##_8 = BLACKJACK_STEP(name##_9, 256, each, room),                                      \
        name##_7 = BLACKJACK_STEP(name##_8, 128, each, room),                                      \
        name##_6 = BLACKJACK_STEP(name##_7, 64, each, room),                                       \
        name##_5 = BLACKJACK_STEP(name##_6, 32, each, room),                                       \
        name##_4 = BLACKJACK_STEP(name##_5, 16, each, room),                                       \
        name##_3 = BLACKJACK_STEP(name##_4, 8, each, room),                                        \
        name##_2 = BLACKJACK_STEP(name##_3, 4, each, room),                                        \
        name##_1 = BLACKJACK_STEP(name##_2, 2, each, room),                                        \
        name = BLACKJACK_STEP(name##_1, 1, each, room)                                             \
    }

/* The even m x n of the most operations for each load, mn / (m + n), with mn + m + n <= REGISTERS:
   for n = 2, 4, 6 the largest m, and the best n of these. */
#define BLACKJACK_ROWS(n, registers) (((registers) - (n)) / ((n) + 1) / 2 * 2)
#define BLACKJACK_BETTER(one, other, registers)                                                    \
    (BLACKJACK_ROWS(other, registers) * (other) * (BLACKJACK_ROWS(one, registers) + (one)) >       \
             BLACKJACK_ROWS(one, registers) * (one) * (BLACKJACK_ROWS(other, registers) + (other)) \
         ? (other)                                                                                 \
         : (one))
#define BLACKJACK_EVEN(m, n, registers)                                                            \
    enum {                                                                                         \
        n##_4 = BLACKJACK_BETTER(2, 4, registers),                                                 \
        n = BLACKJACK_BETTER(n##_4, 6, registers),                                                 \
        m = MODEL_MORE(1, BLACKJACK_ROWS(n, registers))                                            \
    }

/* A block in whole tiles of MULTIPLE rows, at least one. */
#define BLACKJACK_WHOLE(m, multiple) MODEL_MORE((m) / (multiple) * (multiple), (multiple))

/* What the paper says of its machine, 16 registers and 32 KB with lines of 64 bytes. */
BLACKJACK_SQUARE(BLACKJACK_PAPER_REGISTERS, 1, 16);
BLACKJACK_SQUARE(BLACKJACK_PAPER_CACHE, 1, 32768 / 8);
BLACKJACK_SQUARE(BLACKJACK_PAPER_LINES, 64 / 8, 32768 / 8);
BLACKJACK_EVEN(BLACKJACK_PAPER_M, BLACKJACK_PAPER_N, 16);
MODEL_CHECK(registers, BLACKJACK_PAPER_REGISTERS == 3);
MODEL_CHECK(cache, BLACKJACK_PAPER_CACHE == 63);
MODEL_CHECK(even, BLACKJACK_PAPER_M == 4 && BLACKJACK_PAPER_N == 2);
MODEL_CHECK(lines, BLACKJACK_WHOLE(BLACKJACK_PAPER_LINES, BLACKJACK_PAPER_M) == 56);

/* The same of this machine's first cache, in whole tiles; what the paper says of registers, with
   rows of the tile in vectors, is MODEL_MV x MODEL_NR. */
BLACKJACK_SQUARE(SCHUR_LINES, ARCH_L1_LINE / MODEL_S, ARCH_L1_SIZE / MODEL_S);
enum { SCHUR_BLOCK = BLACKJACK_WHOLE(SCHUR_LINES, MODEL_MR) };

#endif
