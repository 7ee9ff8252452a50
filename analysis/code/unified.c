/* unified.c - decides which cache levels hold code as well as data (AMP 3.6).

   The table has working sets and the cost of a load: `alone_ns` after code that was executed
   repeatedly, `data_ns` after loads of other data of many times the working set, `code_ns` after as
   much code was executed once.  Where data evict the working set from a level and code does too,
   the level holds code; where code does not, it holds none.

   The smallest working set that data evict shows about how much the level takes; larger ones
   decide.  The smallest of these show that it holds code: more code could overflow an inclusive
   level behind it, which invalidates the data in both, so that they cost more than a hit there.  To
   show that it holds none, all must agree, except those large enough to overflow the level behind.
   Code must evict data somewhere, or it is not fetched at all, as under a binary translator.

   The first level has the working sets with the lowest cost; the second begins where two in a row
   cost clearly more, and the same.  Unknown where too few working sets agree. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { SET_BYTES, ALONE_NS, DATA_NS, CODE_NS };

/* Relative to a hit: costs of one level, and costs of another. */
static const double SAME_LEVEL = 1.25, NEXT_LEVEL = 1.5;
/* Relative to the effect of data: code with the same effect, and with next to none. */
static const double MOST_OF_IT = 0.6, HARDLY_ANY = 0.1;
/* The least ratio of a working set to the smallest that data evict. */
static const double LARGER = 1.3;
/* The least number of working sets that must agree. */
enum { WORKING_SETS = 2 };
static const double UNIFIED_SURE = 0.97;

/* The first row after FIRST with a cost beyond SAME_LEVEL. */
static size_t end_of_level(const struct table *table, size_t first) {
    size_t row = first;
    while (row < table->rows &&
           table_at(table, row, ALONE_NS) <= SAME_LEVEL * table_at(table, first, ALONE_NS))
        row++;
    return row;
}

/* Do all rows from END on cost more than FIRST?  Otherwise noise has ended the level too early, and
   its larger working sets, which code may evict, were left out. */
static bool is_end(const struct table *table, size_t first, size_t end) {
    double hit = table_at(table, first, ALONE_NS);
    size_t row = end;
    while (row < table->rows && table_at(table, row, ALONE_NS) > SAME_LEVEL * hit)
        row++;
    return row == table->rows;
}

/* The first row of the second level, or the number of rows.  No more than one row may lie between
   the levels, and no later one may cost as little as the first level, since noise may look like a
   second level.  Where the first row stands alone, short working sets were left out, and perhaps a
   level. */
static size_t second_level(const struct table *table) {
    double hit = table_at(table, 0, ALONE_NS);
    size_t end = end_of_level(table, 0);
    for (size_t row = end; end > 1 && row + 1 < table->rows && row <= end + 1; row++)
        if (table_at(table, row, ALONE_NS) >= NEXT_LEVEL * hit && is_end(table, 0, row) &&
            end_of_level(table, row) >= row + WORKING_SETS)
            return row;
    return table->rows;
}

static double effect_of(const struct table *table, size_t row, size_t column) {
    return table_at(table, row, column) - table_at(table, row, ALONE_NS);
}

/* Do data evict the working set of ROW? */
static bool data_evict(const struct table *table, size_t row) {
    double effect = effect_of(table, row, DATA_NS);
    return effect > 0 && effect >= (NEXT_LEVEL - 1) * table_at(table, row, ALONE_NS);
}

/* The first row from FIRST up to END that data evict, or END. */
static size_t next_evicted(const struct table *table, size_t first, size_t end) {
    size_t row = first;
    while (row < end && !data_evict(table, row))
        row++;
    return row;
}

/* The first row up to END of a working set that data evict fully, or END. */
static size_t first_whole(const struct table *table, size_t first, size_t end) {
    size_t least = next_evicted(table, first, end), row = least;
    while (row < end &&
           table_at(table, row, SET_BYTES) < LARGER * table_at(table, least, SET_BYTES))
        row++;
    return row;
}

