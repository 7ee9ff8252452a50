/* operands.c - a ring of addresses in memory, which statements load and store. */
#include "operands.h"

#include <stddef.h>

/* A vector for each of 28 streams fits, of 64 bytes. */
enum { LINKS = 227, NEXT_LINK = 23, ALIGNED = 64, WORDS = ALIGNED / sizeof(uint64_t) };

const volatile uint64_t *memory_operands(void) {
    static volatile uint64_t room[LINKS + WORDS];
    volatile uint64_t *place = room + (WORDS - (uintptr_t)room / sizeof *room % WORDS) % WORDS;
    for (size_t i = 0; place[LINKS - 1] == 0 && i < LINKS; i++)
        place[i] = (uintptr_t)&place[(i + NEXT_LINK) % LINKS];
    return place;
}
