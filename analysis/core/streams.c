/* streams.c - decides latency, throughput and operations in flight of a statement from independent
   streams of it (X-Ray 3.2.1, 3.2.2; BlackjackBench 3.5).

   The table has loops: in a round each of several `streams' runs the statement `unrolled' times.  A
   third column, NAME_cycles, is the time of a round. (For a set of independent statements it is
   NAME_cycles_a_set, and only the rate is reported.)  Each number of streams has two unrollings,
   whose difference is free of the loop's cost.  A fourth column is the percentage of samples that
   agree while no other thread ran on the core; it is not measured where too few of all samples
   agree, or more on another value.

   One stream waits for itself.  Its cost is the latency L, plus the cost of 0 streams where there
   are such rows: the other instructions of the chain.  A statement that cannot wait for itself
   alone has rows of 0 streams and none of one.  N streams run at the pace of one while there is
   room for N operations in flight, and take N initiation intervals II beyond.

   Mostly operations start in a short pattern of whole cycles.  On some cores those that wait for
   earlier ones do not: on Zen 5 six units take 5.3 of them in a cycle.  Then the rate is what the
   largest numbers of streams share, and the operations in flight are the most streams that take no
   longer than one, if the section `control' shows that no other thread used the core: loops of
   other instructions that fill it differ by whole numbers of cycles, which they seldom do beside
   another thread.  Where the rows are the best of several tries, the control tells of the last one,
   whose rows are in the section `last'.

   Unknown where streams disagree or another thread ran. */
#include "../method.h"
#include "control.h"
#include "stream_pattern.h"
#include "stream_shared.h"

#include <math.h>

enum { NAME_BYTES = TABLE_NAME_BYTES + 12 };

/* Latencies are whole cycles, or halves where two kinds alternate. */
static const double NEAR_WHOLE = 0.2, NEAR_HALF = 0.05;
/* A chain with other instructions must be closer, because these can delay each other by part of a
   cycle: on Golden Cove the check of a square root for errno turns 22 cycles into 22.8. */
static const double NEAR_ALL = 0.0035;
/* Parts of one more operation in flight: FULL with gaps, SHORT_OF_IT without that operation.  The
   latency and the rate are whole numbers of cycles and operations, so that little noise is left. */
static const double FULL = 0.96, SHORT_OF_IT = 0.945, NO_GAPS = 0.01;
static const double RATED = 0.97;
/* Relative to a single stream: streams that take no longer than one, and those that do. */
static const double LIKE_ONE = 0.02, LONGER_THAN_ONE = 0.05;
/* Operations in a cycle from which a unit of the second digit is at most 5 %. */
static const double TWO_DIGITS = 2;

static const char *name_of(char *text, const struct streams *streams, const char *what) {
    snprintf(text, NAME_BYTES, "%s_%s", what, streams->name);
    return text;
}

/* Cycles of a single stream without other instructions; NOT_MEASURED if there is none. */
static double cost_of_one(const struct streams *streams) {
    double rest = streams->rest ? streams->cost[0] : 0;
    return is_measured(streams->cost[1]) && is_measured(rest) ? streams->cost[1] - rest
                                                              : NOT_MEASURED;
}

/* Two threads that use the same units get half of them each.  Does a single stream take less time
   than with half of the units that many streams show?  If it takes just that long, a second thread
   may delay it. */
static bool leaves_half(const struct streams *streams, size_t stream) {
    double interval = NOT_MEASURED;
    for (size_t n = 2; n <= streams->most; n++)
        interval = fmin(interval, streams->cost[n] / (double)n);
    return streams->agreed[stream] >= MOSTLY_ALONE ||
           2 * interval * (1 + AGREE) <= streams->cost[stream];
}

/* Is a chain with other instructions undelayed, and are these alone?  The error of the latter is
   the error of the cycle, and the same in both. */
static bool is_undelayed_in_all(const struct streams *streams) {
    double rest = streams->cost[0], ruler = rest / (floor(2 * rest + 0.5) / 2);
    double all = streams->cost[1] / ruler;
    return !streams->rest ||
           (is_undelayed(rest, OFF * rest) && is_undelayed(all, fmax(NEAR_HALF, NEAR_ALL * all)));
}

/* The latency from a single stream, or 0; if it is so long that another whole number is as close,
   it is unknown. */
static double latency_of_one(const struct streams *streams) {
    double latency = cost_of_one(streams), off = OFF * streams->cost[1];
    double part = fabs(latency - floor(latency + 0.5));
    if (!is_measured(latency) || latency < 1 - NEAR_HALF || off > 1 - NEAR_WHOLE ||
        !leaves_half(streams, 1) || !is_undelayed_in_all(streams))
        return 0;
    if (part >= 0.5 - NEAR_HALF && off < 0.25)
        return floor(latency) + 0.5;
    return part <= fmin(NEAR_WHOLE, NEAR_HALF + off) ? floor(latency + 0.5) : 0;
}

static void decide_one_stream(const struct streams *streams, const char *name,
                              struct answers *answers) {
    double latency = latency_of_one(streams), cost = cost_of_one(streams);
    if (latency > 0)
        answer_integer(answers, name, latency, RATED);
    else if (is_measured(cost))
        answer_unknown(answers, name,
                       "%.2f cycles are no clear number, or another thread used the core", cost);
    else if (streams->chained)
        answer_unknown(
            answers, name,
            "samples of a single stream disagree; measure again while the machine is idle");
    else
        answer_unknown(answers, name, "it has no result that a following one could wait for");
}

