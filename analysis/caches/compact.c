/* compact.c - the first cache level from strided sequences (X-Ray 4.2 to 4.4).

   A table of sequences: `lines` places, `stride` bytes apart, the last shifted by `shift`, and
   what a load costs: the median over layouts (`cycles`), and the `low` and `high` that all
   layouts but the oddest keep to; `sorted`, if it is there, is the share of layouts whose pages
   were sorted by the sets they fall on, because these did not follow from their addresses, and
   `page` the bytes of a page.

   Theorem 1: a sequence is compact if and only if lines <= max(C / stride, A).  Two witnesses
   that do not know of each other must agree on C: the knee of the narrowest stride, and the
   associativity A times the way, the narrowest stride at which only A places fit.  A small TLB
   keeps to the theorem as well, with pages for lines: its misses are rare where all of a page is
   visited before the next. */
#include "../compact.h"
#include "../line.h"
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { STRIDE, LINES, SHIFT, CYCLES, LOW, HIGH };
enum { PAGE, SORTED };
enum { MOST_STRIDES = 64 };

static const double TOO_NOISY = 1.3;
/* Of a conflict's cost. */
static const double ALL_KEPT = 0.75;
/* Places that are on a page, and on lines of their own; and what part of a miss they cost where
   they do not fit.  The first TLB misses no more than once for a few of them. */
static const double ON_A_PAGE = 32, MANY_MISS = 0.35;
/* A place that loads itself might be predicted; so many in a random cycle are not. */
static const double LINES_THAT_HIT = 8;

/* ---- what the rows say ---- */

/* One stride's longest compact sequence is FAST lines or more, but below SLOW. */
struct edge {
    double stride, fast, slow;
    double limit; /* cycles that still count as fast */
};

struct evidence {
    double hit, noisy_hit; /* cycles */
    struct edge edge[MOST_STRIDES];
    size_t edges;
};

/* A single place always hits: it calibrates. */
static void calibrate(const struct table *table, struct evidence *evidence) {
    double least = NOT_MEASURED, most = 0;
    for (size_t row = 0; row < table->rows; row++) {
        if (table_at(table, row, LINES) > 1 || table_at(table, row, SHIFT) > 0)
            continue;
        least = fmin(least, table_at(table, row, CYCLES));
        most = fmax(most, table_at(table, row, HIGH));
    }
    evidence->hit = least;
    evidence->noisy_hit = most;
}

/* What a load of STRIDE costs where most of them miss. */
static double find_far(const struct table *table, double stride) {
    double far = 0;
    for (size_t row = 0; row < table->rows; row++)
        if (table_is(table, row, STRIDE, stride))
            far = fmax(far, table_at(table, row, CYCLES));
    return far;
}

/* The edge of the stride whose rows begin at ROW; *NEXT is the row behind them.  What layouts
   disagree on is neither fast nor slow and widens the edge. */
static struct edge find_edge(const struct table *table, const struct evidence *evidence, size_t row,
                             size_t *next) {
    struct edge edge = {table_at(table, row, STRIDE), 0, NOT_MEASURED, 0};
    edge.limit = compact_limit(evidence->hit, evidence->noisy_hit, find_far(table, edge.stride));
    for (; row < table->rows && table_at(table, row, STRIDE) <= edge.stride; row++) {
        double lines = table_at(table, row, LINES);
        if (table_at(table, row, SHIFT) > 0 || is_measured(edge.slow))
            continue;
        if (table_at(table, row, HIGH) <= edge.limit)
            edge.fast = lines;
        if (table_at(table, row, LOW) > edge.limit)
            edge.slow = lines;
    }
    *next = row;
    return edge;
}

static void find_edges(const struct table *table, struct evidence *evidence) {
    size_t row = 0;
    evidence->edges = 0;
    while (row < table->rows && evidence->edges < MOST_STRIDES)
        evidence->edge[evidence->edges++] = find_edge(table, evidence, row, &row);
}

/* ---- associativity, way and knee ---- */

static bool sharp(const struct edge *edge) {
    return edge->fast > 0 && edge->slow - edge->fast < 1.5;
}

/* The narrowest of the widest strides at which the same number of places fit: one way wide.
   Returns its edge, or NULL where fewer than two strides agree. */
