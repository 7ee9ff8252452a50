/* policy.h - replacement policies: which way of a full set is evicted. */
#ifndef SIM_POLICY_H
#define SIM_POLICY_H

#include "rng.h"

#include <stdbool.h>

/* POLICY_TREE is tree-PLRU.  If the number of ways is no power of two, it is what Ice Lake's L1
   does: trees of the largest power of two that divides the ways, in LRU order. */
enum policy_kind { POLICY_LRU, POLICY_TREE, POLICY_RANDOM, POLICY_FIFO, POLICY_QLRU };

/* Quad-age LRU, a family after Abel and Reineke's nanoBench paper: each line has an age from 0 to
   3, and the leftmost line of age 3 is replaced.  QLRU_Hxy_Mz_R0_Uw: */
struct qlru {
    unsigned hit[2];  /* x, y: the age after a hit at age 3, at age 2; at 1 and 0 it is 0 */
    unsigned insert;  /* z: the age of a new line */
    unsigned update;  /* w: how ages rise if no line has age 3; 0: until the oldest has, 1: likewise
                         but not of the line just used, 2 and 3: by one at a time */
    bool on_miss;     /* _UMO: ages rise only when a victim is needed */
    bool replace_any; /* R1: if no line has age 3, way 0 is the victim; R0: ages rise first */
    unsigned bimodal; /* one in so many lines is inserted at age 2, the others at `insert`; 0: none
                         (BRRIP: 32) */
};

struct policy {
    enum policy_kind kind;
    struct qlru qlru;
};

/* Reads a policy's name: lru, fifo, plru, random, srrip, brrip, or one such as qlru_h00_m1_r0_u1.
   Returns false if there is no policy of that name. */
bool policy_named(const char *name, struct policy *policy);

/* Returns whether a set of WAYS can have the policy: no tree has more than 64 leaves, and no set
   more than 65536 ways. */
bool policy_possible(const struct policy *policy, size_t ways);

/* ---- operation ---- */

/* A policy for sets of a number of ways.  The cache stores the state of each set beside the other
   data that a lookup reads. */
struct replacement;

/* Creates a policy that is possible.  Returns NULL if there is no memory. */
struct replacement *replacement_create(const struct policy *policy, size_t ways, uint64_t seed);
void replacement_destroy(struct replacement *replacement);

/* Returns the number of words of a set's STATE. */
size_t replacement_words(const struct replacement *replacement);

/* Initialises the state of an empty set, whose words are 0. */
void replacement_begin(const struct replacement *replacement, uint64_t *state);

void replacement_hit(const struct replacement *replacement, uint64_t *state, size_t way);
void replacement_fill(struct replacement *replacement, uint64_t *state, size_t way);
void replacement_empty(const struct replacement *replacement, uint64_t *state, size_t way);

/* Chooses a victim in a full set, and fills its way.  Returns the way. */
size_t replacement_replace(struct replacement *replacement, uint64_t *state);

#endif
