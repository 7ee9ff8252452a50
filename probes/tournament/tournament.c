/* tournament.c - all CPUs with each other, two by two (P-Ray; BlackjackBench 3.1.4).

   In each of as many rounds as there are CPUs all play at once, each with another, so that the cost
   grows with their number and not with that of pairs.  Several tournaments, since a hypervisor
   moves CPUs.  What came out nearest and farthest plays once more, alone, since all of them meet on
   the way: the last tournament has those only, and what they took then is the measure of whether
   the others' company told. */
#include "tournament.h"

#include <math.h>
#include <stdlib.h>

enum { TOURNAMENTS = 7, FEW_TOURNAMENTS = 2, MANY_CPUS = 16, MOST_CPUS = 256, EXTREMES = 64 };
/* From one tournament to the next: a host does not move CPUs more often. */
static const double PASS_REST_NS = 4e7;
/* Times by which the extreme of those that played alone may differ from that of all. */
static const double SETTLED = 1.05;

struct meeting {
    struct machine *machine;
    const struct game *game;
    size_t cpus, players; /* players: an even number */
    double *ns;           /* of each block, this time, by (FROM * CPUS + TO) * BLOCKS */
    double *least_ns;     /* of a byte, or a line, ever, with the best block: by FROM * CPUS + TO */
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

static size_t place_of(const struct meeting *meeting, const struct passing *passing) {
    return passing->from * meeting->cpus + passing->to;
}

/* Who was away once did not meet. */
static void note(struct meeting *meeting, size_t at) {
    const struct game *game = meeting->game;
    double *ns = &meeting->ns[at * game->blocks], least = HUGE_VAL;
    bool met = true;
    for (size_t i = 0; i < game->blocks; i++) {
        met = met && ns[i] < HUGE_VAL;
        least = fmin(least, ns[i] / fmax((double)game->bytes[i], 1));
    }
    if (met)
        meeting->least_ns[at] = fmin(meeting->least_ns[at], least);
    else
        ns[0] = HUGE_VAL;
}

static bool play_round(struct meeting *meeting, size_t pairs) {
    const struct game *game = meeting->game;
    struct passing *passing = meeting->passing;
    for (size_t i = 0; i < game->blocks; i++) {
        if (!game->play(meeting->machine, passing, pairs, game->bytes[i]))
            return false;
        for (size_t j = 0; j < pairs; j++)
            meeting->ns[place_of(meeting, &passing[j]) * game->blocks + i] = passing[j].ns;
    }
    for (size_t i = 0; i < pairs; i++)
        note(meeting, place_of(meeting, &passing[i]));
    return true;
}

static bool has_met(const struct meeting *meeting, size_t at) {
    return meeting->ns[at * meeting->game->blocks] < HUGE_VAL;
}

static void forget(struct meeting *meeting) {
    for (size_t i = 0; i < meeting->cpus * meeting->cpus; i++)
        meeting->ns[i * meeting->game->blocks] = HUGE_VAL;
}

static bool play(struct meeting *meeting) {
    for (size_t round = 0; round + 1 < meeting->players; round++)
        if (!play_round(meeting, pair_up(meeting, round)))
            return false;
    return true;
}

/* ---- extremes ---- */

/* The nearest pair, or the farthest, of all that were ever played or of those that MET this time;
   as many as there are where there is none. */
static size_t extreme(const struct meeting *meeting, bool farthest, bool met) {
    size_t pairs = meeting->cpus * meeting->cpus, best = pairs;
    for (size_t i = 0; i < pairs; i++) {
        double ns = meeting->least_ns[i], most = best < pairs ? meeting->least_ns[best] : ns;
        if (ns < HUGE_VAL && (!met || has_met(meeting, i)) &&
            (best == pairs || (farthest ? ns > most : ns < most)))
            best = i;
    }
    return best;
}

/* Is the extreme of those that played alone as far as that of all? */
static bool is_settled(const struct meeting *meeting, bool farthest) {
    size_t of_all = extreme(meeting, farthest, false), alone = extreme(meeting, farthest, true);
    if (of_all == meeting->cpus * meeting->cpus || alone == meeting->cpus * meeting->cpus)
        return of_all == alone;
    double a = meeting->least_ns[of_all], b = meeting->least_ns[alone];
    return fmax(a, b) <= SETTLED * fmin(a, b);
}

/* Until it is, or one that should have played was away. */
static bool play_alone(struct meeting *meeting, bool farthest) {
    for (size_t i = 0; i < EXTREMES && !is_settled(meeting, farthest); i++) {
        size_t at = extreme(meeting, farthest, false);
        meeting->passing[0] =
            (struct passing){.from = at / meeting->cpus, .to = at % meeting->cpus};
        if (!play_round(meeting, 1))
            return false;
        if (!has_met(meeting, at))
            return true;
    }
    return true;
}

static bool play_extremes(struct meeting *meeting) {
    return play_alone(meeting, false) && play_alone(meeting, true);
}

/* ---- table ---- */

static void print_columns(const struct game *game, FILE *out) {
    fprintf(out, "# sweep: %s\n# columns: tournament from to", game->name);
    for (size_t i = 0; i < game->blocks; i++)
        if (game->bytes[i] > 0)
            fprintf(out, " mb_s_%zuk", game->bytes[i] / 1024);
        else
            fputs(" ns", out);
    fputc('\n', out);
}

/* Not 0: a table has no such cell. */
static void print_cell(double ns, size_t bytes, FILE *out) {
    fprintf(out, "\t%.2f", fmax(bytes > 0 ? 1e3 * (double)bytes / ns : ns, 0.01));
}

static void print_tournament(const struct meeting *meeting, size_t tournament, FILE *out) {
    const struct game *game = meeting->game;
    for (size_t i = 0; i < meeting->cpus * meeting->cpus; i++) {
        if (!has_met(meeting, i))
            continue;
        fprintf(out, "%zu\t%zu\t%zu", tournament, i / meeting->cpus, i % meeting->cpus);
        for (size_t j = 0; j < game->blocks; j++)
            print_cell(meeting->ns[i * game->blocks + j], game->bytes[j], out);
        fputc('\n', out);
    }
}

static const char *measure_all(struct meeting *meeting, FILE *out) {
    size_t tournaments = meeting->cpus > MANY_CPUS ? FEW_TOURNAMENTS : TOURNAMENTS;
    print_columns(meeting->game, out);
    for (size_t i = 0; i <= tournaments; i++) {
        if (i > 0)
            parallel_rest(meeting->machine, PASS_REST_NS);
        forget(meeting);
        if (!(i < tournaments ? play(meeting) : play_extremes(meeting)))
            return "threads or memory are not to be had, or CPUs not to be pinned, or lines have "
                   "no "
                   "way to be passed";
        print_tournament(meeting, i, out);
    }
    return NULL;
}

const char *tournament_sweep(struct machine *machine, const struct game *game, FILE *out) {
    size_t cpus = parallel_cpus(machine), pairs = cpus * cpus;
    if (cpus < 2 || cpus > MOST_CPUS)
        return cpus < 2 ? "there is no other CPU" : "there are more CPUs than a table has room for";
    double *ns = calloc((game->blocks + 1) * pairs, sizeof *ns);
    struct meeting meeting = {
        .machine = machine, .game = game, .cpus = cpus, .players = cpus + cpus % 2, .ns = ns};
    if (ns == NULL)
        return "no memory";
    meeting.least_ns = ns + game->blocks * pairs;
    for (size_t i = 0; i < pairs; i++)
        meeting.least_ns[i] = HUGE_VAL;
    const char *why = measure_all(&meeting, out);
    free(ns);
    return why;
}
