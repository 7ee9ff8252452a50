/* compact.c - decides the first cache level from strided sequences (X-Ray 4.2 to 4.4).

   The table has sequences of `lines' places, `stride' bytes apart, the last shifted by `shift', and
   the cost of a load: the median over layouts (`cycles'), and the `low' and `high' that all layouts
   except outliers keep to.  Where there is a section `pages', its row has `page', the bytes of
   a page, and `sorted', the share of layouts whose pages were sorted by the sets they use, because
   the address did not determine these.

   Theorem 1: a sequence is compact if and only if lines <= max(C / stride, A).  Two independent
   witnesses must agree on C: the knee of the narrowest stride, and the associativity A times the
   way, the narrowest stride at which only A places fit.  A small TLB satisfies the theorem as well,
   with pages for lines; but its misses are rare where all of a page is visited before the next.

   Unknown where hits are too noisy, or where the witnesses disagree. */
#include "../compact.h"
#include "../line.h"
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { STRIDE, LINES, SHIFT, CYCLES, LOW, HIGH };
enum { PAGE, SORTED };
enum { MOST_STRIDES = 64 };

static const double TOO_NOISY = 1.3;
/* Relative to the cost of a conflict. */
static const double ALL_KEPT = 0.75;
/* Places on one page, each on a line of its own; and their least cost relative to a miss if they do
   not fit.  The first TLB misses at most once for a few of them. */
static const double ON_A_PAGE = 32, MANY_MISS = 0.35;
/* A place that loads itself may be predicted; this many in a random cycle are not. */
static const double LINES_THAT_HIT = 8;

/* ---- rows ---- */

/* The longest compact sequence of one stride has FAST lines or more, but fewer than SLOW. */
struct edge {
    double stride, fast, slow;
    double limit; /* the highest latency that counts as fast, in cycles */
};

struct evidence {
    double hit, noisy_hit; /* cycles */
    struct edge edge[MOST_STRIDES];
    size_t edges;
};

/* A single place always hits: it gives the latency of a hit. */
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

/* The cost of a load at STRIDE where most loads miss. */
static double find_far(const struct table *table, double stride) {
    double far = 0;
    for (size_t row = 0; row < table->rows; row++)
        if (table_is(table, row, STRIDE, stride))
            far = fmax(far, table_at(table, row, CYCLES));
    return far;
}

/* The edge of the stride whose rows begin at ROW; *NEXT is the row after them.  A row on which
   layouts disagree is neither fast nor slow, and widens the edge. */
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

/* The narrowest of the widest strides at which the same number of places fit, which is one way.
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

/* Is CAPACITY within the edge?  With half a way of tolerance, so that A is distinguished from A - 1
   and A + 1: only part of the lines conflict where a narrow stride shows it. */
static bool agrees(const struct edge *edge, double capacity, double way) {
    return edge->fast * edge->stride - way / 2 < capacity &&
           edge->slow * edge->stride + way / 2 > capacity &&
           (edge->slow - edge->fast) * edge->stride <= fmax(way, 2 * edge->stride);
}

/* The share of the strides below the way that satisfy the theorem.  The narrowest must; of all, at
   least half should. */
static double share_that_agrees(const struct evidence *evidence, const struct edge *way) {
    double capacity = way->fast * way->stride, agreed = 0, asked = 0;
    for (const struct edge *edge = evidence->edge; edge < way; edge++, asked++)
        agreed += agrees(edge, capacity, way->stride);
    return asked > 0 ? agreed / asked : 0;
}

/* The value in the section of pages, or OTHERWISE. */
static double of_pages(const struct table *table, size_t column, double otherwise) {
    const struct table *pages = table_section(table, "pages");
    return pages != NULL && pages->rows > 0 ? table_at(pages, 0, column) : otherwise;
}

/* ---- the TLB ---- */

/* Do many places on each page cost next to nothing, compared with places a WAY apart? */
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

/* The cost of a load in the unshifted sequence of LINES; 0 where there is no such row. */
static double cycles_of(const struct table *table, double stride, double lines) {
    for (size_t row = 0; row < table->rows; row++)
        if (table_is(table, row, STRIDE, stride) && table_is(table, row, LINES, lines) &&
            !(table_at(table, row, SHIFT) > 0))
            return table_at(table, row, CYCLES);
    return 0;
}

/* Figure 10: the last of A + 1 places a way apart is shifted.  Where no shift up to half a way ends
   the conflict, there is one set only and a way is a line: the cache is fully associative. */
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

/* With lines that are no power of two, a stride falls on several sets: the capacity is right, and
   the ways are not.  Returns whether the capacity is known. */
static bool decide_size(const struct evidence *evidence, const struct edge *way, double line,
                        struct answers *answers) {
    const struct edge *knee = &evidence->edge[0];
    const char *why = NULL;
    note_witnesses(knee, way, answers);
    if (way == NULL || way == knee)
        why = "no two wide strides hold the same number of lines; measure again while the machine "
              "is idle";
    else if (!agrees(knee, way->fast * way->stride, way->stride))
        why =
            "narrow and wide strides show different sizes; measure again while the machine is idle";
    if (why != NULL) {
        answer_unknown(answers, "l1_size", "%s", why);
        answer_unknown(answers, "l1_assoc", "%s", why);
    } else {
        double confidence = 0.8 + 0.2 * share_that_agrees(evidence, way);
        answer_integer(answers, "l1_size", way->fast * way->stride, confidence);
        if (line > 0)
            answer_integer(answers, "l1_assoc", way->fast, confidence);
        else
            answer_unknown(answers, "l1_assoc",
                           "%.0f ways if lines are a power of two, which is not known", way->fast);
    }
    return why == NULL;
}

/* Pages had to be sorted by their sets, so that the index is physical.  Within a page, virtual and
   physical addresses select the same set. */
static void decide_index(const struct table *table, const struct edge *way, bool known,
                         struct answers *answers) {
    if (known && of_pages(table, SORTED, 0) > 0.5) {
        answer_integer(answers, "l1_virtual", 0, 0.97);
    } else if (known && way->stride <= of_pages(table, PAGE, 0)) {
        answer_unknown(answers, "l1_virtual",
                       "a way is no larger than a page, so that both indices select the same set");
        answer_final(answers, "l1_virtual");
    } else {
        answer_unknown(answers, "l1_virtual",
                       "the addresses alone determined the sets, as a virtual index would or "
                       "contiguous pages");
    }
}

static void decide_line(double line, struct answers *answers) {
    if (line > 0)
        answer_integer(answers, "l1_line", line, 0.99);
    else
        answer_unknown(answers, "l1_line", "no single shift ends the conflicts");
}

static void decide_latency(const struct evidence *evidence, struct answers *answers) {
    double whole = floor(evidence->hit + 0.5);
    if (evidence->edge[0].fast < LINES_THAT_HIT)
        answer_unknown(answers, "l1_latency",
                       "only %.0f lines are as fast as one, too few to be a cache",
                       evidence->edge[0].fast);
    else if (whole >= 1 && fabs(evidence->hit - whole) <= 0.03 * whole)
        answer_integer(answers, "l1_latency", whole, 0.99);
    else
        answer_unknown(answers, "l1_latency", "a hit takes %.2f cycles, which is no whole number",
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
        answer_unknown(answers, names[i],
                       "loads that surely hit are missing or vary too much; measure again while "
                       "the machine is idle");
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
