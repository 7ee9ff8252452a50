/* stores.c - what stores do to the levels (METHODS 1.6).

   A table in sections.  Of `groups` of lines: a group was read (`held`), evicted from every level
   and written once (`stored`), or evicted (`away`); `bytes` of others were visited, and then a load
   of the group costs so much.  Or it was read, others were visited, and it was written again and
   again (`written`): a store costs so much.  Of `sets`: `bytes` were written again and again
   (`stores`), or read side by side (`loads`): a store or a load costs so much.  Of the `clock`:
   what a group costs may be off by so much, where the clock is coarse.

   Levels are counted by what the groups cost.  Where one could be hidden, since a row between two
   of them could be of its own, nothing is said of those behind.

   Write-allocate: a load of what was written costs what a load of what was read does: at the first
   row a hit in the first level, and, where the visits push out of the levels above only, in the
   next.  Where it does not, each group costs the same, and no more than what was pushed out of
   everything.

   Write-back: stores that stay in a level cost less than those that go on to the next.  Where a
   level does not allocate, a group that was pushed out of it stays out, and stores to it go on;
   where they cost no more than stores to a group that is there, these go on as well, and the level
   writes through.  Where it does allocate, stores to more bytes than it has bring in lines that
   push out others, and those that were written must go on.  But they are fetched as well, at the
   cost of a load among many.  So it is a step beyond what loads cost that shows a level that
   writes back; no such step shows nothing, since the next level may take lines for nothing. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { ROW_KIND, ROW_BYTES, ROW_COST, ROW_LOW, ROW_HIGH };
static const char HELD[] = "held", STORED[] = "stored", AWAY[] = "away", WRITTEN[] = "written";
static const char STORES[] = "stores", LOADS[] = "loads";

/* Neighbouring levels differ by more, and rows of one level by less (METHODS 3c). */
static const double OTHER_LEVEL = 1.5, ONE_LEVEL = 1.12;
/* Of what a row costs, by which its samples differ where others take places of the level. */
static const double UNSTEADY = 0.4;
/* So much is on either side of what is between two levels, that half of a group in each of them is
   not, unless these are 19 times apart: where there are few ways visits push out a half. */
static const double ROOM = 1.9;
/* In parts of the step between two levels: below the first it is the nearer one. */
static const double NEARER = 0.25, FARTHER = 0.75;
/* A load of what no longer is in the level, in parts of a hit there. */
static const double HIT = 1.2, MISS = 1.6;
/* A step of stores: surely none, surely one; and beyond what fetching costs, in parts of that or of
   the store, which waits for its translation alone. */
static const double NO_STEP = 1.05, STEP = 1.25, BEYOND = 0.25;

struct reading {
    double bytes, cost, low, high;
};

enum { SERVED = 4 };

/* Alike rows that make a level; and of loads, those that show that the level in front holds nothing
   of them any more: if one row is disturbed, two may be alike while it still holds some. */
enum { LEVEL_ROWS = 2, ALL_OUT_ROWS = 3 };

/* What the groups say of the levels. */
struct served {
    const struct table *table;
    /* hit: the first row of the first level, the second of the others; after the last level that of
       what lies behind, if there is any */
    struct reading hit[SERVED + 1];
    double far[SERVED + 1]; /* bytes: the last row that is alike; of the first level its first */
    size_t count;
    bool hides; /* another one, perhaps, between the last and what lies behind it */
};

static struct reading not_measured(double bytes) {
    return (struct reading){bytes, NOT_MEASURED, NOT_MEASURED, NOT_MEASURED};
}

static bool is_read(const struct reading *row) {
    return is_measured(row->cost);
}

