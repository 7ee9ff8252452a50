/* skewed.c - lookup and fill of a skewed TLB. */
#include "skewed.h"

#include <stdlib.h>

struct entry {
    uint64_t number, used; /* the page's, plus 1; when it was used last */
};

struct skewed {
    struct entry *entry; /* ways x sets */
    size_t ways, sets;
    bool random;
    uint64_t now;
    struct rng rng;
};

struct skewed *skewed_create(size_t entries, size_t ways, const struct policy *policy,
                             uint64_t seed) {
    struct skewed *skewed = calloc(1, sizeof *skewed);
    if (skewed == NULL)
        return NULL;
    *skewed = (struct skewed){.entry = calloc(entries, sizeof *skewed->entry),
                              .ways = ways,
                              .sets = entries / ways,
                              .random = policy->kind == POLICY_RANDOM,
                              .rng = {seed}};
    if (skewed->entry != NULL)
        return skewed;
    free(skewed);
    return NULL;
}

void skewed_destroy(struct skewed *skewed) {
    if (skewed != NULL)
        free(skewed->entry);
    free(skewed);
}

/* Where WAY may hold the page. */
static struct entry *entry_of(const struct skewed *skewed, size_t way, uint64_t number) {
    struct rng hash = {number * (2 * way + 1) + way};
    return &skewed->entry[way * skewed->sets + rng_below(&hash, skewed->sets)];
}

bool skewed_access(struct skewed *skewed, uint64_t number) {
    struct entry *victim = entry_of(skewed, rng_below(&skewed->rng, skewed->ways), number);
    skewed->now++;
    for (size_t way = 0; way < skewed->ways; way++) {
        struct entry *entry = entry_of(skewed, way, number);
        if (entry->number == number + 1) {
            entry->used = skewed->now;
            return true;
        }
        if (entry->used == 0 || (!skewed->random && entry->used < victim->used))
            victim = entry;
    }
    *victim = (struct entry){number + 1, skewed->now};
    return false;
}
