/* icache.c - decides the size, ways and line of the instruction cache from calls of code (X-Ray 4.2
   to 4.4).

   The table has sequences of `lines' blocks of code, `stride' bytes apart, each called in its turn
   in any of a number of `chunks'.  It has the cost of a call in the best of many repeats, and the
   `high' that most repeats keep to.  In some rows with one chunk, the blocks beyond the ways are
   shifted by `shift'.

   Theorem 1: a sequence is held if and only if lines <= max(C / stride, A).  So for each stride of
   a way or more the first sequence that is not held has A + 1 blocks; at least two strides are
   needed, and all must agree.  For narrower strides, of which one is needed, it has a way more than
   C.  Branch predictors see twice as many branches where twice as many chunks are called, which
   must not change the answer.  Structures that count pages, such as a TLB, are not affected by a
   shift of one line.

   Unknown where strides or numbers of branches disagree, or a shift is ambiguous. */
#include "../compact.h"
#include "../method.h"
#include "held.h"

#include <math.h>
#include <stdbool.h>

enum { OF_CHUNKS, OF_STRIDE, OF_LINES, OF_SHIFT, OF_CYCLES, OF_HIGH };
enum { MOST_CALLED = 32 };

/* Sequences that are held differ by less, relative to a few blocks. */
static const double HELD_ALIKE = 0.2;
/* Relative to a few blocks: a way more than the capacity costs at least this, and a way less costs
   no more than such a part of it. */
static const double A_WAY_MORE = 0.03, A_WAY_LESS = 0.5;
/* The least cost of conflicts relative to a call that is held; the least part of it that shifts
   within a line keep; and the least gap to other shifts, relative to what is kept. */
static const double CONFLICT = 0.03, KEPT_OF_IT = 0.3, PARTED = 0.4, HARDLY_PARTED = 0.25;
/* Shifts are multiples of a chunk. */
static const double CHUNK_BYTES = 16;
static const double ICACHE_SURE = 0.97;

/* Sequences of STRIDE are held up to LINES blocks; OPEN: or more.  Where it is not KNOWN the rows
   decide nothing. */
struct held {
    double stride, lines;
    bool known, open;
};

struct called {
    double chunks;
    struct held held[MOST_CALLED];
    size_t strides;
    double ways, way; /* 0: unknown */
};

static bool is_sequence(const struct table *table, size_t row, double chunks) {
    return table_is(table, row, OF_CHUNKS, chunks) && table_is(table, row, OF_SHIFT, 0);
}

static bool is_of(const struct table *table, size_t row, double chunks, double stride) {
    return is_sequence(table, row, chunks) && table_is(table, row, OF_STRIDE, stride);
}

/* ---- one stride ---- */

/* For the stride whose rows begin at FIRST. */
static struct held find_held(const struct table *table, size_t first) {
    double chunks = table_at(table, first, OF_CHUNKS), stride = table_at(table, first, OF_STRIDE);
    struct held held = {stride, 0, false, true};
    double few = 0, high = NOT_MEASURED;
    bool gap = false;
    for (size_t row = first; row < table->rows && held.open; row++) {
        double lines = table_at(table, row, OF_LINES);
        if (!is_of(table, row, chunks, stride))
            continue;
        gap |= lines > held.lines + 1.5;
        held.open = table_at(table, row, OF_CYCLES) < held_limit(lines, few, high);
        if (!held.open)
            break;
        held.lines = lines;
        few = lines > FEW_LINES ? few : table_at(table, row, OF_CYCLES);
        high = fmax(lines > FEW_LINES ? high : 0, table_at(table, row, OF_HIGH));
    }
    held.known = !gap && high <= (1 + HELD_ALIKE) * few;
    return held;
}

static void find_called_strides(const struct table *table, struct called *called) {
    double last = 0;
    for (size_t row = 0; row < table->rows && called->strides < MOST_CALLED; row++) {
        double stride = table_at(table, row, OF_STRIDE);
        if (is_sequence(table, row, called->chunks) && stride > last) {
            called->held[called->strides++] = find_held(table, row);
            last = stride;
        }
    }
}

/* ---- all strides ---- */

static bool holds_as_many(const struct held *held, double lines) {
    return !held->known || (held->open ? held->lines <= lines : fabs(held->lines - lines) < 0.5);
}

/* The cost of a call of LINES blocks; 0 where it was not measured. */
static double cycles_of_call(const struct table *table, double chunks, double stride,
                             double lines) {
    for (size_t row = 0; row < table->rows; row++)
        if (is_of(table, row, chunks, stride) && table_is(table, row, OF_LINES, lines))
            return table_at(table, row, OF_CYCLES);
    return 0;
}

/* The number of narrow strides, of the first FIRST, that show the capacity: with one more line only
   a few sets overflow, and with a way more all do. 0 where one contradicts it. */
static size_t count_narrow(const struct table *table, const struct called *called, size_t first,
                           double ways) {
    double way = called->held[first].stride;
    size_t shown = 0;
    for (size_t i = 0; i < first; i++) {
        double stride = called->held[i].stride, more = way / stride, lines = ways * more;
        double few = cycles_of_call(table, called->chunks, stride, FEW_LINES);
        double less = cycles_of_call(table, called->chunks, stride, fmax(lines - more, 1));
        double full = cycles_of_call(table, called->chunks, stride, lines);
        double next = cycles_of_call(table, called->chunks, stride, lines + more);
        if (!(few > 0 && less > 0 && full > 0 && next > 0))
            continue;
        if (next - full < A_WAY_MORE * few || full - less > A_WAY_LESS * (next - full))
            return 0;
        shown++;
    }
    return shown;
}

/* The number of wide strides, from FIRST on, that begin to miss after WAYS; 0 where one contradicts
   it. */
