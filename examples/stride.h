/* stride.h - the BLAS' vectors of strides. */
#ifndef STRIDE_H
#define STRIDE_H

#include <stddef.h>

/* Where the first of N elements is: with a stride below zero they lie in memory the other way
   round. */
static inline ptrdiff_t stride_start(int n, int stride) {
    return stride < 0 ? (ptrdiff_t)(1 - n) * stride : 0;
}

#endif
