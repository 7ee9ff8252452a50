/* believe.c - tells caches and TLBs from zeros, garbage and what emulators invent. */
#include "believe.h"

bool is_power(number value) {
    return value > 0 && (value & (value - 1)) == 0;
}

/* A fully associative cache is one set, whose ways some sources give as 0, 0xFF or 0xFFFF. */
static bool is_one_set(const struct cache *cache) {
    number ways = cache->ways, sets = cache->sets;
    return cache->line != 0 && (sets == 1 || (sets == 0 && ways != 0)) &&
           (ways == 0 || ways == 0xFF || ways == 0xFFFF);
}

void tidy(struct cache *cache) {
    number *line = &cache->line, *ways = &cache->ways, sets = cache->sets;
    if (*line < 4 || *line > 4096 || !is_power(*line))
        *line = 0;
    if (cache->bytes < 256 || cache->bytes >> 40 != 0 || (*line != 0 && cache->bytes % *line != 0))
        cache->bytes = 0;
    number lines = cache->bytes / (*line != 0 ? *line : 1);
    if (is_one_set(cache))
        *ways = lines;
    else if (*ways < 1 || *ways > lines || lines % *ways != 0 ||
             (sets > 0 && *line != 0 && lines / *ways != sets))
        *ways = 0;
}

/* No TLB is known that has one way only, or a number of sets that bits of an address do not
   index; QEMU reports 255 entries of one way.  255 and 4095 are all that AMD's fields hold. */
bool is_tlb(number entries, number ways) {
    if (entries < 1 || entries > 1 << 20 || entries == 0xFF || entries == 0xFFF)
        return false;
    return ways > 1 && entries % ways == 0 && is_power(entries / ways);
}
