/* passing.c - measures the communication of every pair of CPUs: the latency of a line that they
   pass back and forth, and the bandwidth of blocks that they exchange, from what any first cache
   holds to more than a CPU's share of most last ones (P-Ray; BlackjackBench 3.1.4).  Fails if
   threads cannot be created or pinned, or there is no memory.

   A tournament has as many rounds as there are CPUs.  In each round all CPUs meet at once, two by
   two, so that the cost grows with their number, not with that of pairs.  There are several
   tournaments, since a hypervisor moves CPUs.  In the last one the nearest and the farthest pairs
   meet once more, alone, since the lines of all pairs share the interconnect; the difference shows
   whether the other pairs mattered. */
#include "../machine/exchange.h"
#include "../machine/pages.h"
#include "../machine/ping_pong.h"
#include "../machine/rest.h"
#include "../machine/sweep.h"

#include <math.h>
#include <stdlib.h>

enum { TOURNAMENTS = 7, FEW_TOURNAMENTS = 2, MANY_CPUS = 16, MOST_CPUS = 256, EXTREMES = 64 };
/* Time between two tournaments: a host does not move CPUs more often. */
static const double PASS_REST_NS = 4e7;
/* The extreme of the pairs that met alone may differ from that of all by this factor. */
static const double SETTLED = 1.05;

enum { KB = 1024, BLOCKS = 5 };
/* The bytes of each block; the first is a line. */
static const size_t BLOCK_BYTES[BLOCKS] = {0, 8 * KB, 64 * KB, 512 * KB, 4096 * KB};
/* A pair's distance is the latency of a line, or the time of a byte of its best block. */
enum distance { OF_LINE, OF_BYTE, DISTANCES };

struct meeting {
    struct machine *machine;
    size_t blocks;
    size_t cpus, players; /* PLAYERS is an even number */
    double *ns;           /* of each block in this tournament, by (FROM * CPUS + TO) * BLOCKS */
    double *least_ns[DISTANCES]; /* in all tournaments, by FROM * CPUS + TO */
    struct cpu_pair pair[MOST_CPUS / 2];
};

/* Pairs the players by the circle method: the last one stays, and the others rotate.  If the number
   of CPUs is odd, the CPU that meets the last player rests.  Returns the number of pairs. */
static size_t pair_up(struct meeting *meeting, size_t round) {
    size_t ring = meeting->players - 1, pairs = 0;
    for (size_t i = 0; i < meeting->players / 2; i++) {
        size_t a = (round + i) % ring, b = i == 0 ? ring : (round + ring - i) % ring;
        size_t from = a < b ? a : b, to = a < b ? b : a;
        if (to < meeting->cpus)
            meeting->pair[pairs++] = (struct cpu_pair){.from = from, .to = to};
    }
    return pairs;
}

static size_t place_of(const struct meeting *meeting, const struct cpu_pair *pair) {
    return pair->from * meeting->cpus + pair->to;
}

/* A pair that one CPU left during any block counts as not measured. */
static void note(struct meeting *meeting, size_t at) {
    double *ns = &meeting->ns[at * BLOCKS], byte_ns = NOT_MEASURED;
    bool met = true;
    for (size_t i = 0; i < meeting->blocks; i++) {
        met = met && is_measured(ns[i]);
        byte_ns = i > 0 ? fmin(byte_ns, ns[i] / (double)BLOCK_BYTES[i]) : byte_ns;
    }
    if (!met) {
        ns[0] = NOT_MEASURED;
        return;
    }
    meeting->least_ns[OF_LINE][at] = fmin(meeting->least_ns[OF_LINE][at], ns[0]);
    meeting->least_ns[OF_BYTE][at] = fmin(meeting->least_ns[OF_BYTE][at], byte_ns);
}

static bool play_block(struct meeting *meeting, size_t pairs, size_t block) {
    struct cpu_pair *pair = meeting->pair;
    bool ran = block == 0 ? parallel_ping_pong(meeting->machine, pair, pairs)
                          : parallel_exchange(meeting->machine, pair, pairs, BLOCK_BYTES[block]);
    for (size_t i = 0; i < pairs && ran; i++)
        meeting->ns[place_of(meeting, &pair[i]) * BLOCKS + block] = pair[i].ns;
    return ran;
}

static bool play_round(struct meeting *meeting, size_t pairs) {
    for (size_t block = 0; block < meeting->blocks; block++)
        if (!play_block(meeting, pairs, block))
            return false;
    for (size_t i = 0; i < pairs; i++)
        note(meeting, place_of(meeting, &meeting->pair[i]));
    return true;
}

static bool has_met(const struct meeting *meeting, size_t at) {
    return is_measured(meeting->ns[at * BLOCKS]);
}

static void forget(struct meeting *meeting) {
    for (size_t i = 0; i < meeting->cpus * meeting->cpus; i++)
        meeting->ns[i * BLOCKS] = NOT_MEASURED;
}

static bool play(struct meeting *meeting) {
    for (size_t round = 0; round + 1 < meeting->players; round++)
        if (!play_round(meeting, pair_up(meeting, round)))
            return false;
    return true;
}

/* ---- extremes ---- */

/* Returns the nearest or farthest pair, of all pairs or of those that MET in this tournament, or
   the number of pairs if there is none. */
