/* kernels.h - what each file here defines in its way: of vectors without strides. */
#ifndef KERNELS_H
#define KERNELS_H

#include <stddef.h>

double ddot_kernel(size_t n, const double *x, const double *y);

/* y = a * x + y */
void daxpy_kernel(size_t n, double a, const double *x, double *y);

#endif
