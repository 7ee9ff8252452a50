/* replacement_models.c - simulates one set under each replacement policy. */
#include "replacement_models.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

const char *const model_word[MODELS] = {"lru", "fifo", "plru", "random"};

struct set {
    enum model model;
    size_t ways, tree; /* tree: the ways of one tree */
    size_t held[MODEL_MOST_WAYS], holds;
    size_t used[MODEL_MOST_WAYS]; /* time of arrival or of last use of a way, or of a tree */
    bool away[MODEL_MOST_WAYS];   /* bits of each tree, its root at 1: evict from the right half? */
    size_t now;
    uint64_t chance;
};

/* The largest power of two that divides WAYS, where there are trees. */
static size_t tree_of(enum model model, size_t ways) {
    size_t tree = 1;
    while (model == MODEL_TREE && ways % (2 * tree) == 0)
        tree *= 2;
    return tree;
}

static void use_way(struct set *set, size_t way) {
    size_t first = way / set->tree * set->tree, node = 1;
    set->used[way / set->tree] = ++set->now;
    for (size_t half = set->tree / 2; half > 0; half /= 2) {
        size_t right = (way - first) / half % 2;
        set->away[first + node] = right == 0;
        node = 2 * node + right;
    }
}

static size_t oldest_way(const struct set *set) {
    size_t oldest = 0, node = 1;
    for (size_t i = 1; i < set->ways / set->tree; i++)
        if (set->used[i] < set->used[oldest])
            oldest = i;
    while (node < set->tree)
        node = 2 * node + set->away[oldest * set->tree + node];
    return oldest * set->tree + node - set->tree;
}

static size_t chosen_way(struct set *set) {
    if (set->model != MODEL_RANDOM)
        return oldest_way(set);
    set->chance ^= set->chance << 13;
    set->chance ^= set->chance >> 7;
    set->chance ^= set->chance << 17;
    return (size_t)(set->chance % set->ways);
}

/* Returns whether BLOCK misses. */
static bool access_set(struct set *set, size_t block) {
    size_t way = 0;
    while (way < set->holds && set->held[way] != block)
        way++;
    bool miss = way == set->holds;
    if (miss) {
        way = set->holds < set->ways ? set->holds++ : chosen_way(set);
        set->held[way] = block;
    }
    if (miss || set->model != MODEL_FIFO)
        use_way(set, way);
    return miss;
}

void model_predict(enum model model, size_t ways, size_t random_sets, const size_t *block,
                   size_t steps, double *miss) {
    size_t sets = model == MODEL_RANDOM ? random_sets : 1;
    struct set set = {.model = model, .ways = ways, .tree = tree_of(model, ways)};
    set.chance = 20040614;
    for (size_t i = 0; i < steps; i++)
        miss[i] = 0;
    for (size_t k = 0; k < sets; k++) {
        set.holds = 0;
        for (size_t i = 0; i < steps; i++)
            miss[i] += (double)access_set(&set, block[i]) / (double)sets;
    }
}
