/* amp.c - decides caches and TLB from counts of misses (Coleman and Davidson, AMP 3.1 to 3.10).

   The table has experiments, each on several layouts of pages: an event, places some bytes apart,
   and the misses in one pass over them, the least and the most of all layouts.  Counts are exact,
   so there are no thresholds to find: places that are held have no miss, and others at least one in
   each pass.

   The ways are the number of places held where all share a set: at the widest distances one more is
   not held at any of them (3.3: thrashing).  The least such distance is a way if exactly twice as
   many places are held at half of it; ways times that distance is the capacity (X-Ray's Theorem 1).
   Odd multiples of it must agree, since the number of sets may be no power of two, and so must all
   layouts, since frames may be scattered.  The line follows from how far the last of these places
   must be shifted, up or down, to reach another set; a way must be a whole number of lines.  Pages
   are found as by tlb.c.

   A counter may count something else (3.1: an erratum of the UltraSPARC).  One that counts too much
   contradicts the theorem, or has more misses than loads.  One that counts too little, such as only
   the translations that miss every level of the TLB, finds too large a level; so the places held
   must cost no more cycles than a few places.

   Unknown where there is no counter, or one of these checks fails. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum {
    AMP_EVENT,
    AMP_KIND,
    AMP_STRIDE,
    AMP_PLACES,
    AMP_LAST,
    AMP_LEAST,
    AMP_MOST,
    AMP_CYCLES,
};

static const double AMP_HELD = 0.5;  /* misses in a pass */
static const double AMP_TIMED = 1.1; /* ratio of cycles beyond which places do not hit */
static const double AMP_SOME = 0.25; /* share of all: hardly any; one minus this is nearly all */
static const double AMP_SURE = 0.97;

struct amp {
    const struct table *table;
    const char *event;
    double unit;      /* the least distance */
    double ways, way; /* 0: not known; in bytes */
};

/* ---- rows ---- */

static double amp_cell(const struct amp *amp, size_t row, size_t column) {
    return table_at(amp->table, row, column);
}

static bool amp_same(double one, double other) {
    return !(fabs(one - other) > 0);
}

static bool amp_of_event(const struct amp *amp, size_t row) {
    return table_is_word(amp->table, row, AMP_EVENT, amp->event);
}

static bool amp_of_kind(const struct amp *amp, size_t row, const char *kind) {
    return table_is_word(amp->table, row, AMP_KIND, kind);
}

/* The row of such an experiment, or the number of rows. */
static size_t amp_find(const struct amp *amp, const char *kind, double stride, double places,
                       double last) {
    size_t row = 0;
    while (row < amp->table->rows && !(amp_of_event(amp, row) && amp_of_kind(amp, row, kind) &&
                                       amp_same(amp_cell(amp, row, AMP_STRIDE), stride) &&
                                       amp_same(amp_cell(amp, row, AMP_PLACES), places) &&
                                       amp_same(amp_cell(amp, row, AMP_LAST), last)))
        row++;
    return row;
}

static bool amp_row_held(const struct amp *amp, size_t row) {
    return row < amp->table->rows && amp_cell(amp, row, AMP_MOST) < AMP_HELD;
}

static bool amp_row_missed(const struct amp *amp, size_t row) {
    return row < amp->table->rows && amp_cell(amp, row, AMP_LEAST) >= AMP_HELD;
}

/* Are the places held on all layouts?  Without such a row neither this nor the next function is
   true. */
static bool amp_held(const struct amp *amp, double stride, double places) {
    return amp_row_held(amp, amp_find(amp, "again", stride, places, stride));
}

static bool amp_missed(const struct amp *amp, double stride, double places) {
    return amp_row_missed(amp, amp_find(amp, "again", stride, places, stride));
}

/* ---- the counter ---- */

/* The first row of the event, which has the least distance; or the number of rows. */
static size_t amp_first(const struct amp *amp) {
    size_t row = 0;
    while (row < amp->table->rows && !amp_of_event(amp, row))
        row++;
    return row;
}

/* Does the counter report more misses than loads?  Speculative execution may miss as well. */
static bool amp_impossible(const struct amp *amp) {
    for (size_t row = 0; row < amp->table->rows; row++)
        if (amp_of_event(amp, row) && strcmp(amp->event, "l1i") != 0 &&
            amp_cell(amp, row, AMP_MOST) > amp_cell(amp, row, AMP_PLACES) + AMP_HELD)
            return true;
    return false;
}

/* Do places that are held cost more than a few places? */
static bool amp_slow(const struct amp *amp) {
    double few = NOT_MEASURED, most = 0;
    for (size_t row = 0; row < amp->table->rows; row++) {
        double cycles = amp_cell(amp, row, AMP_CYCLES);
        if (!amp_of_event(amp, row) || !is_measured(cycles))
            continue;
        few = fmin(few, cycles);
        most = fmax(most, cycles);
    }
    return most > AMP_TIMED * few;
}

