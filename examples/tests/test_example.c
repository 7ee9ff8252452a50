/* test_example.c - ddot, daxpy, dgemm and the Schur update beside the reference BLAS, which is
   opened at run time, since its names are ours.  What is compared is exact but for rounding: a sum
   of k products may be off by k roundings of the sum of their sizes, each way. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../example.h"
#include "../model.h"
#include "reference.h"

enum { SKIPPED = 77, GUARD = 8, STRIDE_MOST = 3, VECTOR_MOST = 200 };

static const double scalars[] = {0, 1, -1, 0.5};
enum { SCALARS = sizeof scalars / sizeof *scalars };

/* ---- numbers ---- */

static uint32_t state;

/* In [-1, 1), by a linear congruence. */
static double any(void) {
    state = state * 1664525 + 1013904223;
    return (double)(state >> 8) / (1 << 23) - 1;
}

static double *numbers(size_t count) {
    double *number = malloc((count + 1) * sizeof *number);
    assert_non_null(number);
    for (size_t i = 0; i < count; i++)
        number[i] = any();
    return number;
}

static double *copy_of(const double *from, size_t count) {
    double *copy = malloc((count + 1) * sizeof *copy);
    assert_non_null(copy);
    memcpy(copy, from, count * sizeof *copy);
    return copy;
}

/* Not a number as the other, infinite as the other, or as near as SLACK. */
static int agree(double ours, double other, double slack) {
    if (isnan(ours) || isnan(other))
        return isnan(ours) && isnan(other);
    if (isinf(ours) || isinf(other))
        return ours == other;
    return fabs(ours - other) <= slack;
}

/* ---- vectors ---- */

/* As far as N elements of STRIDE reach. */
static size_t reach(int n, int stride) {
    return n > 0 ? (size_t)(n - 1) * (size_t)abs(stride) + 1 : 0;
}

static void compare_ddot(int n, int incx, int incy, const double *x, const double *y) {
    double size = n * 4 * DBL_EPSILON;
    double ours = ddot_(&n, x, &incx, y, &incy), other = reference.ddot(&n, x, &incx, y, &incy);
    if (!agree(ours, other, n * size))
        fail_msg("ddot of %d, strides %d, %d: %g, not %g", n, incx, incy, ours, other);
}

static void compare_daxpy(int n, double alpha, int incx, int incy, const double *x,
                          const double *y) {
    size_t count = reach(VECTOR_MOST, STRIDE_MOST);
    double *ours = copy_of(y, count), *other = copy_of(y, count);
    daxpy_(&n, &alpha, x, &incx, ours, &incy);
    reference.daxpy(&n, &alpha, x, &incx, other, &incy);
    for (size_t i = 0; i < count; i++)
        if (!agree(ours[i], other[i], 4 * VECTOR_MOST * DBL_EPSILON))
            fail_msg("daxpy of %d, %g, strides %d, %d: [%zu] is %g, not %g", n, alpha, incx, incy,
                     i, ours[i], other[i]);
    free(ours);
    free(other);
}

static void each_stride(const double *x, const double *y) {
    static const int lengths[] = {-1, 0, 1, 2, 7, 31, 64, 65, 127, VECTOR_MOST};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (int incx = -STRIDE_MOST; incx <= STRIDE_MOST; incx++)
            for (int incy = -STRIDE_MOST; incy <= STRIDE_MOST; incy++) {
                compare_ddot(lengths[l], incx, incy, x, y);
                for (size_t s = 0; s < SCALARS; s++)
                    compare_daxpy(lengths[l], scalars[s], incx, incy, x, y);
            }
}

static void test_vectors(void **unused) {
    size_t count = reach(VECTOR_MOST, STRIDE_MOST);
    double *x = numbers(count), *y = numbers(count);
    (void)unused;
    each_stride(x, y);
    free(x);
    free(y);
}

