/* ruler.c - finds the length of a cycle by the greatest common divisor of the latencies of
   dependent instructions.  Fails if no cycle divides all of them.

   Each chain repeats one instruction that needs its own result.  An empty asm statement keeps an
   optimising compiler from merging the steps.  A compiler that does not optimise merges nothing,
   but keeps a value in a register only within one expression; there the steps are nested, and
   timing each chain at two lengths cancels the stores and loads between expressions. */
#include "ruler.h"
#include "../../common/cycle.h"
#include "../../common/keep.h"
#include "../../common/spread.h"
#include "clock.h"
#include "pin.h"

#include <math.h>

enum { ROUNDS = 9, LENGTHS = 4, STEPS_IN_ONE = 16 };

/* The search for a cycle ends after this time. */
static const double PATIENCE_NS = 2e9;

static volatile unsigned long opaque_factor = 3, sink_integer;
static volatile double opaque_slope = 0.5, opaque_offset = 1, opaque_near = 0.999999, sink_double;

#define NEST4(step, x) step(step(step(step(x))))
#define NEST16(step, x) NEST4(step, NEST4(step, NEST4(step, NEST4(step, x))))
#define MULTIPLY(x) ((x)*k)
#define LOAD(x) (*(void *volatile *)(x))
/* Horner's scheme: fused or not, a step is a whole number of cycles, and no compiler reorders it,
   even with -ffast-math. */
#define HORNER(x) ((x)*k + b)

#ifdef __OPTIMIZE__
#ifdef KEEP_f64
#define PRODUCT_ONCE TIMES16(x *= k; KEEP_f64(x))
#endif
#define KEEP(x) __asm__ volatile("" : "+r"(x))
#define TIMES4(statement) statement statement statement statement
#define TIMES16(statement) TIMES4(TIMES4(statement))
#define MULTIPLY_ONCE TIMES16(x *= k; KEEP(x);)
#define MULTIPLY_TWICE MULTIPLY_ONCE MULTIPLY_ONCE
#define SHIFT_ONCE TIMES16(x <<= 1; KEEP(x);)
#define PRODUCT_TWICE PRODUCT_ONCE PRODUCT_ONCE
#else
#define MULTIPLY_ONCE x = NEST16(MULTIPLY, x);
#define MULTIPLY_TWICE x = NEST16(MULTIPLY, NEST16(MULTIPLY, x));
#define PRODUCT_ONCE MULTIPLY_ONCE
#define PRODUCT_TWICE MULTIPLY_TWICE
#endif

/* A loop over a chain: BEGIN declares x and what else the STEPS of a round need. */
#define DEFINE_LOOP(name, begin, steps, end)                                                       \
    static void name(size_t rounds) {                                                              \
        begin;                                                                                     \
        for (; rounds > 0; rounds--) {                                                             \
            steps;                                                                                 \
        }                                                                                          \
        end;                                                                                       \
    }

#define INTEGERS unsigned long x = opaque_factor, k = opaque_factor
DEFINE_LOOP(multiply_once, INTEGERS, MULTIPLY_ONCE, sink_integer = x)
DEFINE_LOOP(multiply_twice, INTEGERS, MULTIPLY_TWICE, sink_integer = x)

/* Nested shifts by a constant would be merged, and shifts by a variable take no whole number of
   cycles on some machines; so this chain is for optimised code only. */
#ifdef __OPTIMIZE__
DEFINE_LOOP(shift_once, unsigned long x = opaque_factor, SHIFT_ONCE, sink_integer = x)
DEFINE_LOOP(shift_twice, unsigned long x = opaque_factor, SHIFT_ONCE SHIFT_ONCE, sink_integer = x)
#endif

/* Initialised before the program starts, since a load of a value that was just stored may cost no
   latency. */
static void *self = &self;
DEFINE_LOOP(load_once, void *x = &self, x = NEST16(LOAD, x), sink_integer = x == &self)
DEFINE_LOOP(load_twice, void *x = &self, x = NEST16(LOAD, NEST16(LOAD, x)),
            sink_integer = x == &self)

#define LINE double x = opaque_offset, k = opaque_slope, b = opaque_offset
DEFINE_LOOP(horner_once, LINE, x = NEST16(HORNER, x), sink_double = x)
DEFINE_LOOP(horner_twice, LINE, x = NEST16(HORNER, NEST16(HORNER, x)), sink_double = x)

/* On a core that adds in half a cycle, all other latencies may be even.  Without a constraint that
   keeps -ffast-math from merging the steps, this chain is left out. */