/* The first row of KIND behind BYTES, or one that was not measured. */
static struct reading row_behind(const struct table *table, const char *kind, double bytes) {
    bool set = strcmp(kind, STORES) == 0 || strcmp(kind, LOADS) == 0;
    const struct table *rows = table_section(table, set ? "sets" : "groups");
    for (size_t row = 0; rows != NULL && row < rows->rows; row++)
        if (table_is_word(rows, row, ROW_KIND, kind) && table_at(rows, row, ROW_BYTES) > bytes)
            return (struct reading){table_at(rows, row, ROW_BYTES), table_at(rows, row, ROW_COST),
                                    table_at(rows, row, ROW_LOW), table_at(rows, row, ROW_HIGH)};
    return not_measured(bytes);
}

/* The row of KIND at BYTES, or one that was not measured. */
static struct reading row_at(const struct table *table, const char *kind, double bytes) {
    struct reading row = row_behind(table, kind, bytes - 1);
    return row.bytes > bytes || row.bytes < bytes ? not_measured(bytes) : row;
}

/* What a cost may be off by. */
static double clock_off(const struct table *table) {
    return table_at(table_section(table, "clock"), 0, 0);
}

static bool alike(const struct reading *one, const struct reading *other) {
    return is_read(one) && is_read(other) &&
           fmax(one->cost, other->cost) <= ONE_LEVEL * fmin(one->cost, other->cost);
}

/* Do most samples of a row agree, as far as the clock shows? */
static bool row_is_steady(const struct table *table, const struct reading *row) {
    return is_read(row) && row->high - row->low <= fmax(UNSTEADY * row->low, clock_off(table));
}

/* The first ROWS rows of KIND in a row behind BYTES that are steady, alike, and cost more than
   LEAST. Returns the last of them. */
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

/* Is it nearer than what lies behind all levels, where the groups were pushed out to? */
static bool is_level(const struct served *levels, size_t k) {
    double away = row_at(levels->table, AWAY, levels->hit[k].bytes).low;
    return is_measured(away) && away > OTHER_LEVEL * levels->hit[k].cost;
}

/* Is COST what a level between NEAR and NEXT could? */
static bool is_between(const struct reading *near, double cost, const struct reading *next) {
    return cost > ROOM * near->cost && next->cost > ROOM * cost;
}

/* Does a row of KIND behind FROM, and before NEXT, cost so much?  Each group on its own is served
   by one of the two mostly, and only the mean of some is between. */
static bool hides_level(const struct table *table, const char *kind, const struct reading *near,
                        double from, const struct reading *next) {
    struct reading row = row_behind(table, kind, from);
    while (is_read(&row) && row.bytes < next->bytes && !is_between(near, row.low, next) &&
           !is_between(near, row.high, next))
        row = row_behind(table, kind, row.bytes);
    return is_read(&row) && row.bytes < next->bytes;
}

/* What the groups of the level behind HIT cost at least. */
static double least_behind(const struct table *table, const struct reading *hit) {
    return fmax(OTHER_LEVEL * hit->high, hit->high + clock_off(table));
}

