/* ddot.c - the dot product of two vectors, any strides. */
#include <config.h>

#include "example.h"

#include "kernels/kernels.h"
#include "stride.h"

double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy) {
    double sum = 0;
    if (*n <= 0)
        return 0;
    if (*incx == 1 && *incy == 1)
        return ddot_kernel((size_t)*n, x, y);
    x += stride_start(*n, *incx);
    y += stride_start(*n, *incy);
    for (ptrdiff_t i = 0; i < *n; i++)
        sum += x[i * *incx] * y[i * *incy];
    return sum;
}
