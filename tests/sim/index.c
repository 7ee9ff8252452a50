/* index.c - modulo and hash. */
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

struct index index_of(enum index_kind kind, size_t line, size_t sets) {
    return (struct index){.kind = kind,
                          .line = line,
                          .sets = sets,
                          .line_bits = bits_for(line),
                          .set_bits = bits_for(sets),
                          .line_shifts = power_of_two(line),
                          .set_masks = power_of_two(sets)};
}

uint64_t index_number(const struct index *index, uint64_t address) {
    return index->line_shifts ? address >> index->line_bits : address / index->line;
}

/* Where the sets are no power of two the fold is one bit wider than they need, so that the
   remainder does not prefer half of them by two to one; it prefers some by a little, as real
   hashes of that kind do. */
static uint64_t fold(const struct index *index, uint64_t number, unsigned spared) {
    unsigned width = (index->set_masks ? index->set_bits : index->set_bits + 6) - spared;
    uint64_t folded = 0;
    if (width == 0)
        return 0;
    for (; number > 0; number >>= width)
        folded ^= number;
    return folded & ((UINT64_C(1) << width) - 1);
}

void index_slice(struct index *index, size_t slices) {
    index->slices = slices;
}

/* Each bit of the slice is the parity of many: the fold of the number mixed with itself. */
static size_t sliced(const struct index *index, uint64_t number) {
    uint64_t sets = index->sets / index->slices, high = number / sets;
    uint64_t mixed = high ^ (high * 5) >> 3 ^ number << 2 ^ number >> 1;
    uint64_t slice = fold(index, mixed, 0) % index->slices;
    return (size_t)(slice * sets + number % sets);
}

size_t index_set(const struct index *index, const struct place *place) {
    bool virtually = index->kind == INDEX_VIRTUAL;
    uint64_t number = index_number(index, virtually ? place->seen : place->physical);
    if (index->slices > 0)
        return sliced(index, number);
    if (index->kind == INDEX_HASHED)
        number = fold(index, number, 0);
    if (index->kind == INDEX_PARTLY)
        number = fold(index, number >> SPARED, SPARED) << SPARED | (number & ((1 << SPARED) - 1));
    return (size_t)(index->set_masks ? number & (index->sets - 1) : number % index->sets);
}
