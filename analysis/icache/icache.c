/* icache.c - the instruction cache from calls of code (X-Ray 4.2 to 4.4, METHODS 0a.4).

   A table of sequences: `lines' chunks of code, `stride' bytes apart, the last shifted by `shift',
   each called in its turn, one chunk of a line or any of two (`chunks'); and what a call costs in
   the best of many repeats: the least (`low'), the `high' that a few keep to, and the middle of
   these.

   Theorem 1: a sequence is held if and only if lines <= max(C / stride, A).  So the first that is
   not stands at A + 1 for every stride of a way or more, and at C / stride + 1 for narrower ones,
   which must all agree, at least two of the one kind and one of the other.  What remembers branches
   has twice as many of them where any of two is called, and must not have decided; and what
   goes by pages, as a TLB, does not mind if the last line is shifted by one. */
#include "../compact.h"
#include "../line.h"
#include "../product.h"
#include "held.h"

#include <math.h>
#include <stdbool.h>

enum { OF_CHUNKS, OF_STRIDE, OF_LINES, OF_SHIFT, OF_CYCLES, OF_LOW, OF_HIGH };
enum { MOST_CALLED = 32, KINDS_OF_CALLS = 2 };

/* All that are held cost as much as a few, but for so much of it. */
static const double HELD_ALIKE = 0.2;
/* Of a way. */
static const double A_WAY_MORE = 0.75;
/* Of a line: one, or any of two. */
static const double CHUNKS[KINDS_OF_CALLS] = {1, 2};
/* Of the conflicts, by a shift that is less than a line. */
static const double ALL_KEPT_BEFORE = 0.7;
/* Shifts are by chunks. */
static const double CHUNK_BYTES = 16;
static const double ICACHE_SURE = 0.97;

/* Sequences of STRIDE are held up to so many LINES; OPEN: or more.  What is not KNOWN says nothing.
 */
struct held {
    double stride, lines;
    bool known, open;
};

struct called {
    struct held held[MOST_CALLED];
    size_t strides;
    double ways, way; /* 0: unknown */
};

static bool is_sequence(const struct table *table, size_t row, double chunks) {
    return fabs(table_at(table, row, OF_CHUNKS) - chunks) < 0.5 &&
           !(table_at(table, row, OF_SHIFT) > 0);
}

static bool is_of(const struct table *table, size_t row, double chunks, double stride) {
    return is_sequence(table, row, chunks) && fabs(table_at(table, row, OF_STRIDE) - stride) < 0.5;
}

/* ---- one stride ---- */

/* Of the stride whose rows begin at FIRST. */
static struct held find_held(const struct table *table, size_t first) {
    double chunks = table_at(table, first, OF_CHUNKS), stride = table_at(table, first, OF_STRIDE);
    struct held held = {stride, 0, false, true};
    double few = 0, high = NEVER;
    bool gap = false;
    for (size_t row = first; row < table->rows && held.open; row++) {
        double lines = table_at(table, row, OF_LINES);
        if (!is_of(table, row, chunks, stride))
            continue;
        gap |= lines > held.lines + 1.5;
        held.open = table_at(table, row, OF_LOW) < held_limit(lines, few, high);
        if (!held.open)
            break;
        held.lines = lines;
        few = lines > FEW_LINES ? few : table_at(table, row, OF_CYCLES);
        high = fmax(lines > FEW_LINES ? high : 0, table_at(table, row, OF_HIGH));
    }
    held.known = !gap && high <= (1 + HELD_ALIKE) * few;
    return held;
}

static void find_called_strides(const struct table *table, double chunks, struct called *called) {
    double last = 0;
    for (size_t row = 0; row < table->rows && called->strides < MOST_CALLED; row++) {
        double stride = table_at(table, row, OF_STRIDE);
        if (is_sequence(table, row, chunks) && stride > last) {
            called->held[called->strides++] = find_held(table, row);
            last = stride;
        }
    }
}

/* ---- all strides ---- */

static bool holds_as_many(const struct held *held, double lines) {
    return !held->known || (held->open ? held->lines <= lines : fabs(held->lines - lines) < 0.5);
}

/* A narrow stride shows the capacity: with a line more only a few conflict, and with as many more
   as are a way all of them do. */
static bool holds_capacity(const struct held *held, double capacity, double way) {
    double bytes = held->lines * held->stride;
    return !held->known ||
           (bytes < capacity + A_WAY_MORE * way && (held->open || bytes > capacity - way / 2));
}

