/* area.c - the area of code.  The function that contains it begins a page before the first
   chunk. */
#include "area.h"

/* Written out, since repetition in the assembler takes twice as long. */
#define FIVE "nop\n\tnop\n\tnop\n\tnop\n\tnop\n\t"

#if defined __GNUC__ && !defined __TINYC__ && (defined __x86_64__ || defined __i386__)
__attribute__((noinline, aligned(4096))) void area(void) {
    __asm__ volatile("nop\n\t.p2align 12\n\t.rept 1032\n\t.rept 32\n\t" FIVE FIVE FIVE
                     "ret\n\t.endr\n\t.p2align 10\n\t.endr");
}
#endif
