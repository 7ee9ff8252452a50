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

enum { PIECES = 128, PIECE_ROUNDS = 2048, BLOCK_WORDS = 1024, LOADS_EACH = 16 };

#define STEP                                                                                       \
    x *= 2654435761U;                                                                              \
    KEEP_i32(x)

#define SUM(sum)                                                                                   \
    sum += 0.5;                                                                                    \
    KEEP_f64(sum)
#define SUM_EACH SUM(a) SUM(b) SUM(c) SUM(d) SUM(e) SUM(f) SUM(g) SUM(h)

#define LOAD(n) (void)from[n]
#define LOAD4(n) LOAD(n), LOAD(n + 1), LOAD(n + 2), LOAD(n + 3)

static volatile unsigned sink_chain;
static volatile double sink_sums;
static const volatile unsigned block[BLOCK_WORDS];

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

/* Loads that do not wait for each other, from what fits into any first level: nobody writes it, so
   that each has a copy of its own. */
static void load(size_t rounds) {
    for (size_t at = 0; rounds > 0; rounds--, at = (at + LOADS_EACH) % BLOCK_WORDS) {
        const volatile unsigned *from = block + at;
        LOAD4(0), LOAD4(4), LOAD4(8), LOAD4(12);
    }
}

/* By burden.  What does not wait is so much faster that it takes more rounds. */
static const struct {
    void (*bear)(size_t rounds);
    size_t more;
} BURDENS[] = {{crowd, 4}, {sum, 4}, {load, 2}, {chain, 1}};

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
        BURDENS[bearing->burden].bear(BURDENS[bearing->burden].more * bearing->rounds);
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

/* ---- passing ---- */

#if defined __GNUC__ && !defined __TINYC__
#define CAN_PASS
/* A line, with room for what is fetched beside it. */
enum { PASSED_LINES = 15, PASSED_BYTES = 256, TRIPS = 64, PASS_TRIES = 5, SPINS = 256 };
/* Longer no line is waited for. */
static const double AWAY_NS = 2e7;

struct lines {
    struct {
        unsigned turn;
        unsigned char rest[PASSED_BYTES - sizeof(unsigned)];
    } line[PASSED_LINES];
};

struct end {
    struct passing *passing;
    struct lines *lines;
    bool first;
    double begin_ns;
};

/* Waits until it is TURN on this line, and gives it on.  Returns false where it never is. */
static bool take_turn(unsigned *line, unsigned turn, double until_ns) {
    for (size_t spins = 1; __atomic_load_n(line, __ATOMIC_ACQUIRE) != turn; spins++)
        if (spins % SPINS == 0 && clock_ns() > until_ns)
            return false;
    __atomic_store_n(line, turn + 1, __ATOMIC_RELEASE);
    return true;
}

/* All trips of one try.  Returns one way of one of them, or HUGE_VAL. */
static double pass_line(unsigned *line, bool first, unsigned try) {
    double begin_ns = clock_ns();
    unsigned turn = 2 * TRIPS * try + (first ? 0 : 1);
    for (unsigned trip = 0; trip < TRIPS; trip++, turn += 2)
        if (!take_turn(line, turn, begin_ns + AWAY_NS))
            return HUGE_VAL;
    return (clock_ns() - begin_ns) / (2 * TRIPS);
}

static void pass(void *with) {
    struct end *end = with;
    double ns[PASSED_LINES];
    crew_await(end->begin_ns);
    for (size_t i = 0; i < PASSED_LINES; i++) {
        ns[i] = HUGE_VAL;
        for (unsigned try = 0; try < PASS_TRIES; try++) {
            double one_way = pass_line(&end->lines->line[i].turn, end->first, try);
            ns[i] = fmin(ns[i], one_way);
            if (!(one_way < HUGE_VAL))
                return;
        }
    }
    qsort(ns, PASSED_LINES, sizeof *ns, ascending);
    if (end->first)
        end->passing->ns = ns[PASSED_LINES / 2];
}
#endif

bool parallel_pass(struct machine *machine, struct passing *passing, size_t count) {
    (void)machine;
#ifdef CAN_PASS
    static struct end end[CPUS_MOST];
    static struct order order[CPUS_MOST];
    struct lines *lines = calloc(count, sizeof *lines);
    if (lines == NULL)
        return false;
    for (size_t i = 0; i < 2 * count; i++) {
        struct passing *pair = &passing[i / 2];
        pair->ns = HUGE_VAL;
        end[i] = (struct end){pair, &lines[i / 2], i % 2 == 0, 0};
        order[i] = (struct order){i % 2 == 0 ? pair->from : pair->to, 0, pass, &end[i]};
    }
    bool gathered = crew_gather(order, 2 * count);
    double begin_ns = crew_begin_ns(2 * count);
    for (size_t i = 0; i < 2 * count; i++)
        end[i].begin_ns = begin_ns;
    if (gathered)
        crew_run(order, 2 * count);
    free(lines);
    return gathered;
#else
    (void)passing;
    (void)count;
    return false;
#endif
}
