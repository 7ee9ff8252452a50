/* area.h - an area of code that can be called at any instruction and only returns. */
#ifndef AREA_H
#define AREA_H

#include "../machine/calls.h"

/* Only the first AREA_PART bytes of each AREA_BLOCK are code, which halves the time to assemble
   them. */
enum { AREA_PART = 512, AREA_BLOCK = 2 * AREA_PART, AREA_PAGE = 4096 };

/* A chunk can be entered at each of its instructions, which are one byte long.  If instructions
   were four bytes long, a line would have only three entries, too few to keep calls unpredicted:
   one line would cost so much less than two that it would look like a way. */
#if defined __GNUC__ && !defined __TINYC__ && (defined __x86_64__ || defined __i386__)
/* Begins a page before the first chunk. */
void area(void);

static inline void area_call(const struct calls *calls) {
    uintptr_t base = (uintptr_t)area + AREA_PAGE;
    for (size_t i = 0; i < calls->count; i++)
        ((void (*)(void))(base + calls->offset[i]))();
}
#define AREA_CALL area_call
#else
#define AREA_CALL NULL
#endif

/* Returns calls into the area.  The loop that makes them is assumed to be on the page behind it. */
static inline struct calls area_calls(const uint32_t *offset, size_t count, size_t lap) {
    return (struct calls){.offset = offset,
                          .count = count,
                          .lap = lap,
                          .bytes = CALLS_AREA + 2 * AREA_PAGE,
                          .loop = CALLS_AREA + AREA_PAGE,
                          .run = AREA_CALL};
}

#endif
