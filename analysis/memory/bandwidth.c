/* bandwidth.c - decides bytes per second from streams (STREAM; Servet; X-Ray's paper on instruction
   caches, 5).

   The table has streams over two working sets of a cache level, or of memory (level 0): reads,
   writes and copies.  In a cache noise slows streams down, and few samples are faster by the
   placement of their pages, so the highest rate that several samples agree on is undisturbed.
   Memory has no fixed rate: parts of it are faster, and others share it at times.  So its rate is
   the time to move all of it while others use it least: samples are divided into spans of time, and
   the fastest third of these must agree, with outliers trimmed in each.  Where the larger working
   set of a cache is slower, or faster, part of it lies in another level; where that of memory is
   slower, part of the smaller one lay in a cache.

   Unknown where samples or working sets disagree. */
#include "../ascending.h"
#include "../method.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STREAM_LEVEL, STREAM_ALL, STREAM_KIND, STREAM_BYTES, STREAM_SAMPLE, STREAM_RATE };
enum { STREAM_MOST = 1024, STREAM_DIGITS = 2 };
/* So many consecutive samples are of one draw of pages, which may slow all of them: more must
   agree, and a sixth of all, but no more than two draws have and one. */
enum { DRAW = 4, PART_AGREEING = 6, MOST_AGREEING = 2 * DRAW + 1 };
enum { THIRDS = 3, SPANS = 8, FEWEST_IN_SPAN = 4, FEWEST_QUIET = 2, PART_QUIET = 3 };
/* Ratios between rates that agree. */
static const double FAST_ALIKE = 0.98, NEARLY_FAST = 0.9, MEMORY_ALIKE = 0.9, STREAM_SURE = 0.95;
static const double THIRDS_ALIKE = 0.95;
/* The rates of both working sets are known to FAST_ALIKE each, so that they may differ twice.  The
   larger set of a cache may be faster by more than it may be slower: fewer passes begin in it. */
static const double CACHE_SLOWER = 0.96, CACHE_FASTER = 0.9;

/* Samples of one kind and working set, in the order of time. */
struct samples {
    double rate[STREAM_MOST];
    size_t count;
};

static void sort_rates(const double *rate, size_t count, double sorted[STREAM_MOST]) {
    memcpy(sorted, rate, count * sizeof *rate);
    qsort(sorted, count, sizeof *sorted, ascending);
}

/* The highest rate that enough samples agree on, or 0.  Disturbances slow each sample differently,
   and a few samples may be faster because of the placement of their pages. */
static double fastest_rate(const struct samples *samples) {
    double sorted[STREAM_MOST];
    size_t count = samples->count, agreeing = count / PART_AGREEING;
    agreeing = agreeing > DRAW ? agreeing : DRAW + 1;
    agreeing = agreeing < MOST_AGREEING ? agreeing : MOST_AGREEING;
    sort_rates(samples->rate, count, sorted);
    for (size_t last = count; last >= agreeing; last--) {
        if (sorted[last - 1] < NEARLY_FAST * sorted[count - 1])
            return 0;
        if (sorted[last - agreeing] >= FAST_ALIKE * sorted[last - 1])
            return sorted[last - 1];
    }
    return 0;
}

/* The mean rate of the middle half of the samples, by the bytes moved. */
static double middle_rate(const double *rate, size_t count) {
    double sorted[STREAM_MOST], ns = 0;
    sort_rates(rate, count, sorted);
    for (size_t i = count / 4; i < count - count / 4; i++)
        ns += 1 / sorted[i];
    return (double)(count - count / 4 * 2) / ns;
}

/* The rate that the fastest of so many spans of time agree on, a third of them and at least two,
   or 0: others used memory during the rest. */
static double quiet_rate(const struct samples *samples, size_t spans, double alike) {
    double span[SPANS], ns = 0;
    size_t quiet = spans / PART_QUIET > FEWEST_QUIET ? spans / PART_QUIET : FEWEST_QUIET;
    if (spans < quiet || samples->count < spans * FEWEST_IN_SPAN)
        return 0;
    for (size_t i = 0; i < spans; i++) {
        size_t first = i * samples->count / spans;
        span[i] = middle_rate(samples->rate + first, (i + 1) * samples->count / spans - first);
    }
    qsort(span, spans, sizeof *span, ascending);
    for (size_t i = spans - quiet; i < spans; i++)
        ns += 1 / span[i];
    return span[spans - quiet] >= alike * span[spans - 1] ? (double)quiet / ns : 0;
}

