/* unified.c - which levels hold code as well as data (AMP 3.6).

   A table of working sets: what a load of theirs costs, in `alone_ns` after some code that was
   executed over and over, in `data_ns` after other data of many times the working set were loaded,
   in `code_ns` after as much code was executed once.  Where the data push the working set out of a
   level, and so does the code, the level holds code; where the code does not, it has none.

   The least working set that data push out tells about how much the level takes; those that are
   larger decide.  The first of them say that it holds code, since more code might push data out of
   a level behind, which then takes them from this one as well; and all of them that it does not,
   since data may be pushed out by fewer others that have their place, of which code is none.

   The first level has the working sets that cost as little as the smallest; the second those from
   where two in a row cost clearly more, and alike. */
#include "../product.h"

#include <stdbool.h>

enum { SET_BYTES, ALONE_NS, DATA_NS, CODE_NS };

/* Parts of a hit: what is alike, and what is clearly more. */
static const double SAME_LEVEL = 1.25, NEXT_LEVEL = 1.5;
/* Parts of what data do: code that does as much, or next to nothing. */
static const double MOST_OF_IT = 0.6, HARDLY_ANY = 0.25;
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

/* The first row of the second level, or the number of rows.  Where the first row is alone short
   working sets were left out, and maybe a level. */
static size_t second_level(const struct table *table) {
    double hit = table_at(table, 0, ALONE_NS);
    size_t end = end_of_level(table, 0);
    for (size_t row = end; end > 1 && row + 1 < table->rows; row++)
        if (table_at(table, row, ALONE_NS) >= NEXT_LEVEL * hit &&
            end_of_level(table, row) >= row + WORKING_SETS)
            return row;
    return table->rows;
}

static double effect_of(const struct table *table, size_t row, size_t column) {
    return table_at(table, row, column) - table_at(table, row, ALONE_NS);
}

/* Do data push the working set of ROW out? */
static bool shows(const struct table *table, size_t row) {
    return effect_of(table, row, DATA_NS) >= (NEXT_LEVEL - 1) * table_at(table, row, ALONE_NS);
}

/* The first row up to END that decides, or END. */
static size_t first_decisive(const struct table *table, size_t first, size_t end) {
    size_t least = first, row;
    while (least < end && !shows(table, least))
        least++;
    for (row = least; row < end; row++)
        if (table_at(table, row, SET_BYTES) >= LARGER * table_at(table, least, SET_BYTES))
            break;
    return row;
}

static void decide_unified(const struct table *table, size_t first, const char *name,
                           struct answers *answers) {
    size_t end = first < table->rows ? end_of_level(table, first) : first;
    size_t shown = 0, full = 0, none = 0;
    for (size_t row = first_decisive(table, first, end); row < end; row++) {
        double data = effect_of(table, row, DATA_NS), code = effect_of(table, row, CODE_NS);
        if (!shows(table, row))
            continue;
        full += shown < WORKING_SETS && code >= MOST_OF_IT * data;
        none += code <= HARDLY_ANY * data;
        shown++;
    }
    if (shown < WORKING_SETS)
        answer_unknown(answers, name, "too few working sets that data push out of the level");
    else if (full == WORKING_SETS || none == shown)
        answer_integer(answers, name, full == WORKING_SETS, UNIFIED_SURE);
    else
        answer_unknown(answers, name, "code pushes some data out of the level, and not all");
}

void unified_decide(const struct table *table, const struct options *options,
                    struct answers *answers) {
    (void)options;
    decide_unified(table, 0, "l1_unified", answers);
    decide_unified(table, second_level(table), "l2_unified", answers);
}
