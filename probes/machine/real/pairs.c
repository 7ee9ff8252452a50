/* pairs.c - stores that wait for nothing, so that many misses are on their way at once. */
#include "../pairs.h"

#include "clock.h"
#include "real.h"

void pairs_touch(struct machine *machine, const struct pairs *pairs) {
    unsigned char *base = pairs->pages->base;
    (void)machine;
    for (size_t i = 0; i < pairs->touched; i++) {
        size_t pair = permutation_at(&pairs->order, i), first = pairs_first(pair);
        volatile unsigned char *at = base + pairs_offset(pairs, pair);
        at[first * pairs->line] = 0;
        at[(1 - first) * pairs->line] = 0;
    }
}

static size_t load_word(const unsigned char *at) {
    return *(const volatile size_t *)(const void *)at;
}

static volatile size_t sink_loaded;

/* The clock is never negative, and no place holds such an address, so nothing is added; the
   compiler cannot know that. */
double pairs_load(struct machine *machine, const struct pages *pages, size_t beside,
                  size_t offset) {
    size_t seen = load_word(pages->base + beside);
    double start = clock_ns();
    sink_loaded = load_word(pages->base + offset + (seen == SIZE_MAX) + (start < 0));
    return machine_since(machine, start);
}
