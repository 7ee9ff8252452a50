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

/* [Blackjack] with k = 1: most operations for each load, mn / (m + n), for m vectors of A and n
   elements of B, scaled down by the share of accumulators that is missing to keep the units busy.
   [BLIS] takes the smallest tile that has enough of them, but its authors ship larger ones where
   registers allow. */
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

MODEL_CHECK(tile, MODEL_NR <= 16); /* what tile.c has */

/* Without a second cache these are `none`, and undefined whatever the default, and without its ways
   nothing fits it; its blocks then share the first. */
#if !defined ARCH_L2_SIZE || !defined ARCH_L2_ASSOC
#undef ARCH_L2_SIZE
#undef ARCH_L2_ASSOC
#define ARCH_L2_SIZE ARCH_L1_SIZE
#define ARCH_L2_ASSOC ARCH_L1_ASSOC
#endif

/* ---- the blocks, in front of each cache ----

   [BLIS] 4.2: slivers of A (MR x kc) and B (kc x NR) share the first cache: that of A, the wider
   one, stays, and slivers of B, which are smaller, come one after the other.  Packed
   slivers are contiguous and spread over all sets, so kc is not rounded to whole ways; and the few
   lines of a tile of C, for which the paper leaves a way, have been asked for by the time they are
   wanted.  A larger kc is fewer passes over C.  For a sliver of A that is not packed, ways count as
   in the paper. */
enum {
    MODEL_WAY_1 = ARCH_L1_SIZE / ARCH_L1_ASSOC,
    MODEL_KC = MODEL_MORE(1, ARCH_L1_SIZE / ((MODEL_MR + MODEL_NR) * MODEL_S)),
    MODEL_C_AR = MODEL_MORE(1, (ARCH_L1_ASSOC - 1) * MODEL_MR / (MODEL_MR + MODEL_NR))
};

/* [BLIS] 4.3: a block of B (kc x nc) stays in the second cache.  The paper leaves a way for C and
   what a sliver of A takes, as if pages lay evenly.  But this cache goes by physical addresses, and
   pages are where chance has them: of a block that has 6 of 8 ways on average, one page in six
   finds its 6 ways taken, of one that has half of all, one in twenty. */
enum {
    MODEL_WAY_2 = ARCH_L2_SIZE / ARCH_L2_ASSOC,
    MODEL_C_BC = MODEL_MORE(1, ARCH_L2_ASSOC / 2),
    MODEL_NC = MODEL_MORE(1, MODEL_C_BC *MODEL_WAY_2 / (MODEL_KC * MODEL_S * MODEL_NR)) * MODEL_NR
};

/* [BLIS] 4.4: a panel of A (mc x kc) stays in the third, beside a block of B and a way for C; but
   it has no more than MODEL_MC_MOST rows, also where that cache is unknown or there is none.  B is
   packed again for each panel, which by then is hardly anything of what it is multiplied with.
   Each of its elements is moved once for as many products as a panel has rows: with more of them
   there is nothing left to save, only more pages. */
enum { MODEL_MC_MOST = 1024 };
#if defined ARCH_L3_SIZE && defined ARCH_L3_ASSOC
enum {
    MODEL_WAY_3 = ARCH_L3_SIZE / ARCH_L3_ASSOC,
    MODEL_C_BC_3 = (MODEL_NC * MODEL_KC * MODEL_S + MODEL_WAY_3 - 1) / MODEL_WAY_3,
    MODEL_C_AC = MODEL_MORE(1, ARCH_L3_ASSOC - 1 - MODEL_C_BC_3),
    MODEL_ROWS_3 = (long)MODEL_C_AC * MODEL_WAY_3 / (MODEL_KC * MODEL_S)
};
#else
enum { MODEL_ROWS_3 = MODEL_MC_MOST };
#endif
enum {
    MODEL_ROWS = MODEL_LESS((int)MODEL_ROWS_3, (int)MODEL_MC_MOST),
    MODEL_MC = MODEL_MORE(1, MODEL_ROWS / MODEL_MR) * MODEL_MR
};

#endif
