/* blackjack.c - the Schur update C -= A * B in BlackjackBench's blocks of C, which the first cache
   holds beside what they are made of (section 6), by the dgemm of examples/. */
#include <config.h>

#include "../example.h"
#include "blackjack.h"

static int block_of(size_t left) {
    return (int)MODEL_LESS(left, (size_t)SCHUR_BLOCK);
}

void schur_update(size_t n, size_t k, const double *a, size_t lda, const double *b, size_t ldb,
                  double *c, size_t ldc) {
    const double alpha = -1, beta = 1;
    const int sum = (int)k, a_step = (int)lda, b_step = (int)ldb, c_step = (int)ldc;
    for (size_t j = 0; j < n; j += SCHUR_BLOCK)
        for (size_t i = 0; i < n; i += SCHUR_BLOCK) {
            int rows = block_of(n - i), columns = block_of(n - j);
            dgemm_("N", "N", &rows, &columns, &sum, &alpha, a + i, &a_step, b + j * ldb, &b_step,
                   &beta, c + i + j * ldc, &c_step);
        }
}
