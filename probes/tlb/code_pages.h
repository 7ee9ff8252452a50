/* code_pages.h - code on pages of its own, a line on each, and the loop that calls it.

   Each sweep that needs it includes it once: the loop is on the page before the area. */
#ifndef CODE_PAGES_H
#define CODE_PAGES_H

#include "../machine/calls.h"
#include "line_bytes.h"

/* From the loop's page on: pages with a line of code each, and behind them packed lines; all code
   begins at the same offset in its line.  From one page to the next the line moves by so many parts
   of a page, so that pages at any of the distances fill the sets of a cache evenly, or nearly so.
   The last lines of a page are not used: a prefetch behind them would be of the next page. */
enum { CODE_PAGE = 4096, CODE_PAGES = 2400, CODE_PAGES_SPARSE = CODE_PAGES * CODE_PAGE };
enum {
    CODE_PAGES_PACKED = CODE_PAGES,
    CODE_PAGES_BEGIN = 8,
    CODE_PAGES_PARTS = 65536,
    CODE_PAGES_FURTHER = 11847
};
enum { CODE_PAGES_END_LINES = 4 };
/* A line has so many instructions of one byte before its return, and can be entered at each. */
enum { CODE_PAGES_ENTRIES = 15 };

#if defined __GNUC__ && !defined __TINYC__ && (defined __x86_64__ || defined __i386__)
#define CODE_PAGES_COMPILED

/* A call through a register, whatever the flags: a retpoline would be on another page. */
#if defined __has_attribute
#if __has_attribute(indirect_branch)
#define DIRECTLY __attribute__((indirect_branch("keep")))
#endif
#endif
#ifndef DIRECTLY
#define DIRECTLY
#endif

#define CODE_PAGES_FIVE "nop\n\tnop\n\tnop\n\tnop\n\tnop\n\t"
#define CODE_PAGES_LINE CODE_PAGES_FIVE CODE_PAGES_FIVE CODE_PAGES_FIVE "ret\n\t"

/* The loop fits its page, and the area follows it, unless the compiler reorders them. */
__attribute__((noinline, aligned(4096))) DIRECTLY static void
code_pages_call(const struct calls *calls) {
    uintptr_t base = (uintptr_t)code_pages_call;
    for (size_t i = 0; i < calls->count; i++)
        ((void (*)(void))(base + calls->offset[i]))();
}

/* The first page is the compiler's.  Skipped bytes cost the assembler no time. */
__attribute__((noinline, aligned(4096))) static void code_pages_area(void) {
    __asm__ volatile("nop\n\t.p2align 12\n\t.set code_page, 2\n\t.rept 2398\n\t"
                     ".skip code_page * 11847 % 65536 * 60 / 65536 * 64 + 8\n\t" CODE_PAGES_LINE
                     ".p2align 12\n\t.set code_page, code_page + 1\n\t.endr\n\t"
                     ".rept 2400\n\t.skip 8\n\t" CODE_PAGES_LINE ".p2align 6\n\t.endr");
}
#endif

/* The loop, or NULL where the area is not as expected. */
static inline void (*code_pages_caller(size_t page))(const struct calls *calls) {
#ifdef CODE_PAGES_COMPILED
    if (page == CODE_PAGE && (uintptr_t)code_pages_area == (uintptr_t)code_pages_call + CODE_PAGE)
        return code_pages_call;
#endif
    (void)page;
    return NULL;
}

/* The offset of the code of PAGE in it. */
static inline size_t code_pages_line(size_t page, size_t page_bytes) {
    return page * CODE_PAGES_FURTHER % CODE_PAGES_PARTS *
               (page_bytes / TLB_LINE_BYTES - CODE_PAGES_END_LINES) / CODE_PAGES_PARTS *
               TLB_LINE_BYTES +
           CODE_PAGES_BEGIN;
}

/* Calls of COUNT places of the area, in laps of LAP, where a page has PAGE bytes. */
static inline struct calls code_pages_calls(const uint32_t *offset, size_t count, size_t lap,
                                            size_t page) {
    return (struct calls){.offset = offset,
                          .count = count,
                          .lap = lap,
                          .bytes = CODE_PAGES_SPARSE + (CODE_PAGES_PACKED + 1) * TLB_LINE_BYTES,
                          .loop = 0,
                          .run = code_pages_caller(page)};
}

#endif
