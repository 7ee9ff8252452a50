/* contention.c - detects another thread of the core by the time that it takes from work that fills
   the core. */
#include "contention.h"
#include "../../common/keep.h"

#ifndef KEEP_i32
#define KEEP_i32(x)
#endif
/* Eight independent sums fill all issue slots of a core with up to eight.  Some cores add a
   constant during register renaming, without the units that another thread uses; so the step is no
   constant. */
#define ADD(sum)                                                                                   \
    sum += step;                                                                                   \
    KEEP_i32(sum)
#define ADD_EACH ADD(a) ADD(b) ADD(c) ADD(d) ADD(e) ADD(f) ADD(g) ADD(h)
/* A pass is several rounds.  Where a core assigns sums to its units before they can run (Zen 5), a
   loop of one round takes one of two times, 5 % apart, by how it began; a longer loop takes one. */
#define PASS_OF_ROUNDS ADD_EACH ADD_EACH ADD_EACH ADD_EACH
enum { PASS = 4 /* rounds, as above */ };

static volatile unsigned opaque_step = 3, sink;

/* Its time is compared from one program to the next, so all programs need the same alignment. */
#ifdef __GNUC__
__attribute__((aligned(64)))
#endif
void fill_core(size_t rounds) {
    unsigned a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    unsigned step = opaque_step;
    for (size_t passes = (rounds + PASS - 1) / PASS; passes > 0; passes--) {
        PASS_OF_ROUNDS
    }
    sink = a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}
