/* dgemm.c - dgemm [-s] ROUNDS NAME=LIBRARY...: prints the GFLOP/s of each library's dgemm_ by size,
   for square matrices that are not transposed, and the ratio of the first library to each other.
   With -s it times the Schur update C -= A * B of small blocks, by a library's schur_update or, if
   it has none, its dgemm_.

   In each round every library has a turn, so that a disturbance affects all.  A ratio is the median
   of the ratios of each round, and a rate is the median of all rounds.  Time is the CPU time of
   this thread, since other programs may want the CPU. */
#define _POSIX_C_SOURCE 200809L
#include "median.h"

#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void gemm(const char *, const char *, const int *, const int *, const int *, const double *,
                  const double *, const int *, const double *, const int *, const double *,
                  double *, const int *);
typedef void schur(size_t, size_t, const double *, size_t, const double *, size_t, double *,
                   size_t);

enum { LIBRARIES_MOST = 8, ROUNDS_MOST = MEDIAN_MOST, SIZE_MOST = 2048 };
static const int gemm_sizes[] = {64,  96,  100, 128,  192,  256,  384,
                                 500, 512, 768, 1000, 1024, 1536, 2048};
static const int schur_sizes[] = {40, 41, 45, 48, 53, 56, 59, 64, 67, 72, 75, 79, 80};
enum {
    GEMM_SIZES = sizeof gemm_sizes / sizeof *gemm_sizes,
    SCHUR_SIZES = sizeof schur_sizes / sizeof *schur_sizes
};
static bool is_schur;

/* Far above the clock's resolution, and far below a time slice of the scheduler. */
static const double SAMPLE_SECONDS = 2e-3;

/* A library that would take longer than this for one product is left out. */
static const double PRODUCT_SECONDS = 4;

static struct library {
    const char *name;
    gemm *gemm;
    schur *schur;
    double rate[ROUNDS_MOST], log_ratios;
    size_t ratios;
    bool is_out;
} library[LIBRARIES_MOST];
static size_t libraries;
static double *a, *b, *c;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void multiply(const struct library *one, int n) {
    const double alpha = is_schur ? -1 : 1, beta = 1;
    size_t side = (size_t)n;
    if (one->schur != NULL)
        one->schur(side, side, a, side, b, side, c, side);
    else
        one->gemm("N", "N", &n, &n, &n, &alpha, a, &n, b, &n, &beta, c, &n);
}

static double seconds(const struct library *one, int n, long times) {
    double start = now();
    for (; times > 0; times--)
        multiply(one, n);
    return now() - start;
}

/* Returns the number of products in a sample, after warming up. */
static long times_for(const struct library *one, int n) {
    long times = 1;
    seconds(one, n, 1);
    while (seconds(one, n, times) < SAMPLE_SECONDS)
        times *= 2;
    return times;
}

static double operations(int n) {
    return 2.0 * n * n * n;
}

/* Leaves out slow libraries by their rates at the previous size. */
static void leave_out_slow(int n) {
    for (size_t i = 0; i < libraries; i++)
        library[i].is_out =
            library[i].rate[0] > 0 && operations(n) / library[i].rate[0] / 1e9 > PRODUCT_SECONDS;
}

static void measure(int n, size_t rounds) {
    long times[LIBRARIES_MOST];
    for (size_t i = 0; i < libraries; i++)
        times[i] = library[i].is_out ? 0 : times_for(&library[i], n);
    for (size_t round = 0; round < rounds; round++)
        for (size_t i = 0; i < libraries; i++)
            if (!library[i].is_out)
                library[i].rate[round] =
                    operations(n) * (double)times[i] / seconds(&library[i], n, times[i]) / 1e9;
}

static double ratio(const struct library *other, size_t rounds) {
    double ratios[ROUNDS_MOST];
    for (size_t i = 0; i < rounds; i++)
        ratios[i] = library[0].rate[i] / other->rate[i];
    return median(ratios, rounds);
}

/* ---- the table ---- */

static void print_head(void) {
    printf("%-6s", "n");
    for (size_t i = 0; i < libraries; i++)
        printf(" %12s", library[i].name);
    for (size_t i = 1; i < libraries; i++)
        printf("  over %12s", library[i].name);
    printf("\n");
}

static void print_cell(int width, int digits, double value, bool is_out) {
    if (is_out)
        printf(" %*s", width, "-");
    else
        printf(" %*.*f", width, digits, value);
}

static void print_row(int n, size_t rounds) {
    printf("%-6d", n);
    for (size_t i = 0; i < libraries; i++)
        print_cell(12, 1, median(library[i].rate, rounds), library[i].is_out);
    for (size_t i = 1; i < libraries; i++) {
        double one = ratio(&library[i], rounds);
        print_cell(18, 3, one, library[i].is_out);
        if (library[i].is_out)
            continue;
        library[i].log_ratios += log(one);
        library[i].ratios++;
    }
    printf("\n");
    fflush(stdout);
}

/* Prints the means over the sizes at which a library was not left out. */
static void print_means(void) {
    printf("%-6s%*s", "mean", (int)(13 * libraries), "");
    for (size_t i = 1; i < libraries; i++)
        print_cell(18, 3, exp(library[i].log_ratios / (double)library[i].ratios), false);
    printf("\n");
}

static void print_table(const int *sizes, size_t count, size_t rounds) {
    print_head();
    for (size_t i = 0; i < count; i++) {
        leave_out_slow(sizes[i]);
        measure(sizes[i], rounds);
        print_row(sizes[i], rounds);
    }
    print_means();
}

/* ---- the libraries ---- */

/* Opens NAME=LIBRARY.  A missing library is left out. */
static int take_library(char *argument) {
    char *file = strchr(argument, '=');
    void *symbol, *update, *handle;
    if (file == NULL || libraries == LIBRARIES_MOST)
        return -1;
    *file++ = '\0';
    handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    symbol = handle == NULL ? NULL : dlsym(handle, "dgemm_");
    if (symbol == NULL) {
        fprintf(stderr, "dgemm: %s is left out: %s\n", argument, dlerror());
        return 0;
    }
    update = is_schur ? dlsym(handle, "schur_update") : NULL;
    library[libraries].name = argument;
    memcpy(&library[libraries].gemm, &symbol, sizeof symbol);
    memcpy(&library[libraries++].schur, &update, sizeof update);
    return 0;
}

static int fill(void) {
    size_t elements = (size_t)SIZE_MOST * SIZE_MOST;
    a = malloc(elements * sizeof *a);
    b = malloc(elements * sizeof *b);
    c = malloc(elements * sizeof *c);
    if (a == NULL || b == NULL || c == NULL)
        return -1;
    for (size_t i = 0; i < elements; i++) {
        a[i] = (double)(i % 7) / 7 - 0.5;
        b[i] = (double)(i % 11) / 11 - 0.5;
        c[i] = 0;
    }
    return 0;
}

int main(int argc, char **argv) {
    int first = argc > 1 && strcmp(argv[1], "-s") == 0 ? 2 : 1;
    long rounds = argc > first + 1 ? strtol(argv[first], NULL, 10) : 0;
    is_schur = first == 2;
    if (rounds < 1 || rounds > ROUNDS_MOST)
        return 2;
    for (int i = first + 1; i < argc; i++)
        if (take_library(argv[i]) != 0)
            return 2;
    if (libraries == 0 || fill() != 0)
        return 1;
    if (is_schur)
        print_table(schur_sizes, SCHUR_SIZES, (size_t)rounds);
    else
        print_table(gemm_sizes, GEMM_SIZES, (size_t)rounds);
    return 0;
}