static const struct edge *find_way(const struct evidence *evidence) {
    size_t last = evidence->edges;
    if (last < 2 || !sharp(&evidence->edge[last - 1]))
        return NULL;
    size_t way = last - 1;
    while (way > 0 && sharp(&evidence->edge[way - 1]) &&
           fabs(evidence->edge[way - 1].fast - evidence->edge[last - 1].fast) < 0.5)
        way--;
    return way < last - 1 ? &evidence->edge[way] : NULL;
}

/* Does a capacity lie in the edge?  Half a way of slack, so that A is told from A - 1 and A + 1:
   less than all lines must conflict before a narrow stride shows it. */
static bool agrees(const struct edge *edge, double capacity, double way) {
    return edge->fast * edge->stride - way / 2 < capacity &&
           edge->slow * edge->stride + way / 2 > capacity &&
           (edge->slow - edge->fast) * edge->stride <= fmax(way, 2 * edge->stride);
}

/* The share of the strides below the way that keep to the theorem: further witnesses, of whom the
   narrowest is the one that must agree; at least half of all should. */
static double share_that_agrees(const struct evidence *evidence, const struct edge *way) {
    double capacity = way->fast * way->stride, agreed = 0, asked = 0;
    for (const struct edge *edge = evidence->edge; edge < way; edge++, asked++)
        agreed += agrees(edge, capacity, way->stride);
    return asked > 0 ? agreed / asked : 0;
}

/* What the section of pages says, or OTHERWISE. */
static double of_pages(const struct table *table, size_t column, double otherwise) {
    const struct table *pages = table_section(table, "pages");
    return pages != NULL && pages->rows > 0 ? table_at(pages, 0, column) : otherwise;
}

/* ---- the TLB ---- */

/* Do many places on each page cost next to nothing of what places a WAY apart do? */
static bool is_tlb(const struct table *table, const struct evidence *evidence,
                   const struct edge *way) {
    double page = of_pages(table, PAGE, NOT_MEASURED);
    double miss = find_far(table, way->stride) - evidence->hit;
    for (const struct edge *edge = evidence->edge; edge < way; edge++)
        if (find_far(table, edge->stride) - evidence->hit >= MANY_MISS * miss)
            return edge->stride > page / ON_A_PAGE;
    return way->stride >= page;
}

/* ---- line ---- */

/* What a load of the sequence of LINES, unshifted, costs; 0 where there is no such row. */
static double cycles_of(const struct table *table, double stride, double lines) {
    for (size_t row = 0; row < table->rows; row++)
        if (table_is(table, row, STRIDE, stride) && table_is(table, row, LINES, lines) &&
            !(table_at(table, row, SHIFT) > 0))
            return table_at(table, row, CYCLES);
    return 0;
}

/* Figure 10: the last of A + 1 places a way apart is shifted.  Where no shift ends the conflict, up
   to half a way, there is one set only and a way is a line: the cache is fully associative. */
static double find_line(const struct table *table, const struct edge *way, double hit) {
    struct shifts shifts = {.full = cycles_of(table, way->stride, way->slow) - hit};
    double largest = 0, least = NOT_MEASURED;
    for (size_t row = 0; row < table->rows; row++) {
        double shift = table_at(table, row, SHIFT);
        if (!table_is(table, row, STRIDE, way->stride) || !(shift > 0))
            continue;
        shifts_add(&shifts, shift, table_at(table, row, CYCLES) - hit,
                   table_at(table, row, LOW) - hit);
        least = fmin(least, table_at(table, row, CYCLES) - hit);
        largest = fmax(largest, shift);
    }
    if (least >= ALL_KEPT * shifts.full && largest * 2 >= way->stride)
        return way->stride;
    return shifts_line(&shifts, LONGEST_WORD);
}

/* ---- answers ---- */

static void note_witnesses(const struct edge *knee, const struct edge *way,
                           struct answers *answers) {
    answer_note(answers, "witness: the knee lies beyond %.0f bytes", knee->fast * knee->stride);
    if (is_measured(knee->slow))
        answer_note(answers, "witness: and before %.0f", knee->slow * knee->stride);
    if (way != NULL)
        answer_note(answers, "witness: %.0f ways of %.0f bytes", way->fast, way->stride);
}

