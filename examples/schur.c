/* schur.c - C -= A * B of small blocks (BlackjackBench, section 6): blocked for the registers and
   the first cache, and no more. */
#include <config.h>

#include "example.h"

#include "direct.h"
#include "model.h"

void schur_update(size_t n, size_t k, const double *a, size_t lda, const double *b, size_t ldb,
                  double *c, size_t ldc) {
    for (size_t j = 0; j < n; j += SCHUR_BLOCK)
        for (size_t i = 0; i < n; i += SCHUR_BLOCK) {
            struct direct d = {.k = k, .alpha = -1, .beta = 1, .a = a + i, .b = b + j * ldb};
            d.c = c + i + j * ldc;
            d.lda = (ptrdiff_t)lda;
            d.b_row = 1;
            d.b_column = (ptrdiff_t)ldb;
            d.ldc = (ptrdiff_t)ldc;
            direct_multiply(MODEL_LESS(SCHUR_BLOCK, n - i), MODEL_LESS(SCHUR_BLOCK, n - j), d);
        }
}
