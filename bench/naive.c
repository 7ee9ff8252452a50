/* naive.c - dgemm without transposes as three plain loops, in the order that reads columns, to show
   what a compiler makes of them. */
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
            const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
            const double *beta, double *c, const int *ldc);

void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
            const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
            const double *beta, double *c, const int *ldc) {
    (void)transa, (void)transb;
    for (long j = 0; j < *n; j++) {
        for (long i = 0; i < *m; i++)
            c[i + j * *ldc] *= *beta;
        for (long l = 0; l < *k; l++)
            for (long i = 0; i < *m; i++)
                c[i + j * *ldc] += *alpha * a[i + l * *lda] * b[l + j * *ldb];
    }
}
