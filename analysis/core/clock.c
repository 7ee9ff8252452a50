/* clock.c - decides the CPU's clock rate, and the step of the clock that times it.

   The table has samples: the ns of a cycle, of a load, and of a burst of a few loads, which is so
   short that it is a multiple of the clock's step plus a constant.  The rate is that of the fastest
   quarter of the samples, because the CPU slows down while its neighbours work.  Unknown where most
   samples disagree, or where a step is no longer than a load. */
#include "../ascending.h"
#include "../method.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { CYCLE = 1, LOAD = 2, BURST = 3, FEWEST = 16 };
/* The width of one rate, relative, and the share of samples within it. */
static const double SAME = 0.05, MOST = 0.75;
/* The fastest sixteenth of the samples is left out, since the clock may have stepped; the rest of
   the fastest quarter decides. */
enum { TOO_FAST = 16, FAST = 4 };
/* A reading is truncated to whole ns, and bursts lie within this part of a step, in nearly all
   samples. */
static const double CUT_NS = 1.01, PART = 0.125, NEARLY_ALL = 0.95;
/* A step is the clock's if it is far longer than a load, or if no reading could show a finer
   one. */
static const double FAR_LONGER = 2, FINEST_NS = 1.5;
/* Relative to the number of different values that random draws would give: fewer are not random. */
static const double FILLED = 0.85;

static void answer_mhz(const double *cycle, size_t n, struct answers *answers) {
    answer_between(answers, "cpu_mhz", 1000 / cycle[n / FAST], 1000 / cycle[n / TOO_FAST], SAME,
                   0.95);
}

static void answer_rate(const double *cycle, size_t n, struct answers *answers) {
    double middle = cycle[n / 2];
    size_t same = 0;
    for (size_t i = 0; i < n; i++)
        same += fabs(cycle[i] - middle) <= SAME * middle;
    if ((double)same < MOST * (double)n)
        answer_unknown(answers, "cpu_mhz",
                       "only %zu of %zu samples agree; measure again while the machine is idle",
                       same, n);
    else
        answer_mhz(cycle, n, answers);
}

/* The mean distance of bursts from the nearest multiple of STEP above ORIGIN. */
static double mean_rest(const double *burst, size_t n, double step, double origin) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += remainder(burst[i] - origin, step);
    return sum / (double)n;
}

/* The step closest to ABOUT; 0 where bursts are no multiples of one, or nearly all equal. */
static double step_near(const double *burst, size_t n, double about) {
    double origin = burst[n / 2], span = 0, steps = 0;
    size_t others = 0, fit = 0;
    for (size_t i = 0; i < n; i++) {
        double away = floor(fabs(burst[i] - origin) / about + 0.5);
        span += fabs(burst[i] - origin);
        steps += away;
        others += away > 0;
    }
    if (2 * others < n)
        return 0;
    double step = span / steps, off = fmin(CUT_NS, PART * step);
    origin += mean_rest(burst, n, step, origin);
    for (size_t i = 0; i < n; i++)
        fit += fabs(remainder(burst[i] - origin, step)) <= off;
    return (double)fit >= NEARLY_ALL * (double)n ? step : 0;
}

/* The longest step of which all bursts are multiples: any gap between two of them may be one
   step. */
static double longest_step(const double *burst, size_t n) {
    double longest = 0;
    for (size_t i = 1; i < n; i++)
        if (burst[i] > burst[i - 1])
            longest = fmax(longest, step_near(burst, n, burst[i] - burst[i - 1]));
    return longest;
}

/* Whole ns are multiples of 1 ns whatever the step, but only a step of 1 ns makes each value as
   likely as its neighbours.  Are there about as many different values, with a tenth at each end
   left out, as random draws would give? */
static bool all_are_likely(const double *burst, size_t n, double step) {
    size_t first = n / 10, last = n - 1 - n / 10;
    double range = (burst[last] - burst[first]) / step + 1, different = 1;
    for (size_t i = first + 1; i <= last; i++)
        different += burst[i] - burst[i - 1] > step / 2;
    return different > FILLED * range * (1 - exp(-(double)(last - first + 1) / range));
}

static void answer_step(const double *burst, size_t n, double load, struct answers *answers) {
    double step = longest_step(burst, n);
    if (!(step > 0))
        answer_unknown(answers, "timer_resolution_ps",
                       "the clock's readings are no multiples of one step");
    else if (step <= FINEST_NS && !all_are_likely(burst, n, step))
        answer_unknown(answers, "timer_resolution_ps", "the clock's step is too short to be sure");
    else if (step < FAR_LONGER * load && step > FINEST_NS)
        answer_unknown(answers, "timer_resolution_ps",
                       "readings change by %.1f ns, which may be the time of a load", step);
    else
        answer_rounded(answers, "timer_resolution_ps", 1000 * step, 2, 0.95);
}

static void clock_decide(const struct table *table, const struct options *options,
                         struct answers *answers) {
    double *column[] = {NULL, table_column(table, CYCLE), table_column(table, LOAD),
                        table_column(table, BURST)};
    size_t n = table->rows;
    bool good = n >= FEWEST;
    (void)options;
    for (size_t i = CYCLE; i <= BURST; i++) {
        good = good && column[i] != NULL;
        if (column[i] != NULL)
            qsort(column[i], n, sizeof *column[i], ascending);
    }
    if (good) {
        answer_rate(column[CYCLE], n, answers);
        answer_step(column[BURST], n, column[LOAD][n / 2], answers);
    } else {
        answer_unknown(answers, "cpu_mhz", "the table has too few samples");
        answer_unknown(answers, "timer_resolution_ps", "the table has too few samples");
    }
    for (size_t i = CYCLE; i <= BURST; i++)
        free(column[i]);
}

const struct method clock_method = {
    .name = "clock",
    .summary = "the CPU's rate and the clock's step",
    .form = {{.keys = 1, .columns = 4, .above_zero = "cycle_ns load_ns burst_ns"}},
    .rows = 4096,
    .decide = clock_decide};