/* Does code evict the working set of ROW as data do, and cost no more than MOST_NS?  In some rows
   other CPUs evict more. */
static bool code_evicts(const struct table *table, size_t row, double most_ns) {
    double data_ns = fmin(effect_of(table, row, DATA_NS), most_ns);
    return data_evict(table, row) && effect_of(table, row, CODE_NS) >= MOST_OF_IT * data_ns;
}

/* Is the working set of ROW so large that code evicts one of twice its size from the next level,
   whose rows begin at NEXT? */
static bool may_overflow(const struct table *table, size_t row, size_t next) {
    double most = 2 * table_at(table, row, SET_BYTES);
    size_t i = next;
    while (i < table->rows && table_at(table, i, SET_BYTES) <= most &&
           effect_of(table, i, CODE_NS) < (NEXT_LEVEL - 1) * table_at(table, i, ALONE_NS))
        i++;
    return i < table->rows && table_at(table, i, SET_BYTES) <= most;
}

static bool is_fetched(const struct table *table) {
    size_t row = 0;
    while (row < table->rows && !code_evicts(table, row, HUGE_VAL))
        row++;
    return row < table->rows;
}

/* Does code evict some of the smallest working sets that data evict, at a cost of no more than
   MOST_NS, beyond which the loads come from further behind? */
static bool holds_code(const struct table *table, size_t first, size_t end, double most_ns) {
    size_t row = next_evicted(table, first, end), pushed = 0;
    double data_ns = HUGE_VAL;
    for (size_t i = first_whole(table, first, end); i < end; i++)
        if (data_evict(table, i))
            data_ns = fmin(data_ns, effect_of(table, i, DATA_NS));
    for (size_t i = 0; i <= WORKING_SETS && row < end; i++) {
        pushed += code_evicts(table, row, data_ns) && table_at(table, row, CODE_NS) <= most_ns;
        row = next_evicted(table, row + 1, end);
    }
    return pushed >= WORKING_SETS;
}

/* Does code evict next to nothing of what data evict fully, except where the next level, whose rows
   begin at NEXT, explains it? */
static bool holds_none(const struct table *table, size_t first, size_t end, size_t next) {
    size_t row = next_evicted(table, first_whole(table, first, end), end), spared = 0;
    for (; row < end; row = next_evicted(table, row + 1, end)) {
        bool spares = effect_of(table, row, CODE_NS) <= HARDLY_ANY * effect_of(table, row, DATA_NS);
        if (!spares && !may_overflow(table, row, next))
            return false;
        spared += spares;
    }
    return spared >= WORKING_SETS && is_end(table, first, end);
}

/* Decides the level of the rows from FIRST on; the next level's begin at NEXT, and a cost above
   MOST_NS comes from further behind. */
static void decide_unified(const struct table *table, size_t first, size_t next, double most_ns,
                           const char *name, struct answers *answers) {
    size_t end = first < table->rows ? end_of_level(table, first) : first;
    bool code = holds_code(table, first, end, most_ns);
    if (next_evicted(table, first, end) == end)
        answer_unknown(answers, name, "other data evict no working set from this level");
    else if (!is_fetched(table))
        answer_unknown(answers, name, "code evicts no data from any level");
    else if (code || holds_none(table, first, end, next))
        answer_integer(answers, name, code, UNIFIED_SURE);
    else
        answer_unknown(answers, name,
                       "too few working sets agree; measure again while the machine is idle");
}

static void unified_decide(const struct table *table, const struct options *options,
                           struct answers *answers) {
    size_t second = second_level(table);
    double hit = second < table->rows ? table_at(table, second, ALONE_NS) : 0;
    (void)options;
    decide_unified(table, 0, second, SAME_LEVEL * hit, "l1_unified", answers);
    decide_unified(table, second, table->rows, HUGE_VAL, "l2_unified", answers);
}

const struct method unified_method = {.name = "unified",
                                      .summary = "levels that hold code too",
                                      .form = {{.keys = 1, .columns = 4}},
                                      .rows = 64,
                                      .decide = unified_decide};
