/* crowd.c - work that fills the core: who else is there shows in what it takes away. */
#include "keep.h"
#include "real.h"

#ifndef KEEP_i32
#define KEEP_i32(x)
#endif
/* No sum waits for another: they take what the core can begin in a cycle, up to eight. */
#define ADD(sum)                                                                                   \
    sum += 3;                                                                                      \
    KEEP_i32(sum)
#define ADD_EACH ADD(a) ADD(b) ADD(c) ADD(d) ADD(e) ADD(f) ADD(g) ADD(h)

static volatile unsigned sink;

void crowd(size_t rounds) {
    unsigned a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    for (; rounds > 0; rounds--) {
        ADD_EACH
    }
    sink = a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}
