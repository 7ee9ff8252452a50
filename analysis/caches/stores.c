/* stores.c - decides write-allocate and write-back of the cache levels.

   The table has three sections.  In `groups', a group of lines was read (`held'), evicted from
   every level and written once (`stored'), or evicted (`away'); then `bytes' of other lines were
   visited, and a load of the group has a cost.  Or the group was read, others were visited, and it
   was written repeatedly (`written'): the cost of a store.  In `sets', `bytes' were written
   repeatedly (`stores'), or read with independent loads (`loads'): the cost of a store or a load.
   `clock' has the error of a group's cost, where the clock is coarse.

   Levels are counted by the costs of the groups.  Nothing is reported after an edge that could hide
   a level.

   Write-allocate: a load of a written line costs as much as a load of a line that was read, a hit
   in the first level, and a hit in the next level where the visits evict from the levels above
   only.  Without it each group costs the same, and no more than evicted lines.

   Write-back: stores that stay in a level cost less than those that continue to the next.  In a
   level without write-allocate, an evicted group stays out and its stores continue; where they cost
   no more than stores to a group that is there, those continue as well, and the level writes
   through.  In a level with write-allocate, stores to more bytes than its size evict written lines,
   which must be written back, but also fetch lines, as loads do.  So a step beyond the cost of
   loads shows write-back; no such step shows nothing, since the next level may accept lines for
   free.

   Unknown where steps are smaller than noise or the clock's error. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { ROW_KIND, ROW_BYTES, ROW_COST, ROW_LOW, ROW_HIGH };
static const char HELD[] = "held", STORED[] = "stored", AWAY[] = "away", WRITTEN[] = "written";
static const char STORES[] = "stores", LOADS[] = "loads";

/* Ratios of costs: neighbouring levels differ by more, and rows of one level by less. */
static const double OTHER_LEVEL = 1.5, ONE_LEVEL = 1.12;
/* Relative to a row's cost: samples differ by this where other CPUs take space in the level. */
static const double UNSTEADY = 0.4;
/* The least factor to either side of a cost between two levels.  Half of a group in each level is
   not that far from both unless these are 19 times apart; with few ways, visits evict a half. */
static const double ROOM = 1.9;
/* Relative to the step between two levels: below the first it is the nearer level, above the second
   the farther one. */
static const double NEARER = 0.25, FARTHER = 0.75;
/* Relative to a hit: a load that surely hits, and one that surely does not. */
static const double HIT = 1.2, MISS = 1.6;
/* Ratios of stores: surely no step, and surely one.  BEYOND is relative to the cost of fetching, or
   to a store that waits for its translation alone. */
static const double NO_STEP = 1.05, STEP = 1.25, BEYOND = 0.25;

struct reading {
    double bytes, cost, low, high;
};

enum { SERVED = 4 };

/* Rows with one cost that make a level; and of loads, rows that show that the level before holds
   nothing of them: if one row is disturbed, two may agree while it still holds some. */
enum { LEVEL_ROWS = 2, ALL_OUT_ROWS = 3 };

/* Levels as the groups show them. */
struct served {
    const struct table *table;
    /* hit: a row of the first level, the second row of the others; after the last level the row
       from further behind, if there is one */
    struct reading hit[SERVED + 1];
    double far[SERVED + 1]; /* bytes: the last row of the level; of the first level that of HIT */
    size_t count;
    bool hides; /* another level may be hidden behind the last */
};

static struct reading not_measured(double bytes) {
    return (struct reading){bytes, NOT_MEASURED, NOT_MEASURED, NOT_MEASURED};
}

static bool is_read(const struct reading *row) {
    return is_measured(row->cost);
}

/* The first row of KIND with more than BYTES, or one that is not measured. */
static struct reading row_behind(const struct table *table, const char *kind, double bytes) {
    bool set = strcmp(kind, STORES) == 0 || strcmp(kind, LOADS) == 0;
    const struct table *rows = table_section(table, set ? "sets" : "groups");
    for (size_t row = 0; rows != NULL && row < rows->rows; row++)
        if (table_is_word(rows, row, ROW_KIND, kind) && table_at(rows, row, ROW_BYTES) > bytes)
            return (struct reading){table_at(rows, row, ROW_BYTES), table_at(rows, row, ROW_COST),
                                    table_at(rows, row, ROW_LOW), table_at(rows, row, ROW_HIGH)};
    return not_measured(bytes);
}

