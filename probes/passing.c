/* passing.c - the sweep of communication: what it takes to pass a line from one CPU to another.

   Of all pairs (P-Ray; BlackjackBench 3.1.4), as a tournament: in each of as many rounds as there
   are CPUs all play at once, each with another, so that the cost grows with their number and not
   with that of pairs.  Several tournaments, since a hypervisor moves CPUs; and what came out
   nearest and farthest once more, alone, since all those lines meet on the way. */
#include "harness/probe.h"
#include "parallel/parallel.h"

#include <math.h>
#include <stdlib.h>

enum { TOURNAMENTS = 7, FEW_TOURNAMENTS = 2, MANY_CPUS = 16, MOST_CPUS = 256, EXTREMES = 64 };
/* From one tournament to the next: a host does not move CPUs more often. */
static const double PASS_REST_NS = 4e7;

struct meeting {
    size_t cpus, players;  /* players: an even number */
    double *ns, *least_ns; /* from one to another, by FROM * CPUS + TO: this time, and ever */
    struct passing passing[MOST_CPUS / 2];
};

/* The circle method: the last player stays, and the others go round.  Where their number is odd who
   meets the last one rests.  Returns how many pairs there are. */
static size_t pair_up(struct meeting *meeting, size_t round) {
    size_t ring = meeting->players - 1, pairs = 0;
    for (size_t i = 0; i < meeting->players / 2; i++) {
        size_t a = (round + i) % ring, b = i == 0 ? ring : (round + ring - i) % ring;
        size_t from = a < b ? a : b, to = a < b ? b : a;
        if (to < meeting->cpus)
            meeting->passing[pairs++] = (struct passing){.from = from, .to = to};
    }
    return pairs;
}

static bool play_round(struct machine *machine, struct meeting *meeting, size_t pairs) {
    if (!parallel_pass(machine, meeting->passing, pairs))
        return false;
    for (size_t i = 0; i < pairs; i++) {
        const struct passing *passing = &meeting->passing[i];
        size_t at = passing->from * meeting->cpus + passing->to;
        meeting->ns[at] = passing->ns;
        meeting->least_ns[at] = fmin(meeting->least_ns[at], passing->ns);
    }
    return true;
}

static void forget(struct meeting *meeting) {
    for (size_t i = 0; i < meeting->cpus * meeting->cpus; i++)
        meeting->ns[i] = HUGE_VAL;
}

static void print_tournament(const struct meeting *meeting, size_t tournament, FILE *out) {
    for (size_t i = 0; i < meeting->cpus * meeting->cpus; i++)
        if (meeting->ns[i] < HUGE_VAL)
            fprintf(out, "%zu\t%zu\t%zu\t%.2f\n", tournament, i / meeting->cpus, i % meeting->cpus,
                    fmax(meeting->ns[i], 0.01));
}

static bool play(struct machine *machine, struct meeting *meeting) {
    for (size_t round = 0; round + 1 < meeting->players; round++)
        if (!play_round(machine, meeting, pair_up(meeting, round)))
            return false;
    return true;
}

/* The nearest pair of all that were ever played, or the farthest. */
static size_t extreme(const struct meeting *meeting, bool farthest) {
    size_t pairs = meeting->cpus * meeting->cpus, best = pairs;
    for (size_t i = 0; i < pairs; i++) {
        double ns = meeting->least_ns[i], most = best < pairs ? meeting->least_ns[best] : ns;
        if (ns < HUGE_VAL && (best == pairs || (farthest ? ns > most : ns < most)))
            best = i;
    }
    return best;
}

/* Until what is the nearest, or the farthest, is one that was played alone. */
static bool play_alone(struct machine *machine, struct meeting *meeting, bool farthest) {
    for (size_t i = 0; i < EXTREMES; i++) {
        size_t at = extreme(meeting, farthest);
        if (at == meeting->cpus * meeting->cpus || meeting->ns[at] < HUGE_VAL)
            return true;
        meeting->passing[0] =
            (struct passing){.from = at / meeting->cpus, .to = at % meeting->cpus};
        if (!play_round(machine, meeting, 1))
            return false;
    }
    return true;
}

static bool play_extremes(struct machine *machine, struct meeting *meeting) {
    return play_alone(machine, meeting, false) && play_alone(machine, meeting, true);
}

static const char *measure_all(struct machine *machine, struct meeting *meeting, FILE *out) {
    size_t tournaments = meeting->cpus > MANY_CPUS ? FEW_TOURNAMENTS : TOURNAMENTS;
    fprintf(out, "# sweep: passing\n# columns: tournament from to ns\n");
    for (size_t i = 0; i <= tournaments; i++) {
        forget(meeting);
        if (!(i < tournaments ? play(machine, meeting) : play_extremes(machine, meeting)))
            return "threads are not to be had, cannot be pinned, or have no way to pass a line";
        print_tournament(meeting, i, out);
        parallel_rest(machine, PASS_REST_NS);
    }
    return NULL;
}

static const char *meet(struct machine *machine, size_t cpus, double *ns, FILE *out) {
    struct meeting meeting = {
        .cpus = cpus, .players = cpus + cpus % 2, .ns = ns, .least_ns = ns + cpus * cpus};
    for (size_t i = 0; i < cpus * cpus; i++)
        meeting.least_ns[i] = HUGE_VAL;
    return measure_all(machine, &meeting, out);
}

sweep sweep_passing;

const char *sweep_passing(struct machine *machine, FILE *out) {
    size_t cpus = parallel_cpus(machine);
    if (cpus < 2 || cpus > MOST_CPUS)
        return cpus < 2 ? "there is no other CPU" : "there are more CPUs than a table has room for";
    double *ns = calloc(2 * cpus * cpus, sizeof *ns);
    const char *why = ns == NULL ? "no memory" : meet(machine, cpus, ns, out);
    free(ns);
    return why;
}
