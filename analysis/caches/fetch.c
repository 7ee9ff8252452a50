/* fetch.c - decides how many bytes one miss fetches (BlackjackBench 3.1.1).

   The table has a row for each distance: one place in `every` is followed by its partner,
   `distance` bytes away, and `cycles` is the mean over the loads of all places and partners.  While
   the miss of a place fetches both, the partner costs next to nothing.  The cost rises most,
   relative to the distance before, at the size of what a miss fetches: a prefetcher may bring some
   partners beyond, but not all.

   In the section `always` each partner is visited, in `seldom` only a few are.  Of these few, a
   prefetcher of the next line brings half, and one that learns brings none.  Unknown if the two
   sections do not agree.  A table may have the section `always` alone. */
#include "../method.h"

#include <stdbool.h>

enum { FETCH_DISTANCE, FETCH_CYCLES };

/* At the largest distance a partner costs at least this part of a miss of its place.  It may cost
   less than a whole one, since the place has opened a row of the memory in which the partner may
   be too. */
static const double CLEAR = 0.5;
/* The shares of partners that miss: nearer than the size, at it, and farther. */
static const double BROUGHT = 0.25, NOT_ALL = 0.4, MISSED = 0.75, ANY = 9;
/* A partner costs no more misses.  If one seems to, the places cost less than a miss, since a
   prefetcher follows their pointers; then it is also late with what it brings of a pair. */
static const double A_MISS = 1.25;

/* What the partners of ROW cost beyond those of the least distance, in misses of their places. */
static double cost_of(const struct table *table, size_t row) {
    size_t every = table_find(table, "every");
    double one_in = every < table->columns ? table_at(table, row, every) : 1;
    double near = table_at(table, 0, FETCH_CYCLES);
    return one_in * (table_at(table, row, FETCH_CYCLES) - near) / near;
}

/* The share of partners that miss.  At the least distance none does, and at the largest all do. */
static double share_of(const struct table *table, size_t row) {
    return cost_of(table, row) / cost_of(table, table->rows - 1);
}

/* The row at which a pair's cost rises most, relative to the row before. */
static size_t steepest(const struct table *table) {
    size_t found = 1;
    double most = 0;
    for (size_t row = 1; row < table->rows; row++) {
        double step = (1 + cost_of(table, row)) / (1 + cost_of(table, row - 1));
        if (step > most) {
            most = step;
            found = row;
        }
    }
    return found;
}

/* Do all rows from FIRST up to END have a share from LEAST to MOST? */
static bool are_within(const struct table *table, size_t first, size_t end, double least,
                       double most) {
    for (size_t row = first; row < end; row++)
        if (share_of(table, row) < least || share_of(table, row) > most)
            return false;
    return true;
}

/* SIZE is a row of both tables. */
static bool is_a_size(const struct table *always, const struct table *seldom, size_t size) {
    bool followed = cost_of(always, always->rows - 1) > A_MISS;
    double least = followed ? MISSED : NOT_ALL;
    return are_within(always, 0, size, -BROUGHT, BROUGHT) &&
           are_within(seldom, 0, size, -BROUGHT, BROUGHT) &&
           are_within(seldom, size, size + 1, least, ANY) &&
           are_within(seldom, size + 1, seldom->rows, MISSED, ANY);
}

static void decide_both(const struct table *always, const struct table *seldom,
                        struct answers *answers) {
    size_t size = steepest(seldom), last = always->rows - 1;
    double bytes = table_at(seldom, size, FETCH_DISTANCE);
    answer_note(answers, "at %.0f bytes a partner costs %.2f misses, one seldom visited %.2f",
                bytes, cost_of(always, size), cost_of(seldom, size));
    if (cost_of(always, last) < CLEAR || cost_of(seldom, last) < CLEAR)
        answer_unknown(answers, "fetch_size", "distant loads cost little more than near ones");
    else if (steepest(always) != size)
        answer_unknown(answers, "fetch_size",
                       "a prefetcher brings partners that are always visited, and not others");
    else if (!is_a_size(always, seldom, size))
        answer_unknown(answers, "fetch_size",
                       "at some distances the second load hits only at times");
    else
        answer_integer(answers, "fetch_size", bytes, 0.95);
}

static void fetch_decide(const struct table *table, const struct options *options,
                         struct answers *answers) {
    const struct table *seldom = table->next != NULL ? table->next : table;
    (void)options;
    if (table->rows < 2 || seldom->rows != table->rows)
        answer_unknown(answers, "fetch_size", "the table lacks distances");
    else
        decide_both(table, seldom, answers);
}

const struct method fetch_method = {
    .name = "fetch",
    .summary = "bytes that one miss brings in, from pairs",
    .form = {{.keys = 1, .columns = 2, .above_zero = "cycles low high every"},
             {.section = "seldom",
              .optional = true,
              .keys = 1,
              .columns = 5,
              .above_zero = "cycles low high every"}},
    .rows = 4096,
    .decide = fetch_decide};
