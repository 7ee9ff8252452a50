/* bandwidth.c - bytes a second, from streams (STREAM; Servet; X-Ray's paper on instruction caches,
   5).

   A table of streams over two working sets of a level of cache, 0 for memory: reads, writes and
   copies.  Of a cache noise only makes them slower, so the fastest are undisturbed, if there are
   some that are alike.  Memory has no rate of its own: parts of it are faster, and others share it,
   so that it is what moving all of it takes that counts, in its two halves alike, but for samples
   of which hardly any are so fast or so slow.  Where the larger working set is slower, or faster,
   a part of it is elsewhere. */
#include "../ascending.h"
#include "../product.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { STREAM_LEVEL, STREAM_ALL, STREAM_KIND, STREAM_BYTES, STREAM_SAMPLE, STREAM_RATE };
enum { STREAM_KINDS = 3, STREAM_MOST = 64, STREAM_DIGITS = 2 };
/* Of the fastest samples of a cache the last that counts.  And parts of a rate that are alike. */
enum { FAST_SAMPLES = 3 };
static const double FAST_ALIKE = 0.9, MEMORY_ALIKE = 0.9, STREAM_SURE = 0.95;
/* A cache's larger set may be faster by more than it may be slower: fewer laps begin in it. */
static const double CACHE_SLOWER = 0.97, CACHE_FASTER = 0.9;

static bool is_one(double a, double b) {
    return fabs(a - b) < 0.5;
}

static double fastest_rate(double *rate, size_t count) {
    if (count < FAST_SAMPLES)
        return 0;
    qsort(rate, count, sizeof *rate, ascending);
    double typical = rate[count - FAST_SAMPLES];
    return typical >= FAST_ALIKE * rate[count - 1] ? typical : 0;
}

/* Of the bytes that the middle half of the samples moved the mean. */
static double middle_rate(double *rate, size_t count) {
    double ns = 0;
    qsort(rate, count, sizeof *rate, ascending);
    for (size_t i = count / 4; i < count - count / 4; i++)
        ns += 1 / rate[i];
    return (double)(count - count / 4 * 2) / ns;
}

static double usual_rate(double *rate, size_t count) {
    size_t half = count / 2;
    if (half < 1)
        return 0;
    double early = middle_rate(rate, half), late = middle_rate(rate + half, count - half);
    double usual = middle_rate(rate, count);
    return fmin(early, late) >= MEMORY_ALIKE * fmax(early, late) ? usual : 0;
}

/* What samples of that kind and working set agree on; 0: nothing. */
static double streamed_rate(const struct table *table, double kind, double bytes) {
    double rate[STREAM_MOST];
    size_t count = 0;
    for (size_t row = 0; row < table->rows && count < STREAM_MOST; row++)
        if (is_one(table_at(table, row, STREAM_KIND), kind) &&
            is_one(table_at(table, row, STREAM_BYTES), bytes))
            rate[count++] = table_at(table, row, STREAM_RATE);
    return table_at(table, 0, STREAM_LEVEL) > 0 ? fastest_rate(rate, count)
                                                : usual_rate(rate, count);
}

static const char *streamed_name(const struct table *table, size_t kind, char name[ANSWER_NAME]) {
    static const char *const names[2][STREAM_KINDS] = {
        {"read_bandwidth", "write_bandwidth", "copy_bandwidth"},
        {"read_bandwidth_all", "write_bandwidth_all", "copy_bandwidth_all"}};
    double level = table_at(table, 0, STREAM_LEVEL);
    const char *what = names[table_at(table, 0, STREAM_ALL) > 0][kind];
    if (level > 0)
        return answer_name(name, level, what);
    snprintf(name, ANSWER_NAME, "mem_%s", what);
    return name;
}

static void answer_kind(const struct table *table, size_t kind, double small, double large,
                        struct answers *answers) {
    char text[ANSWER_NAME];
    const char *name = streamed_name(table, kind, text);
    double of_small = streamed_rate(table, (double)kind, small);
    double rate = streamed_rate(table, (double)kind, large);
    bool cache = table_at(table, 0, STREAM_LEVEL) > 0;
    double slower = cache ? CACHE_SLOWER : MEMORY_ALIKE;
    double faster = cache ? CACHE_FASTER : MEMORY_ALIKE;
    if (!(of_small > 0 && rate > 0))
        answer_unknown(answers, name, "samples differ");
    else if (rate < slower * of_small || of_small < faster * rate)
        answer_unknown(answers, name, "the larger working set is not all where the smaller is");
    else
        answer_rounded(answers, name, cache ? fmax(rate, of_small) : rate, STREAM_DIGITS,
                       STREAM_SURE);
}

void bandwidth_decide(const struct table *table, const struct options *options,
                      struct answers *answers) {
    double small = HUGE_VAL, large = 0;
    (void)options;
    for (size_t row = 0; row < table->rows; row++) {
        small = fmin(small, table_at(table, row, STREAM_BYTES));
        large = fmax(large, table_at(table, row, STREAM_BYTES));
    }
    for (size_t kind = 0; kind < STREAM_KINDS; kind++)
        answer_kind(table, kind, small, large, answers);
}
