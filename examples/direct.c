#include <config.h>

#include "direct.h"

#include "model.h"
#include "tile.h"

/* ---- a tile ---- */

INLINED void multiply_whole(size_t vectors, size_t columns, struct direct d) {
    vec sum[SCHUR_MV * SCHUR_NR];
    struct factors f = {d.k, d.a, d.b, d.lda, d.b_row, d.b_column};
    tile_multiply(vectors, columns, f, sum);
    tile_update(vectors, columns, sum, &(struct target){d.alpha, d.beta, d.c, d.ldc});
}

/* All of its columns, or one. */
#define VECTORS(n)                                                                                 \
    case n:                                                                                        \
        if (n <= SCHUR_MV && columns == SCHUR_NR)                                                  \
            multiply_whole(n, SCHUR_NR, d);                                                        \
        else if (n <= SCHUR_MV)                                                                    \
            multiply_whole(n, 1, d);                                                               \
        break;

static void multiply_vectors(size_t vectors, size_t columns, struct direct d) {
    switch (vectors) {
        VECTORS(1)
        VECTORS(2)
        VECTORS(3)
        VECTORS(4)
        VECTORS(5)
        VECTORS(6)
        VECTORS(7)
        VECTORS(8)
    }
}

static void move_rows(struct direct *d, ptrdiff_t rows) {
    d->a += rows;
    d->c += rows;
}

/* ---- rows that are no whole vector ---- */

static void multiply_rows(size_t rows, size_t columns, struct direct d) {
    for (size_t j = 0; j < columns; j++, d.b += d.b_column, d.c += d.ldc)
        for (size_t i = 0; i < rows; i++) {
            double sum = 0;
            for (size_t l = 0; l < d.k; l++)
                sum += d.a[(ptrdiff_t)i + (ptrdiff_t)l * d.lda] * d.b[(ptrdiff_t)l * d.b_row];
            d.c[i] = d.alpha * sum + (d.beta == 0 ? 0 : d.beta * d.c[i]);
        }
}

/* The last ROWS of a vector that begins in the rows above: the product goes aside, and from there
   what is new. */
static void multiply_last(size_t rows, size_t columns, struct direct d) {
    double product[LANES * SCHUR_NR], *c = d.c;
    struct direct aside = d;
    move_rows(&aside, (ptrdiff_t)rows - LANES);
    aside.beta = 0;
    aside.c = product;
    aside.ldc = LANES;
    multiply_vectors(1, columns, aside);
    for (size_t j = 0; j < columns; j++, c += d.ldc)
        for (size_t i = 0; i < rows; i++)
            c[i] = product[j * LANES + LANES - rows + i] + (d.beta == 0 ? 0 : d.beta * c[i]);
}

/* ---- the block ---- */

static void multiply_columns(size_t rows, size_t columns, struct direct d) {
    size_t left = rows;
    while (left >= LANES) {
        size_t vectors = MODEL_LESS(SCHUR_MV, left / LANES);
        multiply_vectors(vectors, columns, d);
        move_rows(&d, (ptrdiff_t)vectors * LANES);
        left -= vectors * LANES;
    }
    if (left > 0 && rows >= LANES)
        multiply_last(left, columns, d);
    else
        multiply_rows(left, columns, d);
}

void direct_multiply(size_t rows, size_t columns, struct direct d) {
    while (columns > 0) {
        size_t width = columns < SCHUR_NR ? 1 : SCHUR_NR;
        multiply_columns(rows, width, d);
        d.b += (ptrdiff_t)width * d.b_column;
        d.c += (ptrdiff_t)width * d.ldc;
        columns -= width;
    }
}
