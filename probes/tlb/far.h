/* far.h - code on pages of its own, and the loop that calls it.

   Included once by each sweep that needs it: the loop stands on the page before. */
#ifndef FAR_H
#define FAR_H

#include "../machine/calls.h"
#include "line.h"

/* From the loop's page on: pages with a line of code each, and behind them lines side by side; in
   their lines all begin at the same place.  From one page to the next the line is so many parts of
   a page further: pages at any of the distances fill the sets of a cache evenly then, or nearly so.
   Where a page ends there is none: what is fetched ahead would be of the next page. */
enum { FAR_PAGE = 4096, FAR_PAGES = 2400, FAR_SPARSE = FAR_PAGES * FAR_PAGE };
enum { FAR_PACKED = FAR_PAGES, FAR_BEGIN = 8, FAR_PARTS = 65536, FAR_FURTHER = 11847 };
enum { FAR_END_LINES = 4 };
/* Instructions of a byte, at each of which a line can be entered, before its return. */
enum { FAR_ENTRIES = 15 };

#if defined __GNUC__ && !defined __TINYC__ && (defined __x86_64__ || defined __i386__)
#define FAR_CODE

/* A call through a register, whatever the flags: else it has help on another page. */
#if defined __has_attribute
#if __has_attribute(indirect_branch)
#define DIRECTLY __attribute__((indirect_branch("keep")))
#endif
#endif
#ifndef DIRECTLY
#define DIRECTLY
#endif

#define FAR_FIVE "nop\n\tnop\n\tnop\n\tnop\n\tnop\n\t"
#define FAR_LINE FAR_FIVE FAR_FIVE FAR_FIVE "ret\n\t"

/* It has no more than its page, and the area lies behind, unless the compiler thinks otherwise. */
__attribute__((noinline, aligned(4096))) DIRECTLY static void far_call(const struct calls *calls) {
    uintptr_t base = (uintptr_t)far_call;
    for (size_t i = 0; i < calls->count; i++)
        ((void (*)(void))(base + calls->offset[i]))();
}

/* The first page is the compiler's.  What is skipped costs the assembler nothing. */
__attribute__((noinline, aligned(4096))) static void far_area(void) {
    __asm__ volatile("nop\n\t.p2align 12\n\t.set far_page, 2\n\t.rept 2398\n\t"
                     ".skip far_page * 11847 % 65536 * 60 / 65536 * 64 + 8\n\t" FAR_LINE
                     ".p2align 12\n\t.set far_page, far_page + 1\n\t.endr\n\t"
                     ".rept 2400\n\t.skip 8\n\t" FAR_LINE ".p2align 6\n\t.endr");
}
#endif

/* NULL where the area is not as it is taken to be. */
static inline void (*far_caller(size_t page))(const struct calls *calls) {
#ifdef FAR_CODE
    if (page == FAR_PAGE && (uintptr_t)far_area == (uintptr_t)far_call + FAR_PAGE)
        return far_call;
#endif
    (void)page;
    return NULL;
}

/* Where in its page the line of PAGE is. */
static inline size_t far_line(size_t page, size_t page_bytes) {
    return page * FAR_FURTHER % FAR_PARTS * (page_bytes / REACH_LINE - FAR_END_LINES) / FAR_PARTS *
               REACH_LINE +
           FAR_BEGIN;
}

/* Calls of COUNT places of it, in laps of so many, where pages are of so many bytes. */
static inline struct calls far_calls(const uint32_t *offset, size_t count, size_t lap,
                                     size_t page) {
    return (struct calls){.offset = offset,
                          .count = count,
                          .lap = lap,
                          .bytes = FAR_SPARSE + (FAR_PACKED + 1) * REACH_LINE,
                          .loop = 0,
                          .run = far_caller(page)};
}

#endif