/* ---- ways ---- */

/* Is the row one of places at equal distances, and not part of another experiment? */
static bool amp_equal(const struct amp *amp, size_t row) {
    return amp_of_event(amp, row) && amp_of_kind(amp, row, "again") &&
           amp_same(amp_cell(amp, row, AMP_LAST), amp_cell(amp, row, AMP_STRIDE)) &&
           amp_cell(amp, row, AMP_STRIDE) >= amp->unit;
}

/* Finds the number of places of which one more is missed at the widest stride, and the least stride
   at which that is so. */
static void amp_find_ways(struct amp *amp) {
    double widest = 0, least = NOT_MEASURED;
    for (size_t row = 0; row < amp->table->rows; row++) {
        double stride = amp_cell(amp, row, AMP_STRIDE), places = amp_cell(amp, row, AMP_PLACES);
        if (amp_equal(amp, row) && amp_missed(amp, stride, places) &&
            amp_held(amp, stride, places - 1) && stride > widest) {
            widest = stride;
            amp->ways = places - 1;
        }
    }
    for (size_t row = 0; row < amp->table->rows; row++) {
        double stride = amp_cell(amp, row, AMP_STRIDE);
        if (amp_equal(amp, row) && amp_missed(amp, stride, amp->ways + 1))
            least = fmin(least, stride);
    }
    amp->way = amp->ways > 0 ? least : 0;
}

/* Does each row agree with Theorem 1? */
static bool amp_agree(const struct amp *amp) {
    for (size_t row = 0; row < amp->table->rows; row++) {
        double stride = amp_cell(amp, row, AMP_STRIDE);
        double fit = fmax(amp->ways, floor(amp->ways * amp->way / stride));
        if (!amp_equal(amp, row))
            continue;
        if (amp_cell(amp, row, AMP_PLACES) <= fit ? !amp_row_held(amp, row)
                                                  : !amp_row_missed(amp, row))
            return false;
    }
    return amp->ways > 0;
}

/* Is there a row at half of the way that agrees, and one at twice the way? */
static bool amp_half(const struct amp *amp) {
    return amp_held(amp, amp->way / 2, 2 * amp->ways) &&
           amp_missed(amp, amp->way / 2, 2 * amp->ways + 1);
}

static bool amp_twice(const struct amp *amp) {
    return amp_held(amp, 2 * amp->way, amp->ways) && amp_missed(amp, 2 * amp->way, amp->ways + 1);
}

/* The least shift of the last place, up or down, at which all are held; 0: not known.  In a fully
   associative cache no shift below a way does that, and the way is a line. */
static double amp_shift(const struct amp *amp, bool nearer, double step) {
    double least = amp->way, most = 0;
    for (size_t row = 0; row < amp->table->rows; row++) {
        double last = amp_cell(amp, row, AMP_LAST);
        double shift = nearer ? amp->way - last : last - amp->way;
        if (!(shift > 0) || row != amp_find(amp, "again", amp->way, amp->ways + 1, last))
            continue;
        most = fmax(most, shift);
        least = amp_row_held(amp, row) ? fmin(least, shift) : least;
    }
    return least < amp->way || amp_same(most, amp->way - step) ? least : 0;
}

/* The line: lines begin between the least shift up and the least shift down. */
static double amp_line(const struct amp *amp, double step) {
    double further = amp_shift(amp, false, step), nearer = amp_shift(amp, true, step);
    return further > 0 && nearer > 0 ? further + nearer - step : 0;
}

/* Returns NULL, or the reason why the event decides nothing. */
static const char *amp_open(struct amp *amp, const struct table *table, const char *event) {
    *amp = (struct amp){.table = table, .event = event};
    if (amp_first(amp) == table->rows)
        return "no counter of these misses, or no number of places begins to miss";
    if (amp_impossible(amp))
        return "the counter reports more misses than loads";
    if (amp_slow(amp))
        return "places without misses cost extra cycles: the counter counts something else";
    amp->unit = amp_cell(amp, amp_first(amp), AMP_STRIDE);
    amp_find_ways(amp);
    return amp_agree(amp) ? NULL : "distances or layouts contradict each other";
}

static void amp_answer(struct answers *answers, const char *name, double value, const char *why) {
    if (why == NULL)
        answer_integer(answers, name, value, AMP_SURE);
    else
        answer_unknown(answers, name, "%s", why);
}

/* ---- caches ---- */

enum { AMP_STEP = 16 };

static void amp_cache(const struct table *table, const char *event, const char *const names[3],
                      struct answers *answers) {
    struct amp amp;
    const char *why = amp_open(&amp, table, event);
    double line = why == NULL ? amp_line(&amp, AMP_STEP) : 0;
    if (why == NULL && !(amp_half(&amp) && amp_twice(&amp)))
        why = "no distance surely puts all places into one set";
    if (why == NULL && (!(line > 0) || fmod(amp.way, line) > 0))
        why = "no shift moves a place to another set, or a way is no whole number of lines";
    amp_answer(answers, names[0], amp.ways * amp.way, why);
    amp_answer(answers, names[1], amp.ways, why);
    amp_answer(answers, names[2], line, why);
}