static size_t extreme(const struct meeting *meeting, enum distance of, bool farthest, bool met) {
    const double *least_ns = meeting->least_ns[of];
    size_t pairs = meeting->cpus * meeting->cpus, best = pairs;
    for (size_t i = 0; i < pairs; i++) {
        double ns = least_ns[i], most = best < pairs ? least_ns[best] : ns;
        if (is_measured(ns) && (!met || has_met(meeting, i)) &&
            (best == pairs || (farthest ? ns > most : ns < most)))
            best = i;
    }
    return best;
}

/* Returns whether the extreme of the pairs that met alone is as far as that of all. */
static bool is_settled(const struct meeting *meeting, enum distance of, bool farthest) {
    const double *least_ns = meeting->least_ns[of];
    size_t of_all = extreme(meeting, of, farthest, false);
    size_t alone = extreme(meeting, of, farthest, true);
    if (of_all == meeting->cpus * meeting->cpus || alone == meeting->cpus * meeting->cpus)
        return of_all == alone;
    double a = least_ns[of_all], b = least_ns[alone];
    return fmax(a, b) <= SETTLED * fmin(a, b);
}

/* Measures extreme pairs alone until the extreme is settled, or until one of the pair's CPUs is
   away. */
static bool play_alone(struct meeting *meeting, enum distance of, bool farthest) {
    for (size_t i = 0; i < EXTREMES && !is_settled(meeting, of, farthest); i++) {
        size_t at = extreme(meeting, of, farthest, false);
        meeting->pair[0] = (struct cpu_pair){.from = at / meeting->cpus, .to = at % meeting->cpus};
        if (!play_round(meeting, 1))
            return false;
        if (!has_met(meeting, at))
            return true;
    }
    return true;
}

static bool play_extremes(struct meeting *meeting) {
    bool played = true;
    for (size_t of = 0; of < DISTANCES; of++)
        for (size_t farthest = 0; farthest < 2 && played; farthest++)
            played = play_alone(meeting, (enum distance)of, farthest == 1);
    return played;
}

/* ---- table ---- */

static void print_columns(const struct meeting *meeting, FILE *out) {
    fputs("# sweep: passing\n# columns: tournament from to ns", out);
    for (size_t i = 1; i < meeting->blocks; i++)
        fprintf(out, " mb_s_%zuk", BLOCK_BYTES[i] / KB);
    fputc('\n', out);
}

/* Prints at least 0.01, since no cell of the table may be 0. */
static void print_cell(double ns, size_t bytes, FILE *out) {
    fprintf(out, "\t%.2f", fmax(bytes > 0 ? 1e3 * (double)bytes / ns : ns, 0.01));
}

static void print_tournament(const struct meeting *meeting, size_t tournament, FILE *out) {
    for (size_t i = 0; i < meeting->cpus * meeting->cpus; i++) {
        if (!has_met(meeting, i))
            continue;
        fprintf(out, "%zu\t%zu\t%zu", tournament, i / meeting->cpus, i % meeting->cpus);
        for (size_t j = 0; j < meeting->blocks; j++)
            print_cell(meeting->ns[i * BLOCKS + j], BLOCK_BYTES[j], out);
        fputc('\n', out);
    }
}

static const char *measure_all(struct meeting *meeting, FILE *out) {
    size_t tournaments = meeting->cpus > MANY_CPUS ? FEW_TOURNAMENTS : TOURNAMENTS;
    print_columns(meeting, out);
    for (size_t i = 0; i <= tournaments; i++) {
        if (i > 0)
            machine_rest(meeting->machine, PASS_REST_NS);
        forget(meeting);
        if (!(i < tournaments ? play(meeting) : play_extremes(meeting)))
            return "there is no memory, threads cannot be created or pinned, or the compiler has "
                   "no atomic operations";
        print_tournament(meeting, i, out);
    }
    return NULL;
}

/* Returns the number of blocks for which a block for each CPU fits the limit of memory. */
static size_t blocks_for(struct machine *machine, size_t cpus) {
    size_t blocks = BLOCKS, most = pages_limit(machine);
    while (blocks > 2 && cpus > most / BLOCK_BYTES[blocks - 1])
        blocks--;
    return blocks;
}

sweep sweep_passing;

const char *sweep_passing(struct machine *machine, FILE *out) {
    size_t cpus = parallel_cpus(machine), pairs = cpus * cpus;
    if (cpus < 2 || cpus > MOST_CPUS)
        return cpus < 2 ? NEVER_HERE "this process may use only one CPU"
                        : NEVER_HERE "there are more CPUs than a table has room for";
    double *ns = calloc((BLOCKS + DISTANCES) * pairs, sizeof *ns);
    if (ns == NULL)
        return "no memory";
    struct meeting meeting = {
        .machine = machine, .cpus = cpus, .players = cpus + cpus % 2, .ns = ns};
    meeting.blocks = blocks_for(machine, cpus);
    for (size_t of = 0; of < DISTANCES; of++)
        meeting.least_ns[of] = ns + (BLOCKS + of) * pairs;
    for (size_t i = 0; i < (BLOCKS + DISTANCES) * pairs; i++)
        ns[i] = NOT_MEASURED;
    const char *why = measure_all(&meeting, out);
    free(ns);
    return why;
}
