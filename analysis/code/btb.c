/* btb.c - decides how many taken branches a branch target buffer keeps.

   The table has chains of jumps: the bytes from one jump to the next, how many of six jump to
   another page, the number of jumps, and the cost of each.  Further levels of the predictor, the
   decoders and the instruction cache add a few cycles to a jump.  A jump that no level keeps is
   resolved at decode, which is the last and largest rise.  The largest number kept before it is the
   predictor's if chains at two distances agree on the number and on the cost beyond it.  A
   structure that holds bytes would keep half as many at twice the distance, and lines would cost
   twice as much each; where pages are scattered two distances may agree by chance, and the other
   chains decide.

   Entries may be of two types, for near and for far targets, and one type fills up first unless the
   jumps are mixed in the right proportion.  Any mixture that is kept shows that many entries.  So
   the largest number counts, if a chain with more far jumps is known to keep no more.

   Unknown where no two distances agree, or where more far jumps might keep more. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { JUMPS_BYTES, JUMPS_FAR, JUMPS_COUNT, JUMPS_CYCLES };
enum { MOST_CHAINS = 16 };

/* The least difference in cycles and the least ratio between a jump that is not kept and one that
   is: Zen 2's slowest level adds four cycles. */
static const double RESOLVED_LATE = 5, DEARER = 2;
/* The part of the rise beyond which all entries, or a few sets of them, overflow. */
static const double PARTLY_LOST = 1.0 / 3;
/* The largest ratio between misses at two distances, since jumps that share a line fetch it once;
   and the largest further rise while sets of entries overflow. */
static const double DEAR_TOO = 1.6, CLIMBS = 2;
/* The most entries of all types, for each entry for near targets. */
static const double MOST_TIMES = 3;
static const double AN_OCTAVE = 2, HALF_OCTAVE = 1.4142, QUARTER_OCTAVE = 1.1893, BTB_SURE = 0.95;

/* A candidate for the last row that is kept: the highest cost of fewer jumps, the lowest cost of
   more, and the highest of twice as many.  Rows close to it are left out, since they are partly
   kept. */
struct split_costs {
    double kept, lost, most;
};

struct jump_chain {
    size_t first, end; /* rows */
    double bytes, far;
    struct split_costs split_costs;
    double kept; /* jumps, 0: not known */
};

static double cycles_of_jump(const struct table *table, size_t row) {
    return table_at(table, row, JUMPS_CYCLES);
}

static struct split_costs part_chain(const struct table *table, const struct jump_chain *chain,
                                     size_t row) {
    struct split_costs split_costs = {0, NOT_MEASURED, 0};
    for (size_t i = chain->first; i < chain->end; i++) {
        double times = table_at(table, i, JUMPS_COUNT) / table_at(table, row, JUMPS_COUNT);
        double cycles = cycles_of_jump(table, i);
        if (times * QUARTER_OCTAVE <= 1)
            split_costs.kept = fmax(split_costs.kept, cycles);
        if (times < QUARTER_OCTAVE)
            continue;
        split_costs.lost = fmin(split_costs.lost, cycles);
        if (times <= AN_OCTAVE)
            split_costs.most = fmax(split_costs.most, cycles);
    }
    return split_costs;
}

/* Is the next row as close as it should be?  Rows between were disturbed. */
static bool is_followed(const struct table *table, size_t row) {
    return table_at(table, row + 1, JUMPS_COUNT) <=
           QUARTER_OCTAVE * table_at(table, row, JUMPS_COUNT);
}

/* Are the jumps before the row kept, and those after it resolved at decode at about one cost? */
static bool are_resolved_late(const struct split_costs *split_costs) {
    bool both_sides = split_costs->kept > 0 && split_costs->most > 0;
    bool dearer = split_costs->lost >= split_costs->kept + RESOLVED_LATE &&
                  split_costs->lost >= DEARER * split_costs->kept;
    return both_sides && dearer && split_costs->most <= CLIMBS * split_costs->lost;
}

/* Does the cost of ROW lie on the side of kept jumps, and that of the next row on the other? */
static bool separates(const struct table *table, size_t row,
                      const struct split_costs *split_costs) {
    double limit = split_costs->kept + PARTLY_LOST * (split_costs->lost - split_costs->kept);
    return cycles_of_jump(table, row) <= limit && cycles_of_jump(table, row + 1) > limit &&
           is_followed(table, row);
}

