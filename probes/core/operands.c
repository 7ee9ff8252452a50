/* operands.c - a ring of addresses in memory, which statements load and store. */
#include "operands.h"

#include <stddef.h>

enum { LINKS = 61, NEXT_LINK = 23 };

const volatile uint64_t *memory_operands(void) {
    static volatile uint64_t place[LINKS];
    for (size_t i = 0; place[LINKS - 1] == 0 && i < LINKS; i++)
        place[i] = (uintptr_t)&place[(i + NEXT_LINK) % LINKS];
    return place;
}
