#include <config.h>

#include "tile.h"

#include "model.h"

/* ---- one tile, of constant VECTORS and COLUMNS where this is inlined ---- */

/* SUM += A * B of one column of A and one row of B, and on to the next.  All elements of a column
   of SUM take one of B, and all of its rows one vector of A. */
INLINED void add_products(size_t vectors, size_t columns, struct factors *f, vec *sum) {
    vec a[MODEL_MV];
    UNROLLED
    for (size_t i = 0; i < vectors; i++)
        a[i] = vec_load_once(f->a + i * LANES);
    UNROLLED
    for (size_t j = 0; j < columns; j++) {
        double b = f->b[(ptrdiff_t)j * f->b_column];
        UNROLLED
        for (size_t i = 0; i < vectors; i++)
            sum[j * vectors + i] += a[i] * b;
    }
    f->a += f->a_step;
    f->b += f->b_row;
}

INLINED void add_all(size_t vectors, size_t columns, struct factors f, vec *sum) {
    FEW_AT_ONCE
    for (; f.k > 0; f.k--)
        add_products(vectors, columns, &f, sum);
}

/* SUM = A * B.  The steps of panels are constant, and cost nothing. */
INLINED void sum_up(size_t vectors, size_t columns, struct factors f, vec *sum) {
    ptrdiff_t width = (ptrdiff_t)(vectors * LANES), row = (ptrdiff_t)columns;
    vec zero = {0};
    UNROLLED
    for (size_t i = 0; i < vectors * columns; i++)
        sum[i] = zero;
    if (f.a_step == width && f.b_row == row && f.b_column == 1)
        add_all(vectors, columns, (struct factors){f.k, f.a, f.b, width, row, 1}, sum);
    else
        add_all(vectors, columns, f, sum);
}

/* C is wanted when the product is done, which takes longer than its way from memory. */
INLINED void prefetch(size_t vectors, size_t columns, const struct target *t) {
    const double *c = t->c;
    UNROLLED
    for (size_t j = 0; j < columns; j++, c += t->ldc) {
        UNROLLED
        for (size_t i = 0; i < vectors * LANES; i += ARCH_L1_LINE / MODEL_S)
            PREFETCH_TO_WRITE(c + i);
        PREFETCH_TO_WRITE(c + vectors * LANES - 1);
    }
}

/* A factor is read when the product is done, and no sooner: until then a tile may need every
   register, and calls keep no vectors. */
INLINED double factor(const double *from) {
    return *(const volatile double *)from;
}

INLINED void update(size_t vectors, size_t columns, const vec *sum, const struct target *t) {
    double alpha = factor(&t->alpha), beta = factor(&t->beta), *c = t->c;
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

INLINED void multiply(size_t vectors, size_t columns, const struct factors *f,
                      const struct target *t) {
    vec sum[MODEL_MV * MODEL_NR];
    prefetch(vectors, columns, t);
    sum_up(vectors, columns, *f, sum);
    update(vectors, columns, sum, t);
}

/* ---- any tile ---- */

/* Each is compiled if there is such a tile. */
#define COLUMNS(n)                                                                                 \
    case n:                                                                                        \
        if (n <= MODEL_NR)                                                                         \
            multiply(vectors, n, f, t);                                                            \
        break;

INLINED void multiply_columns(size_t vectors, size_t columns, const struct factors *f,
                              const struct target *t) {
    switch (columns) {
        COLUMNS(1)
        COLUMNS(2)
        COLUMNS(3)
        COLUMNS(4)
        COLUMNS(5)
        COLUMNS(6)
        COLUMNS(7)
        COLUMNS(8)
        COLUMNS(9)
        COLUMNS(10)
        COLUMNS(11)
        COLUMNS(12)
        COLUMNS(13)
        COLUMNS(14)
        COLUMNS(15)
        COLUMNS(16)
    }
}

#define VECTORS(n)                                                                                 \
    case n:                                                                                        \
        if (n <= MODEL_MV)                                                                         \
            multiply_columns(n, columns, f, t);                                                    \
        break;

void tile_multiply(size_t vectors, size_t columns, const struct factors *f,
                   const struct target *t) {
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

/* The product goes aside, and from there what C has. */
void tile_multiply_rows(size_t first, size_t rows, size_t columns, const struct factors *f,
                        const struct target *t) {
    double product[MODEL_MR * MODEL_NR], beta = t->beta, *c = t->c;
    struct target aside = {t->alpha, 0, product, MODEL_MR};
    tile_multiply((first + rows + LANES - 1) / LANES, columns, f, &aside);
    for (size_t j = 0; j < columns; j++, c += t->ldc)
        for (size_t i = 0; i < rows; i++)
            c[i] = product[j * MODEL_MR + first + i] + (beta == 0 ? 0 : beta * c[i]);
}
