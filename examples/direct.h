/* direct.h - the product of blocks that the first cache holds where they are, so that nothing is
   packed (BlackjackBench, section 6). */
#ifndef DIRECT_H
#define DIRECT_H

#include <stddef.h>

/* C = alpha * A * B + beta * C; A has columns, LDA apart, and so has C; of B, rows are B_ROW and
   columns B_COLUMN apart.  Where BETA is 0, C is not read. */
struct direct {
    size_t k;
    double alpha, beta;
    const double *a, *b;
    double *c;
    ptrdiff_t lda, b_row, b_column, ldc;
};

/* C is ROWS x COLUMNS. */
void direct_multiply(size_t rows, size_t columns, struct direct d);

#endif
