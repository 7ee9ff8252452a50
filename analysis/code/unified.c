/* unified.c - which levels hold code as well as data (AMP 3.6).

   A table of working sets: what a load of theirs costs, in `alone_ns` after some code that was
   executed over and over, in `data_ns` after other data of many times the working set were loaded,
   in `code_ns` after as much code was executed once.  Where the data push the working set out of a
   level, and so does the code, the level holds code; where the code does not, it has none.

   The smallest working set that data push out tells about how much the level takes; those that are
   larger decide.  The smallest of these decide that it holds code: more code could overflow an
   inclusive level behind it, which takes the data from this one too, and from itself, so that they
   cost more than a hit there.  All of them must agree that it holds none, but for those that are so
   large that the level behind may overflow; and somewhere code must have pushed data out, or it is
   not fetched at all, as where a translator leaves it out.

   The first level has the working sets that cost as little as the smallest; the second those from
   where two in a row cost clearly more, and alike. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { SET_BYTES, ALONE_NS, DATA_NS, CODE_NS };

/* Parts of a hit: what is alike, and what is clearly more. */
static const double SAME_LEVEL = 1.25, NEXT_LEVEL = 1.5;
/* Parts of what data do: code that does as much, or next to nothing. */
static const double MOST_OF_IT = 0.6, HARDLY_ANY = 0.1;
/* Times what data need to show. */
static const double LARGER = 1.3;
/* So many working sets must agree. */
enum { WORKING_SETS = 2 };
static const double UNIFIED_SURE = 0.97;

/* The first row behind FIRST that costs more than what is alike. */
static size_t end_of_level(const struct table *table, size_t first) {
    size_t row = first;
    while (row < table->rows &&
           table_at(table, row, ALONE_NS) <= SAME_LEVEL * table_at(table, first, ALONE_NS))
        row++;
    return row;
}

/* Do all from END on cost more than FIRST?  Else noise has cut the level short, and its larger
   working sets, which code may push out, were left out. */
static bool is_end(const struct table *table, size_t first, size_t end) {
    double hit = table_at(table, first, ALONE_NS);
    size_t row = end;
    while (row < table->rows && table_at(table, row, ALONE_NS) > SAME_LEVEL * hit)
        row++;
    return row == table->rows;
}

/* The first row of the second level, or the number of rows: no more than one may lie between the
   two, and none behind cost as little as the first level, of which noise may make a second one.
   Where the first row is alone short working sets were left out, and maybe a level. */
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

/* Do data push the working set of ROW out? */
static bool shows(const struct table *table, size_t row) {
    double effect = effect_of(table, row, DATA_NS);
    return effect > 0 && effect >= (NEXT_LEVEL - 1) * table_at(table, row, ALONE_NS);
}

/* The first row from FIRST up to END that data push out, or END. */
static size_t next_shown(const struct table *table, size_t first, size_t end) {
    size_t row = first;
    while (row < end && !shows(table, row))
        row++;
    return row;
}

/* The first row up to END of a working set that data push out whole, or END. */
static size_t first_whole(const struct table *table, size_t first, size_t end) {
    size_t least = next_shown(table, first, end), row = least;
    while (row < end &&
           table_at(table, row, SET_BYTES) < LARGER * table_at(table, least, SET_BYTES))
        row++;
    return row;
}

/* Does code push the working set of ROW out, as data do, which cost MOST_NS more at the most?  Of
   some rows a neighbour pushes out more. */
static bool pushes(const struct table *table, size_t row, double most_ns) {
    double data_ns = fmin(effect_of(table, row, DATA_NS), most_ns);
    return shows(table, row) && effect_of(table, row, CODE_NS) >= MOST_OF_IT * data_ns;
}

/* Is the working set of ROW large enough that code pushes one of twice its size out of the next
   level, whose rows begin at NEXT? */
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
    while (row < table->rows && !pushes(table, row, HUGE_VAL))
        row++;
    return row < table->rows;
}

/* Does code push out some of the smallest working sets that data push out, without a cost of more
   than MOST_NS, which only a level further behind has? */
static bool holds_code(const struct table *table, size_t first, size_t end, double most_ns) {
    size_t row = next_shown(table, first, end), pushed = 0;
    double data_ns = HUGE_VAL;
    for (size_t i = first_whole(table, first, end); i < end; i++)
        if (shows(table, i))
            data_ns = fmin(data_ns, effect_of(table, i, DATA_NS));
    for (size_t i = 0; i <= WORKING_SETS && row < end; i++) {
        pushed += pushes(table, row, data_ns) && table_at(table, row, CODE_NS) <= most_ns;
        row = next_shown(table, row + 1, end);
    }
    return pushed >= WORKING_SETS;
}

/* Does code push out next to nothing of what data push out whole, but for what the next level,
   whose rows begin at NEXT, may explain? */
static bool holds_none(const struct table *table, size_t first, size_t end, size_t next) {
    size_t row = next_shown(table, first_whole(table, first, end), end), spared = 0;
    for (; row < end; row = next_shown(table, row + 1, end)) {
        bool spares = effect_of(table, row, CODE_NS) <= HARDLY_ANY * effect_of(table, row, DATA_NS);
        if (!spares && !may_overflow(table, row, next))
            return false;
        spared += spares;
    }
    return spared >= WORKING_SETS && is_end(table, first, end);
}

/* The level of the rows from FIRST on; those of the next one begin at NEXT, and what costs more
   than MOST_NS is not in it. */
static void decide_unified(const struct table *table, size_t first, size_t next, double most_ns,
                           const char *name, struct answers *answers) {
    size_t end = first < table->rows ? end_of_level(table, first) : first;
    bool code = holds_code(table, first, end, most_ns);
    if (next_shown(table, first, end) == end)
        answer_unknown(answers, name, "data push no working set out of the level");
    else if (!is_fetched(table))
        answer_unknown(answers, name, "code pushes no data out, wherever they are");
    else if (code || holds_none(table, first, end, next))
        answer_integer(answers, name, code, UNIFIED_SURE);
    else
        answer_unknown(answers, name, "too few working sets say the same");
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
