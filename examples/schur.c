/* schur.c - C -= A * B of small blocks (BlackjackBench, section 6): no more is blocked than the
   registers and the first cache, and nothing is packed. */
#include <config.h>

#include "example.h"

#include "model.h"
#include "tile.h"

struct update {
    size_t k;
    const double *a, *b;
    double *c;
    ptrdiff_t lda, ldb, ldc;
};

INLINED void update_tile(size_t vectors, size_t columns, struct update u) {
    vec sum[SCHUR_MV * SCHUR_NR];
    struct factors f = {u.k, u.a, u.b, u.lda, 1, u.ldb};
    tile_multiply(vectors, columns, f, sum);
    tile_update(vectors, columns, sum, -1, 1, u.c, u.ldc);
}

/* Rows that are no whole vector. */
static void update_rows(size_t rows, size_t columns, struct update u) {
    for (size_t j = 0; j < columns; j++, u.b += u.ldb, u.c += u.ldc)
        for (size_t l = 0; l < u.k; l++)
            for (size_t i = 0; i < rows; i++)
                u.c[i] -= u.a[i + l * (size_t)u.lda] * u.b[l];
}

static void move_rows(struct update *u, size_t rows) {
    u->a += rows;
    u->c += rows;
}

/* ROWS x COLUMNS, which is constant: whole tiles, then halves of them, then what is left. */
INLINED void update_columns(size_t rows, size_t columns, struct update u) {
    for (; rows >= SCHUR_MR; rows -= SCHUR_MR, move_rows(&u, SCHUR_MR))
        update_tile(SCHUR_MV, columns, u);
    if (SCHUR_MV >= 4 && rows >= SCHUR_MR / 2) {
        update_tile(SCHUR_MV / 2, columns, u);
        move_rows(&u, SCHUR_MV / 2 * LANES);
        rows -= SCHUR_MV / 2 * LANES;
    }
    for (; rows >= LANES; rows -= LANES, move_rows(&u, LANES))
        update_tile(1, columns, u);
    update_rows(rows, columns, u);
}

static void update_block(size_t rows, size_t columns, struct update u) {
    for (; columns >= SCHUR_NR;
         columns -= SCHUR_NR, u.b += SCHUR_NR * u.ldb, u.c += SCHUR_NR * u.ldc)
        update_columns(rows, SCHUR_NR, u);
    for (; columns > 0; columns--, u.b += u.ldb, u.c += u.ldc)
        update_columns(rows, 1, u);
}

void schur_update(size_t n, size_t k, const double *a, size_t lda, const double *b, size_t ldb,
                  double *c, size_t ldc) {
    for (size_t j = 0; j < n; j += SCHUR_BLOCK)
        for (size_t i = 0; i < n; i += SCHUR_BLOCK) {
            struct update u = {k,
                               a + i,
                               b + j * ldb,
                               c + i + j * ldc,
                               (ptrdiff_t)lda,
                               (ptrdiff_t)ldb,
                               (ptrdiff_t)ldc};
            update_block(MODEL_LESS(SCHUR_BLOCK, n - i), MODEL_LESS(SCHUR_BLOCK, n - j), u);
        }
}
