/* width.c - the sweep of issue width: loops of integer adds, floating-point adds and loads, which
   no single kind of unit can execute (X-Ray 3.4).

   Mixes of one kind show what its units can do. */
#include "mix_loops.h"
#include "mixes.h"
#define IL(i, l) INTEGER(i) FETCH(l)
#define IIF(i, j, f) INTEGER(i) INTEGER(j) FLOAT(f)
#define IFIL(i, f, j, l) INTEGER(i) FLOAT(f) INTEGER(j) FETCH(l)

/* In these two a floating-point sum is used again only when its latency has passed. */
#define ONE_HALF IFIL(0, 0, 1, 0) IFIL(2, 1, 3, 1) IFIL(4, 2, 5, 2) IFIL(6, 3, 7, 3)
#define OTHER_HALF IFIL(0, 4, 1, 4) IFIL(2, 5, 3, 5) IFIL(4, 6, 5, 6) IFIL(6, 7, 7, 7)
#define FEW_LOADS IIF(0, 1, 0) FETCH(0) IIF(2, 3, 1) IIF(4, 5, 2) FETCH(1) IIF(6, 7, 3)
#define MORE_OF_THEM IIF(0, 1, 4) FETCH(2) IIF(2, 3, 5) IIF(4, 5, 6) FETCH(3) IIF(6, 7, 7)
#define MIX_16_8_8 ONE_HALF OTHER_HALF
#define MIX_6_0_6 IL(0, 0) IL(1, 1) IL(2, 2) IL(3, 3) IL(4, 4) IL(5, 5)
#define MIX_12_6_0 IIF(0, 1, 0) IIF(2, 3, 1) IIF(4, 5, 2) IIF(6, 7, 3) IIF(0, 1, 4) IIF(2, 3, 5)
#define MIX_16_8_4 FEW_LOADS MORE_OF_THEM
#define IIIL(i, j, k, l) INTEGER(i) INTEGER(j) INTEGER(k) FETCH(l)
#define MIX_9_0_3 IIIL(0, 1, 2, 0) IIIL(3, 4, 5, 1) IIIL(6, 7, 0, 2)
#define MIX_7_0_5 IL(0, 0) IL(1, 1) IIL(2, 3, 2) IL(4, 3) IIL(5, 6, 4)
#define IFLI(i, f, l, j) INTEGER(i) FLOAT(f) FETCH(l) INTEGER(j)
#define LFIL(l, f, i, m) FETCH(l) FLOAT(f) INTEGER(i) FETCH(m)
#define HALF_OF_12 IFLI(0, 0, 0, 1) LFIL(1, 1, 2, 2) IFLI(3, 2, 3, 4) LFIL(4, 3, 5, 5)
#define REST_OF_12 IFLI(6, 4, 6, 7) LFIL(7, 5, 0, 0) IFLI(1, 6, 1, 2) LFIL(2, 7, 3, 3)
#define MIX_12_8_12 HALF_OF_12 REST_OF_12
#define ILFL(i, l, f, m) INTEGER(i) FETCH(l) FLOAT(f) FETCH(m)
#define HALF_OF_16 ILFL(0, 0, 0, 1) ILFL(1, 2, 1, 3) ILFL(2, 4, 2, 5) ILFL(3, 6, 3, 7)
#define REST_OF_16 ILFL(4, 0, 4, 1) ILFL(5, 2, 5, 3) ILFL(6, 4, 6, 5) ILFL(7, 6, 7, 7)
#define MIX_8_8_16 HALF_OF_16 REST_OF_16
#define II(i, j) INTEGER(i) INTEGER(j)
#define MIX_8_0_0 II(0, 1) II(2, 3) II(4, 5) II(6, 7)
#define FF(j, k) FLOAT(j) FLOAT(k)
#define MIX_0_8_0 FF(0, 1) FF(2, 3) FF(4, 5) FF(6, 7)
#define LL(k, l) FETCH(k) FETCH(l)
#define MIX_0_0_8 LL(0, 1) LL(2, 3) LL(4, 5) LL(6, 7)
#define ILIL(i, k, j, l) INTEGER(i) FETCH(k) INTEGER(j) FETCH(l)
#define MIX_16_4_12                                                                                \
    ILIL(0, 0, 1, 1)                                                                               \
    IFIL(2, 0, 3, 2)                                                                               \
    ILIL(4, 3, 5, 4)                                                                               \
    IFIL(6, 1, 7, 5) ILIL(0, 6, 1, 7) IFIL(2, 2, 3, 0) ILIL(4, 1, 5, 2) IFIL(6, 3, 7, 3)

