/* daxpy.c - y = alpha * x + y, any strides. */
#include <config.h>

#include "example.h"

#include "kernels/kernels.h"
#include "stride.h"

void daxpy_(const int *n, const double *alpha, const double *x, const int *incx, double *y,
            const int *incy) {
    if (*n <= 0 || *alpha == 0)
        return;
    if (*incx == 1 && *incy == 1) {
        daxpy_kernel((size_t)*n, *alpha, x, y);
        return;
    }
    x += stride_start(*n, *incx);
    y += stride_start(*n, *incy);
    for (ptrdiff_t i = 0; i < *n; i++)
        y[i * *incy] += *alpha * x[i * *incx];
}
