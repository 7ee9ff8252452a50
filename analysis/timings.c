/* timings.c - the median and the mean of times that a table has with their counts. */
#include "timings.h"

#include "measured.h"

#include <math.h>

enum { TIMED_KIND, TIMED_NS };

struct timings timings_of_kind(const struct table *controls, const char *kind) {
    struct timings timings = {controls, 0, 0, TIMED_NS};
    while (timings.first < controls->rows &&
           !table_is_word(controls, timings.first, TIMED_KIND, kind))
        timings.first++;
    timings.end = timings.first;
    while (timings.end < controls->rows && table_is_word(controls, timings.end, TIMED_KIND, kind))
        timings.end++;
    return timings;
}

static double count_of(const struct timings *timings, size_t row) {
    return table_at(timings->table, row, timings->ns + 1);
}

double timings_median(const struct timings *timings) {
    double all = 0, sum = 0, median = 0;
    for (size_t row = timings->first; row < timings->end; row++)
        all += count_of(timings, row);
    for (size_t row = timings->first; row < timings->end && 2 * sum < all; row++) {
        sum += count_of(timings, row);
        median = table_at(timings->table, row, timings->ns);
    }
    return median;
}

struct timings_mean timings_mean_below(const struct timings *timings, double limit) {
    double count = 0, sum = 0, squares = 0;
    for (size_t row = timings->first; row < timings->end; row++) {
        double ns = table_at(timings->table, row, timings->ns), some = count_of(timings, row);
        if (ns >= limit)
            continue;
        count += some;
        sum += some * ns;
        squares += some * ns * ns;
    }
    if (!(count > 0))
        return (struct timings_mean){NOT_MEASURED, NOT_MEASURED, 0};
    double mean = sum / count;
    return (struct timings_mean){mean, fmax(squares / count - mean * mean, 0), count};
}
