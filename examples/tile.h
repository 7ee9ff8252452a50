/* tile.h - the product that all others are made of, of a register tile: C is VECTORS vectors high
   and COLUMNS columns wide, both constant where this is inlined. */
#ifndef TILE_H
#define TILE_H

#include "vector.h"

enum { TILE_VECTORS_MOST = 16 };

/* A is K columns of whole vectors, A_STEP apart, and B is K rows, B_ROW apart, of COLUMNS elements,
   B_COLUMN apart. */
struct factors {
    size_t k;
    const double *a, *b;
    ptrdiff_t a_step, b_row, b_column;
};

/* SUM = A * B, one column of it after the other.  All elements of a column of SUM take one of B,
   and all of its rows one vector of A. */
INLINED void tile_multiply(size_t vectors, size_t columns, struct factors f, vec *sum) {
    vec zero = {0}, a[TILE_VECTORS_MOST];
    UNROLLED
    for (size_t i = 0; i < vectors * columns; i++)
        sum[i] = zero;
    for (; f.k > 0; f.k--, f.a += f.a_step, f.b += f.b_row) {
        UNROLLED
        for (size_t i = 0; i < vectors; i++)
            a[i] = vec_load_once(f.a + i * LANES);
        UNROLLED
        for (size_t j = 0; j < columns; j++) {
            double b = f.b[(ptrdiff_t)j * f.b_column];
            UNROLLED
            for (size_t i = 0; i < vectors; i++)
                sum[j * vectors + i] += a[i] * b;
        }
    }
}

/* C is wanted when the product is done, which takes longer than its way from memory. */
INLINED void tile_prefetch(size_t vectors, size_t columns, const double *c, ptrdiff_t ldc) {
    UNROLLED
    for (size_t j = 0; j < columns; j++) {
        UNROLLED
        for (size_t i = 0; i < vectors; i++)
            PREFETCH(c + (ptrdiff_t)j * ldc + i * LANES);
    }
}

/* What a product is for: C = alpha * A * B + beta * C; where BETA is 0, C is not read. */
struct target {
    double alpha, beta, *c;
    ptrdiff_t ldc;
};

/* A factor is read when the product is done, and no sooner: until then a tile may need every
   register, and calls keep no vectors. */
INLINED double tile_factor(const double *factor) {
    return *(const volatile double *)factor;
}

INLINED void tile_update(size_t vectors, size_t columns, const vec *sum, const struct target *t) {
    double alpha = tile_factor(&t->alpha), beta = tile_factor(&t->beta), *c = t->c;
    UNROLLED
    for (size_t j = 0; j < columns; j++, c += t->ldc) {
        UNROLLED
        for (size_t i = 0; i < vectors; i++) {
            vec product = sum[j * vectors + i] * alpha;
            vec_store(c + i * LANES,
                      beta == 0 ? product : product + vec_load(c + i * LANES) * beta);
        }
    }
}

#endif
