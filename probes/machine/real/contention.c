/* contention.c - work that fills the core: who else is there shows in what it takes away. */
#include "contention.h"
#include "../../common/keep.h"

#ifndef KEEP_i32
#define KEEP_i32(x)
#endif
/* No sum waits for another: they take what the core can begin in a cycle, up to eight.  A constant
   some cores would add while they rename, beside the units that another thread takes. */
#define ADD(sum)                                                                                   \
    sum += step;                                                                                   \
    KEEP_i32(sum)
#define ADD_EACH ADD(a) ADD(b) ADD(c) ADD(d) ADD(e) ADD(f) ADD(g) ADD(h)

static volatile unsigned opaque_step = 3, sink;

/* What it takes is compared from one program to another, so it lies in lines of code as it does
   there. */
#ifdef __GNUC__
__attribute__((aligned(64)))
#endif
void fill_core(size_t rounds) {
    unsigned a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    unsigned step = opaque_step;
    for (; rounds > 0; rounds--) {
        ADD_EACH
    }
    sink = a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}
