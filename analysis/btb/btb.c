/* btb.c - taken branches whose targets a predictor keeps (METHODS 1.21).

   A table of chains of jumps: the bytes from one to the next, how many there are, and what each
   costs.  Further levels of a predictor, and what decodes or fetches, make a jump dearer by a few
   cycles; one that no level keeps is found out where it is decoded, which is the last rise and the
   highest.  The most jumps before it are the predictor's if chains of two distances agree on how
   many they are, and on what more cost: for whatever holds bytes, and brings them in by lines, it
   would be half as many at twice the distance, each twice as dear. */
#include "../product.h"

#include <math.h>
#include <stdbool.h>

enum { JUMPS_BYTES, JUMPS_COUNT, JUMPS_CYCLES };
enum { MOST_CHAINS = 8 };

/* Cycles, at the least, and times, by which a jump that is not kept is dearer than one that is:
   Zen 2's slowest level adds four cycles. */
static const double FOUND_OUT = 5, DEARER = 2;
/* Of the way from one to the other: all entries are full then, or a few sets of them have too many.
 */
static const double PARTLY_LOST = 1.0 / 3;
/* Times by which those that are not kept may differ, at two distances: a line that some share is
   fetched once.  And times by which they may become dearer yet, as sets of entries fill up. */
static const double DEAR_TOO = 1.6, CLIMBS = 2;
static const double AN_OCTAVE = 2, QUARTER_OCTAVE = 1.1893, BTB_SURE = 0.95;

struct jump_chain {
    size_t first, end; /* rows */
    double kept, lost; /* jumps, 0: not known; what one of more costs */
};

static double cycles_of_jump(const struct table *table, size_t row) {
    return table_at(table, row, JUMPS_CYCLES);
}

/* Where ROW is the last that is kept: the most that fewer jumps cost, the least that more do, and
   the most that twice as many do; those near it are left out, which are partly kept. */
struct parted {
    double kept, lost, most;
};

static struct parted part_chain(const struct table *table, const struct jump_chain *chain,
                                size_t row) {
    struct parted parted = {0, HUGE_VAL, 0};
    for (size_t i = chain->first; i < chain->end; i++) {
        double times = table_at(table, i, JUMPS_COUNT) / table_at(table, row, JUMPS_COUNT);
        double cycles = cycles_of_jump(table, i);
        if (times * QUARTER_OCTAVE <= 1)
            parted.kept = fmax(parted.kept, cycles);
        if (times < QUARTER_OCTAVE)
            continue;
        parted.lost = fmin(parted.lost, cycles);
        if (times <= AN_OCTAVE)
            parted.most = fmax(parted.most, cycles);
    }
    return parted;
}

/* The last row behind which all jumps are found out late, and that is the end of it. */
static void find_kept(const struct table *table, struct jump_chain *chain) {
    for (size_t row = chain->first; row + 1 < chain->end; row++) {
        struct parted parted = part_chain(table, chain, row);
        double limit = parted.kept + PARTLY_LOST * (parted.lost - parted.kept);
        if (!(parted.kept > 0) || !(parted.most > 0) || parted.lost < parted.kept + FOUND_OUT ||
            parted.lost < DEARER * parted.kept || parted.most > CLIMBS * parted.lost)
            continue;
        if (cycles_of_jump(table, row) <= limit && cycles_of_jump(table, row + 1) > limit) {
            chain->kept = table_at(table, row, JUMPS_COUNT);
            chain->lost = parted.most;
        }
    }
}

static size_t find_chains(const struct table *table, struct jump_chain *chain) {
    size_t chains = 0;
    for (size_t row = 0; row < table->rows; row++) {
        double bytes = table_at(table, row, JUMPS_BYTES);
        bool next = row == 0 || fabs(table_at(table, row - 1, JUMPS_BYTES) - bytes) > 0.5;
        if (next && chains == MOST_CHAINS)
            break;
        if (next)
            chain[chains++] = (struct jump_chain){.first = row};
        chain[chains - 1].end = row + 1;
    }
    for (size_t i = 0; i < chains; i++)
        find_kept(table, &chain[i]);
    return chains;
}

static bool do_agree(const struct jump_chain *chain, const struct jump_chain *other) {
    return chain->kept >= other->kept && chain->kept <= QUARTER_OCTAVE * other->kept &&
           fmax(chain->lost, other->lost) <= DEAR_TOO * fmin(chain->lost, other->lost);
}

/* The most that two distances keep both. */
static double agreed(const struct jump_chain *chain, size_t chains) {
    double most = 0;
    for (size_t i = 0; i < chains; i++)
        for (size_t j = 0; j < chains; j++)
            if (i != j && do_agree(&chain[i], &chain[j]))
                most = fmax(most, chain[j].kept);
    return most;
}

void btb_decide(const struct table *table, const struct options *options, struct answers *answers) {
    struct jump_chain chain[MOST_CHAINS];
    size_t chains = find_chains(table, chain);
    double jumps = agreed(chain, chains);
    (void)options;
    for (size_t i = 0; i < chains; i++)
        answer_note(answers, "%.0f bytes apart: %.0f jumps",
                    table_at(table, chain[i].first, JUMPS_BYTES), chain[i].kept);
    if (jumps > 0)
        answer_integer(answers, "btb_entries", jumps, BTB_SURE);
    else
        answer_unknown(answers, "btb_entries",
                       "no number of jumps, at two distances, beyond which all are found out late");
}