/* The row of KIND at BYTES, or one that is not measured. */
static struct reading row_at(const struct table *table, const char *kind, double bytes) {
    struct reading row = row_behind(table, kind, bytes - 1);
    return row.bytes > bytes || row.bytes < bytes ? not_measured(bytes) : row;
}

/* The error of a cost, because of the clock. */
static double clock_off(const struct table *table) {
    return table_at(table_section(table, "clock"), 0, 0);
}

static bool alike(const struct reading *one, const struct reading *other) {
    return is_read(one) && is_read(other) &&
           fmax(one->cost, other->cost) <= ONE_LEVEL * fmin(one->cost, other->cost);
}

/* Do most samples of a row agree, within the clock's error? */
static bool row_is_steady(const struct table *table, const struct reading *row) {
    return is_read(row) && row->high - row->low <= fmax(UNSTEADY * row->low, clock_off(table));
}

/* The first ROWS consecutive rows of KIND after BYTES that are steady, have one cost, and cost more
   than LEAST.  Returns the last of them. */
static struct reading find_plateau(const struct table *table, const char *kind, double bytes,
                                   double least, size_t rows) {
    struct reading last = row_behind(table, kind, bytes);
    size_t found = last.low > least && row_is_steady(table, &last);
    while (is_read(&last) && found < rows) {
        struct reading next = row_behind(table, kind, last.bytes);
        found = alike(&last, &next) ? found : 0;
        found = next.low > least && row_is_steady(table, &next) ? found + 1 : 0;
        last = next;
    }
    return last;
}

/* Is it nearer than the place to which the groups were evicted, behind all levels? */
static bool is_level(const struct served *levels, size_t k) {
    double away = row_at(levels->table, AWAY, levels->hit[k].bytes).low;
    return is_measured(away) && away > OTHER_LEVEL * levels->hit[k].cost;
}

/* Could a level between NEAR and NEXT have this COST? */
static bool is_between(const struct reading *near, double cost, const struct reading *next) {
    return cost > ROOM * near->cost && next->cost > ROOM * cost;
}

/* Does a row of KIND after FROM, and before NEXT, have such a cost?  Each group is mostly served by
   one of the two, and only the mean of several lies between. */
static bool hides_level(const struct table *table, const char *kind, const struct reading *near,
                        double from, const struct reading *next) {
    struct reading row = row_behind(table, kind, from);
    while (is_read(&row) && row.bytes < next->bytes && !is_between(near, row.low, next) &&
           !is_between(near, row.high, next))
        row = row_behind(table, kind, row.bytes);
    return is_read(&row) && row.bytes < next->bytes;
}

/* The least cost of groups behind the level of HIT. */
static double least_behind(const struct table *table, const struct reading *hit) {
    return fmax(OTHER_LEVEL * hit->high, hit->high + clock_off(table));
}

/* Of the rows that may be hits in the first level, the one with the least noise, which only
   adds. */
static struct reading least_noisy_hit(const struct table *table) {
    struct reading first = row_behind(table, HELD, 0), best = first;
    for (struct reading row = first; is_read(&row) && row.low <= first.high;
         row = row_behind(table, HELD, row.bytes))
        best = row.high < best.high ? row : best;
    return best;
}

static void find_served(struct served *levels) {
    const struct table *table = levels->table;
    struct reading *hit = levels->hit;
    hit[0] = least_noisy_hit(table);
    levels->far[0] = hit[0].bytes;
    while (is_read(&hit[levels->count]) && is_level(levels, levels->count) &&
           levels->count < SERVED && !levels->hides) {
        size_t k = ++levels->count;
        hit[k] = find_plateau(table, HELD, levels->far[k - 1], least_behind(table, &hit[k - 1]),
                              LEVEL_ROWS);
        levels->far[k] = hit[k].bytes;
        for (struct reading next = row_behind(table, HELD, levels->far[k]); alike(&hit[k], &next);
             next = row_behind(table, HELD, next.bytes))
            levels->far[k] = next.bytes;
        levels->hides =
            is_read(&hit[k]) && hides_level(table, HELD, &hit[k - 1], levels->far[k - 1], &hit[k]);
    }
}

