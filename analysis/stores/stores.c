/* stores.c - what stores do to the first two levels (METHODS 1.6).

   A table of kinds, and of bytes.  A group of lines was read (1), pushed out of every level and
   written once (2), or pushed out (3); `bytes` of others were visited, and then a load of the
   group costs so much.  Or it was read, others were visited, and it was written again and again
   (4): a store costs so much.  `bytes` were written again and again (5), or read side by side (6):
   a store or a load costs so much.

   Write-allocate: a load of what was written costs what a load of what was read does: at the first
   row a hit in the first level, and, where the visits push out of the first level only, in the
   second.

   Write-back: stores that stay in a level cost less than those that go on to the next.  Where a
   level does not allocate, a group that was pushed out of it stays out, and stores to it go on;
   where they cost no more than stores to a group that is there, these go on as well, and the level
   writes through.  Where it does allocate, stores to more bytes than it has bring in lines that
   push out others, and those that were written must go on.  But they are fetched as well, at the
   cost of a load among many.  So it is a step beyond what loads cost that shows a level that
   writes back; no such step shows nothing, since the next level may take lines for nothing. */
#include "../product.h"

#include <math.h>
#include <stdbool.h>

enum { ROW_KIND, ROW_BYTES, ROW_COST, ROW_LOW, ROW_HIGH };
enum { HELD = 1, STORED, AWAY, WRITTEN, STORES, LOADS };

/* Neighbouring levels differ by more, and rows of one level by less (METHODS 3c). */
static const double LEVELS_DIFFER = 1.5, ONE_LEVEL = 1.12;
/* In parts of the step between two levels: below the first it is the nearer one. */
static const double NEARER = 0.25, FARTHER = 0.75;
/* A load of what no longer is in the level, in parts of a hit there. */
static const double HIT = 1.2, MISS = 1.6;
/* A step of stores: surely none, surely one; and beyond what fetching costs, in parts of that. */
static const double NO_STEP = 1.05, STEP = 1.25, BEYOND = 0.25;

struct reading {
    double bytes, cost, low, high;
};

/* What is known of the levels from the groups. */
struct two_levels {
    const struct table *table;
    struct reading hit, second; /* the second level: the second of its rows */
    double far;                 /* bytes: the last of its rows */
    double away;
    bool found, last; /* nothing lies behind the second but what the lines came from */
};

/* The row of KIND at BYTES, or one that costs nothing. */
static struct reading reading_at(const struct table *table, int kind, double bytes) {
    for (size_t row = 0; row < table->rows; row++)
        if (fabs(table_at(table, row, ROW_KIND) - kind) < 0.5 &&
            fabs(table_at(table, row, ROW_BYTES) - bytes) < 0.5)
            return (struct reading){bytes, table_at(table, row, ROW_COST),
                                    table_at(table, row, ROW_LOW), table_at(table, row, ROW_HIGH)};
    return (struct reading){bytes, 0, 0, 0};
}

/* The row of KIND behind BYTES, or one that costs nothing. */
static struct reading reading_behind(const struct table *table, int kind, double bytes) {
    for (size_t row = 0; row < table->rows; row++)
        if (fabs(table_at(table, row, ROW_KIND) - kind) < 0.5 &&
            table_at(table, row, ROW_BYTES) > bytes + 0.5)
            return reading_at(table, kind, table_at(table, row, ROW_BYTES));
    return (struct reading){bytes, 0, 0, 0};
}

static bool alike(const struct reading *one, const struct reading *other) {
    return other->cost > 0 &&
           fmax(one->cost, other->cost) <= ONE_LEVEL * fmin(one->cost, other->cost);
}

/* The first two rows of KIND in a row behind BYTES that are alike and cost more than LEAST.
   Returns the second. */
static struct reading find_level(const struct table *table, int kind, double bytes, double least) {
    struct reading last = reading_behind(table, kind, bytes);
    while (last.cost > 0) {
        struct reading next = reading_behind(table, kind, last.bytes);
        if (last.low > least && next.low > least && alike(&last, &next))
            return next;
        last = next;
    }
    return last;
}

static void find_levels(struct two_levels *levels) {
    const struct table *table = levels->table;
    levels->hit = reading_behind(table, HELD, 0);
    levels->second = find_level(table, HELD, levels->hit.bytes, LEVELS_DIFFER * levels->hit.high);
    levels->found = levels->hit.cost > 0 && levels->second.cost > 0;
    levels->far = levels->second.bytes;
    for (struct reading next = reading_behind(table, HELD, levels->far);
         alike(&levels->second, &next); next = reading_behind(table, HELD, next.bytes))
        levels->far = next.bytes;
    levels->away = reading_at(table, AWAY, levels->second.bytes).low;
    levels->last = !(levels->away > LEVELS_DIFFER * levels->second.cost);
}

/* ---- write-allocate ---- */

