/* operands.c - a ring of addresses in memory, which statements load and store. */
#include "operands.h"

#include "vector_bytes.h"

#include <stddef.h>

enum { LINKS = 61, NEXT_LINK = 23, MOST_VECTORS = 28 /* one for each stream (streams.h) */ };
#ifdef VECTOR_BYTES
enum { VECTOR_WORDS = VECTOR_BYTES / sizeof(uint64_t) };
#define VECTOR_ALIGNED __attribute__((aligned(VECTOR_BYTES)))
#else
enum { VECTOR_WORDS = 1 };
#define VECTOR_ALIGNED
#endif

const volatile uint64_t *memory_operands(void) {
    static volatile uint64_t place[LINKS + MOST_VECTORS * VECTOR_WORDS] VECTOR_ALIGNED;
    for (size_t i = 0; place[LINKS - 1] == 0 && i < LINKS; i++)
        place[i] = (uintptr_t)&place[(i + NEXT_LINK) % LINKS];
    return place;
}
