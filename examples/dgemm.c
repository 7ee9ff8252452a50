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

/* Of equal parts of TOTAL, no larger than MOST, the size, in multiples of UNIT: the last one should
   not be a small rest. */
static size_t part(size_t total, size_t most, size_t unit) {
    size_t parts = (total + most - 1) / most;
    return MODEL_ROUND_UP((total + parts - 1) / parts, unit);
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static struct view moved(struct view from, size_t across, size_t along) {
    from.at += (ptrdiff_t)across * from.across + (ptrdiff_t)along * from.along;
    return from;
}

/* Panels of WIDTH, the last of as much as is left in multiples of UNIT. */
static void pack(struct view from, size_t size, size_t k, size_t width, size_t unit, double *to) {
    for (size_t i = 0; i < size; i += width) {
        size_t count = least(width, size - i);
        panel_pack(moved(from, i, 0), count, MODEL_ROUND_UP(count, unit), k, to + i * k);
    }
}

/* B is read once for each block of A; where there is one, columns of B that are in one piece each
   stay where they are, so many of them in whole slivers. */
static size_t columns_in_place(const struct product *p, const struct blocks *block, size_t n) {
    if (p->m > block->m || p->b.along != 1)
        return 0;
    return n % 2 == 0 ? n : n / MODEL_NR * MODEL_NR;
}

/* COLUMNS of B from column J of its block. */
static struct view sliver(struct view b, size_t in_place, const struct blocks *block, size_t j,
                          size_t columns, size_t k) {
    if (j < in_place)
        return moved(b, j, 0);
    return (struct view){block->b + (j - in_place) * k, 1, (ptrdiff_t)MODEL_ROUND_UP(columns, 2)};
}

/* A sliver of B stays in the first cache while those of A pass. */
static void multiply_block(const struct product *p, const struct blocks *block, size_t i, size_t j,
                           size_t l) {
    size_t m = least(block->m, p->m - i), n = least(block->n, p->n - j);
    size_t k = least(block->k, p->k - l), in_place = columns_in_place(p, block, n);
    double beta = l == 0 ? p->beta : 1, *c = p->c + i + (ptrdiff_t)j * p->ldc;
    for (size_t jr = 0; jr < n; jr += MODEL_NR) {
        size_t columns = least(MODEL_NR, n - jr);
        struct view b = sliver(moved(p->b, j, l), in_place, block, jr, columns, k);
        for (size_t ir = 0; ir < m; ir += MODEL_MR)
            panel_multiply(least(MODEL_MR, m - ir), columns, k, p->alpha, block->a + ir * k, b,
                           beta, c + ir + (ptrdiff_t)jr * p->ldc, p->ldc);
    }
}

static void multiply_panel(const struct product *p, const struct blocks *block, size_t j,
                           size_t l) {
    size_t n = least(block->n, p->n - j), k = least(block->k, p->k - l);
    size_t in_place = columns_in_place(p, block, n);
    pack(moved(p->b, j + in_place, l), n - in_place, k, MODEL_NR, 2, block->b);
    for (size_t i = 0; i < p->m; i += block->m) {
        pack(moved(p->a, i, l), least(block->m, p->m - i), k, MODEL_MR, LANES, block->a);
        multiply_block(p, block, i, j, l);
    }
}

static void multiply_blocks(const struct product *p, const struct blocks *block) {
    for (size_t j = 0; j < p->n; j += block->n)
        for (size_t l = 0; l < p->k; l += block->k)
            multiply_panel(p, block, j, l);
}

/* ---- where there is no memory for blocks, or nothing to multiply ---- */

static void scale(const struct product *p) {
    for (size_t j = 0; j < p->n; j++)
        for (size_t i = 0; i < p->m; i++) {
            double *c = p->c + i + (ptrdiff_t)j * p->ldc;
            *c = p->beta == 0 ? 0 : p->beta * *c;
        }
}

static double sum_of(const struct product *p, size_t i, size_t j) {
    struct view a = moved(p->a, i, 0), b = moved(p->b, j, 0);
    double sum = 0;
    for (size_t l = 0; l < p->k; l++)
        sum += a.at[(ptrdiff_t)l * a.along] * b.at[(ptrdiff_t)l * b.along];
    return sum;
}

static void multiply_plainly(const struct product *p) {
    for (size_t j = 0; j < p->n; j++)
        for (size_t i = 0; i < p->m; i++) {
            double *c = p->c + i + (ptrdiff_t)j * p->ldc;
            *c = p->alpha * sum_of(p, i, j) + (p->beta == 0 ? 0 : p->beta * *c);
        }
}

/* ---- where the first cache holds all ---- */

/* The larger of two blocks' sides is that of the Schur update, and A is as that has it. */
static bool is_small(const struct product *p) {
    return p->m <= SCHUR_BLOCK && p->n <= SCHUR_BLOCK && p->k <= SCHUR_BLOCK && p->a.across == 1;
}

static void multiply_directly(const struct product *p) {
    struct direct d = {.k = p->k, .alpha = p->alpha, .beta = p->beta, .a = p->a.at, .b = p->b.at};
    d.c = p->c;
    d.lda = p->a.along;
    d.b_row = p->b.along;
    d.b_column = p->b.across;
    d.ldc = p->ldc;
    direct_multiply(p->m, p->n, d);
}

/* ---- the whole ---- */

static double *aligned(void *memory) {
    uintptr_t line = ARCH_L1_LINE;
    return (double *)(((uintptr_t)memory + line - 1) / line * line);
}

static void multiply(const struct product *p) {
    struct blocks block = {part(p->m, MODEL_MC, MODEL_MR), part(p->n, MODEL_NC, MODEL_NR),
                           part(p->k, MODEL_KC, LANES), NULL, NULL};
    size_t a = MODEL_ROUND_UP(block.m * block.k + LANES, ARCH_L1_LINE / MODEL_S);
    size_t b = block.n * block.k + LANES;
    void *memory = malloc((a + b) * sizeof(double) + ARCH_L1_LINE);
    if (memory == NULL) {
        multiply_plainly(p);
        return;
    }
    block.a = aligned(memory);
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
    else if (is_small(&p))
        multiply_directly(&p);
    else
        multiply(&p);
}
