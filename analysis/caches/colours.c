/* colours.c - decides a cache level after the first from pages of known colour (X-Ray 4.2 and 4.6,
   with the eviction sets of Vila, Koepf and Morales).

   The table has three sections.  `level' has one row: the level's number, the colours found, the
   pages that filled a colour when it was found (`ways', a second witness), the bytes of a page, and
   the share of pages whose colour follows from their address (`ordered').

   `groups' has groups of pages: `ways' pages of each of some `colours', the places of some of the
   last pages shifted by `shift', and the cost of a load in repeated visits: the median over colours
   or tries (`cycles'), and the `low' that all except outliers keep to.  For several colours
   together it is the cost of the most expensive colour; with a `shift', also of places that much
   further on.

   `hits', for the second level, has pages that fit, in one chain, with the usual places on each
   (`usual') and with `half' of them, in cycles of a load; 0 pages are served by the level above.
   `visits' are another method's.

   Noise turns hits into misses and never misses into hits.  So a group that two colours hold
   without a miss fits, whatever the others show; and where A + 1 pages of a colour compete for A
   ways, any replacement policy has at least one miss in each pass.

   Unknown where groups, colours and the second witness disagree. */
#include "../differ.h"
#include "../line.h"
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { COLOURS, WAYS, SHIFTED, UNIT_CYCLES, LOWEST };
enum { LEVEL, ALL, FITTED, UNIT_BYTES, ORDERED };
enum { UNITS, USUAL_PLACES, HALF_THE_PLACES };
enum { FITS, MISSES, EITHER };
enum { HITS = 4 }; /* rows of an octave */

/* Relative to one miss in each pass, the least of any replacement policy where A + 1 pages share A
   ways: the most noise, and the least miss. */
static const double NOISE = 0.5, ONE_MISS = 0.75;
/* Of half as many again as fit, a third misses under any policy: relative to the cost of far too
   many. */
static const double MANY = 0.25;
/* Relative to a cycle: the error of a whole number; its error where the share of a TLB was
   subtracted from uneven rows; and relative to the latency of the level above. */
static const double OF_A_CYCLE = 0.25, OF_A_SHARE = 0.06, OF_ABOVE = 0.03;
static const double CERTAIN = 0.97;

struct groups {
    const struct table *table, *found, *hits; /* groups; level; NULL where there are none */
    double hit, far; /* cycles of a load that hits, and where most loads miss */
    double colours;
    char size[ANSWER_NAME], assoc[ANSWER_NAME], line[ANSWER_NAME], virtually[ANSWER_NAME];
    char latency[ANSWER_NAME];
};

static bool plain(const struct table *table, size_t row, double colours) {
    return table_is(table, row, COLOURS, colours) && table_is(table, row, SHIFTED, 0);
}

static void open_groups(const struct table *table, struct groups *groups) {
    *groups = (struct groups){.table = table_section(table, "groups"),
                              .found = table_section(table, "level"),
                              .hits = table_section(table, "hits")};
    groups->colours = table_at(groups->found, 0, ALL);
    double level = table_at(groups->found, 0, LEVEL);
    answer_name(groups->size, level, "size");
    answer_name(groups->assoc, level, "assoc");
    answer_name(groups->line, level, "line");
    answer_name(groups->virtually, level, "virtual");
    answer_name(groups->latency, level, "latency");
}

static bool calibrate_groups(struct groups *groups) {
    const struct table *table = groups->table;
    bool found = false;
    for (size_t row = 0; row < table->rows; row++) {
        if (!plain(table, row, 1))
            continue;
        if (!found)
            groups->hit = table_at(table, row, UNIT_CYCLES);
        groups->far = fmax(groups->far, table_at(table, row, UNIT_CYCLES));
        found = true;
    }
    return found && groups->far > groups->hit;
}

static int verdict(const struct groups *groups, size_t row) {
    double ways = table_at(groups->table, row, WAYS);
    double low = table_at(groups->table, row, LOWEST);
    double misses = ways * (low - groups->hit) / (groups->far - groups->hit);
    if (misses >= ONE_MISS)
        return MISSES;
    return misses <= NOISE && low <= HITS_ALIKE * groups->hit ? FITS : EITHER;
}

/* The most pages of one colour that fit, where one more does not; 0 where rows disagree. */
static double find_ways(const struct groups *groups) {
    double fit = 0, first_miss = 0;
    for (size_t row = 0; row < groups->table->rows; row++) {
        if (!plain(groups->table, row, 1))
            continue;
        int what = verdict(groups, row);
        if (what == EITHER || (what == FITS && first_miss > 0))
            return 0;
        if (what == FITS)
            fit = table_at(groups->table, row, WAYS);
        else if (!(first_miss > 0))
            first_miss = table_at(groups->table, row, WAYS);
    }
    return first_miss < fit + 1.5 ? fit : 0;
}

