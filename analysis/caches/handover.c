/* handover.c - decides write-back of the first two levels by how long another CPU waits for lines
   that one has written.

   The table has, for each `level' and other `cpu', the time of a load in each round: `held_ns'
   where the lines were in that level, and `away_ns' where the level had evicted them to the next.
   A level that writes back is the only one to have the new data, so that the other CPU's request
   must go on to it from the next level.  Behind a level that writes through, the next one has the
   data in both cases.  So held lines that take longer, in nearly all rounds, show write-back. Lines
   that take as long show nothing: a level may be asked at no cost, or the way between the CPUs may
   hide it. */
#include "../ascending.h"
#include "../method.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { HANDED_LEVEL, HANDED_CPU, HANDED_ROUND, HANDED_HELD, HANDED_AWAY };
enum { MOST_HANDED = 1024, FEWEST_HANDED = 15, HANDED_LEVELS = 2 };

/* The part of the rounds in which held lines take longer, and the least median of the difference,
   relative to the time of a load: between CPUs of different sockets it is smaller, and noise. */
static const double LONGER_ROUNDS = 0.9, LONGER_BY = 0.01, HANDED_SURE = 0.95;

/* (held_ns - away_ns) / away_ns of the rounds from ROW on that have the same level and CPU. Returns
   their number. */
static size_t read_handed(const struct table *table, size_t row, double differ[MOST_HANDED]) {
    double level = table_at(table, row, HANDED_LEVEL), cpu = table_at(table, row, HANDED_CPU);
    size_t count = 0;
    for (; row < table->rows && count < MOST_HANDED && table_is(table, row, HANDED_LEVEL, level) &&
           table_is(table, row, HANDED_CPU, cpu);
         row++) {
        double away = table_at(table, row, HANDED_AWAY);
        differ[count++] = (table_at(table, row, HANDED_HELD) - away) / away;
    }
    return count;
}

static bool take_longer(double *differ, size_t count) {
    size_t longer = 0;
    for (size_t i = 0; i < count; i++)
        longer += differ[i] > 0;
    qsort(differ, count, sizeof *differ, ascending);
    return count >= FEWEST_HANDED && (double)longer >= LONGER_ROUNDS * (double)count &&
           differ[count / 2] >= LONGER_BY;
}

static void handover_decide(const struct table *table, const struct options *options,
                            struct answers *answers) {
    bool shown[HANDED_LEVELS] = {false, false}, tried[HANDED_LEVELS] = {false, false};
    (void)options;
    for (size_t row = 0, count = 1; row < table->rows; row += count) {
        double differ[MOST_HANDED], level = table_at(table, row, HANDED_LEVEL);
        count = read_handed(table, row, differ);
        if (!(level >= 1 && level <= HANDED_LEVELS))
            continue;
        shown[(size_t)level - 1] = take_longer(differ, count) || shown[(size_t)level - 1];
        tried[(size_t)level - 1] = true;
    }
    for (size_t i = 0; i < HANDED_LEVELS; i++) {
        char name[ANSWER_NAME];
        answer_name(name, (double)(i + 1), "write_back");
        if (shown[i])
            answer_integer(answers, name, 1, HANDED_SURE);
        else if (!tried[i])
            answer_unknown(answers, name,
                           "no two CPUs took turns, or to evict the level takes too long");
        else
            answer_unknown(
                answers, name,
                "no other CPU clearly waits longer for written lines that are still in this "
                "level, which proves nothing; two cores that share the next level would "
                "show it best");
    }
}

const struct method handover_method = {
    .name = "handover",
    .summary = "write-back, from lines that another CPU loads",
    .form = {{.keys = 3, .columns = 5, .above_zero = "held_ns away_ns"}},
    .rows = MOST_HANDED,
    .decide = handover_decide};
