/* policy.c - LRU, FIFO, tree-PLRU and random replacement, and the names of all policies.

   The ways of a set are divided into groups in LRU order, and in each group a binary tree of bits
   leads to the victim.  LRU has groups of one way.  Tree-PLRU has one group, or several if the
   number of ways is no power of two.  FIFO is LRU that ignores hits. */
#include "policy.h"

#include "ages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_WAYS = 1 << 16,
    MOST_LEAVES = 64 /* the nodes are the bits of a word; the root is bit 1 */
};

/* A ring of a set's groups.  The newest precedes the oldest. */
struct ring {
    uint16_t oldest;
    struct neighbours {
        uint16_t older, newer;
    } group[]; /* by number, from 0 on */
};

/* The lines of a set under quad-age LRU. */
struct aged {
    uint32_t oldest; /* number of ways that have the oldest age */
    uint8_t age[];   /* of each way */
};

/* The path from the root to a leaf: the bits of its nodes, and of those where it goes left. */
struct path {
    uint64_t nodes, left;
};

/* A set's state has one word for the tree of each group, whose bits lead to the victim, and then
   the ring; or, for quad-age LRU, the ages. */
struct replacement {
    struct policy policy;
    size_t ways, groups, trees, leaves; /* LEAVES are of each tree */
    unsigned group_bits;
    struct path path[MOST_LEAVES]; /* to each way of a group */
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

static unsigned bits_of_group(const struct policy *policy, size_t ways) {
    return policy->kind == POLICY_TREE ? trailing_zeros(ways) : 0;
}

bool policy_possible(const struct policy *policy, size_t ways) {
    return ways <= MOST_WAYS && (size_t)1 << bits_of_group(policy, ways) <= MOST_LEAVES;
}

static struct path path_to(size_t leaf, size_t leaves) {
    struct path path = {0, 0};
    for (size_t node = leaves + leaf; node > 1; node /= 2) {
        uint64_t above = UINT64_C(1) << node / 2;
        path.nodes |= above;
        path.left |= node % 2 == 0 ? above : 0;
    }
    return path;
}

struct replacement *replacement_create(const struct policy *policy, size_t ways, uint64_t seed) {
    struct replacement *replacement = calloc(1, sizeof *replacement);
    if (replacement == NULL)
        return NULL;
    replacement->policy = *policy;
    replacement->ways = ways;
    replacement->group_bits = bits_of_group(policy, ways);
    replacement->groups = ways >> replacement->group_bits;
    replacement->trees = replacement->group_bits > 0 ? replacement->groups : 0;
    replacement->leaves = (size_t)1 << replacement->group_bits;
    for (size_t i = 0; i < replacement->leaves; i++)
        replacement->path[i] = path_to(i, replacement->leaves);
    replacement->rng.state = seed;
    return replacement;
}

void replacement_destroy(struct replacement *replacement) {
    free(replacement);
}

/* ---- a set's state ---- */

static bool has_ring(const struct replacement *replacement) {
    return replacement->groups > 1;
}

static struct ring *ring_of(const struct replacement *replacement, uint64_t *state) {
    return (struct ring *)(void *)(state + replacement->trees);
}

static struct ages ages_of(const struct replacement *replacement, uint64_t *state) {
    struct aged *aged = (struct aged *)(void *)state;
    return (struct ages){aged->age, &aged->oldest, replacement->ways, &replacement->policy.qlru};
}

static size_t words_for(size_t bytes) {
    return (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t);
}

size_t replacement_words(const struct replacement *replacement) {
    if (replacement->policy.kind == POLICY_RANDOM)
        return 0;
    if (replacement->policy.kind == POLICY_QLRU)
        return words_for(sizeof(struct aged) + replacement->ways);
    size_t ring = sizeof(struct ring) + replacement->groups * sizeof(struct neighbours);
    return replacement->trees + (has_ring(replacement) ? words_for(ring) : 0);
}

static void close_ring(struct ring *ring, size_t groups) {
    for (size_t i = 0; i < groups; i++)
        ring->group[i] = (struct neighbours){(uint16_t)((i + groups - 1) % groups),
                                             (uint16_t)((i + 1) % groups)};
}

void replacement_begin(const struct replacement *replacement, uint64_t *state) {
    enum policy_kind kind = replacement->policy.kind;
    if (kind == POLICY_QLRU)
        memset(ages_of(replacement, state).age, AGE_EMPTY, replacement->ways);
    else if (kind != POLICY_RANDOM && has_ring(replacement))
        close_ring(ring_of(replacement, state), replacement->groups);
}

/* ---- groups and trees ---- */

/* If the oldest becomes the newest, the ring only begins one group later. */
static void make_newest(struct ring *ring, size_t group) {
    struct neighbours *here = &ring->group[group], *oldest = &ring->group[ring->oldest];
    uint16_t newest = oldest->older;
    if (here == oldest)
        ring->oldest = here->newer;
    if (here == oldest || group == newest)
        return;
    ring->group[here->older].newer = here->newer;
    ring->group[here->newer].older = here->older;
    *here = (struct neighbours){newest, ring->oldest};
    ring->group[newest].newer = oldest->older = (uint16_t)group;
}

static void touch(const struct replacement *replacement, uint64_t *state, size_t way) {
    size_t group = way >> replacement->group_bits;
    if (replacement->trees > 0) {
        const struct path *path = &replacement->path[way & (replacement->leaves - 1)];
        state[group] = (state[group] & ~path->nodes) | path->left;
    }
    if (has_ring(replacement))
        make_newest(ring_of(replacement, state), group);
}

static size_t leaf(const struct replacement *replacement, uint64_t *state) {
    size_t group = has_ring(replacement) ? ring_of(replacement, state)->oldest : 0, node = 1;
    while (node < replacement->leaves)
        node = 2 * node + (state[group] >> node & 1);
    return (group << replacement->group_bits) + node - replacement->leaves;
}

/* ---- interface for caches ---- */

void replacement_hit(const struct replacement *replacement, uint64_t *state, size_t way) {
    enum policy_kind kind = replacement->policy.kind;
    if (kind == POLICY_LRU || kind == POLICY_TREE)
        touch(replacement, state, way);
    if (kind == POLICY_QLRU) {
        struct ages ages = ages_of(replacement, state);
        ages_hit(&ages, way);
    }
}

void replacement_fill(struct replacement *replacement, uint64_t *state, size_t way) {
    if (replacement->policy.kind == POLICY_QLRU) {
        struct ages ages = ages_of(replacement, state);
        ages_fill(&ages, way, &replacement->rng);
    } else if (replacement->policy.kind != POLICY_RANDOM) {
        touch(replacement, state, way);
    }
}

void replacement_empty(const struct replacement *replacement, uint64_t *state, size_t way) {
    if (replacement->policy.kind == POLICY_QLRU) {
        struct ages ages = ages_of(replacement, state);
        ages_empty(&ages, way);
    }
}

static size_t victim(struct replacement *replacement, uint64_t *state) {
    if (replacement->policy.kind == POLICY_RANDOM)
        return rng_below(&replacement->rng, replacement->ways);
    if (replacement->policy.kind != POLICY_QLRU)
        return leaf(replacement, state);
    struct ages ages = ages_of(replacement, state);
    return ages_victim(&ages);
}

size_t replacement_replace(struct replacement *replacement, uint64_t *state) {
    size_t way = victim(replacement, state);
    replacement_fill(replacement, state, way);
    return way;
}