/* Do the units of all colours in ROW fit together?  The most expensive colour decides. */
static int verdict_of_all(const struct groups *groups, size_t row) {
    double low = table_at(groups->table, row, LOWEST);
    if (low <= HITS_ALIKE * groups->hit)
        return FITS;
    return low >= groups->hit + MANY * (groups->far - groups->hit) ? MISSES : EITHER;
}

/* The bytes that a page takes in the sets of its colour; 0 where that is unclear.  If three
   quarters of W pages of each of the K colours fit with all their lines (or W pages, where W is
   small), the page takes its full size; two colours that are one would overflow.  Otherwise some
   places of a page stand for it, and those that differ from them in one address bit (`shift') have
   sets of their own, or sets of other colours; in the latter case the page takes half of what was
   left. */
static double find_taken(const struct groups *groups) {
    const struct table *table = groups->table;
    double bytes = table_at(groups->found, 0, UNIT_BYTES), taken = 0;
    if (groups->colours <= 1)
        return bytes;
    for (size_t row = 0; row < table->rows; row++) {
        if (!table_is(table, row, COLOURS, groups->colours))
            continue;
        int what = verdict_of_all(groups, row);
        if (what == EITHER || (what == MISSES && !(taken > 0)))
            return 0;
        taken = !(taken > 0) ? bytes : what == MISSES ? taken / 2 : taken;
    }
    return taken;
}

/* ---- the line ---- */

/* The cost of WAYS pages of a colour at best. */
static double cost_of_ways(const struct groups *groups, double ways) {
    for (size_t row = 0; row < groups->table->rows; row++)
        if (plain(groups->table, row, 1) && table_is(groups->table, row, WAYS, ways))
            return table_at(groups->table, row, LOWEST);
    return groups->hit;
}

/* Figure 10: of A + 1 pages the last are shifted.  The smallest shift changes nothing. */
static double find_group_line(const struct groups *groups, double ways) {
    const struct table *table = groups->table;
    struct shifts shifts = {.count = 0};
    double fits = cost_of_ways(groups, ways);
    for (size_t row = 0; row < table->rows; row++) {
        double shift = table_at(table, row, SHIFTED);
        if (!(shift > 0) || !table_is(table, row, COLOURS, 1) ||
            !table_is(table, row, WAYS, ways + 1))
            continue;
        shifts_add(&shifts, shift, table_at(table, row, UNIT_CYCLES) - fits,
                   table_at(table, row, LOWEST) - fits);
        if (shifts.count == 1)
            shifts.full = shifts.rise[0];
    }
    return shifts_line(&shifts, LONGEST_WORD);
}

/* ---- answers ---- */

/* W follows from groups of one colour.  K colours are distinct where most of all fit together.
   Returns whether there is an answer. */
static bool decide_level(const struct groups *groups, double ways, double line,
                         struct answers *answers) {
    double all = groups->colours, taken = find_taken(groups);
    const char *why = NULL;
    if (!(ways > 0))
        why =
            "pages of one colour do not show how many fit; measure again while the machine is idle";
    else if (!(line > 0))
        why = "the line is unknown, so that pages may share part of their sets";
    else if (!table_is(groups->found, 0, FITTED, ways))
        why = "a different number of pages fitted when the colours were found";
    else if (!(taken > 0))
        why = "the colours together hold less than each of them alone";
    answer_note(answers, "witness: %.0f colours of %.0f ways", all, ways);
    if (why == NULL) {
        answer_integer(answers, groups->size, all * ways * taken, CERTAIN);
        answer_integer(answers, groups->assoc, ways, CERTAIN);
    } else {
        answer_unknown(answers, groups->size, "%s", why);
        answer_unknown(answers, groups->assoc, "%s", why);
    }
    return why == NULL;
}

/* Where groups of one colour are no part of a level that is understood, what ends their conflicts
   may be more than a line. */
static void decide_level_line(const struct groups *groups, double line, bool known,
                              struct answers *answers) {
    if (line > 0 && known)
        answer_integer(answers, groups->line, line, CERTAIN);
    else if (line > 0)
        answer_unknown(answers, groups->line, "what a colour holds contradicts the level's size");
    else
        answer_unknown(answers, groups->line, "no single shift ends the conflicts");
}