static void find_served(struct served *levels) {
    const struct table *table = levels->table;
    struct reading *hit = levels->hit;
    hit[0] = row_behind(table, HELD, 0);
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

/* Does it come from somewhere, and the same for each group?  What comes from behind all levels is
   the slowest; noise is slower, and never alike. */
static bool comes_from_a_place(const struct served *levels, const struct reading *stored) {
    struct reading away = row_at(levels->table, AWAY, stored->bytes);
    return is_read(&away) && stored->high < OTHER_LEVEL * stored->low &&
           stored->low < OTHER_LEVEL * away.low;
}

/* 1, 0, or -1 where it cannot be told.  A hit in the first level may be shorter than the clock's
   step, so that only the step to the next tells. */
static int first_allocates(const struct served *levels) {
    const struct reading *hit = levels->hit;
    struct reading stored = row_at(levels->table, STORED, hit[0].bytes);
    double step = hit[1].cost - hit[0].cost;
    if (!is_read(&stored) || !is_read(&hit[1]) || !(step > 0))
        return -1;
    if (stored.high - hit[0].cost < NEARER * step && stored.low <= OTHER_LEVEL * hit[0].high)
        return 1;
    bool misses = stored.low - hit[0].cost > FARTHER * step;
    return misses && comes_from_a_place(levels, &stored) ? 0 : -1;
}

/* One row that hits is a proof.  Where none does, all must miss, and be sure of what a hit is:
   visits that nearly fill the level may push out what was written once, and not what was read
   twice. */
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

/* Of a level that does not allocate: FIT is the row whose group is there, BEYOND one whose group is
   in the next. */
static int keeps_stores(const struct table *table, double fit, double beyond) {
    struct reading here = row_at(table, WRITTEN, fit);
    struct reading next = row_at(table, WRITTEN, beyond);
    if (!is_read(&here) || !is_read(&next))
        return -1;
    return next.high < NO_STEP * here.low ? 0 : next.low > STEP * here.high ? 1 : -1;
}

/* Of a level that allocates: from stores that cost FIT at the most where they fit to those BEYOND,
   which fetch for FETCH more at the most. */
static int pushes_out_stores(double fit, const struct reading *beyond, double fetch) {
    bool step = is_measured(fit) && is_read(beyond) && beyond->low > STEP * fit;
    return step && beyond->low - fit - fetch > BEYOND * fmax(fit, fetch) ? 1 : -1;
}

/* The least that a store costs in sets smaller than what surely is too large: of the others very
   small ones are done before the machine has begun. */
static double fitting_stores(const struct served *levels) {
    const struct table *table = levels->table;
    struct reading set = row_behind(table, STORES, 0);
    double least = set.high;
    for (; is_read(&set) && set.bytes < levels->hit[1].bytes;
         set = row_behind(table, STORES, set.bytes))
        least = fmin(least, set.high);
    return least;
}

/* The first row behind BYTES of groups that come from where those come that were pushed out of
   everything. */
static struct reading row_away(const struct table *table, double bytes) {
    struct reading row = row_behind(table, HELD, bytes);
    for (; is_read(&row); row = row_behind(table, HELD, row.bytes)) {
        struct reading away = row_at(table, AWAY, row.bytes);
        if (!is_read(&away) || !(row.low * ONE_LEVEL < away.low))
            break;
    }
    return row;
}

/* Where another could be hidden behind it, what is out of it may be out of that as well: then it is
   no proof that stores cost more. */
static int first_writes_back(const struct served *levels, int allocates) {
    const struct table *table = levels->table;
    bool hidden = levels->count == 1 && levels->hides;
    double bytes = levels->hit[1].bytes, fetch = row_at(table, LOADS, bytes).high;
    struct reading beyond = row_at(table, STORES, bytes);
    int back = -1;
    if (allocates == 0)
        back = keeps_stores(table, levels->hit[0].bytes, bytes);
    else if (allocates == 1 && is_measured(fetch))
        back = pushes_out_stores(fitting_stores(levels), &beyond, fetch);
    return hidden && back == 1 ? -1 : back;
}

/* ABOVE: not 0 where a level before it may allocate, which takes all stores to a group then. */
static int writes_back(const struct served *levels, size_t k, int allocates, int above) {
    const struct table *table = levels->table;
    double bytes = levels->hit[k].bytes;
    struct reading held = row_at(table, LOADS, bytes), away = row_away(table, levels->far[k]);
    if (allocates == 0)
        return above == 0 && is_read(&away) ? keeps_stores(table, bytes, away.bytes) : -1;
    struct reading beyond =
        find_plateau(table, LOADS, levels->far[k], OTHER_LEVEL * held.high, ALL_OUT_ROWS);
    if (allocates < 0 || !is_read(&held) || !is_read(&beyond) ||
        hides_level(table, LOADS, &held, levels->far[k], &beyond))
        return -1;
    struct reading stores = row_at(table, STORES, beyond.bytes);
    return pushes_out_stores(row_at(table, STORES, bytes).high, &stores, beyond.high - held.low);
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
                    "a written line costs neither a hit nor a miss");
        answer_flag(answers, k, "write_back", back,
                    "no clear step of stores beyond what fetching costs");
    }
}

const struct method stores_method = {.name = "stores",
                                     .summary = "what stores that miss do, and where they stay",
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
