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

/* A ring of a set's groups: the newest is just before the oldest. */
struct neighbours {
    uint32_t older, newer;
};

enum { MOST_LEAVES = 64 /* the nodes of their tree are the bits of one number, the root bit 1 */ };

/* From the root to a leaf: the nodes, and those of them where it is on the left. */
struct path {
    uint64_t nodes, left;
};

struct replacement {
    struct policy policy;
    struct neighbours *ring; /* sets x ways: of each of a set's groups */
    uint32_t *oldest;        /* sets: where the ring begins */
    uint64_t *away;          /* sets x groups: of each tree, where the right half gives up */
    uint8_t *age;            /* sets x ways */
    uint32_t *aged;          /* sets: how many are of the oldest age */
    size_t ways, groups, leaves;
    unsigned group_bits;
    struct path path[MOST_LEAVES]; /* in each group */
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
    return (size_t)1 << bits_of_group(policy, ways) <= MOST_LEAVES;
}

static bool allocate(struct replacement *replacement, size_t sets, size_t lines) {
    replacement->ring = calloc(lines, sizeof *replacement->ring);
    replacement->oldest = calloc(sets, sizeof *replacement->oldest);
    replacement->away = calloc(sets * replacement->groups, sizeof *replacement->away);
    replacement->aged = calloc(sets, sizeof *replacement->aged);
    replacement->age = malloc(lines);
    if (replacement->age != NULL)
        memset(replacement->age, AGE_EMPTY, lines);
    return replacement->ring != NULL && replacement->oldest != NULL && replacement->away != NULL &&
           replacement->aged != NULL && replacement->age != NULL;
}

static void close_ring(struct neighbours *ring, size_t groups) {
    for (size_t group = 0; group < groups; group++)
        ring[group] = (struct neighbours){(uint32_t)((group + groups - 1) % groups),
                                          (uint32_t)((group + 1) % groups)};
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

struct replacement *replacement_create(const struct policy *policy, size_t sets, size_t ways,
                                       uint64_t seed) {
    struct replacement *replacement = calloc(1, sizeof *replacement);
    if (replacement == NULL)
        return NULL;
    replacement->policy = *policy;
    replacement->ways = ways;
    replacement->group_bits = bits_of_group(policy, ways);
    replacement->groups = ways >> replacement->group_bits;
    replacement->leaves = (size_t)1 << replacement->group_bits;
    for (size_t i = 0; i < replacement->leaves; i++)
        replacement->path[i] = path_to(i, replacement->leaves);
    replacement->rng.state = seed;
    if (!allocate(replacement, sets, sets * ways)) {
        replacement_destroy(replacement);
        return NULL;
    }
    for (size_t set = 0; set < sets; set++)
        close_ring(replacement->ring + set * ways, replacement->groups);
    return replacement;
}

void replacement_destroy(struct replacement *replacement) {
    if (replacement == NULL)
        return;
    free(replacement->ring);
    free(replacement->oldest);
    free(replacement->away);
    free(replacement->age);
    free(replacement->aged);
    free(replacement);
}

/* ---- groups and trees ---- */

/* Where the oldest becomes the newest the ring begins one further on, and stays as it is. */
static void make_newest(struct neighbours *ring, uint32_t *oldest, uint32_t group) {
    if (group == *oldest) {
        *oldest = ring[group].newer;
        return;
    }
    uint32_t newest = ring[*oldest].older;
    if (group == newest)
        return;
    ring[ring[group].older].newer = ring[group].newer;
    ring[ring[group].newer].older = ring[group].older;
    ring[group] = (struct neighbours){newest, *oldest};
    ring[newest].newer = ring[*oldest].older = group;
}

static void turn_away(struct replacement *replacement, size_t set, size_t way) {
    const struct path *path = &replacement->path[way & (replacement->leaves - 1)];
    size_t group = way >> replacement->group_bits;
    uint64_t *away = &replacement->away[set * replacement->groups + group];
    *away = (*away & ~path->nodes) | path->left;
}

static void touch(struct replacement *replacement, size_t set, size_t way) {
    if (replacement->groups > 1)
        make_newest(replacement->ring + set * replacement->ways, &replacement->oldest[set],
                    (uint32_t)(way >> replacement->group_bits));
    if (replacement->group_bits > 0)
        turn_away(replacement, set, way);
}

static size_t leaf(const struct replacement *replacement, size_t set) {
    size_t group = replacement->oldest[set], node = 1;
    uint64_t away = replacement->away[set * replacement->groups + group];
    while (node < replacement->leaves)
        node = 2 * node + (away >> node & 1);
    return (group << replacement->group_bits) + node - replacement->leaves;
}

/* ---- what a cache calls ---- */

static struct ages ages_of(struct replacement *replacement, size_t set) {
    return (struct ages){replacement->age + set * replacement->ways, &replacement->aged[set],
                         replacement->ways, &replacement->policy.qlru};
}

void replacement_hit(struct replacement *replacement, size_t set, size_t way) {
    enum policy_kind kind = replacement->policy.kind;
    if (kind == POLICY_LRU || kind == POLICY_TREE)
        touch(replacement, set, way);
    if (kind == POLICY_QLRU) {
        struct ages ages = ages_of(replacement, set);
        ages_hit(&ages, way);
    }
}

void replacement_fill(struct replacement *replacement, size_t set, size_t way) {
    if (replacement->policy.kind == POLICY_QLRU) {
        struct ages ages = ages_of(replacement, set);
        ages_fill(&ages, way, &replacement->rng);
    } else if (replacement->policy.kind != POLICY_RANDOM) {
        touch(replacement, set, way);
    }
}

void replacement_empty(struct replacement *replacement, size_t set, size_t way) {
    struct ages ages = ages_of(replacement, set);
    if (replacement->policy.kind == POLICY_QLRU)
        ages_empty(&ages, way);
}

size_t replacement_victim(struct replacement *replacement, size_t set) {
    if (replacement->policy.kind == POLICY_RANDOM)
        return rng_below(&replacement->rng, replacement->ways);
    if (replacement->policy.kind != POLICY_QLRU)
        return leaf(replacement, set);
    struct ages ages = ages_of(replacement, set);
    return ages_victim(&ages);
}
