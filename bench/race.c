/* race.c - race ROUNDS CASE... NAME=LIBRARY...: compares the speed of functions of several
   libraries.

   A CASE is OPERATION:N, such as dgemm:500 for square matrices that are not transposed.  Its
   operands stay in the caches that hold them.  With :flushed behind it they are in no cache when a
   call begins, and only the calls are timed (Whaley & Castaldo 3).  Prints a line for each case and
   library: case, name, GFLOP/s, and the ratio to the first library's.

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

#include "machine/machine.h"

enum { CASES_MOST = 64, ROUNDS_MOST = 99, SIZE_MOST = 1 << 20, SIDE_MOST = 8192, OPERANDS = 3 };
enum { SHORTEST_LINE = 32, READINGS = 200 };

/* Far above the clock's resolution, and far below a time slice of the scheduler. */
static const double SAMPLE_SECONDS = 2e-3;

static double *operand[OPERANDS];
static size_t *order; /* of lines to flush */

/* ---- operations ---- */

typedef void function(void);
typedef void gemm(const char *, const char *, const int *, const int *, const int *, const double *,
                  const double *, const int *, const double *, const int *, const double *,
                  double *, const int *);
typedef void schur(size_t, size_t, const double *, size_t, const double *, size_t, double *,
                   size_t);
typedef double dot(const int *, const double *, const int *, const double *, const int *);
typedef void axpy(const int *, const double *, const double *, const int *, double *, const int *);

static void call_gemm(function *f, int n) {
    const double one = 1;
    ((gemm *)f)("N", "N", &n, &n, &n, &one, operand[0], &n, operand[1], &n, &one, operand[2], &n);
}

static void call_schur(function *f, int n) {
    size_t size = (size_t)n;
    ((schur *)f)(size, size, operand[0], size, operand[1], size, operand[2], size);
}

static void call_dot(function *f, int n) {
    const int one = 1;
    (void)((dot *)f)(&n, operand[0], &one, operand[1], &one);
}

static void call_axpy(function *f, int n) {
    const double half = 0.5;
    const int one = 1;
    ((axpy *)f)(&n, &half, operand[0], &one, operand[1], &one);
}

static const struct operation {
    const char *name, *symbol;
    void (*call)(function *, int);
    int operands, dimensions; /* number of operands, and dimensions of each */
} operations[] = {{"dgemm", "dgemm_", call_gemm, 3, 2},
                  {"schur", "schur_update", call_schur, 3, 2},
                  {"ddot", "ddot_", call_dot, 2, 1},
                  {"daxpy", "daxpy_", call_axpy, 2, 1}};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static struct entry {
    const char *text;
    const struct operation *operation;
    int n;
    bool flushed;
    long times; /* calls in a sample */
} entry[CASES_MOST];
static size_t entries;

static struct library {
    const char *name;
    function *function[OPERATIONS];
    double rate[CASES_MOST][ROUNDS_MOST];
} * library;
static size_t libraries;

/* ---- samples ---- */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Returns the least time between two consecutive readings. */
static double overhead(void) {
    double least = 1;
    for (int i = 0; i < READINGS; i++) {
        double start = now();
        least = fmin(least, now() - start);
    }
    return least;
}

static size_t elements(const struct entry *e) {
    size_t n = (size_t)e->n;
    return e->operation->dimensions == 2 ? n * n : n;
}

static void flush(const struct entry *e) {
    size_t bytes = elements(e) * sizeof(double);
    for (int i = 0; i < e->operation->operands; i++) {
        struct pages pages = {.base = (unsigned char *)operand[i], .bytes = bytes};
        struct chain lines = {&pages, order, bytes / SHORTEST_LINE + 1, NULL};
        (void)chain_flush(NULL, &lines);
    }
}

static double flushed_seconds(const struct entry *e, function *f, long times) {
    double sum = 0, read = overhead();
    for (; times > 0; times--) {
        flush(e);
        double start = now();
        e->operation->call(f, e->n);
        sum += now() - start - read;
    }
    return sum;
}

static double seconds(const struct entry *e, function *f, long times) {
    if (e->flushed)
        return flushed_seconds(e, f, times);
    double start = now();
    for (; times > 0; times--)
        e->operation->call(f, e->n);
    return now() - start;
}

static function *function_of(const struct library *one, const struct entry *e) {
    return one->function[e->operation - operations];
}

/* Returns the number of calls in a sample, after warming up. */
static long times_for(const struct entry *e) {
    function *f = function_of(&library[0], e);
    long times = 1;
    seconds(e, f, 1);
    while (seconds(e, f, times) < SAMPLE_SECONDS)
        times *= 2;
    return times;
}

/* If there are many calls, an untimed one loads the code. */
static double sample(const struct entry *e, function *f) {
    double n = e->n, flop = e->operation->dimensions == 2 ? 2 * n * n * n : 2 * n;
    if (e->times > 1)
        e->operation->call(f, e->n);
    return flop * (double)e->times / seconds(e, f, e->times) / 1e9;
}

