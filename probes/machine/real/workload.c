/* workload.c - work that takes all of one resource of a core, or almost nothing of it. */
#include "workload.h"

#include "../../common/keep.h"
#include "contention.h"
#include "real.h"

#include <math.h>

#ifndef KEEP_i32
#define KEEP_i32(x)
#endif
#ifndef KEEP_f64
#define KEEP_f64(x)
#endif

enum { PIECE_ROUNDS = 2048, BLOCK_WORDS = 1024, LOADS_EACH = 16 };

#define STEP                                                                                       \
    x *= 2654435761U;                                                                              \
    KEEP_i32(x)

#define SUM(sum)                                                                                   \
    sum += 0.5;                                                                                    \
    KEEP_f64(sum)
#define SUM_EACH SUM(a) SUM(b) SUM(c) SUM(d) SUM(e) SUM(f) SUM(g) SUM(h)

#define LOAD_AT(n) (void)from[n]
#define LOADS_4(n) LOAD_AT(n), LOAD_AT(n + 1), LOAD_AT(n + 2), LOAD_AT(n + 3)

static volatile unsigned sink_chain;
static volatile double sink_sums;
static const volatile unsigned small_block[BLOCK_WORDS];

static void chain(size_t rounds) {
    unsigned x = 3;
    for (; rounds > 0; rounds--) {
        STEP STEP STEP STEP STEP STEP STEP STEP
    }
    sink_chain = x;
}

/* Eight independent sums: two units need four cycles for them, which is at least the latency of an
   add. */
static void sum(size_t rounds) {
    double a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    for (; rounds > 0; rounds--) {
        SUM_EACH
    }
    sink_sums = a + b + c + d + e + f + g + h;
}

/* Independent loads, from a block that fits any first level.  It is never written, so that each
   core has a copy of its own. */
static void load(size_t rounds) {
    for (size_t at = 0; rounds > 0; rounds--, at = (at + LOADS_EACH) % BLOCK_WORDS) {
        const volatile unsigned *from = small_block + at;
        LOADS_4(0), LOADS_4(4), LOADS_4(8), LOADS_4(12);
    }
}

/* By enum workload.  Independent work is faster, so a piece of it has MORE times as many rounds. */
static const struct {
    void (*run)(size_t rounds);
    size_t more;
} WORKLOADS[] = {{fill_core, 4}, {sum, 4}, {load, 2}, {chain, 1}};

void workload_run(enum workload workload, size_t rounds) {
    WORKLOADS[workload].run(WORKLOADS[workload].more * rounds);
}

size_t workload_rounds(struct machine *machine) {
    static size_t rounds;
    if (rounds > 0)
        return rounds;
    double begin = clock_ns();
    chain(PIECE_ROUNDS);
    double times = machine_quantum_ns(machine) / fmax(clock_ns() - begin, 1);
    rounds = PIECE_ROUNDS * (size_t)fmax(ceil(times), 1);
    return rounds;
}
