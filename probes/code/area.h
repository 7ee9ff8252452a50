/* area.h - code that does nothing but return, to be called anywhere. */
#ifndef AREA_H
#define AREA_H

#include "../machine/calls.h"

/* Code stands in the first AREA_PART of each AREA_BLOCK bytes, which saves the assembler half its
   time. */
enum { AREA_PART = 512, AREA_BLOCK = 2 * AREA_PART, AREA_PAGE = 4096 };

/* A chunk can be entered at each instruction, of a byte.  Where they are four bytes long there are
   too few places in a line for calls that nothing predicts: three, by which one line costs so much
   less than two that it would look like a way. */
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

/* Calls of it; the loop that makes them is taken to be on the page behind. */
static inline struct calls area_calls(const uint32_t *offset, size_t count, size_t lap) {
    return (struct calls){.offset = offset,
                          .count = count,
                          .lap = lap,
                          .bytes = CALLS_AREA + 2 * AREA_PAGE,
                          .loop = CALLS_AREA + AREA_PAGE,
                          .run = AREA_CALL};
}

#endif
