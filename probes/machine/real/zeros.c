/* zeros.c - loads zeros, and adds what was loaded to the next address, which the compiler cannot
   know to be 0. */
#include "../zeros.h"

#include "clock.h"

static volatile size_t sink_zero;

void zeros_walk(struct machine *machine, const struct zeros *zeros) {
    const unsigned char *at = zeros->pages->base + zeros->within;
    size_t page_bytes = zeros->pages->page_bytes, zero = 0;
    (void)machine;
    for (size_t i = 0; i < zeros->count; i++)
        zero = *(const volatile size_t *)(const void *)(at + zeros->page[i] * page_bytes + zero);
    sink_zero = zero;
}

double zeros_burst(struct machine *machine, const struct zeros *zeros) {
    double start = clock_ns();
    zeros_walk(machine, zeros);
    return clock_ns() - start;
}