/* ---- write-allocate ---- */

/* Does each group come from the same place?  Loads from behind all levels are slowest; noise is
   slower, and never the same twice. */
static bool comes_from_a_place(const struct served *levels, const struct reading *stored) {
    struct reading away = row_at(levels->table, AWAY, stored->bytes);
    return is_read(&away) && stored->high < OTHER_LEVEL * stored->low &&
           stored->low < OTHER_LEVEL * away.low;
}

/* Is a line that was written once a hit in the first level, in any row before the next level? */
static bool first_holds_stored(const struct served *levels, double step) {
    const struct reading *hit = levels->hit;
    for (struct reading row = row_behind(levels->table, STORED, 0);
         is_read(&row) && row.bytes < hit[1].bytes;
         row = row_behind(levels->table, STORED, row.bytes))
        if (row.high - hit[0].cost < NEARER * step && row.low <= OTHER_LEVEL * hit[0].high)
            return true;
    return false;
}

/* 1, 0, or -1 where it is unknown.  A hit in the first level may take less than the clock's step,
   so that only the step to the next level shows.  One row that hits is a proof. */
static int first_allocates(const struct served *levels) {
    const struct reading *hit = levels->hit;
    struct reading stored = row_at(levels->table, STORED, hit[0].bytes);
    double step = hit[1].cost - hit[0].cost;
    if (!is_read(&stored) || !is_read(&hit[1]) || !(step > 0))
        return -1;
    if (first_holds_stored(levels, step))
        return 1;
    bool misses = stored.low - hit[0].cost > FARTHER * step;
    return misses && comes_from_a_place(levels, &stored) ? 0 : -1;
}

/* One row that hits is a proof.  Otherwise all rows must miss, and the cost of a hit must be sure:
   visits that nearly fill the level may evict a line written once, and not one read twice. */
static int allocates(const struct served *levels, size_t k) {
    const struct table *table = levels->table;
    const struct reading *hit = &levels->hit[k];
    size_t rows = 0, hits = 0, misses = 0;
    for (struct reading row = row_behind(table, HELD, levels->far[k - 1]);
         is_read(&row) && row.bytes <= levels->far[k]; row = row_behind(table, HELD, row.bytes)) {
        struct reading stored = row_at(table, STORED, row.bytes);
        if (!alike(hit, &row) || !is_read(&stored))
            continue;
        rows++;
        hits += stored.high < HIT * hit->cost && HIT * stored.low > hit->cost;
        misses += stored.low > MISS * hit->cost && row.high <= ONE_LEVEL * row.low &&
                  comes_from_a_place(levels, &stored);
    }
    return hits > 0 ? 1 : rows > 1 && misses == rows ? 0 : -1;
}

/* ---- write-back ---- */

/* For a level without write-allocate: the group of row FIT is in the level, that of BEYOND in the
   next. */
static int stores_stay(const struct table *table, double fit, double beyond) {
    struct reading here = row_at(table, WRITTEN, fit);
    struct reading next = row_at(table, WRITTEN, beyond);
    if (!is_read(&here) || !is_read(&next))
        return -1;
    return next.high < NO_STEP * here.low ? 0 : next.low > STEP * here.high ? 1 : -1;
}

/* For a level with write-allocate: from stores that cost at most FIT where they fit, to those of
   BEYOND, whose fetches cost at most FETCH more. */
static int evicts_written_lines(double fit, const struct reading *beyond, double fetch) {
    bool step = is_measured(fit) && is_read(beyond) && beyond->low > STEP * fit;
    return step && beyond->low - fit - fetch > BEYOND * fmax(fit, fetch) ? 1 : -1;
}

/* The least cost of a store in sets that are not surely too large.  Not in the smallest set only,
   which ends before the CPU is at full speed. */
