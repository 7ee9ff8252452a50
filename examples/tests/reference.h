/* reference.h - the reference BLAS, opened at run time, since its names are ours. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>

typedef double dot_function(const int *, const double *, const int *, const double *, const int *);
typedef void axpy_function(const int *, const double *, const double *, const int *, double *,
                           const int *);
typedef void gemm_function(const char *, const char *, const int *, const int *, const int *,
                           const double *, const double *, const int *, const double *, const int *,
                           const double *, double *, const int *);

extern struct reference {
    dot_function *ddot;
    axpy_function *daxpy;
    gemm_function *dgemm;
} reference;

/* False where FILE or one of them is missing, after a line that says so. */
bool reference_open(const char *file);

#endif