/* Do all strides keep to the theorem, those from FIRST on with WAYS lines? */
static bool keep_to_theorem(const struct called *called, size_t first, double ways) {
    double way = called->held[first].stride;
    for (size_t i = 0; i < called->strides; i++)
        if (i < first ? !holds_capacity(&called->held[i], ways * way, way)
                      : !holds_as_many(&called->held[i], ways))
            return false;
    return true;
}

/* Strides from FIRST up to END that show where misses begin. */
static size_t count_shown(const struct called *called, size_t first, size_t end) {
    size_t shown = 0;
    for (size_t i = first; i < end; i++)
        shown += called->held[i].known && !called->held[i].open;
    return shown;
}

/* The widest strides hold as many lines; the narrowest of these is a way. */
static void find_called_ways(struct called *called) {
    size_t first = called->strides;
    while (first > 0 && (called->held[first - 1].open || !called->held[first - 1].known))
        first--;
    double ways = first > 0 ? called->held[first - 1].lines : 0;
    while (first > 0 && holds_as_many(&called->held[first - 1], ways))
        first--;
    while (first < called->strides && !called->held[first].known)
        first++;
    if (ways > 0 && keep_to_theorem(called, first, ways) && count_shown(called, 0, first) >= 1 &&
        count_shown(called, first, called->strides) >= 2) {
        called->ways = ways;
        called->way = called->held[first].stride;
    }
}

/* ---- the line ---- */

static double cycles_of_call(const struct table *table, double stride, double lines) {
    for (size_t row = 0; row < table->rows; row++)
        if (is_of(table, row, 1, stride) && fabs(table_at(table, row, OF_LINES) - lines) < 0.5)
            return table_at(table, row, OF_CYCLES);
    return 0;
}

/* Figure 10.  A way is whole lines.  Where a line brings in the next one as well, that one has as
   many beside the shifted place, which alone misses then: so a shift keeps all conflicts, or is
   none. */
static double find_code_line(const struct table *table, const struct called *called) {
    if (!(called->way > 0))
        return 0;
    struct shifts shifts = {.full = 0};
    for (size_t row = 0; row < table->rows; row++) {
        double stride = table_at(table, row, OF_STRIDE), lines = table_at(table, row, OF_LINES);
        if (!(table_at(table, row, OF_SHIFT) > 0) || fabs(lines - called->ways - 1) > 0.5 ||
            fmod(stride, called->way) > 0.5)
            continue;
        double hit = cycles_of_call(table, stride, called->ways);
        shifts.full = cycles_of_call(table, stride, lines) - hit;
        shifts_add(&shifts, table_at(table, row, OF_SHIFT), table_at(table, row, OF_CYCLES) - hit,
                   table_at(table, row, OF_LOW) - hit);
    }
    double line = shifts_line(&shifts, CHUNK_BYTES);
    bool whole = line > 0 && fmod(called->way, line) < 0.5;
    for (size_t i = 0; i < shifts.count; i++)
        if (shifts.bytes[i] < line && shifts.rise[i] < ALL_KEPT_BEFORE * shifts.full)
            whole = false;
    return whole ? line : 0;
}

/* ---- answers ---- */

static void icache_unknown(struct answers *answers, const char *why) {
    static const char *const names[] = {"l1i_size", "l1i_assoc", "l1i_line"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        answer_unknown(answers, names[i], "%s", why);
}

void icache_decide(const struct table *table, const struct options *options,
                   struct answers *answers) {
    struct called called[KINDS_OF_CALLS] = {{.strides = 0}, {.strides = 0}};
    (void)options;
    for (size_t i = 0; i < KINDS_OF_CALLS; i++) {
        find_called_strides(table, CHUNKS[i], &called[i]);
        find_called_ways(&called[i]);
        answer_note(answers, "witness: %.0f chunks of a line: %.0f ways of %.0f bytes", CHUNKS[i],
                    called[i].ways, called[i].way);
    }
    double line = find_code_line(table, &called[0]);
    if (!(called[0].ways > 0) || !(called[1].ways > 0))
        icache_unknown(answers, "no strides agree on where calls begin to miss");
    else if (fabs(called[0].ways - called[1].ways) > 0.5 ||
             fabs(called[0].way - called[1].way) > 0.5)
        icache_unknown(answers, "more branches on the same lines change the answer");
    else if (!(line > 0))
        icache_unknown(answers, "no shift of a line, or more than one, ends the conflict");
    else {
        answer_integer(answers, "l1i_size", called[0].ways * called[0].way, ICACHE_SURE);
        answer_integer(answers, "l1i_assoc", called[0].ways, ICACHE_SURE);
        answer_integer(answers, "l1i_line", line, ICACHE_SURE);
    }
}
