/* btb.c - taken branches whose targets a predictor keeps (METHODS 1.21).

   A table of chains of jumps: the bytes from one to the next, how many of six lead to another
   page, how many jumps there are, and what each costs.  Further levels of a predictor, and what
   decodes or fetches, make a jump dearer by a few cycles; one that no level keeps is found out
   where it is decoded, which is the last rise and the highest.  The most that are kept around it
   are the predictor's if chains of two distances agree on how many they are, and on what more cost:
   for whatever holds bytes, and brings them in by lines, it would be half as many at twice the
   distance, each twice as dear.

   Entries may be of two kinds, for near targets and for far ones, of which one fills up first
   unless jumps are mixed as entries are.  What a mixture keeps there are entries for, so that the
   most that any keeps counts, if one with more far jumps is known to keep no more. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { JUMPS_BYTES, JUMPS_FAR, JUMPS_COUNT, JUMPS_CYCLES };
enum { MOST_CHAINS = 16 };

/* Cycles, at the least, and times, by which a jump that is not kept is dearer than one that is:
   Zen 2's slowest level adds four cycles. */
static const double FOUND_OUT = 5, DEARER = 2;
/* Of the way from one to the other: all entries are full then, or a few sets of them have too many.
 */
static const double PARTLY_LOST = 1.0 / 3;
/* Times by which those that are not kept may differ, at two distances: a line that some share is
   fetched once.  And times by which they may become dearer yet, as sets of entries fill up. */
static const double DEAR_TOO = 1.6, CLIMBS = 2;
/* Entries of all kinds, for each of those for near targets. */
static const double MOST_TIMES = 3;
static const double AN_OCTAVE = 2, HALF_OCTAVE = 1.4142, QUARTER_OCTAVE = 1.1893, BTB_SURE = 0.95;

/* Where a row is the last that is kept: the most that fewer jumps cost, the least that more do, and
   the most that twice as many do; those near it are left out, which are partly kept. */
struct parted {
    double kept, lost, most;
};

struct jump_chain {
    size_t first, end; /* rows */
    double bytes, far;
    struct parted parted;
    double kept; /* jumps, 0: not known */
};

static double cycles_of_jump(const struct table *table, size_t row) {
    return table_at(table, row, JUMPS_CYCLES);
}

