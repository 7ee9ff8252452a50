/* bandwidth.c - bytes a second, from streams (STREAM; Servet; X-Ray's paper on instruction caches,
   5).

   A table of streams over two working sets of a level of cache, 0 for memory: reads, writes and
   copies.  Noise only makes them slower, so the fastest are undisturbed, if there are some that are
   alike.  Where the larger working set is slower a part of it is elsewhere. */
#include "../ascending.h"
#include "../product.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { STREAM_LEVEL, STREAM_ALL, STREAM_KIND, STREAM_BYTES, STREAM_SAMPLE, STREAM_RATE };
enum { STREAM_KINDS = 3, STREAM_MOST = 64, STREAM_DIGITS = 2 };
/* Of the fastest samples of a cache the last that counts; of memory, which has no rate of its own
   but is now faster, now slower, a quarter are as fast.  And parts of a rate that are alike. */
enum { FAST_SAMPLES = 3 };
static const double FAST_ALIKE = 0.9, CACHE_ALIKE = 0.97, MEMORY_ALIKE = 0.9, STREAM_SURE = 0.95;

static bool is_one(double a, double b) {
    return fabs(a - b) < 0.5;
}

/* What samples of that kind and working set agree on; 0: nothing. */
static double streamed_rate(const struct table *table, double kind, double bytes) {
    double rate[STREAM_MOST];
    size_t count = 0;
    for (size_t row = 0; row < table->rows && count < STREAM_MOST; row++)
        if (is_one(table_at(table, row, STREAM_KIND), kind) &&
            is_one(table_at(table, row, STREAM_BYTES), bytes))
            rate[count++] = table_at(table, row, STREAM_RATE);
    if (count < FAST_SAMPLES)
        return 0;
    qsort(rate, count, sizeof *rate, ascending);
    size_t as_fast = table_at(table, 0, STREAM_LEVEL) > 0 ? FAST_SAMPLES : (count + 3) / 4;
    double typical = rate[count - as_fast];
    return typical >= FAST_ALIKE * rate[count - 1] ? typical : 0;
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
    double alike = table_at(table, 0, STREAM_LEVEL) > 0 ? CACHE_ALIKE : MEMORY_ALIKE;
    if (!(of_small > 0 && rate > 0))
        answer_unknown(answers, name, "samples differ");
    else if (rate < alike * of_small || of_small < alike * rate)
        answer_unknown(answers, name, "the larger working set is not all where the smaller is");
    else
        answer_rounded(answers, name, fmax(rate, of_small), STREAM_DIGITS, STREAM_SURE);
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