/* The largest number of jumps of CHAIN that are kept, with the costs in PARTED: the last row after
   which all are resolved at decode. 0 where there is none. */
static double most_kept(const struct table *table, const struct jump_chain *chain,
                        struct split_costs *split_costs) {
    for (size_t row = chain->end - 1; row-- > chain->first;) {
        *split_costs = part_chain(table, chain, row);
        if (are_resolved_late(split_costs) && separates(table, row, split_costs))
            return table_at(table, row, JUMPS_COUNT);
    }
    return 0;
}

/* The largest number up to MOST that is kept in any row.  Each kept jump has an entry, however
   unevenly the sets fill. */
static double count_kept(const struct table *table, const struct jump_chain *chain, double most) {
    const struct split_costs *split_costs = &chain->split_costs;
    double kept = 0;
    for (size_t i = chain->first; i < chain->end; i++) {
        double jumps = table_at(table, i, JUMPS_COUNT);
        double lost = (cycles_of_jump(table, i) - split_costs->kept) /
                      (split_costs->lost - split_costs->kept);
        if (jumps <= most)
            kept = fmax(kept, jumps * (1 - fmax(lost, 0)));
    }
    return kept;
}

/* NEAR has no far jumps, and gives the cost of a jump that is kept and of one that is not.  The
   other chains have rows for the same numbers, except for disturbed ones. */
static void find_kept(const struct table *table, const struct jump_chain *near,
                      struct jump_chain *chain, size_t chains) {
    struct split_costs split_costs;
    double most = most_kept(table, near, &split_costs);
    for (size_t i = 0; i < chains && most > 0; i++) {
        if (fabs(chain[i].bytes - near->bytes) > 0.5 ||
            chain[i].end - chain[i].first != near->end - near->first)
            continue;
        chain[i].split_costs = split_costs;
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
           fmax(chain->split_costs.most, other->split_costs.most) <=
               DEAR_TOO * fmin(chain->split_costs.most, other->split_costs.most);
}

/* The chain that keeps the most jumps among those that another distance confirms; NULL if there is
   none. */
static const struct jump_chain *find_most(const struct jump_chain *chain, size_t chains) {
    const struct jump_chain *most = NULL;
    for (size_t i = 0; i < chains; i++)
        for (size_t j = 0; j < chains; j++)
            if (i != j && do_agree(&chain[i], &chain[j]) &&
                (most == NULL || chain[i].kept > most->kept))
                most = &chain[i];
    return most;
}

/* Do the chains with FAR far jumps agree better on bytes than on jumps?  Then they fill a cache of
   code, which by chance may keep about as many jumps at two distances; so those without far jumps
   are asked too. */
static bool is_of_bytes(const struct jump_chain *chain, size_t chains, double far) {
    double least_jumps = NOT_MEASURED, most_jumps = 0;
    double least_bytes = NOT_MEASURED, most_bytes = 0;
    for (size_t i = 0; i < chains; i++) {
        if (!has_far(&chain[i], far) || !(chain[i].kept > 0))
            continue;
        double bytes = chain[i].kept * chain[i].bytes;
        least_jumps = fmin(least_jumps, chain[i].kept);
        most_jumps = fmax(most_jumps, chain[i].kept);
        least_bytes = fmin(least_bytes, bytes);
        most_bytes = fmax(most_bytes, bytes);
    }
    return most_bytes / least_bytes < most_jumps / least_jumps;
}

/* Do chains with FAR far jumps, if there are any, keep more than LEAST and not clearly more than
   MOST? */
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

/* Is it known that more far jumps would not be kept?  Where no chain has more, fewer are as
   good. */
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
    if (most != NULL && (is_of_bytes(chain, chains, most->far) || is_of_bytes(chain, chains, 0)))
        answer_unknown(answers, "btb_entries",
                       "jumps at several distances agree on bytes, as those in a cache of code do");
    else if (most != NULL && is_bounded(chain, chains, most))
        answer_rounded(answers, "btb_entries", most->kept, 2, BTB_SURE);
    else
        answer_unknown(answers, "btb_entries",
                       most != NULL
                           ? "a chain with more far jumps might keep more"
                           : "two distances do not agree on a number of jumps beyond which all are "
                             "mispredicted");
}

const struct method btb_method = {.name = "btb",
                                  .summary = "taken branches that are tracked",
                                  .form = {{.keys = 3, .columns = 4, .above_zero = "blocks"}},
                                  .rows = 1024,
                                  .decide = btb_decide};
