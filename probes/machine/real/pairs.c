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

static size_t load_word(const struct pairs *pairs, size_t offset) {
    return *(const volatile size_t *)(const void *)(pairs->pages->base + offset);
}

static volatile size_t sink_loaded;

/* The clock is never negative, and no two places hold words that differ in all bits, so nothing is
   added; the compiler cannot know that. */
double pairs_load(struct machine *machine, const struct pairs *pairs, size_t beside,
                  size_t offset) {
    size_t at = pairs_offset(pairs, beside);
    size_t seen = load_word(pairs, at) ^ load_word(pairs, at + pairs->line);
    double start = clock_ns();
    sink_loaded = load_word(pairs, offset + (seen == SIZE_MAX) + (start < 0));
    return machine_since(machine, start);
}