/* Lines that are no power of two make a stride fall on several sets: the capacity is right, and the
   ways are not.  Returns whether the capacity is known. */
static bool decide_size(const struct evidence *evidence, const struct edge *way, double line,
                        struct answers *answers) {
    const struct edge *knee = &evidence->edge[0];
    const char *why = NULL;
    note_witnesses(knee, way, answers);
    if (way == NULL || way == knee)
        why = "no two wide strides fit the same number of lines";
    else if (!agrees(knee, way->fast * way->stride, way->stride))
        why = "the two witnesses do not agree";
    if (why != NULL) {
        answer_unknown(answers, "l1_size", "%s", why);
        answer_unknown(answers, "l1_assoc", "%s", why);
    } else {
        double confidence = 0.8 + 0.2 * share_that_agrees(evidence, way);
        answer_integer(answers, "l1_size", way->fast * way->stride, confidence);
        if (line > 0)
            answer_integer(answers, "l1_assoc", way->fast, confidence);
        else
            answer_unknown(answers, "l1_assoc", "%.0f, if lines are a power of two", way->fast);
    }
    return why == NULL;
}

/* The order of virtual addresses was none of the sets, and that of sorted pages is.  Within a page
   virtual and physical addresses select the same set. */
static void decide_index(const struct table *table, const struct edge *way, bool known,
                         struct answers *answers) {
    if (known && of_pages(table, SORTED, 0) > 0.5) {
        answer_integer(answers, "l1_virtual", 0, 0.97);
    } else if (known && way->stride <= of_pages(table, PAGE, 0)) {
        answer_unknown(answers, "l1_virtual", "a way is no larger than a page");
        answer_final(answers, "l1_virtual");
    } else {
        answer_unknown(answers, "l1_virtual", "no pages had to be sorted to find the sets");
    }
}

static void decide_line(double line, struct answers *answers) {
    if (line > 0)
        answer_integer(answers, "l1_line", line, 0.99);
    else
        answer_unknown(answers, "l1_line", "no shift, or more than one, ends the conflict");
}

static void decide_latency(const struct evidence *evidence, struct answers *answers) {
    double whole = floor(evidence->hit + 0.5);
    if (evidence->edge[0].fast < LINES_THAT_HIT)
        answer_unknown(answers, "l1_latency", "no more than %.0f lines are that fast",
                       evidence->edge[0].fast);
    else if (whole >= 1 && fabs(evidence->hit - whole) <= 0.03 * whole)
        answer_integer(answers, "l1_latency", whole, 0.99);
    else
        answer_unknown(answers, "l1_latency", "%.2f cycles is no whole number of them",
                       evidence->hit);
}

/* Hits that vary so much could hide a whole level: its latency would count as noise. */
static bool too_noisy(const struct evidence *evidence) {
    return !is_measured(evidence->hit) ||
           !(compact_limit(evidence->hit, evidence->noisy_hit, evidence->hit) <
             TOO_NOISY * evidence->hit);
}

static void decide_nothing(struct answers *answers) {
    static const char *const names[] = {"l1_size", "l1_assoc", "l1_line", "l1_virtual",
                                        "l1_latency"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        answer_unknown(answers, names[i], "what surely hits is missing or varies too much");
}

static void compact_decide(const struct table *table, const struct options *options,
                           struct answers *answers) {
    struct evidence evidence;
    (void)options;
    calibrate(table, &evidence);
    if (too_noisy(&evidence)) {
        decide_nothing(answers);
        return;
    }
    find_edges(table, &evidence);
    const struct edge *way = find_way(&evidence);
    if (way != NULL && is_tlb(table, &evidence, way))
        way = NULL;
    double line = way != NULL ? find_line(table, way, evidence.hit) : 0;
    bool known = decide_size(&evidence, way, line, answers);
    decide_line(line, answers);
    decide_index(table, way, known, answers);
    decide_latency(&evidence, answers);
}

const struct method compact_method = {
    .name = "compact",
    .summary = "first cache level, from strided sequences",
    .form = {{.keys = 3, .columns = 6, .above_zero = "cycles low high"},
             {.section = "pages", .optional = true, .columns = 2}},
    .rows = 4096,
    .decide = compact_decide};
