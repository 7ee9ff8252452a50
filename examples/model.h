/* model.h - tiles and blocks of the products, at compile time, from what configure measured.

   [BLIS]      Low, Igual, Smith, Quintana-Orti: Analytical modeling is enough for high-performance
               BLIS, ACM TOMS 43 (2016), sections 4.1 to 4.4, with its names.
   [Blackjack] Danalis, Luszczek, Marin, Vetter, Dongarra: BlackjackBench, section 6.

   No number here is of a certain machine.  All are integers and constant, so that compilers unroll
   the loops over a tile and keep it in registers. */
#ifndef MODEL_H
#define MODEL_H

#include "vector.h"

#define MODEL_LESS(a, b) ((a) < (b) ? (a) : (b))
#define MODEL_MORE(a, b) ((a) > (b) ? (a) : (b))
#define MODEL_ROUND_UP(a, unit) (((a) + (unit)-1) / (unit) * (unit))

#define MODEL_CHECK(name, condition) typedef char model_check_##name[(condition) ? 1 : -1]

/* Blocks are in elements, of so many bytes. */
enum { MODEL_S = sizeof(double) };

/* What an accumulator waits for: the FMA, or the add where the product has an instruction and a
   register of its own. */
#if ARCH_FMA && defined ARCH_LATENCY_FMA_VF64 && defined ARCH_THROUGHPUT_FMA_VF64
#define MODEL_WAIT ARCH_LATENCY_FMA_VF64
#define MODEL_RATE ARCH_THROUGHPUT_FMA_VF64
#else
#define MODEL_WAIT ARCH_LATENCY_ADD_VF64
#define MODEL_RATE ARCH_THROUGHPUT_ADD_VF64
#endif

/* ---- the register tile, MODEL_MR x MODEL_NR ----

   [BLIS] (1): as many accumulators, in vectors, as keep the units busy: latency x rate. */
enum { MODEL_IN_FLIGHT = (MODEL_WAIT * MODEL_RATE + 999) / 1000 };

/* Registers hold the accumulators, a column of A, one element of B, and the product where there is
   no FMA.  So many columns fit with MV vectors in each, an even number, since most matrices have
   one ([Blackjack], of 3 x 3). */
enum { MODEL_ASIDE = ARCH_FMA ? 1 : 2 };
#define MODEL_COLUMNS(mv) MODEL_MORE(2, (ARCH_REGISTERS_VEC - MODEL_ASIDE - (mv)) / (mv) / 2 * 2)

/* [Blackjack] with k = 1: most operations for each load, mn / (m + n), where m are vectors of A and
   n elements of B; it counts as little as the units are idle for want of accumulators.  [BLIS]
   takes the smallest tile that has enough of them, but its authors ship larger ones where registers
   allow. */
#define MODEL_WORK(mv)                                                                             \
    ((mv)*MODEL_COLUMNS(mv) * MODEL_LESS((mv)*MODEL_COLUMNS(mv), MODEL_IN_FLIGHT))
#define MODEL_LOADS(mv) ((mv) + MODEL_COLUMNS(mv))
#define MODEL_FITS(mv) ((mv)*3 + MODEL_ASIDE <= ARCH_REGISTERS_VEC)
#define MODEL_BETTER(one, other)                                                                   \
    (MODEL_FITS(other) &&                                                                          \
             MODEL_WORK(other) * MODEL_LOADS(one) > MODEL_WORK(one) * MODEL_LOADS(other)           \
         ? (other)                                                                                 \
         : (one))
enum {
    MODEL_MV_2 = MODEL_BETTER(1, 2),
    MODEL_MV_3 = MODEL_BETTER(MODEL_MV_2, 3),
    MODEL_MV_4 = MODEL_BETTER(MODEL_MV_3, 4),
    MODEL_MV_5 = MODEL_BETTER(MODEL_MV_4, 5),
    MODEL_MV_6 = MODEL_BETTER(MODEL_MV_5, 6),
    MODEL_MV_7 = MODEL_BETTER(MODEL_MV_6, 7),
    MODEL_MV = MODEL_BETTER(MODEL_MV_7, 8),
    MODEL_MR = MODEL_MV * LANES,
    MODEL_NR = MODEL_COLUMNS(MODEL_MV)
};

MODEL_CHECK(tile, MODEL_NR <= 30); /* what panel.c has */

/* ---- the blocks, in front of each cache ----

   [BLIS] 4.2: of the first cache's ways one is left for C, and slivers of A (MR x kc) and B
   (kc x NR) share the others in proportion: a sliver of A comes in while that of B stays. */
enum {
    MODEL_WAY_1 = ARCH_L1_SIZE / ARCH_L1_ASSOC,
    MODEL_C_AR = MODEL_MORE(1, (ARCH_L1_ASSOC - 1) * MODEL_MR / (MODEL_MR + MODEL_NR)),
    MODEL_KC = MODEL_MORE(1, MODEL_C_AR *MODEL_WAY_1 / (MODEL_MR * MODEL_S))
};

/* [BLIS] 4.3: a block of A (mc x kc) stays in the second cache, beside a sliver of B and a way for
   C. */
enum {
    MODEL_WAY_2 = ARCH_L2_SIZE / ARCH_L2_ASSOC,
    MODEL_C_BR = (MODEL_NR * MODEL_KC * MODEL_S + MODEL_WAY_2 - 1) / MODEL_WAY_2,
    MODEL_C_AC = MODEL_MORE(1, ARCH_L2_ASSOC - 1 - MODEL_C_BR),
    MODEL_MC = MODEL_MORE(1, MODEL_C_AC *MODEL_WAY_2 / (MODEL_KC * MODEL_S * MODEL_MR)) * MODEL_MR
};

/* [BLIS] 4.4: a panel of B (kc x nc) stays in the third, beside a block of A and a way for C.
   Where it is unknown, or there is none, a panel has as many elements as MODEL_NC_DEFAULT columns
   have: B is read once from where it is, and each element of C as often, so it hardly matters. */
enum { MODEL_NC_DEFAULT = 4096 };
#if defined ARCH_L3_SIZE && defined ARCH_L3_ASSOC
enum {
    MODEL_WAY_3 = ARCH_L3_SIZE / ARCH_L3_ASSOC,
    MODEL_C_AC_3 = (MODEL_MC * MODEL_KC * MODEL_S + MODEL_WAY_3 - 1) / MODEL_WAY_3,
    MODEL_C_BC = MODEL_MORE(1, ARCH_L3_ASSOC - 1 - MODEL_C_AC_3),
    MODEL_NC =
        MODEL_MORE(1, (long)MODEL_C_BC *MODEL_WAY_3 / (MODEL_KC * MODEL_S * MODEL_NR)) * MODEL_NR
};
#else
enum { MODEL_NC = MODEL_NC_DEFAULT / MODEL_NR * MODEL_NR };
#endif

/* ---- [Blackjack]'s own blocks, for the Schur update ----

   NAME is the largest m so that m x m of C, m of A and EACH x m of B, where an element may bring
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

/* The same of this machine, rows of the tile in vectors. */
BLACKJACK_EVEN(SCHUR_MV, SCHUR_NR, ARCH_REGISTERS_VEC);
BLACKJACK_SQUARE(SCHUR_LINES, ARCH_L1_LINE / MODEL_S, ARCH_L1_SIZE / MODEL_S);
enum { SCHUR_MR = SCHUR_MV * LANES, SCHUR_BLOCK = BLACKJACK_WHOLE(SCHUR_LINES, SCHUR_MR) };

#endif
