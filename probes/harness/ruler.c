/* ruler.c - the cycle, from chains of dependent instructions (METHODS T1).

   Each chain is one instruction that needs its own result.  An optimising compiler is kept from
   merging the steps by an empty asm statement; one that does not optimise merges nothing, but
   keeps the value in a register only within one expression, hence the nested form. */
#include "cycle.h"
#include "real.h"

#include <math.h>
#include <stdlib.h>

enum { CHAINS = 4, ROUNDS = 9, ATTEMPTS = 60 };

static volatile unsigned long opaque_factor = 3, opaque_shift = 1;
static volatile double opaque_slope = 0.5, opaque_offset = 1;
static volatile unsigned long sink;
static volatile double sink_double;

#ifdef __OPTIMIZE__
#define KEEP(x) __asm__ volatile("" : "+r"(x))
#define MULTIPLY(x, k) ((x) *= (k))
#define TIMES4(step) step step step step
#define TIMES16(step) TIMES4(TIMES4(step))
#define MULTIPLY16(x, k) TIMES16(MULTIPLY(x, k); KEEP(x);)
#define SHIFT16(x, k) TIMES16((x) <<= 1; KEEP(x);)(void)(k)
#else
#define MULTIPLY(x, k) ((x) * (k))
#define MULTIPLY4(x, k) MULTIPLY(MULTIPLY(MULTIPLY(MULTIPLY(x, k), k), k), k)
#define MULTIPLY16(x, k) (x) = MULTIPLY4(MULTIPLY4(MULTIPLY4(MULTIPLY4(x, k), k), k), k)
#define SHIFT(x, k) ((x) << (k))
#define SHIFT4(x, k) SHIFT(SHIFT(SHIFT(SHIFT(x, k), k), k), k)
#define SHIFT16(x, k) (x) = SHIFT4(SHIFT4(SHIFT4(SHIFT4(x, k), k), k), k)
#endif

static void multiply_chain(size_t ops) {
    unsigned long x = opaque_factor, k = opaque_factor;
    for (; ops >= 16; ops -= 16) {
        MULTIPLY16(x, k);
    }
    sink = x;
}

static void shift_chain(size_t ops) {
    unsigned long x = opaque_factor, k = opaque_shift;
    for (; ops >= 16; ops -= 16) {
        SHIFT16(x, k);
    }
    sink = x;
}

/* Stored before the program began: a load of what was just stored can be free of its latency
   (METHODS, read first 7). */
static void *self = &self;

static void load_chain(size_t ops) {
    sink = walk(&self, ops) == NULL;
}

/* Horner's scheme needs no help: no compiler may or does take it apart, also with -ffast-math.
   Fused or not, a step is a whole number of cycles. */
#define HORNER(x, a, b) ((x) * (a) + (b))
#define HORNER4(x, a, b) HORNER(HORNER(HORNER(HORNER(x, a, b), a, b), a, b), a, b)

static void horner_chain(size_t ops) {
    double x = opaque_offset, a = opaque_slope, b = opaque_offset;
    for (; ops >= 16; ops -= 16) {
        x = HORNER4(HORNER4(x, a, b), a, b);
        x = HORNER4(HORNER4(x, a, b), a, b);
    }
    sink_double = x;
}

static double time_chain(void (*chain)(size_t ops), size_t ops) {
    double start = clock_ns();
    chain(ops);
    return (clock_ns() - start) / (double)ops;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Each chain's time against the multiplications of the same round, so that a clock that changes
   between rounds does not matter; the median over the rounds. */
static void latencies(size_t ops, double *latency) {
    static void (*const chain[CHAINS])(size_t) = {multiply_chain, shift_chain, load_chain,
                                                  horner_chain};
    double ratio[CHAINS][ROUNDS];
    for (size_t round = 0; round < ROUNDS; round++) {
        double unit = time_chain(multiply_chain, ops);
        for (size_t i = 0; i < CHAINS; i++)
            ratio[i][round] = unit > 0 ? time_chain(chain[i], ops) / unit : 0;
    }
    for (size_t i = 0; i < CHAINS; i++) {
        qsort(ratio[i], ROUNDS, sizeof ratio[i][0], compare);
        latency[i] = ratio[i][ROUNDS / 2];
    }
}

/* So many multiplications that they take QUANTUM_NS; a power of two. */
static size_t enough(double quantum_ns) {
    size_t ops = 256;
    while (ops < (size_t)1 << 30 && time_chain(multiply_chain, ops) * (double)ops < quantum_ns)
        ops *= 2;
    return ops;
}

/* The multiplication's length in cycles, or 0 where the chains have no common cycle. */
static double multiplication(size_t ops) {
    double latency[CHAINS];
    latencies(ops * 8, latency);
    double cycle = cycle_of(latency, CHAINS);
    return cycle > 0 ? floor(latency[0] / cycle + 0.5) : 0;
}

/* Noise can show a divisor that is none, but hardly the same one twice in a row.  Where another
   process has the CPU, the scheduler may know a better one. */
const char *ruler_open(struct ruler *ruler, double quantum_ns) {
    double last = 0;
    ruler->ops = enough(quantum_ns);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        ruler->cycles = multiplication(ruler->ops);
        if (ruler->cycles > 0 && fabs(ruler->cycles - last) < 0.5)
            return NULL;
        last = ruler->cycles;
        pin_here();
    }
    return "no cycle divides the latencies of multiply, shift, load and floating point";
}

/* The better of two: a ruler is so short that hardly both are disturbed. */
double ruler_ns(const struct ruler *ruler) {
    double first = time_chain(multiply_chain, ruler->ops);
    return fmin(first, time_chain(multiply_chain, ruler->ops)) * (double)ruler->ops;
}
