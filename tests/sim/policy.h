/* policy.h - replacement: which way of a full set gives up its line. */
#ifndef SIM_POLICY_H
#define SIM_POLICY_H

#include "rng.h"

#include <stdbool.h>

/* POLICY_TREE is tree-PLRU.  Where the ways are no power of two it is what Ice Lake's L1 does:
   trees of the largest power of two that divides the ways, and LRU order among the trees. */
enum policy_kind { POLICY_LRU, POLICY_TREE, POLICY_RANDOM, POLICY_FIFO, POLICY_QLRU };

/* Quad-age LRU, a family after Abel and Reineke's nanoBench paper: each line has an age from 0 to
   3, and the leftmost line of age 3 is replaced.  QLRU_Hxy_Mz_R0_Uw: */
struct qlru {
    unsigned hit[2];  /* x, y: the age after a hit at age 3, at age 2; at 1 and 0 it is 0 */
    unsigned insert;  /* z: the age of a new line */
    unsigned update;  /* w: how the ages rise where no line is of age 3; 0: so far that the oldest
                         is, 1: the same but for the line just used, 2 and 3: by one at a time */
    bool on_miss;     /* _UMO: they rise only when a victim is wanted */
    bool replace_any; /* R1: where none is of age 3, way 0; R0 otherwise */
    unsigned bimodal; /* one in so many lines is inserted at age 2, the others at `insert`;
                         0: never (BRRIP: 32) */
};

struct policy {
    enum policy_kind kind;
    struct qlru qlru;
};

/* Reads a policy's name: lru, fifo, plru, random, srrip, brrip, or qlru_h00_m1_r0_u1 and its
   like.  Returns false where there is none of that name. */
bool policy_named(const char *name, struct policy *policy);

/* Can a set of so many ways be replaced by it?  No tree has more than 64 leaves, and no set more
   than 65536 ways. */
bool policy_possible(const struct policy *policy, size_t ways);

/* ---- at work ---- */

/* A policy for sets of so many ways.  The state of each set stands where the cache wants it, with
   what else a hit looks at. */
struct replacement;

/* Of a policy that is possible.  Returns NULL where there is no memory. */
struct replacement *replacement_create(const struct policy *policy, size_t ways, uint64_t seed);
void replacement_destroy(struct replacement *replacement);

/* What a set's STATE takes. */
size_t replacement_words(const struct replacement *replacement);

/* An empty set, in words that are 0. */
void replacement_begin(const struct replacement *replacement, uint64_t *state);

void replacement_hit(const struct replacement *replacement, uint64_t *state, size_t way);
void replacement_fill(struct replacement *replacement, uint64_t *state, size_t way);
void replacement_empty(const struct replacement *replacement, uint64_t *state, size_t way);

/* Fills the way that gives up its line, in a set in which no way is empty. */
size_t replacement_replace(struct replacement *replacement, uint64_t *state);

#endif
