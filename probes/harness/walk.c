/* walk.c - the loads themselves.

   One expression holds 64 loads, so that also a compiler that does not optimise keeps the pointer
   in a register between them: a store and a reload of it would be timed with each load. */
#include "real.h"

#define NEXT(p) (*(void *volatile *)(p))
#define NEXT4(p) NEXT(NEXT(NEXT(NEXT(p))))
#define NEXT16(p) NEXT4(NEXT4(NEXT4(NEXT4(p))))
#define NEXT64(p) NEXT16(NEXT16(NEXT16(NEXT16(p))))

void **walk(void **at, size_t loads) {
    void *p = at;
    for (; loads >= 64; loads -= 64)
        p = NEXT64(p);
    for (; loads > 0; loads--)
        p = NEXT(p);
    return p;
}

static void *volatile sink_pointer;

void walk_four(void **at, size_t loads) {
    void *a = at, *b = at, *c = at, *d = at;
    for (; loads > 0; loads--) {
        a = NEXT(a);
        b = NEXT(b);
        c = NEXT(c);
        d = NEXT(d);
    }
    sink_pointer = a;
    sink_pointer = b;
    sink_pointer = c;
    sink_pointer = d;
}