/* ---- the TLB ---- */

/* The stride at which each of twice as many places as entries has a page of its own, so that half
   of them miss under any policy; at half of it two places share a page, and hardly any miss. 0 if
   there is none. */
static double amp_page(const struct amp *amp, double entries) {
    double page = 0;
    for (size_t row = 0; row < amp->table->rows; row++) {
        double stride = amp_cell(amp, row, AMP_STRIDE), places = 2 * entries;
        size_t half = amp_find(amp, "again", stride / 2, places, stride / 2);
        if (stride < amp->unit && amp_find(amp, "again", stride, places, stride) == row &&
            amp_cell(amp, row, AMP_LEAST) >= places / 2 && half < amp->table->rows &&
            amp_cell(amp, half, AMP_MOST) <= AMP_SOME * places)
            page = stride;
    }
    return page;
}

/* A fully associative TLB holds its entries on any pages; with sets some layouts overflow one.
   Then half the distance must agree, and for the number of ways twice the distance. */
static void amp_tlb(const struct table *table, struct answers *answers) {
    struct amp amp;
    const char *why = amp_open(&amp, table, "dtlb");
    double entries = why == NULL ? amp.ways * (amp.way / amp.unit) : 0;
    double page = why == NULL ? amp_page(&amp, entries) : 0;
    bool sets = amp.ways < entries, anywhere = amp_held(&amp, 0, entries);
    if (why == NULL && (sets ? anywhere || !amp_half(&amp) : !anywhere))
        why = "random pages and pages at equal distances disagree";
    if (why == NULL && !(page > 0))
        why = "no stride from which on every place has a page of its own";
    amp_answer(answers, "tlb1_entries", entries, why);
    amp_answer(answers, "page_size", page, why);
    if (why == NULL && sets && !amp_twice(&amp))
        why = "too little memory for distances that put all places into one set";
    amp_answer(answers, "tlb1_assoc", amp.ways, why);
}

/* ---- effects between two passes ---- */

/* The row of KIND among those of one pass, or the number of rows. */
static size_t amp_lap(const struct amp *amp, const char *kind) {
    size_t row = 0;
    while (row < amp->table->rows && !amp_of_kind(amp, row, kind))
        row++;
    return row;
}

/* The share of the lines evicted by other data that is missed after KIND; below 0: not known.  If a
   pass with nothing between misses as well, the first cache does not hold the lines; and after
   eviction each line must miss, except lines with two places. */
static double amp_part(const struct table *table, const char *kind) {
    struct amp amp = {.table = table, .event = "l1d"};
    size_t alone = amp_lap(&amp, "alone"), away = amp_lap(&amp, "away");
    size_t then = amp_lap(&amp, kind);
    if (alone == table->rows || away == table->rows || then == table->rows)
        return -1;
    double all = amp_cell(&amp, away, AMP_LEAST), places = amp_cell(&amp, away, AMP_PLACES);
    bool held = amp_cell(&amp, alone, AMP_MOST) <= AMP_SOME * all;
    bool possible = all >= (1 - AMP_SOME) / 2 * places &&
                    amp_cell(&amp, away, AMP_MOST) <= (1 + AMP_SOME) * places;
    return held && possible ? amp_cell(&amp, then, AMP_LEAST) / all : -1;
}

/* Answers VALUE where hardly any line is missed, and the other value where nearly all are. */
static void amp_between(const struct table *table, const char *kind, const char *name, int value,
                        struct answers *answers) {
    double part = amp_part(table, kind);
    const char *why = NULL;
    if (part < 0)
        why = "no counter of these misses, or it counts something else";
    else if (part > AMP_SOME && part < 1 - AMP_SOME)
        why = "only part of the lines is missed";
    amp_answer(answers, name, part <= AMP_SOME ? value : !value, why);
}

static void amp_decide(const struct table *table, const struct options *options,
                       struct answers *answers) {
    static const char *const data[] = {"l1_size", "l1_assoc", "l1_line"};
    static const char *const code[] = {"l1i_size", "l1i_assoc", "l1i_line"};
    (void)options;
    amp_cache(table, "l1d", data, answers);
    amp_cache(table, "l1i", code, answers);
    amp_tlb(table, answers);
    amp_between(table, "written", "l1_write_allocate", 1, answers);
    amp_between(table, "executed", "l1_unified", 0, answers);
}

const struct method amp_method = {
    .name = "amp",
    .summary = "first cache and TLB, from counts of misses",
    .form = {{.keys = 0,
              .columns = 8,
              .may_lack = "cycles",
              .words = {"event dtlb l1d l1i", "kind again alone away executed written"}}},
    .rows = 1024,
    .decide = amp_decide};