/* 1, 0, or -1 where it cannot be told. */
static int first_allocates(const struct two_levels *levels) {
    struct reading stored = reading_at(levels->table, STORED, levels->hit.bytes);
    double step = levels->second.cost - levels->hit.cost;
    double low = (stored.low - levels->hit.cost) / step;
    double high = (stored.high - levels->hit.cost) / step;
    if (!(stored.cost > 0))
        return -1;
    return high < NEARER ? 1 : low > FARTHER ? 0 : -1;
}

static int second_allocates(const struct two_levels *levels) {
    struct reading stored = reading_at(levels->table, STORED, levels->second.bytes);
    if (!(stored.cost > 0))
        return -1;
    return stored.high < HIT * levels->second.cost   ? 1
           : stored.low > MISS * levels->second.cost ? 0
                                                     : -1;
}

/* ---- write-back ---- */

/* Of a level that does not allocate: FIT is the row whose group is there, BEYOND one whose group is
   in the next. */
static int keeps_stores(const struct table *table, double fit, double beyond) {
    struct reading here = reading_at(table, WRITTEN, fit);
    struct reading next = reading_at(table, WRITTEN, beyond);
    if (!(here.cost > 0) || !(next.cost > 0))
        return -1;
    return next.high < NO_STEP * here.low ? 0 : next.low > STEP * here.high ? 1 : -1;
}

/* Of a level that allocates: from stores that fit to those beyond, which fetch for FETCH more. */
static int pushes_out_stores(double fit, double beyond, double fetch) {
    bool step = fit > 0 && beyond > STEP * fit && beyond - fit - fetch > BEYOND * fetch;
    return step ? 1 : -1;
}

/* The least that a store costs in sets smaller than what surely is too large: of the others very
   small ones are done before the machine has begun. */
static double fitting_stores(const struct two_levels *levels) {
    const struct table *table = levels->table;
    struct reading set = reading_behind(table, STORES, 0);
    double least = set.cost;
    for (; set.cost > 0 && set.bytes < levels->second.bytes;
         set = reading_behind(table, STORES, set.bytes))
        least = fmin(least, set.cost);
    return least;
}

/* The first row of groups that come from where those come that were pushed out of everything. */
static struct reading row_away(const struct two_levels *levels) {
    struct reading row = reading_behind(levels->table, HELD, levels->far);
    while (row.cost > 0 && row.low * ONE_LEVEL < levels->away)
        row = reading_behind(levels->table, HELD, row.bytes);
    return row;
}

static int first_writes_back(const struct two_levels *levels, int allocates) {
    const struct table *table = levels->table;
    double bytes = levels->second.bytes, fetch = reading_at(table, LOADS, bytes).cost;
    if (allocates == 0)
        return keeps_stores(table, levels->hit.bytes, bytes);
    if (allocates < 0 || !(fetch > 0))
        return -1;
    return pushes_out_stores(fitting_stores(levels), reading_at(table, STORES, bytes).cost, fetch);
}

static int second_writes_back(const struct two_levels *levels, int allocates) {
    const struct table *table = levels->table;
    double bytes = levels->second.bytes;
    struct reading held = reading_at(table, LOADS, bytes), away = row_away(levels);
    if (allocates == 0)
        return away.cost > 0 ? keeps_stores(table, bytes, away.bytes) : -1;
    struct reading beyond = find_level(table, LOADS, levels->far, LEVELS_DIFFER * held.high);
    if (allocates < 0 || !(held.cost > 0) || !(beyond.cost > 0))
        return -1;
    return pushes_out_stores(reading_at(table, STORES, bytes).cost,
                             reading_at(table, STORES, beyond.bytes).cost, beyond.cost - held.cost);
}

/* ---- answers ---- */

static void answer_flag(struct answers *answers, const char *name, int flag, const char *why) {
    if (flag < 0)
        answer_unknown(answers, name, "%s", why);
    else
        answer_integer(answers, name, flag, 0.95);
}

void stores_decide(const struct table *table, const struct options *options,
                   struct answers *answers) {
    struct two_levels levels = {.table = table};
    int allocates[2] = {-1, -1}, back[2] = {-1, -1};
    (void)options;
    find_levels(&levels);
    if (levels.found) {
        answer_note(answers, "a hit costs %.2f, one in the second level %.2f, up to %.0f bytes",
                    levels.hit.cost, levels.second.cost, levels.far);
        allocates[0] = first_allocates(&levels);
        back[0] = first_writes_back(&levels, allocates[0]);
    }
    if (levels.found && !levels.last) {
        allocates[1] = second_allocates(&levels);
        back[1] = second_writes_back(&levels, allocates[1]);
    }
    const char *why = "a line that was written costs neither what a hit does nor a miss";
    answer_flag(answers, "l1_write_allocate", allocates[0], why);
    answer_flag(answers, "l2_write_allocate", allocates[1], why);
    why = "no clear step of stores, beyond what fetching costs, or no row behind the level";
    answer_flag(answers, "l1_write_back", back[0], why);
    answer_flag(answers, "l2_write_back", back[1], why);
}
