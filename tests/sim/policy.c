/* policy.c - LRU, FIFO, tree-PLRU and random; the names of all.

   The ways of a set stand in groups.  Groups are in LRU order; inside a group a binary tree of
   bits leads to the victim.  LRU is groups of one way, tree-PLRU is one group, or a few where the
   ways are no power of two; so both are the same code, and FIFO is LRU that does not look at
   hits. */
#include "policy.h"

#include "ages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct replacement {
    struct policy policy;
    uint64_t *used; /* sets x ways: when each of a set's groups was used last */
    bool *away;     /* sets x ways: each group's tree, root at 1; does the right half give up? */
    uint8_t *age;   /* sets x ways */
    uint64_t now;
    size_t ways;
    unsigned group_bits;
    struct rng rng;
};

/* ---- names ---- */

static const struct {
    const char *name;
    struct policy policy;
} NAMED[] = {
    {"lru", {.kind = POLICY_LRU}},
    {"plru", {.kind = POLICY_TREE}},
    {"random", {.kind = POLICY_RANDOM}},
    {"fifo", {.kind = POLICY_FIFO}},
    /* Jaleel et al. 2010, with hit priority */
    {"srrip", {POLICY_QLRU, {.insert = 2, .on_miss = true}}},
    {"brrip", {POLICY_QLRU, {.insert = 3, .on_miss = true, .bimodal = 32}}},
};

static bool qlru_named(const char *name, struct qlru *qlru) {
    unsigned place;
    char end[5] = "";
    int read = sscanf(name, "qlru_h%1u%1u_m%1u_r%1u_u%1u%4s", &qlru->hit[0], &qlru->hit[1],
                      &qlru->insert, &place, &qlru->update, end);
    qlru->on_miss = strcmp(end, "_umo") == 0;
    qlru->replace_any = read >= 5 && place == 1;
    return read >= 5 && (end[0] == '\0' || qlru->on_miss) && qlru->hit[0] <= 2 &&
           qlru->hit[1] <= 1 && qlru->insert <= AGE_OLDEST && place <= 1 && qlru->update <= 3;
}

bool policy_named(const char *name, struct policy *policy) {
    for (size_t i = 0; i < sizeof NAMED / sizeof *NAMED; i++)
        if (strcmp(name, NAMED[i].name) == 0) {
            *policy = NAMED[i].policy;
            return true;
        }
    memset(policy, 0, sizeof *policy);
    policy->kind = POLICY_QLRU;
    return qlru_named(name, &policy->qlru);
}

/* ---- opening ---- */

static unsigned trailing_zeros(size_t number) {
    unsigned bits = 0;
    for (; number % 2 == 0; number /= 2)
        bits++;
    return bits;
}

static bool allocate(struct replacement *replacement, size_t lines) {
    replacement->used = calloc(lines, sizeof *replacement->used);
    replacement->away = calloc(lines, sizeof *replacement->away);
    replacement->age = malloc(lines);
    if (replacement->age != NULL)
        memset(replacement->age, AGE_EMPTY, lines);
    return replacement->used != NULL && replacement->away != NULL && replacement->age != NULL;
}

struct replacement *replacement_create(const struct policy *policy, size_t sets, size_t ways,
                                       uint64_t seed) {
    struct replacement *replacement = calloc(1, sizeof *replacement);
    if (replacement == NULL)
        return NULL;
    replacement->policy = *policy;
    replacement->ways = ways;
    replacement->group_bits = policy->kind == POLICY_TREE ? trailing_zeros(ways) : 0;
    replacement->rng.state = seed;
    if (allocate(replacement, sets * ways))
        return replacement;
    replacement_destroy(replacement);
    return NULL;
}

void replacement_destroy(struct replacement *replacement) {
    if (replacement == NULL)
        return;
    free(replacement->used);
    free(replacement->away);
    free(replacement->age);
    free(replacement);
}

/* ---- groups and trees; FIRST is a set's first way ---- */

static void touch(struct replacement *replacement, size_t first, size_t way) {
    size_t group = way >> replacement->group_bits, node = 1;
    bool *away = replacement->away + first + (group << replacement->group_bits);
    replacement->used[first + group] = ++replacement->now;
    for (unsigned bit = replacement->group_bits; bit-- > 0;) {
        size_t right = way >> bit & 1;
        away[node] = right == 0;
        node = 2 * node + right;
    }
}

static size_t oldest_group(const struct replacement *replacement, size_t first) {
    const uint64_t *used = replacement->used + first;
    size_t oldest = 0, groups = replacement->ways >> replacement->group_bits;
    for (size_t group = 1; group < groups; group++)
        if (used[group] < used[oldest])
            oldest = group;
    return oldest;
}

static size_t leaf(const struct replacement *replacement, size_t first) {
    size_t begin = oldest_group(replacement, first) << replacement->group_bits;
    size_t node = 1, leaves = (size_t)1 << replacement->group_bits;
    while (node < leaves)
        node = 2 * node + replacement->away[first + begin + node];
    return begin + node - leaves;
}

/* ---- what a cache calls ---- */

static struct ages ages_of(struct replacement *replacement, size_t first) {
    return (struct ages){replacement->age + first, replacement->ways, &replacement->policy.qlru};
}

void replacement_hit(struct replacement *replacement, size_t set, size_t way) {
    size_t first = set * replacement->ways;
    enum policy_kind kind = replacement->policy.kind;
    if (kind == POLICY_LRU || kind == POLICY_TREE)
        touch(replacement, first, way);
    if (kind == POLICY_QLRU) {
        struct ages ages = ages_of(replacement, first);
        ages_hit(&ages, way);
    }
}

void replacement_fill(struct replacement *replacement, size_t set, size_t way) {
    size_t first = set * replacement->ways;
    if (replacement->policy.kind == POLICY_QLRU) {
        struct ages ages = ages_of(replacement, first);
        ages_fill(&ages, way, &replacement->rng);
    } else if (replacement->policy.kind != POLICY_RANDOM) {
        touch(replacement, first, way);
    }
}

void replacement_empty(struct replacement *replacement, size_t set, size_t way) {
    replacement->age[set * replacement->ways + way] = AGE_EMPTY;
}

size_t replacement_victim(struct replacement *replacement, size_t set) {
    size_t first = set * replacement->ways;
    if (replacement->policy.kind == POLICY_RANDOM)
        return rng_below(&replacement->rng, replacement->ways);
    if (replacement->policy.kind != POLICY_QLRU)
        return leaf(replacement, first);
    struct ages ages = ages_of(replacement, first);
    return ages_victim(&ages);
}