/* The rate that the two halves agree on. */
static double halves_rate(const struct samples *samples) {
    size_t count = samples->count, half = count / 2;
    if (half < 1)
        return 0;
    double early = middle_rate(samples->rate, half);
    double late = middle_rate(samples->rate + half, count - half);
    bool agreeing = fmin(early, late) >= MEMORY_ALIKE * fmax(early, late);
    return agreeing ? middle_rate(samples->rate, count) : 0;
}

/* Of streams on all CPUs. */
static double all_rate(const struct samples *samples) {
    size_t spans = samples->count / FEWEST_IN_SPAN;
    double rate = halves_rate(samples);
    return rate > 0 ? rate : quiet_rate(samples, spans < SPANS ? spans : SPANS, MEMORY_ALIKE);
}

static double usual_rate(const struct samples *samples) {
    double rate = halves_rate(samples);
    rate = rate > 0 ? rate : quiet_rate(samples, THIRDS, THIRDS_ALIKE);
    return rate > 0 ? rate : all_rate(samples);
}

/* Of the smaller working set and of the larger one. */
struct rates {
    double small, large;
};

/* The rate that samples agree on; 0: none. */
typedef double rate_rule(const struct samples *samples);

static double streamed_rate(const struct table *table, const char *kind, double bytes,
                            rate_rule *rate_of) {
    struct samples samples = {.count = 0};
    for (size_t row = 0; row < table->rows && samples.count < STREAM_MOST; row++)
        if (table_is_word(table, row, STREAM_KIND, kind) &&
            table_is(table, row, STREAM_BYTES, bytes))
            samples.rate[samples.count++] = table_at(table, row, STREAM_RATE);
    return rate_of(&samples);
}

static struct rates rates_of(const struct table *table, const char *kind, const struct rates *bytes,
                             rate_rule *rate_of) {
    return (struct rates){streamed_rate(table, kind, bytes->small, rate_of),
                          streamed_rate(table, kind, bytes->large, rate_of)};
}

static const char *streamed_name(const struct table *table, const char *kind,
                                 char name[ANSWER_NAME]) {
    char what[ANSWER_NAME - 8];
    double level = table_at(table, 0, STREAM_LEVEL);
    snprintf(what, sizeof what, "%.8s_bandwidth%s", kind,
             table_at(table, 0, STREAM_ALL) > 0 ? "_all" : "");
    if (level > 0)
        return answer_name(name, level, what);
    snprintf(name, ANSWER_NAME, "mem_%.30s", what);
    return name;
}

static bool are_sampled(const struct rates *rates) {
    return rates->small > 0 && rates->large > 0;
}

static bool are_of_one_place(const struct rates *rates, bool cache) {
    double slower = cache ? CACHE_SLOWER : MEMORY_ALIKE;
    return are_sampled(rates) && rates->large >= slower * rates->small &&
           (!cache || rates->small >= CACHE_FASTER * rates->large);
}

static void answer_kind(const struct table *table, const char *kind, const struct rates *bytes,
                        struct answers *answers) {
    char text[ANSWER_NAME];
    const char *name = streamed_name(table, kind, text);
    bool cache = table_at(table, 0, STREAM_LEVEL) > 0, all = table_at(table, 0, STREAM_ALL) > 0;
    rate_rule *rate_of = cache ? fastest_rate : all ? all_rate : usual_rate;
    struct rates fast = rates_of(table, kind, bytes, rate_of);
    if (are_of_one_place(&fast, cache))
        answer_rounded(answers, name, cache ? fmax(fast.large, fast.small) : fast.large,
                       STREAM_DIGITS, STREAM_SURE);
    else if (are_sampled(&fast))
        answer_unknown(
            answers, name,
            "the two working sets disagree, as if part of the larger one were in another level");
    else
        answer_unknown(answers, name, "samples disagree; measure again while the machine is idle");
}

static void bandwidth_decide(const struct table *table, const struct options *options,
                             struct answers *answers) {
    struct rates bytes = {NOT_MEASURED, 0};
    (void)options;
    for (size_t row = 0; row < table->rows; row++) {
        bytes.small = fmin(bytes.small, table_at(table, row, STREAM_BYTES));
        bytes.large = fmax(bytes.large, table_at(table, row, STREAM_BYTES));
    }
    answer_kind(table, "read", &bytes, answers);
    answer_kind(table, "write", &bytes, answers);
    answer_kind(table, "copy", &bytes, answers);
}

const struct method bandwidth_method = {
    .name = "bandwidth",
    .summary = "bytes a second, from streams",
    .form = {{.keys = 5, .columns = 6, .above_zero = "mb_s", .words = {"kind copy read write"}}},
    .rows = 1024,
    .decide = bandwidth_decide};