static void test_vectors_of_no_numbers(void **unused) {
    static const double none[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    size_t count = reach(VECTOR_MOST, STRIDE_MOST);
    (void)unused;
    for (size_t i = 0; i < 3; i++) {
        double *x = numbers(count), *y = numbers(count);
        x[6 + i] = none[i];
        y[5] = none[2 - i];
        each_stride(x, y);
        free(x);
        free(y);
    }
}

/* ---- matrices ---- */

struct gemm {
    char transa, transb;
    int m, n, k, lda, ldb, ldc;
    double alpha, beta, *a, *b, *c;
};

static size_t columns_of_c(const struct gemm *g) {
    return (size_t)g->ldc * (size_t)g->n + GUARD;
}

static void open_gemm(struct gemm *g, int m, int n, int k, int beyond) {
    int rows_a = g->transa == 'N' ? m : k, rows_b = g->transb == 'N' ? k : n;
    g->m = m, g->n = n, g->k = k;
    g->lda = (rows_a > 1 ? rows_a : 1) + beyond;
    g->ldb = (rows_b > 1 ? rows_b : 1) + beyond;
    g->ldc = (m > 1 ? m : 1) + beyond;
    g->a = numbers((size_t)g->lda * (size_t)(g->transa == 'N' ? k : m));
    g->b = numbers((size_t)g->ldb * (size_t)(g->transb == 'N' ? n : k));
    g->c = numbers(columns_of_c(g));
}

static void close_gemm(struct gemm *g) {
    free(g->a);
    free(g->b);
    free(g->c);
}

static void call(gemm_function *gemm, const struct gemm *g, double *c) {
    gemm(&g->transa, &g->transb, &g->m, &g->n, &g->k, &g->alpha, g->a, &g->lda, g->b, &g->ldb,
         &g->beta, c, &g->ldc);
}

/* Where there is no memory for blocks, from the same source. */
gemm_function dgemm_without_memory;
static gemm_function *gemm_of_ours = dgemm_;

/* Elements are no larger than 1, and what is behind C's rows and columns is to stay. */
static void compare_gemm(const struct gemm *g) {
    size_t count = columns_of_c(g);
    double *ours = copy_of(g->c, count), *other = copy_of(g->c, count);
    double slack = 4 * DBL_EPSILON * (g->k + 2) * (g->k * fabs(g->alpha) + fabs(g->beta));
    call(gemm_of_ours, g, ours);
    call(reference.dgemm, g, other);
    for (size_t i = 0; i < count; i++) {
        int inside = i % (size_t)g->ldc < (size_t)g->m && i / (size_t)g->ldc < (size_t)g->n;
        if (!(inside ? agree(ours[i], other[i], slack)
                     : memcmp(&ours[i], &g->c[i], sizeof *ours) == 0))
            fail_msg("dgemm %c%c %d x %d x %d, alpha %g, beta %g: [%zu] is %g, not %g", g->transa,
                     g->transb, g->m, g->n, g->k, g->alpha, g->beta, i, ours[i], other[i]);
    }
    free(ours);
    free(other);
}

static void each_scalar(struct gemm *g) {
    for (size_t alpha = 0; alpha < SCALARS; alpha++)
        for (size_t beta = 0; beta < SCALARS; beta++) {
            g->alpha = scalars[alpha];
            g->beta = scalars[beta];
            compare_gemm(g);
        }
}

static void compare_one(struct gemm *g) {
    compare_gemm(g);
}

static void each_transpose(int m, int n, int k, int beyond, void (*each)(struct gemm *)) {
    for (int t = 0; t < 4; t++) {
        struct gemm g = {.transa = "NT"[t / 2], .transb = "NT"[t % 2], .alpha = 0.5, .beta = -1};
        open_gemm(&g, m, n, k, beyond);
        each(&g);
        close_gemm(&g);
    }
}

/* All about a vector and a tile, with another side that is whole. */
static void test_small_shapes(void **unused) {
    static const int sides[] = {0, 1, 2, 3, 5, 8, 13, 16, 17, 31};
    enum { SIDES = sizeof sides / sizeof *sides };
    (void)unused;
    for (size_t m = 0; m < SIDES; m++)
        for (size_t n = 0; n < SIDES; n++)
            for (size_t k = 0; k < SIDES; k++)
                each_transpose(sides[m], sides[n], sides[k], (int)(m + n) % 3, each_scalar);
}

/* Just below, at and above SIDE. */
static void around(int side, int *sides) {
    for (int i = 0; i < 3; i++)
        sides[i] = side + i - 1;
}

/* Tiles with rests of each size beside them, of a B where it is and a B that is packed. */
static void test_edges(void **unused) {
    int m[6], n[6];
    (void)unused;
    around(MODEL_MR, m), around(3 * MODEL_MR, m + 3);
    around(MODEL_NR, n), around(3 * MODEL_NR, n + 3);
    for (size_t i = 0; i < 6; i++)
        for (size_t j = 0; j < 6; j++) {
            each_transpose(m[i], n[j], 57, 1, compare_one);
            each_transpose(m[i], n[j], MODEL_KC + 1, 0, compare_one);
        }
}

/* Columns of A that begin in one place of the first cache, and of B in one of the second. */
static void test_strides(void **unused) {
    int way_1 = MODEL_WAY_1 / MODEL_S, way_2 = MODEL_WAY_2 / MODEL_S;
    (void)unused;
    for (int rest = 0; rest < LANES; rest++) {
        int m = 2 * MODEL_MR + rest; /* a way may be as short as a line */
        each_transpose(m, MODEL_NR + 1, 57, MODEL_MORE(0, way_1 - m), compare_one);
        each_transpose(m, ARCH_L2_ASSOC + 1, 57, MODEL_MORE(0, way_2 - 57), compare_one);
    }
}

/* Larger than each block of the model. */
static void test_blocks(void **unused) {
    (void)unused;
    each_transpose(MODEL_MC + MODEL_MR + 1, 2 * MODEL_NR + 1, MODEL_KC + 1, 1, compare_one);
    each_transpose(MODEL_MR + 1, MODEL_NC + MODEL_NR + 1, 2 * MODEL_KC + LANES + 1, 1, compare_one);
}

/* ---- what is no number ---- */

static void each_place(struct gemm *g) {
    static const double none[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    size_t a = (size_t)g->lda + 1, b = (size_t)g->ldb * 2 + 2, c = (size_t)g->ldc * 3 + 4;
    for (size_t i = 0; i < 3; i++) {
        double was_a = g->a[a], was_b = g->b[b], was_c = g->c[c];
        g->a[a] = none[i];
        each_scalar(g);
        g->b[b] = 0;
        each_scalar(g);
        g->b[b] = none[(i + 1) % 3];
        each_scalar(g);
        g->a[a] = 0;
        each_scalar(g);
        g->c[c] = none[(i + 2) % 3];
        each_scalar(g);
        g->a[a] = was_a, g->b[b] = was_b, g->c[c] = was_c;
    }
}

static void test_no_numbers(void **unused) {
    (void)unused;
    each_transpose(9, 7, 5, 0, each_place);
    each_transpose(MODEL_MR + 3, MODEL_NR + 3, MODEL_KC + 3, 1, each_place);
    each_transpose(3 * MODEL_MR + 3, 3 * MODEL_NR + 3, 6, 1, each_place);
}

/* C of no numbers, all of it, where beta is 0. */
static void each_unread(struct gemm *g) {
    for (size_t i = 0; i < (size_t)g->ldc * (size_t)g->n; i++)
        if (i % (size_t)g->ldc < (size_t)g->m)
            g->c[i] = (double)NAN;
    g->beta = 0;
    for (size_t s = 0; s < SCALARS; s++) {
        g->alpha = scalars[s];
        compare_gemm(g);
    }
}

static void test_unread(void **unused) {
    (void)unused;
    each_transpose(9, 7, 0, 1, each_unread);
    each_transpose(9, 7, 5, 1, each_unread);
    each_transpose(MODEL_MR + 3, MODEL_NC + 3, MODEL_KC + 3, 1, each_unread);
}

static void test_no_memory(void **unused) {
    (void)unused;
    gemm_of_ours = dgemm_without_memory;
    each_transpose(9, 4, MODEL_KC + 1, 1, each_place);
    each_transpose(9, 4, MODEL_KC + 1, 1, each_unread);
    gemm_of_ours = dgemm_;
}

/* C stays as it is. */
static void test_wrong_arguments(void **unused) {
    struct gemm g = {.transa = 'N', .transb = 'N', .alpha = 1, .beta = 0};
    (void)unused;
    open_gemm(&g, 4, 4, 4, 0);
    struct gemm wrong[] = {g, g, g, g, g, g, g, g};
    wrong[0].transa = 'X', wrong[1].transb = 'X', wrong[2].m = -1, wrong[3].n = -1;
    wrong[4].k = -1, wrong[5].lda = 3, wrong[6].ldb = 3, wrong[7].ldc = 3;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double *c = copy_of(g.c, columns_of_c(&g));
        call(dgemm_, &wrong[i], c);
        assert_memory_equal(c, g.c, columns_of_c(&g) * sizeof *c);
        free(c);
    }
    close_gemm(&g);
}

/* ---- the Schur update ---- */

static void compare_schur(int n, int k, int beyond) {
    struct gemm g = {.transa = 'N', .transb = 'N', .alpha = -1, .beta = 1};
    open_gemm(&g, n, n, k, beyond);
    double *ours = copy_of(g.c, columns_of_c(&g)), *other = copy_of(g.c, columns_of_c(&g));
    schur_update((size_t)n, (size_t)k, g.a, (size_t)g.lda, g.b, (size_t)g.ldb, ours, (size_t)g.ldc);
    call(reference.dgemm, &g, other);
    for (size_t i = 0; i < columns_of_c(&g); i++)
        if (!agree(ours[i], other[i], 4 * DBL_EPSILON * (k + 2) * (k + 1)))
            fail_msg("update of %d, %d: [%zu] is %g, not %g", n, k, i, ours[i], other[i]);
    free(ours);
    free(other);
    close_gemm(&g);
}

static void test_schur(void **unused) {
    static const int extra[] = {0, 1, 39, 57};
    (void)unused;
    for (int n = 0; n <= 80; n++)
        for (size_t i = 0; i < sizeof extra / sizeof *extra; i++)
            compare_schur(n, extra[i], n % 3);
    compare_schur(123, MODEL_KC + 1, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),      cmocka_unit_test(test_vectors_of_no_numbers),
        cmocka_unit_test(test_small_shapes), cmocka_unit_test(test_edges),
        cmocka_unit_test(test_strides),      cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_no_numbers),   cmocka_unit_test(test_unread),
        cmocka_unit_test(test_no_memory),    cmocka_unit_test(test_wrong_arguments),
        cmocka_unit_test(test_schur),
    };
    if (!reference_open(REFERENCE_BLAS))
        return SKIPPED;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
