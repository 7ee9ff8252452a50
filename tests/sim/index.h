/* index.h - which set of a cache a line belongs to. */
#ifndef SIM_INDEX_H
#define SIM_INDEX_H

#include "place.h"

#include <stdbool.h>
#include <stddef.h>

/* The index is the number of the line, by its virtual or physical address, modulo the sets.
   Hashed: all higher bits of the physical number are folded into the index by exclusive or.  In a
   sliced cache, as last levels are, only the slice is hashed, and the set within it is the
   remainder.  Partly hashed: the lowest bits of the number take no part (Zen 5's second level, as
   measured: pages compete at the same offset modulo 512 bytes, whatever their order). */
/* Hashed kinds come last. */
enum index_kind { INDEX_PHYSICAL, INDEX_VIRTUAL, INDEX_HASHED, INDEX_PARTLY };

/* A number to divide by.  A division costs more than a lookup, so powers of two shift. */
struct divisor {
    uint64_t number;
    unsigned bits; /* bits of the largest remainder */
    bool shifts;
};

struct index {
    enum index_kind kind;
    struct divisor line, sets;
    struct divisor slices, slice_sets; /* slices.number 0: not sliced */
};

struct index index_of(enum index_kind kind, size_t line, size_t sets);

/* Divides the sets into SLICES. */
void index_slice(struct index *index, size_t slices);

/* Returns the set of a line's NUMBER under a hash, sliced or not. */
size_t index_hashed(const struct index *index, uint64_t number);

/* These functions take most of the simulator's time, so they are inline. */

static inline uint64_t divide(const struct divisor *divisor, uint64_t number) {
    return divisor->shifts ? number >> divisor->bits : number / divisor->number;
}

static inline uint64_t remainder_of(const struct divisor *divisor, uint64_t number) {
    return divisor->shifts ? number & (divisor->number - 1) : number % divisor->number;
}

static inline uint64_t index_number(const struct index *index, uint64_t address) {
    return divide(&index->line, address);
}

static inline size_t index_set(const struct index *index, const struct place *place) {
    uint64_t address = index->kind == INDEX_VIRTUAL ? place->seen : place->physical;
    uint64_t number = index_number(index, address);
    return index->kind < INDEX_HASHED ? (size_t)remainder_of(&index->sets, number)
                                      : index_hashed(index, number);
}

#endif
