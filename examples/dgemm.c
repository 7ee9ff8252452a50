/* dgemm.c - C = alpha * op(A) * op(B) + beta * C, in the five loops around a register tile of Goto
   and BLIS, whose blocks are from model.h. */
#include <config.h>

#include "example.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "direct.h"
#include "model.h"
#include "panel.h"
#include "tile.h"

/* Views of A and B go across rows of A and columns of B, and along what is summed up. */
struct product {
    size_t m, n, k;
    struct view a, b;
    double alpha, beta, *c;
    ptrdiff_t ldc;
};

/* ---- blocks ---- */

struct blocks {
    size_t m, n, k;
    double *a, *b;
};

/* Of equal parts of TOTAL, no larger than MOST, the size, in multiples of UNIT. */
static size_t part(size_t total, size_t most, size_t unit) {
    return MODEL_ROUND_UP(tile_share(total, most), unit);
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* A few slices of all panels, of no more than MOST units of elements each. */
static void pack_slices(struct view from, size_t size, size_t l, size_t few, size_t k, size_t most,
                        size_t unit, double *to) {
    for (size_t i = 0, width; i < size; i += width) {
        width = tile_share((size - i + unit - 1) / unit, most) * unit;
        panel_pack(view_moved(from, i, l), least(width, size - i), width, least(few, k - l),
                   to + i * k + l * width);
    }
}

/* Where slices lie in one piece, that is long in all panels, and short in each. */
static void pack(struct view from, size_t size, size_t k, size_t most, size_t unit, double *to) {
    size_t few = from.across == 1 ? ARCH_L1_LINE / MODEL_S : k;
    for (size_t l = 0; l < k; l += few)
        pack_slices(from, size, l, few, k, most, unit, to);
}

static void multiply_tile(size_t rows, size_t columns, const struct factors *f,
                          const struct target *t) {
    if (rows % LANES == 0)
        tile_multiply(rows / LANES, columns, f, t);
    else
        tile_multiply_rows(0, rows, columns, f, t);
}

/* A sliver of A stays in the first cache while those of B pass. */
static void multiply_sliver(size_t rows, size_t n, struct factors f, struct target t) {
    for (size_t j = 0, columns; j < n; j += columns) {
        columns = tile_share(n - j, MODEL_NR);
        f.b_row = (ptrdiff_t)columns;
        multiply_tile(rows, columns, &f, &t);
        f.b += columns * f.k;
        t.c += (ptrdiff_t)columns * t.ldc;
    }
}

static void multiply_block(const struct product *p, const struct blocks *block, size_t i, size_t j,
                           size_t l) {
    size_t m = least(block->m, p->m - i), n = least(block->n, p->n - j);
    size_t k = least(block->k, p->k - l);
    struct factors f = {k, block->a, block->b, 0, 0, 1};
    struct target t = {p->alpha, l == 0 ? p->beta : 1, p->c + i + (ptrdiff_t)j * p->ldc, p->ldc};
    for (size_t ir = 0, rows; ir < m; ir += rows) {
        rows = tile_share((m - ir + LANES - 1) / LANES, MODEL_MV) * LANES;
        f.a_step = (ptrdiff_t)rows;
        multiply_sliver(least(rows, m - ir), n, f, t);
        f.a += rows * k;
        t.c += rows;
    }
}

static void multiply_panel(const struct product *p, const struct blocks *block, size_t i,
                           size_t l) {
    size_t m = least(block->m, p->m - i), k = least(block->k, p->k - l);
    pack(view_moved(p->a, i, l), m, k, MODEL_MV, LANES, block->a);
    for (size_t j = 0; j < p->n; j += block->n) {
        pack(view_moved(p->b, j, l), least(block->n, p->n - j), k, MODEL_NR, 1, block->b);
        multiply_block(p, block, i, j, l);
    }
}

static void multiply_blocks(const struct product *p, const struct blocks *block) {
    for (size_t i = 0; i < p->m; i += block->m)
        for (size_t l = 0; l < p->k; l += block->k)
            multiply_panel(p, block, i, l);
}

/* ---- where there is no memory for blocks, or nothing to multiply ---- */

static void scale(const struct product *p) {
    for (size_t j = 0; j < p->n; j++)
        for (size_t i = 0; i < p->m; i++) {
            double *c = p->c + i + (ptrdiff_t)j * p->ldc;
            *c = p->beta == 0 ? 0 : p->beta * *c;
        }
}

static void multiply_plainly(const struct product *p) {
    for (size_t j = 0; j < p->n; j++)
        for (size_t i = 0; i < p->m; i++) {
            double *c = p->c + i + (ptrdiff_t)j * p->ldc;
            *c = p->alpha * view_sum(view_moved(p->a, i, 0), view_moved(p->b, j, 0), p->k) +
                 (p->beta == 0 ? 0 : p->beta * *c);
        }
}

/* ---- the whole ---- */

static void multiply(const struct product *p) {
    struct blocks block = {part(p->m, MODEL_MC, MODEL_MR), part(p->n, MODEL_NC, MODEL_NR),
                           part(p->k, MODEL_KC, LANES), NULL, NULL};
    size_t a = MODEL_ROUND_UP(block.m * block.k + LANES, ARCH_L1_LINE / MODEL_S);
    size_t b = block.n * block.k + LANES * MODEL_NR;
    void *memory = malloc((a + b) * sizeof(double) + ARCH_L1_LINE);
    if (memory == NULL) {
        multiply_plainly(p);
        return;
    }
    block.a = panel_aligned(memory);
    block.b = block.a + a;
    multiply_blocks(p, &block);
    free(memory);
}

/* ---- the interface ---- */

static bool is_transposed(char trans) {
    return trans == 'T' || trans == 't' || trans == 'C' || trans == 'c';
}

static bool is_trans(char trans) {
    return trans == 'N' || trans == 'n' || is_transposed(trans);
}

/* The number of the first argument that is not allowed, as the reference counts them; 0 if all
   are. */
static int wrong_argument(char transa, char transb, int m, int n, int k, int lda, int ldb,
                          int ldc) {
    int rows_a = is_transposed(transa) ? k : m, rows_b = is_transposed(transb) ? n : k;
    return !is_trans(transa)             ? 1
           : !is_trans(transb)           ? 2
           : m < 0                       ? 3
           : n < 0                       ? 4
           : k < 0                       ? 5
           : lda < MODEL_MORE(1, rows_a) ? 8
           : ldb < MODEL_MORE(1, rows_b) ? 10
           : ldc < MODEL_MORE(1, m)      ? 13
                                         : 0;
}

void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
            const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
            const double *beta, double *c, const int *ldc) {
    int wrong = wrong_argument(*transa, *transb, *m, *n, *k, *lda, *ldb, *ldc);
    if (wrong != 0) { /* XERBLA of the reference ends the program here */
        fprintf(stderr, "dgemm: parameter number %d has an illegal value\n", wrong);
        return;
    }
    struct product p = {(size_t)*m, (size_t)*n, (size_t)*k, {a, 1, *lda}, {b, *ldb, 1},
                        *alpha,     *beta,      c,          *ldc};
    if (is_transposed(*transa))
        p.a = (struct view){a, *lda, 1};
    if (is_transposed(*transb))
        p.b = (struct view){b, 1, *ldb};
    if (p.m == 0 || p.n == 0 || ((p.alpha == 0 || p.k == 0) && p.beta == 1))
        return;
    if (p.alpha == 0 || p.k == 0)
        scale(&p);
    else if (direct_is_for(p.m, p.n, p.k, p.b))
        direct_multiply(p.m, p.n, p.k, p.a, p.b, (struct target){p.alpha, p.beta, c, p.ldc});
    else
        multiply(&p);
}