/* Colours in the order of the addresses mean a virtual index, or pages that are contiguous in
   memory. */
static void decide_virtual(const struct groups *groups, bool known, struct answers *answers) {
    double ordered = table_at(groups->found, 0, ORDERED);
    if (known && groups->colours > 1 && ordered < 0.5)
        answer_integer(answers, groups->virtually, 0, CERTAIN);
    else
        answer_unknown(answers, groups->virtually,
                       "%.0f %% of the pages are in order of %.0f colours", 100 * ordered,
                       groups->colours);
}

/* ---- the latency ---- */

/* A TLB miss is added once a page, so it is twice as much per load where a page has half the
   places. */
static double share_of_tlb(const struct table *hits, size_t row) {
    return table_at(hits, row, HALF_THE_PLACES) - table_at(hits, row, USUAL_PLACES);
}

static double cost_of_hit(const struct table *hits, size_t row) {
    return table_at(hits, row, USUAL_PLACES) - fmax(0, share_of_tlb(hits, row));
}

struct range {
    double low, high;
};

static void widen(struct range *range, double value) {
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
}

/* Do all rows have the same TLB share, or none?  A TLB that serves only some of the pages may be
   shared with another thread of the core, which takes cache space too. */
static bool is_uneven(const struct range *share) {
    return fmax(-share->low, share->high) > OF_A_CYCLE && share->high - share->low > OF_A_SHARE;
}

/* Whole cycles where the rows of an octave from FIRST on agree, or 0. */
static double octave_from(const struct table *hits, size_t first) {
    struct range cost = {NOT_MEASURED, -HUGE_VAL}, share = cost;
    double mean = 0;
    for (size_t row = first; row < first + HITS; row++) {
        if (row == hits->rows)
            return 0;
        widen(&share, share_of_tlb(hits, row));
        widen(&cost, cost_of_hit(hits, row));
        mean += cost_of_hit(hits, row) / HITS;
    }
    double whole = floor(mean + 0.5), off = is_uneven(&share) ? OF_A_SHARE : OF_A_CYCLE;
    return fabs(mean - whole) <= off && cost.high - cost.low <= off ? whole : 0;
}

/* The level above has a whole number of cycles too: otherwise the cycle was measured wrongly.  Its
   rows may be missing. */
static bool is_off(const struct table *hits) {
    double cycles = table_at(hits, 0, USUAL_PLACES), whole = floor(cycles + 0.5);
    return table_is(hits, 0, UNITS, 0) && fabs(cycles - whole) > OF_ABOVE * whole;
}

/* X-Ray's Figure 12.  With few pages the level above still holds some, with twice as many hardly
   any, under any replacement policy.  So where an octave of sizes agrees, all loads hit this
   level. */
static double find_hit(const struct table *hits) {
    double found = 0;
    if (hits == NULL || hits->rows == 0 || is_off(hits))
        return 0;
    for (size_t row = 0; row < hits->rows; row++) {
        double cycles = octave_from(hits, row);
        if (found > 0 && cycles > 0 && cycles != found)
            return 0;
        found = fmax(found, cycles);
    }
    return found;
}

/* Levels after the second need not run on the core's clock. */
static void decide_hit(const struct groups *groups, bool known, struct answers *answers) {
    double cycles = find_hit(groups->hits);
    if (table_at(groups->found, 0, LEVEL) > 2)
        return;
    if (known && cycles > 0)
        answer_integer(answers, groups->latency, cycles, CERTAIN);
    else
        answer_unknown(answers, groups->latency,
                       "no octave of sizes agrees on a whole number of cycles");
}

/* ---- all ---- */

static void colours_decide(const struct table *table, const struct options *options,
                           struct answers *answers) {
    struct groups groups;
    (void)options;
    open_groups(table, &groups);
    double ways = calibrate_groups(&groups) ? find_ways(&groups) : 0;
    double line = ways > 0 ? find_group_line(&groups, ways) : 0;
    bool known = decide_level(&groups, ways, line, answers);
    decide_level_line(&groups, line, known, answers);
    decide_virtual(&groups, known, answers);
    decide_hit(&groups, known, answers);
}

const struct method colours_method = {
    .name = "colours",
    .summary = "a further cache level, from colours",
    .form = {{.section = "level", .columns = 5, .above_zero = "level colours ways bytes"},
             {.section = "groups", .keys = 3, .columns = 5, .above_zero = "cycles low"},
             {.section = "hits",
              .optional = true,
              .keys = 1,
              .columns = 3,
              .above_zero = "usual half"}},
    .rows = 4096,
    .decide = colours_decide};