static double fitting_stores(const struct served *levels) {
    const struct table *table = levels->table;
    struct reading set = row_behind(table, STORES, 0);
    double least = set.high;
    for (; is_read(&set) && set.bytes < levels->hit[1].bytes;
         set = row_behind(table, STORES, set.bytes))
        least = fmin(least, set.high);
    return least;
}

/* The first row after BYTES of groups that come from where evicted groups come from. */
static struct reading row_away(const struct table *table, double bytes) {
    struct reading row = row_behind(table, HELD, bytes);
    for (; is_read(&row); row = row_behind(table, HELD, row.bytes)) {
        struct reading away = row_at(table, AWAY, row.bytes);
        if (!is_read(&away) || !(row.low * ONE_LEVEL < away.low))
            break;
    }
    return row;
}

/* If another level may be hidden behind it, a group may be out of both: then a higher cost of
   stores proves nothing. */
static int first_writes_back(const struct served *levels, int allocates) {
    const struct table *table = levels->table;
    bool hidden = levels->count == 1 && levels->hides;
    double bytes = levels->hit[1].bytes, fetch = row_at(table, LOADS, bytes).high;
    struct reading beyond = row_at(table, STORES, bytes);
    int back = -1;
    if (allocates == 0)
        back = stores_stay(table, levels->hit[0].bytes, bytes);
    else if (allocates == 1 && is_measured(fetch))
        back = evicts_written_lines(fitting_stores(levels), &beyond, fetch);
    return hidden && back == 1 ? -1 : back;
}

/* ABOVE: not 0 where a level before it may write-allocate, which then takes all stores to a
   group. */
static int writes_back(const struct served *levels, size_t k, int allocates, int above) {
    const struct table *table = levels->table;
    double bytes = levels->hit[k].bytes;
    struct reading held = row_at(table, LOADS, bytes), away = row_away(table, levels->far[k]);
    if (allocates == 0)
        return above == 0 && is_read(&away) ? stores_stay(table, bytes, away.bytes) : -1;
    struct reading beyond =
        find_plateau(table, LOADS, levels->far[k], OTHER_LEVEL * held.high, ALL_OUT_ROWS);
    if (allocates < 0 || !is_read(&held) || !is_read(&beyond) ||
        hides_level(table, LOADS, &held, levels->far[k], &beyond))
        return -1;
    struct reading stores = row_at(table, STORES, beyond.bytes);
    return evicts_written_lines(row_at(table, STORES, bytes).high, &stores, beyond.high - held.low);
}

/* ---- answers ---- */

static void answer_flag(struct answers *answers, size_t k, const char *what, int flag,
                        const char *why) {
    char name[ANSWER_NAME];
    answer_name(name, (double)k + 1, what);
    if (flag < 0)
        answer_unknown(answers, name, "%s", why);
    else
        answer_integer(answers, name, flag, 0.95);
}

static void stores_decide(const struct table *table, const struct options *options,
                          struct answers *answers) {
    struct served levels = {.table = table};
    int above = 0;
    (void)options;
    find_served(&levels);
    for (size_t k = 0; k < SERVED; k++) {
        int allocate = -1, back = -1;
        if (k < levels.count) {
            answer_note(answers, "level %zu costs %.2f, up to %.0f bytes visited", k + 1,
                        levels.hit[k].cost, levels.far[k]);
            allocate = k == 0 ? first_allocates(&levels) : allocates(&levels, k);
            back = k == 0 ? first_writes_back(&levels, allocate)
                          : writes_back(&levels, k, allocate, above);
            above |= allocate;
        }
        answer_flag(answers, k, "write_allocate", allocate,
                    "the load of a written line costs neither a hit nor a miss");
        answer_flag(answers, k, "write_back", back,
                    "stores show no step beyond the cost of fetching lines");
    }
}

const struct method stores_method = {.name = "stores",
                                     .summary = "write-allocate and write-back of each level",
                                     .form = {{.section = "groups",
                                               .keys = 2,
                                               .columns = 5,
                                               .words = {"kind away held stored written"}},
                                              {.section = "sets",
                                               .optional = true,
                                               .keys = 2,
                                               .columns = 5,
                                               .words = {"kind loads stores"}},
                                              {.section = "clock", .columns = 1}},
                                     .rows = 256,
                                     .decide = stores_decide};