/* Decides by PATTERN, or else by SHARED, whose last digit varies, if the control proves it. */
static void decide_throughput(double pattern, double shared, bool proven, const char *name,
                              struct answers *answers) {
    if (pattern > 0)
        answer_rounded(answers, name, 1000 * pattern, 3, RATED);
    else if (shared > 0 && proven)
        answer_rounded(answers, name, 1000 * shared, shared < TWO_DIGITS ? 3 : 2, RATED);
    else if (shared > 0)
        answer_unknown(
            answers, name,
            "streams share a rate in no short pattern, and the loops of the control, if this "
            "instruction set has any, do not show that no other thread used the core; measure "
            "again while the machine is idle, or with another compiler");
    else
        answer_unknown(
            answers, name,
            "too few numbers of streams agree on the best rate, which needs more streams or "
            "is no short pattern; or another thread used the core: measure again while "
            "the machine is idle");
}

/* The most streams that take no longer than one, or 0. */
static size_t streams_as_one(const struct streams *streams) {
    size_t n = 1;
    double one = streams->cost[1];
    if (streams->rest || !streams_were_alone(streams, 1))
        return 0;
    while (n < streams->most && streams_were_alone(streams, n + 1) &&
           streams->cost[n + 1] <= (1 + LIKE_ONE) * one)
        n++;
    bool next_is_longer = n < streams->most && streams_were_alone(streams, n + 1) &&
                          streams->cost[n + 1] >= (1 + LONGER_THAN_ONE) * one;
    return next_is_longer ? n : 0;
}

/* Little's law: latency times rate.  It is the largest number of streams that do not wait for each
   other, if the scheduler leaves no gaps.  Where each operation takes a whole number of cycles of
   its unit, there are none. */
static void decide_by_law(double latency, double rate, const char *name, struct answers *answers) {
    double interval = floor(1 / rate + 0.5);
    bool gapless = interval >= 2 && fabs(rate * interval - 1) <= NO_GAPS;
    double product = gapless ? latency / interval : latency * rate, next = ceil(product);
    bool full = product >= (gapless ? 1 : FULL) * next;
    bool short_of_it = gapless || product <= SHORT_OF_IT * next;
    if (!full && !short_of_it)
        answer_unknown(answers, name, "%.2f operations in flight may be %g or fewer", product,
                       next);
    else
        answer_integer(answers, name, fmax(full ? next : next - 1, 1), RATED);
}

/* By the law if the operations start in PATTERN, or else TOGETHER, the most streams that take no
   longer than one; where no rate is KNOWN, streams may take longer because they do not fit the
   registers. */
static void decide_in_flight(const struct streams *streams, double pattern, size_t together,
                             bool known, const char *name, struct answers *answers) {
    double latency = latency_of_one(streams);
    if (latency > 0 && pattern > 0)
        decide_by_law(latency, pattern, name, answers);
    else if (together > 0)
        answer_integer(answers, name, (double)together, RATED);
    else if (!known || pattern > 0)
        answer_unknown(answers, name, "its latency or its throughput is unknown");
    else
        answer_unknown(answers, name,
                       "no number of streams is clearly the most that take no longer than one");
}

static void streams_decide(const struct table *table, const struct options *options,
                           struct answers *answers) {
    struct streams streams, last; /* of all tries, and of the last one */
    char name[NAME_BYTES];
    (void)options;
    const struct table *last_try = table_section(table, "last");
    bool proven = control_is_undisturbed(table);
    stream_loops_read(table, &streams);
    stream_loops_read(last_try != NULL ? last_try : table, &last);
    for (size_t n = 0; n <= streams.most; n++)
        if (is_measured(streams.cost[n]))
            answer_note(answers, "%zu streams: %.3f cycles", n, streams.cost[n]);
    double pattern = stream_pattern_rate(&streams), shared = stream_shared_rate(&last);
    if (stream_shared_is_exceeded(&streams, shared)) /* another try was faster */
        shared = 0;
    bool known = pattern > 0 || (shared > 0 && proven);
    if (streams.set) {
        decide_throughput(pattern, shared, proven, name_of(name, &streams, "sustained"), answers);
        return;
    }
    decide_one_stream(&streams, name_of(name, &streams, "latency"), answers);
    decide_throughput(pattern, shared, proven, name_of(name, &streams, "throughput"), answers);
    size_t together = known && proven ? streams_as_one(&last) : 0;
    decide_in_flight(&streams, pattern, together, known, name_of(name, &streams, "in_flight"),
                     answers);
}

/* The columns of loops. */
#define LOOPS_FORM                                                                                 \
    .keys = 2, .columns = 4, .above_zero = "*_cycles *_a_set unrolled", .may_lack = "alone_percent"

const struct method streams_method = {.name = "streams",
                                      .summary = "a statement's latency and throughput",
                                      .form = {{.section = "", LOOPS_FORM},
                                               {.section = "last", .optional = true, LOOPS_FORM},
                                               {.section = "control",
                                                .keys = 1,
                                                .columns = 4,
                                                .optional = true,
                                                .above_zero = "cycles instructions",
                                                .may_lack = "alone_percent"}},
                                      .rows = 4096,
                                      .decide = streams_decide};
