/* schur.c - C -= A * B of small blocks (BlackjackBench, section 6).

   The paper's k is 1, so C is what its blocks keep in the first cache.  Here a tile of C is in
   registers until all of k is summed up, what stays in the first cache is a sliver of A, and blocks
   of 40 to 80 need no more to be where dgemm multiplies them as they are. */
#include <config.h>

#include "example.h"

void schur_update(size_t n, size_t k, const double *a, size_t lda, const double *b, size_t ldb,
                  double *c, size_t ldc) {
    const double alpha = -1, beta = 1;
    const int columns = (int)n, sum = (int)k, a_step = (int)lda, b_step = (int)ldb,
              c_step = (int)ldc;
    dgemm_("N", "N", &columns, &columns, &sum, &alpha, a, &a_step, b, &b_step, &beta, c, &c_step);
}
