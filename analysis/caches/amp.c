/* amp.c - caches and TLB from counts of what misses (Coleman and Davidson, AMP 3.1 to 3.10).

   A table of experiments, each on several layouts of its pages: an event, places so many bytes
   apart, and how many misses a lap of them has, the least of all layouts and the most.  Counts are
   exact, so there are no thresholds to be found: where a lap's places are held there is no miss,
   and where they are not there is one at the least in each lap.

   The ways are what is held where all places are in one set: at the widest distances one place more
   is not, whatever the distance (3.3: what thrashes).  The least such distance is a way, if at half
   of it twice as many are held, and no more; ways times that is the capacity (X-Ray's Theorem 1).
   Odd multiples of it must agree, since the number of sets may be no power of two, and all layouts,
   since frames may be scattered.  The line is by what the last of these places must be further, or
   nearer, to be in another set, and a way is so many lines.  Pages are found as METHODS 1.10 has
   it.

   A counter may count something else (3.1: an erratum of the UltraSPARC).  One that counts too
   much, in parts of all loads, say, contradicts the theorem, and there are never more misses than
   loads. One that counts too little, such as only those translations that no level of the TLB has,
   finds too large a level: what is held there must cost no more cycles than a few places do. */
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

static const double AMP_HELD = 0.5;  /* misses in a lap */
static const double AMP_TIMED = 1.1; /* what costs more cycles does not hit */
static const double AMP_SOME = 0.25; /* parts of all: hardly any; the rest is nearly all */
static const double AMP_SURE = 0.97;

struct amp {
    const struct table *table;
    const char *event;
    double unit;      /* the least distance */
    double ways, way; /* 0: not known; bytes */
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

/* On all layouts?  Where there is no such row neither of the two is true. */
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

/* More misses than loads?  Code that is called by mistake misses as well. */
static bool amp_impossible(const struct amp *amp) {
    for (size_t row = 0; row < amp->table->rows; row++)
        if (amp_of_event(amp, row) && strcmp(amp->event, "l1i") != 0 &&
            amp_cell(amp, row, AMP_MOST) > amp_cell(amp, row, AMP_PLACES) + AMP_HELD)
            return true;
    return false;
}

/* Do those places that are held cost more than a few do? */
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

/* Is it of places at equal distances, and no part of another question? */
static bool amp_equal(const struct amp *amp, size_t row) {
    return amp_of_event(amp, row) && amp_of_kind(amp, row, "again") &&
           amp_same(amp_cell(amp, row, AMP_LAST), amp_cell(amp, row, AMP_STRIDE)) &&
           amp_cell(amp, row, AMP_STRIDE) >= amp->unit;
}

/* Where one place more is missed, at the widest stride; and the least stride at which it is so. */
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

/* And are there those at half, and at twice the way? */
static bool amp_half(const struct amp *amp) {
    return amp_held(amp, amp->way / 2, 2 * amp->ways) &&
           amp_missed(amp, amp->way / 2, 2 * amp->ways + 1);
}

static bool amp_twice(const struct amp *amp) {
    return amp_held(amp, 2 * amp->way, amp->ways) && amp_missed(amp, 2 * amp->way, amp->ways + 1);
}

/* By how much the last place has to be further, or nearer, to be held; 0: not known.  In a cache of
   one set nothing that is less than a way does it, which is a line. */
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

/* Where lines begin between two places further and nearer have the least shift in common. */
static double amp_line(const struct amp *amp, double step) {
    double further = amp_shift(amp, false, step), nearer = amp_shift(amp, true, step);
    return further > 0 && nearer > 0 ? further + nearer - step : 0;
}

/* Returns NULL, or why nothing of the event is sure. */
static const char *amp_open(struct amp *amp, const struct table *table, const char *event) {
    *amp = (struct amp){.table = table, .event = event};
    if (amp_first(amp) == table->rows)
        return "no counter of its misses, or no number of places from which on there are any";
    if (amp_impossible(amp))
        return "its counter says that there were more misses than loads";
    if (amp_slow(amp))
        return "places that do not miss cost more than a few do: the counter counts something else";
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
        why = "nothing shows where all places are in one set";
    if (why == NULL && (!(line > 0) || fmod(amp.way, line) > 0))
        why = "no shift takes a place to another set, or a way is no number of lines";
    amp_answer(answers, names[0], amp.ways * amp.way, why);
    amp_answer(answers, names[1], amp.ways, why);
    amp_answer(answers, names[2], line, why);
}

/* ---- the TLB ---- */

/* The least stride at which twice as many places as entries are not held, if they are at half of
   it; or 0. */
static double amp_page(const struct amp *amp, double entries) {
    double page = 0;
    for (size_t row = 0; row < amp->table->rows; row++) {
        double stride = amp_cell(amp, row, AMP_STRIDE);
        if (stride < amp->unit && amp_missed(amp, stride, 2 * entries) &&
            amp_held(amp, stride / 2, 2 * entries))
            page = stride;
    }
    return page;
}

/* Without sets entries are held anywhere, and where there are some not all layouts have room; then
   half the distance must agree, and for the number of ways twice as much. */
static void amp_tlb(const struct table *table, struct answers *answers) {
    struct amp amp;
    const char *why = amp_open(&amp, table, "dtlb");
    double entries = why == NULL ? amp.ways * (amp.way / amp.unit) : 0;
    double page = why == NULL ? amp_page(&amp, entries) : 0;
    bool sets = amp.ways < entries, anywhere = amp_held(&amp, 0, entries);
    if (why == NULL && (sets ? anywhere || !amp_half(&amp) : !anywhere))
        why = "pages anywhere do not agree with those at equal distances";
    if (why == NULL && !(page > 0))
        why = "no stride from which on places have a page each";
    amp_answer(answers, "tlb1_entries", entries, why);
    amp_answer(answers, "page_size", page, why);
    if (why == NULL && sets && !amp_twice(&amp))
        why = "no memory for distances at which all places are in one set";
    amp_answer(answers, "tlb1_assoc", amp.ways, why);
}

/* ---- what comes between two laps ---- */

/* The row of KIND among those of one lap, or the number of rows. */
static size_t amp_lap(const struct amp *amp, const char *kind) {
    size_t row = 0;
    while (row < amp->table->rows && !amp_of_kind(amp, row, kind))
        row++;
    return row;
}

/* The part of what other data push out that is missed after KIND; below 0: not known.  Where a lap
   after nothing misses as well the first cache does not hold it; and of lines that are away each is
   missed, but for those that hold two places. */
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

/* VALUE where hardly any of it is missed, the other where nearly all is. */
static void amp_between(const struct table *table, const char *kind, const char *name, int value,
                        struct answers *answers) {
    double part = amp_part(table, kind);
    const char *why = NULL;
    if (part < 0)
        why = "no counter of its misses, or one that counts something else";
    else if (part > AMP_SOME && part < 1 - AMP_SOME)
        why = "a part of it is missed, and not all";
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
