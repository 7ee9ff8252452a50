/* parallel.c - the real machine behind the seam of parallel.h. */
#define _GNU_SOURCE
#include "../parallel.h"

#include "../../../analysis/ascending.h"
#include "burden.h"
#include "crew.h"
#include "mask.h"
#include "real.h"
#include "walk.h"

#include <math.h>
#include <stdlib.h>

size_t parallel_cpus(struct machine *machine) {
    (void)machine;
    size_t cpus = mask_count();
    return cpus < CPUS_MOST ? cpus : CPUS_MOST;
}

double parallel_quota(struct machine *machine) {
    (void)machine;
    return mask_quota();
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
