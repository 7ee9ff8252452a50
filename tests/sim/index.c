/* index.c - hashed and sliced indices. */
#include "index.h"

enum { SPARED = 3 };

static bool power_of_two(size_t number) {
    return (number & (number - 1)) == 0;
}

static unsigned bits_for(size_t values) {
    unsigned bits = 0;
    while (((size_t)1 << bits) < values)
        bits++;
    return bits;
}

static struct divisor divisor_of(size_t number) {
    return (struct divisor){number, bits_for(number), power_of_two(number)};
}

struct index index_of(enum index_kind kind, size_t line, size_t sets) {
    return (struct index){.kind = kind, .line = divisor_of(line), .sets = divisor_of(sets)};
}

void index_slice(struct index *index, size_t slices) {
    index->slices = divisor_of(slices);
    if (slices > 0)
        index->slice_sets = divisor_of((size_t)index->sets.number / slices);
}

/* Folds the number into the index.  If the number of sets is no power of two, the fold is wider
   than they need, so that the remainder uses all sets about equally, as real hashes of that kind
   do. */
static uint64_t fold(const struct index *index, uint64_t number, unsigned spared) {
    unsigned width = index->sets.bits + (index->sets.shifts ? 0 : 6) - spared;
    uint64_t folded = 0;
    if (width == 0)
        return 0;
    for (; number > 0; number >>= width)
        folded ^= number;
    return folded & ((UINT64_C(1) << width) - 1);
}

/* Each bit of the slice is the parity of many bits: the fold of the number mixed with itself. */
static uint64_t sliced(const struct index *index, uint64_t number) {
    uint64_t high = divide(&index->slice_sets, number);
    uint64_t mixed = high ^ (high * 5) >> 3 ^ number << 2 ^ number >> 1;
    uint64_t slice = remainder_of(&index->slices, fold(index, mixed, 0));
    return slice * index->slice_sets.number + remainder_of(&index->slice_sets, number);
}

size_t index_hashed(const struct index *index, uint64_t number) {
    if (index->slices.number > 0)
        return (size_t)sliced(index, number);
    if (index->kind == INDEX_PARTLY)
        number = fold(index, number >> SPARED, SPARED) << SPARED | (number & ((1 << SPARED) - 1));
    else
        number = fold(index, number, 0);
    return (size_t)remainder_of(&index->sets, number);
}