#ifdef PRODUCT_ONCE
#define DOUBLES double x = opaque_offset, k = opaque_near
DEFINE_LOOP(product_once, DOUBLES, PRODUCT_ONCE, sink_double = x)
DEFINE_LOOP(product_twice, DOUBLES, PRODUCT_TWICE, sink_double = x)
#endif

/* Each chain, in rounds of 16 and of 32 steps. */
static const struct kind {
    void (*once)(size_t rounds), (*twice)(size_t rounds);
} chains[] = {
    {load_once, load_twice},       {multiply_once, multiply_twice}, {horner_once, horner_twice},
#ifdef PRODUCT_ONCE
    {product_once, product_twice},
#endif
#ifdef __OPTIMIZE__
    {shift_once, shift_twice},
#endif
};
enum { MULTIPLY = 1, CHAINS = sizeof chains / sizeof chains[0] };

/* The part of a round that the loop itself may take.  Without optimisation its counter is in
   memory, as the chain is. */
#ifdef __OPTIMIZE__
enum { SHIFT = true };
static const double LOOP = 0.2;
#else
enum { SHIFT = false };
static const double LOOP = 0.7;
#endif

static double time_chain(void (*run)(size_t rounds), size_t rounds) {
    double start = clock_ns();
    run(rounds);
    return clock_ns() - start;
}

/* The latency of a step of each chain, in units of the ruler's round: once as the median over the
   rounds, which tolerates a frequency that changes between them, and once from the least times,
   which have the least noise. */
static void latencies(size_t rounds, double *median, double *least) {
    double ratio[CHAINS][ROUNDS], once[CHAINS], twice[CHAINS], ruler = NOT_MEASURED;
    for (size_t i = 0; i < CHAINS; i++)
        once[i] = twice[i] = NOT_MEASURED;
    for (size_t round = 0; round < ROUNDS; round++) {
        double unit = time_chain(multiply_once, rounds);
        ruler = fmin(ruler, unit);
        for (size_t i = 0; i < CHAINS; i++) {
            double longer = time_chain(chains[i].twice, rounds);
            double shorter = time_chain(chains[i].once, rounds);
            ratio[i][round] = unit > 0 ? (longer - shorter) / STEPS_IN_ONE / unit : 0;
            once[i] = fmin(once[i], shorter);
            twice[i] = fmin(twice[i], longer);
        }
    }
    for (size_t i = 0; i < CHAINS; i++) {
        median[i] = spread_of(ratio[i], ROUNDS).median;
        least[i] = ruler > 0 ? (twice[i] - once[i]) / STEPS_IN_ONE / ruler : 0;
    }
}

/* Returns the lesser of two times: a ruler is so short that both are rarely disturbed. */
double ruler_ns(const struct ruler *ruler) {
    size_t rounds = ruler->rounds;
    return fmin(time_chain(multiply_once, rounds), time_chain(multiply_once, rounds));
}

/* Makes the ruler just longer than QUANTUM_NS, half of a short sample.  In a much shorter one the
   clock's own time would be a part of each cycle. */
static void lengthen(struct ruler *ruler, double quantum_ns) {
    ruler->rounds = 16;
    while (ruler->rounds < (size_t)1 << 26 && ruler_ns(ruler) < quantum_ns)
        ruler->rounds += ruler->rounds / 4;
}

/* Returns the cycles of a round of the ruler, timed over ROUNDS rounds, or 0 if no cycle divides
   all chains. */
static double cycles_of_round(size_t rounds) {
    double median[CHAINS], least[CHAINS];
    latencies(rounds, median, least);
    double cycle = cycle_of_both(median, least, CHAINS, SHIFT);
    double cycles = cycle > 0 ? 1 / cycle : 0;
    if (!cycle_counts(cycles, STEPS_IN_ONE, cycles * median[MULTIPLY], LOOP))
        return 0;
    double whole = floor(cycles + 0.5);
    return fabs(cycles - whole) < 0.01 * cycles ? whole : cycles;
}

/* Noise can produce a wrong divisor, but hardly the same one twice in a row.  If another process
   has the CPU, the scheduler may choose a better one. */
const char *ruler_open(struct ruler *ruler, double quantum_ns) {
    double last = 0, end = clock_ns() + PATIENCE_NS;
    lengthen(ruler, quantum_ns);
    for (int attempt = 0; clock_ns() < end; attempt++) {
        double cycles = cycles_of_round(ruler->rounds << attempt % LENGTHS);
        ruler->cycles = cycles * (double)ruler->rounds;
        if (cycles > 0 && fabs(cycles - last) < 0.02 * cycles)
            return NULL;
        last = cycles;
        if (attempt > 0)
            pin_here();
    }
    return "no cycle divides all of the rulers' latencies";
}
