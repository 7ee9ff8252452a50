/* operands.c - a ring of addresses in memory, which statements load and store. */
#include "operands.h"

#include "vector_bytes.h"

#include <stddef.h>

/* Behind the ring there is room for a vector of each stream. */
enum { LINKS = 61, NEXT_LINK = 23, MOST_STREAMS_LOADED = 28 };
#ifdef VECTOR_BYTES
enum { VECTOR_WORDS = VECTOR_BYTES / sizeof(uint64_t) };
#else
enum { VECTOR_WORDS = 1 };
#endif

const volatile uint64_t *memory_operands(void) {
    static volatile uint64_t room[LINKS + (MOST_STREAMS_LOADED + 1) * VECTOR_WORDS];
    size_t past = (uintptr_t)room / sizeof *room % VECTOR_WORDS;
    volatile uint64_t *place = room + (VECTOR_WORDS - past) % VECTOR_WORDS;
    for (size_t i = 0; place[LINKS - 1] == 0 && i < LINKS; i++)
        place[i] = (uintptr_t)&place[(i + NEXT_LINK) % LINKS];
    return place;
}
