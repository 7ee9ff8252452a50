/* walk.c - the loads and stores that samples of chains time.

   One expression holds 64 loads, so that even without optimisation the compiler keeps the pointer
   in a register between them.  Otherwise a store and a reload of it would be timed with each
   load. */
#include "walk.h"

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
static volatile size_t sink_sum;

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

/* The pointers are in an array.  Their own loads and stores hit, and cost next to nothing beside
   the misses that this function times. */
void walk_all(struct chain *all, size_t count, size_t loads) {
    void *at[CHAINS_MOST];
    for (size_t i = 0; i < count; i++)
        at[i] = all[i].at;
    for (; loads > 0; loads--)
        for (size_t i = 0; i < count; i++)
            at[i] = NEXT(at[i]);
    for (size_t i = 0; i < count; i++)
        all[i].at = at[i];
}

/* The addresses are computed before, so that a miss takes two entries of the load queue and little
   else.  Without optimisation only `register' keeps the loop's variables out of memory. */
void load_at_once(const unsigned char *base, const size_t *order, size_t count) {
    const volatile size_t *at[AT_ONCE_MOST];
    register const volatile size_t **next = at, **end = at + count;
    register size_t sum = 0;
    for (size_t i = 0; i < count; i++)
        at[i] = (const volatile size_t *)(const void *)(base + order[i]);
    for (; next < end; next++)
        sum += **next;
    sink_sum = sum;
}

void store_beside(const struct chain *chain) {
    unsigned char *base = chain->pages->base + sizeof(void *);
    for (size_t i = 0; i < chain->count; i++)
        *(volatile size_t *)(void *)(base + chain->order[i]) = i;
#ifdef __GNUC__
    __sync_synchronize();
#endif
}