/* Each round begins with another library, so that no library always follows the same one. */
static void run_round(size_t round) {
    for (size_t c = 0; c < entries; c++)
        for (size_t i = 0; i < libraries; i++) {
            struct library *one = &library[(round + i) % libraries];
            one->rate[c][round] = sample(&entry[c], function_of(one, &entry[c]));
        }
}

/* ---- the table ---- */

static double ratio(const struct library *one, size_t c, size_t rounds) {
    double ratios[ROUNDS_MOST];
    for (size_t i = 0; i < rounds; i++)
        ratios[i] = one->rate[c][i] / library[0].rate[c][i];
    return median(ratios, rounds);
}

static void print_rows(size_t rounds) {
    for (size_t c = 0; c < entries; c++)
        for (size_t i = 0; i < libraries; i++)
            printf("%s %s %.2f %.4f\n", entry[c].text, library[i].name,
                   median(library[i].rate[c], rounds), ratio(&library[i], c, rounds));
}

/* ---- arguments ---- */

static const struct operation *operation_of(const char *name, size_t length) {
    for (size_t i = 0; i < OPERATIONS; i++)
        if (strlen(operations[i].name) == length && memcmp(operations[i].name, name, length) == 0)
            return &operations[i];
    return NULL;
}

static int take_case(const char *text) {
    size_t length = strcspn(text, ":");
    const struct operation *operation = operation_of(text, length);
    if (entries == CASES_MOST || operation == NULL || text[length] == '\0')
        return -1;
    char *end = NULL;
    long n = strtol(text + length + 1, &end, 10);
    bool flushed = strcmp(end, ":flushed") == 0;
    if (n < 1 || n > (operation->dimensions == 2 ? SIDE_MOST : SIZE_MOST) ||
        !(*end == '\0' || flushed))
        return -1;
    entry[entries].text = text;
    entry[entries].operation = operation;
    entry[entries].n = (int)n;
    entry[entries++].flushed = flushed;
    return 0;
}

/* Opens NAME=LIBRARY, which must have the functions of all cases. */
static int take_library(char *argument) {
    struct library *one = &library[libraries++];
    char *file = strchr(argument, '=');
    *file++ = '\0';
    one->name = argument;
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    for (size_t c = 0; c < entries; c++) {
        const struct operation *wanted = entry[c].operation;
        void *symbol = handle == NULL ? NULL : dlsym(handle, wanted->symbol);
        if (symbol == NULL) {
            fprintf(stderr, "race: %s: %s\n", argument, dlerror());
            return -1;
        }
        memcpy(&one->function[wanted - operations], &symbol, sizeof symbol);
    }
    return 0;
}

static int take_arguments(int argc, char **argv) {
    int i = 2;
    for (; i < argc && strchr(argv[i], '=') == NULL; i++)
        if (take_case(argv[i]) != 0)
            return -1;
    library = calloc((size_t)(argc - i) + 1, sizeof *library);
    for (; i < argc && library != NULL; i++)
        if (strchr(argv[i], '=') == NULL || take_library(argv[i]) != 0)
            return -1;
    return library != NULL && libraries > 0 && entries > 0 ? 0 : -1;
}

static int fill(void) {
    size_t most = 0;
    for (size_t c = 0; c < entries; c++)
        most = elements(&entry[c]) > most ? elements(&entry[c]) : most;
    size_t lines = most * sizeof(double) / SHORTEST_LINE + 1;
    order = malloc(lines * sizeof *order);
    for (size_t i = 0; i < lines && order != NULL; i++)
        order[i] = i * SHORTEST_LINE;
    for (int i = 0; i < OPERANDS; i++) {
        operand[i] = malloc(lines * SHORTEST_LINE);
        for (size_t j = 0; j < most && operand[i] != NULL; j++)
            operand[i][j] = (double)(j % (size_t)(7 + 4 * i)) / (7 + 4 * i) - 0.5;
    }
    return order != NULL && operand[0] != NULL && operand[1] != NULL && operand[2] != NULL ? 0 : -1;
}

int main(int argc, char **argv) {
    size_t rounds = argc > 2 ? (size_t)strtol(argv[1], NULL, 10) : 0;
    struct chain none = {.count = 0};
    if (rounds < 1 || rounds > ROUNDS_MOST || take_arguments(argc, argv) != 0) {
        fprintf(stderr, "race: ROUNDS CASE... NAME=LIBRARY..., please\n");
        return 2;
    }
    for (size_t c = 0; c < entries; c++)
        if (entry[c].flushed && !chain_flush(NULL, &none)) {
            fprintf(stderr, "race: no line can be flushed on this machine\n");
            return 77;
        }
    if (fill() != 0)
        return 1;
    for (size_t c = 0; c < entries; c++)
        entry[c].times = times_for(&entry[c]);
    for (size_t round = 0; round < rounds; round++)
        run_round(round);
    print_rows(rounds);
    return 0;
}
