/* index.h - which set of a cache a line belongs to. */
#ifndef SIM_INDEX_H
#define SIM_INDEX_H

#include "place.h"

#include <stdbool.h>
#include <stddef.h>

/* The line's number, of its virtual or its physical address, modulo the sets; hashed: the physical
   number with all its higher bits folded into the index by exclusive or.  Where there are slices,
   as in last levels, only the slice is hashed, and the set within it is the number's remainder.
   Partly hashed: the number's lowest bits are the index's and take no part (Zen 5's second level,
   as measured: pages compete at the same offset modulo 512 bytes, whatever their order). */
/* In this order: what is hashed comes last. */
enum index_kind { INDEX_PHYSICAL, INDEX_VIRTUAL, INDEX_HASHED, INDEX_PARTLY };

/* What is divided by.  A division costs more than the lookup: powers of two shift. */
struct divisor {
    uint64_t number;
    unsigned bits; /* so many that the remainder fits in */
    bool shifts;
};

struct index {
    enum index_kind kind;
    struct divisor line, sets;
    struct divisor slices, slice_sets; /* slices.number 0: it is all one */
};

struct index index_of(enum index_kind kind, size_t line, size_t sets);

/* SLICES divide the sets. */
void index_slice(struct index *index, size_t slices);

/* The set that a line's NUMBER is hashed to, sliced or not. */
size_t index_hashed(const struct index *index, uint64_t number);

/* These are the greater part of what the simulator does: no call is worth its cost here. */

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