static size_t count_wide(const struct called *called, size_t first, double ways) {
    size_t shown = 0;
    for (size_t i = first; i < called->strides; i++) {
        if (!holds_as_many(&called->held[i], ways))
            return 0;
        shown += called->held[i].known && !called->held[i].open;
    }
    return shown;
}

/* The widest strides hold the same number of lines; the narrowest of these is a way. */
static void find_called_ways(const struct table *table, struct called *called) {
    size_t first = called->strides;
    while (first > 0 && (called->held[first - 1].open || !called->held[first - 1].known))
        first--;
    double ways = first > 0 ? called->held[first - 1].lines : 0;
    while (first > 0 && holds_as_many(&called->held[first - 1], ways))
        first--;
    while (first < called->strides && !called->held[first].known)
        first++;
    if (ways > 0 && count_narrow(table, called, first, ways) >= 1 &&
        count_wide(called, first, ways) >= 2) {
        called->ways = ways;
        called->way = called->held[first].stride;
    }
}

/* Do most wide strides with other numbers of chunks, at least two, hold the same number of lines?
   Not all need to: more branches on a line may overflow their predictor at one distance. */
static bool is_confirmed(const struct called *called, const struct called *other) {
    size_t shown = 0, agreeing = 0;
    for (size_t i = 0; i < other->strides; i++) {
        const struct held *held = &other->held[i];
        if (held->stride < called->way || !held->known || held->open)
            continue;
        shown++;
        agreeing += fabs(held->lines - called->ways) < 0.5;
    }
    return agreeing >= 2 && 2 * agreeing > shown;
}

/* ---- the line ---- */

static bool is_shifted(const struct table *table, size_t row, const struct called *called) {
    return table_is(table, row, OF_STRIDE, called->way) &&
           table_at(table, row, OF_LINES) > called->ways && table_at(table, row, OF_SHIFT) > 0;
}

/* The cost of shifts below LINE, and of others, where the largest of the former is one chunk
   less. */
struct split {
    double before[2], behind[2]; /* the least and the most */
    double lines, last;
};

static struct split split_at(const struct table *table, const struct called *called, double line) {
    struct split split = {{NOT_MEASURED, 0}, {NOT_MEASURED, 0}, 0, 0};
    for (size_t row = 0; row < table->rows; row++) {
        double shift = table_at(table, row, OF_SHIFT), cycles = table_at(table, row, OF_CYCLES);
        double *side = shift < line ? split.before : split.behind;
        if (!is_shifted(table, row, called))
            continue;
        split.lines = table_at(table, row, OF_LINES);
        split.last = shift < line ? fmax(split.last, shift) : split.last;
        side[0] = fmin(side[0], cycles);
        side[1] = fmax(side[1], cycles);
    }
    return split;
}

/* Figure 10: shifts of less than a line keep the conflicts, and larger ones end them.  Sequences
   without a shift enter all lines at the same offset, which also confuses predictors, so the
   conflicts kept are compared with part of that cost. */
static bool is_line(const struct table *table, const struct called *called, double line,
                    double parted) {
    struct split split = split_at(table, called, line);
    double range = split.before[1] - split.behind[0], hit = split.behind[0];
    double unshifted = cycles_of_call(table, 1, called->way, split.lines);
    return split.last + CHUNK_BYTES + 0.5 > line && is_measured(split.before[0]) &&
           split.before[0] - split.behind[1] >= parted * range && range >= CONFLICT * hit &&
           unshifted > 0 && range >= KEPT_OF_IT * (unshifted - hit) &&
           fmod(called->way, line) < 0.5;
}

/* Where a line also fetches the next one, the next line's set overflows too, and up to half of the
   conflicts end one line later.  Then two shifts seem to end them, and neither is reported.
   Predictors that count windows of a few chunks end fewer conflicts. */
static double find_code_line(const struct table *table, const struct called *called) {
    double line = 0;
    size_t rivals = 0;
    for (size_t row = 0; row < table->rows && called->way > 0; row++) {
        double shift = table_at(table, row, OF_SHIFT);
        if (is_shifted(table, row, called) && is_line(table, called, shift, HARDLY_PARTED)) {
            line = shift;
            rivals++;
        }
    }
    return rivals == 1 && is_line(table, called, line, PARTED) ? line : 0;
}

/* ---- answers ---- */

static void icache_unknown(struct answers *answers, const char *why) {
    static const char *const names[] = {"l1i_size", "l1i_assoc", "l1i_line"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        answer_unknown(answers, names[i], "%s", why);
}

static void icache_decide(const struct table *table, const struct options *options,
                          struct answers *answers) {
    struct called few = {.chunks = 2}, many = {.chunks = 4};
    (void)options;
    find_called_strides(table, &few);
    find_called_strides(table, &many);
    find_called_ways(table, &few);
    double line = find_code_line(table, &few);
    answer_note(answers, "witness: %.0f ways of %.0f bytes", few.ways, few.way);
    if (!(few.ways > 0))
        icache_unknown(answers, "strides disagree on where calls begin to miss");
    else if (!is_confirmed(&few, &many))
        icache_unknown(answers, "the number of branches on a line changes the answer");
    else if (!(line > 0))
        icache_unknown(answers, "no single shift ends the conflicts");
    else {
        answer_integer(answers, "l1i_size", few.ways * few.way, ICACHE_SURE);
        answer_integer(answers, "l1i_assoc", few.ways, ICACHE_SURE);
        answer_integer(answers, "l1i_line", line, ICACHE_SURE);
    }
}

const struct method icache_method = {
    .name = "icache",
    .summary = "the instruction cache, from calls of code",
    .form = {{.keys = 4, .columns = 6, .above_zero = "cycles high"}},
    .rows = 4096,
    .decide = icache_decide};
