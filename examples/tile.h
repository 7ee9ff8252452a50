/* tile.h - the product that all others are made of, of a register tile: C is some vectors high and
   some columns wide, no more than the model has. */
#ifndef TILE_H
#define TILE_H

#include <stddef.h>

/* A is K columns of whole vectors, A_STEP apart, and B is K rows, B_ROW apart, of elements that are
   B_COLUMN apart. */
struct factors {
    size_t k;
    const double *a, *b;
    ptrdiff_t a_step, b_row, b_column;
};

/* What a product is for: C = alpha * A * B + beta * C, of columns LDC apart; where BETA is 0, C is
   not read. */
struct target {
    double alpha, beta, *c;
    ptrdiff_t ldc;
};

void tile_multiply(size_t vectors, size_t columns, const struct factors *f, const struct target *t);

/* Only ROWS rows of C, from the tile's row FIRST on. */
void tile_multiply_rows(size_t first, size_t rows, size_t columns, const struct factors *f,
                        const struct target *t);

/* The size of the first of parts of TOTAL, which are as equal as can be, and none larger than MOST:
   a small rest would have too few accumulators for what each waits for. */
static inline size_t tile_share(size_t total, size_t most) {
    size_t parts = (total + most - 1) / most;
    return (total + parts - 1) / parts;
}

#endif
