/* area.c - the area itself: whatever the compiler puts before it lies on a page of its own. */
#include "area.h"

#if defined __GNUC__ && !defined __TINYC__ && (defined __x86_64__ || defined __i386__)
__attribute__((noinline, aligned(4096))) void area(void) {
    __asm__ volatile("nop\n\t.p2align 12\n\t.rept 1032\n\t.rept 32\n\t.rept 15\n\tnop\n\t.endr\n\t"
                     "ret\n\t.endr\n\t.p2align 10\n\t.endr");
}
#endif
