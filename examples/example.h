/* example.h - three of the BLAS, called as from Fortran, and the update of a Schur complement. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stddef.h>

double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy);

void daxpy_(const int *n, const double *alpha, const double *x, const int *incx, double *y,
            const int *incy);

void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
            const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
            const double *beta, double *c, const int *ldc);

/* C -= A * B, of columns LDA, LDB and LDC apart; C is N x N, and A has K columns, B as many rows.
   What dgemm does, for callers in C. */
void schur_update(size_t n, size_t k, const double *a, size_t lda, const double *b, size_t ldb,
                  double *c, size_t ldc);

#endif
