/* believe.h - which caches and TLBs there can be: the rest is not said. */
#ifndef QUERY_BELIEVE_H
#define QUERY_BELIEVE_H
#include "query.h"

/* As a source lists it; 0 is unknown.  LEVEL and INDEX are the source's own. */
struct cache {
    number level, index;
    number bytes, ways, line, sets, members;
    char kind; /* Data, Instruction, Unified */
};

/* Makes unknown what contradicts the rest. */
void tidy(struct cache *cache);

/* A TLB of so many entries; one that is fully associative has as many ways. */
bool is_tlb(number entries, number ways);

bool is_power(number value);
#endif
