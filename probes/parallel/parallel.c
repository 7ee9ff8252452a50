/* parallel.c - the real machine behind the seam of parallel.h. */
#define _GNU_SOURCE
#include "parallel.h"

#include "../../analysis/ascending.h"
#include "../harness/keep.h"
#include "../harness/real.h"
#include "crew.h"
#include "mask.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#ifndef KEEP_i32
#define KEEP_i32(x)
#endif
#ifndef KEEP_f64
#define KEEP_f64(x)
#endif

size_t parallel_cpus(struct machine *machine) {
    (void)machine;
    size_t cpus = mask_count();
    return cpus < CPUS_MOST ? cpus : CPUS_MOST;
}

double parallel_quota(struct machine *machine) {
    (void)machine;
    return mask_quota();
}

void parallel_rest(struct machine *machine, double ns) {
    struct timespec rest = {(time_t)(ns / 1e9), (long)fmod(ns, 1e9)};
    (void)machine;
    nanosleep(&rest, NULL);
}

/* ---- burdens ---- */

/* Adds are so much faster than what waits that they take more rounds. */
enum { PIECES = 128, PIECE_ROUNDS = 2048, MORE_ADDS = 4 };

#define STEP                                                                                       \
    x *= 2654435761U;                                                                              \
    KEEP_i32(x)

#define SUM(sum)                                                                                   \
    sum += 0.5;                                                                                    \
    KEEP_f64(sum)
#define SUM_EACH SUM(a) SUM(b) SUM(c) SUM(d) SUM(e) SUM(f) SUM(g) SUM(h)

static volatile unsigned sink_chain;
static volatile double sink_sums;

static void chain(size_t rounds) {
    unsigned x = 3;
    for (; rounds > 0; rounds--) {
        STEP STEP STEP STEP STEP STEP STEP STEP
    }
    sink_chain = x;
}

/* Eight sums that do not wait for each other: two units take four cycles for them, as long as an
   add waits for the one before it. */
static void sum(size_t rounds) {
    double a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    for (; rounds > 0; rounds--) {
        SUM_EACH
    }
    sink_sums = a + b + c + d + e + f + g + h;
}

struct bearing {
    struct bearer *bearer;
    enum burden burden;
    size_t rounds; /* of a piece */
    double begin_ns, end_ns;
};

/* A piece takes what the median of them does, since few are interrupted; and for all the time that
   so many pieces do not account for the CPU was away. */
static void bear(void *with) {
    struct bearing *bearing = with;
    double piece[PIECES], last = 0;
    size_t pieces = 0, all = 0;
    crew_await(bearing->begin_ns);
    for (double now = clock_ns(); now < bearing->end_ns; now = last) {
        if (bearing->burden == BURDEN_ADDS)
            crowd(MORE_ADDS * bearing->rounds);
        else if (bearing->burden == BURDEN_FLOATS)
            sum(MORE_ADDS * bearing->rounds);
        else
            chain(bearing->rounds);
        last = clock_ns();
        piece[pieces] = last - now;
        pieces += pieces + 1 < PIECES;
        all++;
    }
    qsort(piece, pieces, sizeof *piece, ascending);
    bearing->bearer->ns = pieces > 0 ? piece[pieces / 2] : HUGE_VAL;
    bearing->bearer->share =
        pieces > 0 ? fmin((double)all * piece[pieces / 2] / (last - bearing->begin_ns), 1) : 0;
}

/* So many rounds that a piece is timed well; always the same, since pieces are compared. */
static size_t rounds_of_piece(struct machine *machine) {
    static size_t rounds;
    if (rounds > 0)
        return rounds;
    double begin = clock_ns();
    chain(PIECE_ROUNDS);
    double times = machine_quantum_ns(machine) / fmax(clock_ns() - begin, 1);
    rounds = PIECE_ROUNDS * (size_t)fmax(ceil(times), 1);
    return rounds;
}

bool parallel_bear(struct machine *machine, struct bearer *bearer, size_t count, enum burden burden,
                   double span_ns) {
    static struct bearing bearing[CPUS_MOST];
    static struct order order[CPUS_MOST];
    size_t rounds = rounds_of_piece(machine);
    for (size_t i = 0; i < count; i++)
        order[i] = (struct order){bearer[i].cpu, 0, bear, &bearing[i]};
    if (!crew_gather(order, count))
        return false;
    double begin_ns = crew_begin_ns(count);
    for (size_t i = 0; i < count; i++)
        bearing[i] = (struct bearing){&bearer[i], burden, rounds, begin_ns, begin_ns + span_ns};
    crew_run(order, count);
    return true;
}
