/* area.c - the area of code.  What the compiler puts before it lies on a page of its own. */
#include "area.h"

/* Written out, since assemblers take twice as long to repeat instructions. */
#define FIVE "nop\n\tnop\n\tnop\n\tnop\n\tnop\n\t"

#if defined __GNUC__ && !defined __TINYC__ && (defined __x86_64__ || defined __i386__)
__attribute__((noinline, aligned(4096))) void area(void) {
    __asm__ volatile("nop\n\t.p2align 12\n\t.rept 1032\n\t.rept 32\n\t" FIVE FIVE FIVE
                     "ret\n\t.endr\n\t.p2align 10\n\t.endr");
}
#endif
