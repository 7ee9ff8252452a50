/* decoded.c - decides how many operations a cache of decoded instructions holds.

   The table has straight-line code in lines with a number of operations each: the number of lines,
   and the cost of one.  Lines that are not held run at the speed of the decoders, which is lower if
   the line's instructions are long enough.

   A cache whose entries hold some operations of one window of code holds the same number of lines
   while these fit, and far fewer with one operation more.  A cache that counts operations only
   holds the same number of these in any layout.  Either way its size is the largest number of
   operations that any line shows to be held.  An instruction cache holds the same number of lines
   whatever they contain.

   Unknown where no code is slower, or where lines with more and with fewer operations disagree. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { LINES_OPERATIONS, LINES_COUNT, LINES_CYCLES };
enum { MOST_DENSITIES = 16, LEAST_SIDE = 3, NEXT = 2 };

/* The least slowdown by the decoders, and the largest of code that is held. */
static const double SLOWER = 1.12, NO_LONGER = 1.05;
/* Times the lines that are held: every set of four ways or more overflows. */
static const double ALL_FULL = 1.3;
/* The call itself has a cost, which the shortest code shows. */
static const double LATELY = 0.7;
/* Ratios: about as many operations, and hardly more; fewer lines, and much denser ones. */
static const double NEARLY = 0.07, HARDLY = 0.02, FEWER = 0.8, DENSER = 1.2;
static const double DECODED_SURE = 0.95;

struct density {
    size_t first, end;        /* rows */
    double operations, lines; /* of a line; that are held, 0: not known */
};

static double lines_of(const struct table *table, size_t row) {
    return table_at(table, row, LINES_COUNT);
}

static double cycles_of_line(const struct table *table, size_t row) {
    return table_at(table, row, LINES_CYCLES);
}

/* The highest cost before row AT, of code no shorter than a part of the code there. */
static double most_before(const struct table *table, const struct density *density, size_t at,
                          double part) {
    double most = 0;
    for (size_t row = density->first; row < at; row++)
        if (lines_of(table, row) >= part * lines_of(table, at))
            most = fmax(most, cycles_of_line(table, row));
    return most;
}

/* Are the rows before AT fast, and that row and the later ones slower, and those slow in which
   every set overflows? */
static bool is_edge(const struct table *table, const struct density *density, size_t at) {
    double lately = most_before(table, density, at, LATELY), least = NOT_MEASURED,
           far = NOT_MEASURED;
    for (size_t row = at; row < density->end; row++) {
        least = fmin(least, cycles_of_line(table, row));
        if (lines_of(table, row) >= ALL_FULL * lines_of(table, at - 1))
            far = fmin(far, cycles_of_line(table, row));
    }
    return least > NO_LONGER * lately && least > most_before(table, density, at, 0) &&
           far >= SLOWER * lately && is_measured(far);
}

static double find_lines(const struct table *table, const struct density *density) {
    for (size_t at = density->first + LEAST_SIDE; at + LEAST_SIDE < density->end; at++)
        if (is_edge(table, density, at))
            return lines_of(table, at - 1);
    return 0;
}

static size_t find_densities(const struct table *table, struct density *density) {
    size_t count = 0;
    for (size_t row = 0; row < table->rows; row++) {
        double operations = table_at(table, row, LINES_OPERATIONS);
        bool next = count == 0 || fabs(density[count - 1].operations - operations) > 0.5;
        if (next && count == MOST_DENSITIES)
            break;
        if (next)
            density[count++] = (struct density){.first = row, .operations = operations};
        density[count - 1].end = row + 1;
    }
    for (size_t i = 0; i < count; i++)
        density[i].lines = find_lines(table, &density[i]);
    return count;
}

static double held_of(const struct density *density) {
    return density->operations * density->lines;
}

/* Of the densities that hold about the most operations, the one with the fewest in a line. */
static size_t fullest(const struct density *density, size_t count) {
    size_t best = 0;
    for (size_t i = 0; i < count; i++)
        if (held_of(&density[i]) > (1 + HARDLY) * held_of(&density[best]))
            best = i;
    return best;
}

static size_t count_known(const struct density *density, size_t first, size_t end) {
    size_t known = 0;
    for (size_t i = first; i < end; i++)
        known += density[i].lines > 0;
    return known;
}

/* Do all densities except one, from few to many operations in a line, hold the same number? */
static bool count_operations(const struct density *density, size_t count, double held) {
    double sparsest = NOT_MEASURED, densest = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(density[i].lines > 0))
            continue;
        if (held_of(&density[i]) < (1 - NEARLY) * held)
            return false;
        sparsest = fmin(sparsest, density[i].operations);
        densest = fmax(densest, density[i].operations);
    }
    return densest >= DENSER * sparsest && count_known(density, 0, count) + 1 >= count;
}

/* Do lines that are slow from a smaller number on become slower again at LINES?  Then it is the
   instruction cache that is full, and evicts all lines. */
static bool falls_again(const struct table *table, const struct density *density, double lines) {
    double before = 0, far = NOT_MEASURED;
    for (size_t row = density->first; row < density->end; row++) {
        if (lines_of(table, row) < lines)
            before = fmax(before, cycles_of_line(table, row));
        if (lines_of(table, row) >= ALL_FULL * lines)
            far = fmin(far, cycles_of_line(table, row));
    }
    return far > NO_LONGER * before;
}

/* Do lines with fewer operations than those of BEST fill as many entries, and those with more
   operations more entries?  The next density may have to divide its operations unevenly among
   windows.  Where that does not show, BEST may not fill the cache. */
static bool count_entries(const struct table *table, const struct density *density, size_t count,
                          size_t best) {
    if (best + NEXT >= count || count_known(density, best + 1, best + 1 + NEXT) < NEXT)
        return false;
    double lines = density[best].lines, next = density[best + 1].lines;
    double dense = density[best + NEXT].lines;
    for (size_t i = 0; i < count; i++) {
        double these = density[i].lines, alike = i <= best ? lines : dense;
        if (i > best + 1 && these > 0 && falls_again(table, &density[i], lines))
            return false;
        if (these > 0 && i != best + 1 && fabs(these - alike) > NEARLY * alike)
            return false;
    }
    return next <= FEWER * lines && dense <= (1 + NEARLY) * next;
}

static void decoded_decide(const struct table *table, const struct options *options,
                           struct answers *answers) {
    struct density density[MOST_DENSITIES];
    size_t count = find_densities(table, density), best = fullest(density, count);
    double held = held_of(&density[best]);
    (void)options;
    for (size_t i = 0; i < count; i++)
        answer_note(answers, "%.0f operations a line: %.0f lines", density[i].operations,
                    density[i].lines);
    if (!(held > 0))
        answer_unknown(answers, "uop_cache_uops",
                       "no length of code beyond which all code runs slower");
    else if (2 * count_known(density, 0, count) <= count ||
             (!count_operations(density, count, held) &&
              !count_entries(table, density, count, best)))
        answer_unknown(answers, "uop_cache_uops",
                       "lines with many and with few operations show different capacities");
    else
        answer_rounded(answers, "uop_cache_uops", held, 2, DECODED_SURE);
}

const struct method decoded_method = {
    .name = "decoded",
    .summary = "decoded instructions that are held",
    .form = {{.keys = 2, .columns = 3, .above_zero = "operations"}},
    .rows = 1024,
    .decide = decoded_decide};
