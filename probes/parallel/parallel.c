/* parallel.c - the real machine behind the seam of parallel.h. */
#define _GNU_SOURCE
#include "parallel.h"

#include "../../analysis/ascending.h"
#include "../harness/real.h"
#include "burden.h"
#include "crew.h"
#include "mask.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

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

/* ---- bearing ---- */

enum { PIECES = 128 };

struct bearing {
    struct bearer *bearer;
    enum burden burden;
    size_t rounds; /* of a piece */
    double begin_ns, end_ns;
};

static void chase(struct bearer *bearer, size_t loads) {
    bearer->chain->at = walk(bearer->chain->at, loads);
}

/* Brings in a chain.  Returns when that was done. */
static double prepare(const struct bearing *bearing) {
    if (bearing->burden != BURDEN_CHASE)
        return bearing->begin_ns;
    chase(bearing->bearer, bearing->bearer->chain->count);
    return clock_ns();
}

static void do_piece(const struct bearing *bearing) {
    if (bearing->burden == BURDEN_CHASE)
        chase(bearing->bearer, bearing->bearer->loads);
    else
        burden_bear(bearing->burden, bearing->rounds);
}

/* A piece takes what the median of them does, since few are interrupted; and for all the time that
   so many pieces do not account for the CPU was away. */
static void bear(void *with) {
    struct bearing *bearing = with;
    double piece[PIECES], last = 0;
    size_t pieces = 0, all = 0;
    crew_await(bearing->begin_ns);
    double begin_ns = prepare(bearing);
    for (double now = begin_ns; now < bearing->end_ns; now = last) {
        do_piece(bearing);
        last = clock_ns();
        piece[pieces] = last - now;
        pieces += pieces + 1 < PIECES;
        all++;
    }
    qsort(piece, pieces, sizeof *piece, ascending);
    bearing->bearer->ns = pieces > 0 ? piece[pieces / 2] : HUGE_VAL;
    bearing->bearer->share =
        pieces > 0 ? fmin((double)all * piece[pieces / 2] / (last - begin_ns), 1) : 0;
}

bool parallel_bear(struct machine *machine, struct bearer *bearer, size_t count, enum burden burden,
                   double span_ns) {
    static struct bearing bearing[CPUS_MOST];
    static struct order order[CPUS_MOST];
    size_t rounds = burden_rounds(machine);
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