#define IFL(i, f, l) INTEGER(i) FLOAT(f) FETCH(l)
#define SIX_FIVE_FIVE(a, b, c, d, e)                                                               \
    IFL(0, a, 0) IFL(1, b, 1) IFL(2, c, 2) IFL(3, d, 3) IFL(4, e, 4) INTEGER(5)
#define MIX_12_10_10 SIX_FIVE_FIVE(0, 1, 2, 3, 4) SIX_FIVE_FIVE(5, 6, 7, 0, 1)
#define SEVEN_FIVE_FOUR(a, b, c, d, e)                                                             \
    IFL(0, a, 0) IFL(1, b, 1) IIF(2, 3, c) FETCH(2) IIF(4, 5, d) FETCH(3) INTEGER(6) FLOAT(e)
#define MIX_14_10_8 SEVEN_FIVE_FOUR(0, 1, 2, 3, 4) SEVEN_FIVE_FOUR(5, 6, 7, 0, 1)

MIX_LOOPS(of_16_8_8, MIX_16_8_8)
MIX_LOOPS(of_6_0_6, MIX_6_0_6)
MIX_LOOPS(of_8_0_4, MIX_8_0_4)
MIX_LOOPS(of_12_6_0, MIX_12_6_0)
MIX_LOOPS(of_16_8_4, MIX_16_8_4)
MIX_LOOPS(of_8_0_0, MIX_8_0_0)
MIX_LOOPS(of_9_0_3, MIX_9_0_3)
MIX_LOOPS(of_7_0_5, MIX_7_0_5)
MIX_LOOPS(of_12_8_12, MIX_12_8_12)
MIX_LOOPS(of_8_8_16, MIX_8_8_16)
MIX_LOOPS(of_0_8_0, MIX_0_8_0)
MIX_LOOPS(of_0_0_8, MIX_0_0_8)
MIX_LOOPS(of_16_4_12, MIX_16_4_12)
MIX_LOOPS(of_12_10_10, MIX_12_10_10)
MIX_LOOPS(of_14_10_8, MIX_14_10_8)

static const struct mix mixes[] = {
    {16, 8, 8, {MIX_RUN(of_16_8_8, 2), MIX_RUN(of_16_8_8, 4)}},
    {6, 0, 6, {MIX_RUN(of_6_0_6, 2), MIX_RUN(of_6_0_6, 4)}},
    {8, 0, 4, {MIX_RUN(of_8_0_4, 2), MIX_RUN(of_8_0_4, 4)}},
    {12, 6, 0, {MIX_RUN(of_12_6_0, 2), MIX_RUN(of_12_6_0, 4)}},
    {16, 8, 4, {MIX_RUN(of_16_8_4, 2), MIX_RUN(of_16_8_4, 4)}},
    {8, 0, 0, {MIX_RUN(of_8_0_0, 2), MIX_RUN(of_8_0_0, 4)}},
    {9, 0, 3, {MIX_RUN(of_9_0_3, 2), MIX_RUN(of_9_0_3, 4)}},
    {7, 0, 5, {MIX_RUN(of_7_0_5, 2), MIX_RUN(of_7_0_5, 4)}},
    {12, 8, 12, {MIX_RUN(of_12_8_12, 2), MIX_RUN(of_12_8_12, 4)}},
    {8, 8, 16, {MIX_RUN(of_8_8_16, 2), MIX_RUN(of_8_8_16, 4)}},
    {0, 8, 0, {MIX_RUN(of_0_8_0, 2), MIX_RUN(of_0_8_0, 4)}},
    {0, 0, 8, {MIX_RUN(of_0_0_8, 2), MIX_RUN(of_0_0_8, 4)}},
    {16, 4, 12, {MIX_RUN(of_16_4_12, 2), MIX_RUN(of_16_4_12, 4)}},
    {12, 10, 10, {MIX_RUN(of_12_10_10, 2), MIX_RUN(of_12_10_10, 4)}},
    {14, 10, 8, {MIX_RUN(of_14_10_8, 2), MIX_RUN(of_14_10_8, 4)}},
};

sweep sweep_width;

const char *sweep_width(struct machine *machine, FILE *out) {
    return mixes_sweep(machine, mixes, sizeof mixes / sizeof *mixes, out);
}