static struct parted part_chain(const struct table *table, const struct jump_chain *chain,
                                size_t row) {
    struct parted parted = {0, NOT_MEASURED, 0};
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

/* Is the next row no farther than it has to be?  Those in between were disturbed. */
static bool is_followed(const struct table *table, size_t row) {
    return table_at(table, row + 1, JUMPS_COUNT) <=
           QUARTER_OCTAVE * table_at(table, row, JUMPS_COUNT);
}

/* Are the jumps on one side of a row kept, and those on the other found out where they are decoded,
   all of them at much the same cost? */
static bool are_found_out(const struct parted *parted) {
    bool both_sides = parted->kept > 0 && parted->most > 0;
    bool dearer = parted->lost >= parted->kept + FOUND_OUT && parted->lost >= DEARER * parted->kept;
    return both_sides && dearer && parted->most <= CLIMBS * parted->lost;
}

/* Is ROW on the side of the jumps that are kept, and the next one on the other? */
static bool parts_there(const struct table *table, size_t row, const struct parted *parted) {
    double limit = parted->kept + PARTLY_LOST * (parted->lost - parted->kept);
    return cycles_of_jump(table, row) <= limit && cycles_of_jump(table, row + 1) > limit &&
           is_followed(table, row);
}

/* How many jumps of CHAIN are kept at the most, with what they and more of them cost in PARTED: by
   the last row behind which all are found out late; 0 where there is none. */
static double most_kept(const struct table *table, const struct jump_chain *chain,
                        struct parted *parted) {
    for (size_t row = chain->end - 1; row-- > chain->first;) {
        *parted = part_chain(table, chain, row);
        if (are_found_out(parted) && parts_there(table, row, parted))
            return table_at(table, row, JUMPS_COUNT);
    }
    return 0;
}

/* The most that are kept of any number, up to MOST of them.  Each has an entry, so that there are
   as many at the least, however unevenly sets of them fill up. */
static double count_kept(const struct table *table, const struct jump_chain *chain, double most) {
    const struct parted *parted = &chain->parted;
    double kept = 0;
    for (size_t i = chain->first; i < chain->end; i++) {
        double jumps = table_at(table, i, JUMPS_COUNT);
        double lost = (cycles_of_jump(table, i) - parted->kept) / (parted->lost - parted->kept);
        if (jumps <= most)
            kept = fmax(kept, jumps * (1 - fmax(lost, 0)));
    }
    return kept;
}

/* NEAR has no far jumps, and tells what one costs that is kept or not; there the others are as many
   as of NEAR unless some were disturbed. */
static void find_kept(const struct table *table, const struct jump_chain *near,
                      struct jump_chain *chain, size_t chains) {
    struct parted parted;
    double most = most_kept(table, near, &parted);
    for (size_t i = 0; i < chains && most > 0; i++) {
        if (fabs(chain[i].bytes - near->bytes) > 0.5 ||
            chain[i].end - chain[i].first != near->end - near->first)
            continue;
        chain[i].parted = parted;
        chain[i].kept = count_kept(table, &chain[i], MOST_TIMES * most);
    }
}

static size_t find_chains(const struct table *table, struct jump_chain *chain) {
    size_t chains = 0;
    for (size_t row = 0; row < table->rows; row++) {
        double bytes = table_at(table, row, JUMPS_BYTES), far = table_at(table, row, JUMPS_FAR);
        const struct jump_chain *last = &chain[chains > 0 ? chains - 1 : 0];
        bool next = chains == 0 || fabs(last->bytes - bytes) > 0.5 || fabs(last->far - far) > 0.5;
        if (next && chains == MOST_CHAINS)
            break;
        if (next)
            chain[chains++] = (struct jump_chain){.first = row, .bytes = bytes, .far = far};
        chain[chains - 1].end = row + 1;
    }
    for (size_t i = 0; i < chains; i++)
        if (chain[i].far < 0.5)
            find_kept(table, &chain[i], chain, chains);
    return chains;
}

static bool has_far(const struct jump_chain *chain, double far) {
    return fabs(chain->far - far) < 0.5;
}

static bool do_agree(const struct jump_chain *chain, const struct jump_chain *other) {
    return has_far(chain, other->far) && other->kept > 0 && chain->kept >= other->kept &&
           chain->kept <= HALF_OCTAVE * other->kept &&
           fmax(chain->parted.most, other->parted.most) <=
               DEAR_TOO * fmin(chain->parted.most, other->parted.most);
}

/* The one that keeps the most of those that another distance agrees with; NULL if there is none. */
static const struct jump_chain *find_most(const struct jump_chain *chain, size_t chains) {
    const struct jump_chain *most = NULL;
    for (size_t i = 0; i < chains; i++)
        for (size_t j = 0; j < chains; j++)
            if (i != j && do_agree(&chain[i], &chain[j]) &&
                (most == NULL || chain[i].kept > most->kept))
                most = &chain[i];
    return most;
}

/* Do chains with so many FAR jumps, if any is known, keep more than LEAST, and not clearly more
   than MOST? */
static bool is_within(const struct jump_chain *chain, size_t chains, double far, double least,
                      double most) {
    bool known = false;
    for (size_t i = 0; i < chains; i++) {
        if (!has_far(&chain[i], far) || !(chain[i].kept > 0))
            continue;
        if (chain[i].kept > QUARTER_OCTAVE * most)
            return false;
        known = known || chain[i].kept > least;
    }
    return known;
}

/* Would more far jumps not be more that are kept?  Where none has more, fewer are as good. */
static bool is_bounded(const struct jump_chain *chain, size_t chains,
                       const struct jump_chain *most) {
    bool last = true;
    for (size_t i = 0; i < chains; i++)
        last = last && chain[i].far < most->far + 0.5;
    if (!last)
        return is_within(chain, chains, most->far + 1, 0, most->kept);
    for (double far = 0; far < most->far - 0.5; far++)
        if (is_within(chain, chains, far, most->kept / QUARTER_OCTAVE, most->kept))
            return true;
    return false;
}

static void btb_decide(const struct table *table, const struct options *options,
                       struct answers *answers) {
    struct jump_chain chain[MOST_CHAINS];
    size_t chains = find_chains(table, chain);
    const struct jump_chain *most = find_most(chain, chains);
    (void)options;
    for (size_t i = 0; i < chains; i++)
        answer_note(answers, "%.0f bytes apart, %.0f of 6 far: %.0f jumps", chain[i].bytes,
                    chain[i].far, chain[i].kept);
    if (most != NULL && is_bounded(chain, chains, most))
        answer_rounded(answers, "btb_entries", most->kept, 2, BTB_SURE);
    else
        answer_unknown(answers, "btb_entries",
                       most != NULL ? "of more far jumps, more may be kept"
                                    : "no number of jumps, at two distances, beyond which all are "
                                      "found out late");
}

const struct method btb_method = {.name = "btb",
                                  .summary = "taken branches that are tracked",
                                  .form = {{.keys = 3, .columns = 4, .above_zero = "blocks"}},
                                  .rows = 1024,
                                  .decide = btb_decide};
