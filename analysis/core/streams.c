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
#include "../ascending.h"
#include "../method.h"
#include "control.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { STREAMS, UNROLLED, ROUND, ALONE };
enum { MOST_STREAMS = 64, MOST_ROWS = 2 * MOST_STREAMS, NAME_BYTES = TABLE_NAME_BYTES + 12 };

/* The most that a loop's counter and branch take, in cycles and relative to the round; a result
   below 0 is noise. */
static const double LOOP_CYCLES = 3, LOOP_PART = 0.03;
/* Relative to a round whose rate is known well. */
static const double MOST_LOOP = 0.05;
/* A chain of statements this long hides the loop, and shorter ones may: then a statement costs the
   same in both rows, and their mean has less noise.  If the loop shows beside long statements, they
   take different times, as some divisions do. */
static const double HIDES_LOOP = 6, HIDDEN_PART = 0.005;
/* Latencies are whole cycles, or halves where two kinds alternate.  The last is the relative error
   of measurement. */
static const double NEAR_WHOLE = 0.2, NEAR_HALF = 0.05, OFF = 0.015;
/* A chain with other instructions must be closer, because these can delay each other by part of a
   cycle: on Golden Cove the check of a square root for errno turns 22 cycles into 22.8. */
static const double NEAR_ALL = 0.0035;
/* How many of the best rates must be this close. */
enum { AGREEING = 3 };
static const double AGREE = 0.03;
/* Parts of one more operation in flight: FULL with gaps, SHORT_OF_IT without that operation.  The
   latency and the rate are whole numbers of cycles and operations, so that little noise is left. */
static const double FULL = 0.96, SHORT_OF_IT = 0.945, NO_GAPS = 0.01;
static const double RATED = 0.97;
/* Operations of one type start in a fixed pattern of whole cycles: many in one, or a few in
   several, one more where each takes long.  TURN_OFF is the relative error of an operation; the
   more operations, the closer any rate is to some pattern. */
static const double TURN_OFF = 0.01, MOST_IN_A_TURN = 4, LONG = 4;

static const char OF_ONE[] = "_cycles", OF_A_SET[] = "_cycles_a_set";

/* The least percentage of samples without another thread for a single stream. */
static const double MOSTLY_ALONE = 49;
/* The percentage where samples do not agree. */
static const double NONE_AGREE = -1;
/* Relative to a round: the difference between equal remainders, and the part by which an error in
   the cycle lowers the best sample. */
static const double RESTS_ALIKE = 0.008, FASTER = 0.012;
/* Cycles by which remainders may also differ if no other thread ran: with some numbers of streams a
   unit is idle once in several rounds. */
static const double IDLE_UNIT = 0.1;
/* Relative to a round: the difference to a round in another pattern. */
static const double OTHER_PACE = 0.09;
/* Relative to a single stream: streams that take no longer than one, and those that do. */
static const double LIKE_ONE = 0.02, LONGER_THAN_ONE = 0.05;
/* Operations in a cycle from which a unit of the second digit is at most 5 %. */
static const double TWO_DIGITS = 2;
/* A round longer by this ratio shows whether its remainder is the loop's. */
static const double LONGER = 1.5;

/* Streams, operations in a round, its cycles, and the percentage of samples or NONE_AGREE. */
struct loop_row {
    size_t streams;
    double operations, round, agreed;
};

struct streams {
    struct loop_row row[MOST_ROWS];
    size_t rows;
    char name[TABLE_NAME_BYTES];
    double cost[MOST_STREAMS + 1];   /* cycles of one statement in each of this many streams */
    double agreed[MOST_STREAMS + 1]; /* percentage of samples, the lower of the two rows */
    size_t most;
    bool rest, chained; /* are there rows of 0 streams, and of one? */
    bool set;
};

static double agreed_in(const struct table *table, size_t row) {
    double percent = table_at(table, row, ALONE);
    return is_measured(percent) ? percent : NONE_AGREE;
}

/* Cycles of a round with every statement once, from ROW and the next.  NOT_MEASURED where the rows
   are no pair, or where their difference leaves an impossible loop. */
static double cost_of_rows(const struct table *table, size_t row) {
    double streams = table_at(table, row, STREAMS), few = table_at(table, row, UNROLLED);
    if (row + 1 == table->rows || !table_is(table, row + 1, STREAMS, streams) ||
        fmin(agreed_in(table, row), agreed_in(table, row + 1)) < 0)
        return NOT_MEASURED;
    double round = table_at(table, row, ROUND), more = table_at(table, row + 1, UNROLLED) - few;
    double next = table_at(table, row + 1, ROUND), loop = round - few * (next - round) / more;
    if (streams < 2 && fabs(loop) <= HIDDEN_PART * next)
        return (round + next) / (2 * few + more);
    if (streams < 2 && next / (few + more) >= HIDES_LOOP)
        return NOT_MEASURED;
    bool good = loop >= -LOOP_PART * round && loop <= LOOP_CYCLES + LOOP_PART * round;
    double cost = (next - fmax(0, fmin(loop, LOOP_CYCLES))) / (few + more);
    return good && cost > 0 ? cost : NOT_MEASURED;
}

static bool ends_with(const char *text, size_t length, const char *end) {
    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

static void note_loop(const struct table *table, size_t row, struct streams *streams, size_t n) {
    if (streams->rows < MOST_ROWS)
        streams->row[streams->rows++] =
            (struct loop_row){n, fmax((double)n, 1) * table_at(table, row, UNROLLED),
                              table_at(table, row, ROUND), agreed_in(table, row)};
}

static void note_row(const struct table *table, size_t row, struct streams *streams, size_t n) {
    double cost = cost_of_rows(table, row), agreed = agreed_in(table, row);
    streams->rest = streams->rest || n == 0;
    streams->chained = streams->chained || n == 1;
    streams->agreed[n] = fmin(streams->agreed[n], agreed);
    note_loop(table, row, streams, n);
    if (is_measured(cost)) {
        streams->most = n;
        streams->cost[n] = cost;
    }
}

static void read_streams(const struct table *table, struct streams *streams) {
    *streams = (struct streams){.most = 0};
    for (size_t n = 0; n <= MOST_STREAMS; n++)
        streams->cost[n] = streams->agreed[n] = NOT_MEASURED;
    for (size_t row = 0; row < table->rows; row++) {
        size_t n = (size_t)fmin(table_at(table, row, STREAMS), MOST_STREAMS + 1);
        if (n <= MOST_STREAMS)
            note_row(table, row, streams, n);
    }
    const char *column = table->column[ROUND];
    size_t length = strlen(column);
    streams->set = ends_with(column, length, OF_A_SET);
    const char *end = streams->set ? OF_A_SET : OF_ONE;
    length -= ends_with(column, length, end) ? strlen(end) : length;
    memcpy(streams->name, column, length);
}

static const char *name_of(char *text, const struct streams *streams, const char *what) {
    snprintf(text, NAME_BYTES, "%s_%s", what, streams->name);
    return text;
}

/* ---- answers ---- */

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

/* Is COST within OFF of a whole or half number of cycles, as in a chain without delays? */
static bool is_undelayed(double cost, double off) {
    return fabs(cost - floor(2 * cost + 0.5) / 2) <= off;
}

/* The same for a chain with other instructions, and for those alone.  The error of the latter is
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

/* The rate of the simplest pattern between SLOW and FAST, or 0.  A second thread on the core,
   perhaps of another virtual machine, may take part of the units so steadily that all samples
   agree; but then operations start in no pattern this short. */
static double turn_between(double slow, double fast) {
    double whole = floor(fast * (1 + TURN_OFF)), most = MOST_IN_A_TURN + (LONG * fast <= 1);
    if (whole >= 1 && whole >= slow * (1 - TURN_OFF))
        return whole;
    for (double together = 1; together <= most; together++) {
        double off = TURN_OFF / together, cycles = ceil(together / (fast * (1 + off)));
        if (together / cycles >= slow * (1 - off))
            return together / cycles;
    }
    return 0;
}

/* The pattern in which the operations of ROW may start, or 0; the round also has a small loop. */
static double turn_of(const struct loop_row *row) {
    double loop = fmin(LOOP_CYCLES, MOST_LOOP * row->round);
    return turn_between(row->operations / row->round, row->operations / (row->round - loop));
}

/* The rest of the round of ROW beyond its operations at the rate of TURN. */
static double rest_of(const struct loop_row *row, double turn) {
    return row->round - row->operations / turn;
}

/* Does ROW have a remainder although its operations take long enough to hide the loop?  Then the
   pattern is wrong. */
static bool has_rest_without_loop(const struct loop_row *row, double turn) {
    return turn * HIDES_LOOP < 1 && rest_of(row, turn) > (HIDDEN_PART + RESTS_ALIKE) * row->round;
}

/* Do the operations of ROW start in the pattern TURN, with the same remainder as LIKE? */
static bool supports(const struct loop_row *row, const struct loop_row *like, double turn) {
    bool alone = fmin(row->agreed, like->agreed) >= MOSTLY_ALONE;
    double differ = RESTS_ALIKE * row->round + (alone ? IDLE_UNIT : 0);
    return row->streams > 1 && row->agreed > 0 && !has_rest_without_loop(row, turn) &&
           fabs(rest_of(row, turn) - rest_of(like, turn)) <= differ;
}

static bool is_faster_than(const struct loop_row *row, const struct loop_row *like, double turn) {
    return row->streams > 1 && rest_of(row, turn) < rest_of(like, turn) - FASTER * row->round;
}

/* Does a loop with as many streams as ROW, mostly without other threads, start operations in
   another pattern than TURN?  Then this number of streams decides neither. */
static bool has_other_pattern(const struct streams *streams, const struct loop_row *row,
                              double turn) {
    for (size_t i = 0; i < streams->rows; i++) {
        const struct loop_row *other = &streams->row[i];
        if (other->streams == row->streams && other->agreed >= MOSTLY_ALONE &&
            rest_of(other, turn) - rest_of(row, turn) > OTHER_PACE * other->round)
            return true;
    }
    return false;
}

/* How many numbers of streams take the pattern's time plus the remainder of LIKE, in rounds of
   different lengths, so that it is not part of each operation. 0 where any takes less: noise only
   adds. */
static size_t supporters(const struct streams *streams, const struct loop_row *like, double turn) {
    double shortest = NOT_MEASURED, longest = 0;
    size_t count = 0, last = 0;
    for (size_t i = 0; i < streams->rows; i++) {
        const struct loop_row *row = &streams->row[i];
        if (is_faster_than(row, like, turn))
            return 0;
        if (supports(row, like, turn) && !has_other_pattern(streams, row, turn)) {
            shortest = fmin(shortest, row->round);
            longest = fmax(longest, row->round);
            count += row->streams != last;
            last = row->streams;
        }
    }
    return longest >= LONGER * shortest ? count : 0;
}

/* The pattern that most numbers of streams follow, at least AGREEING, or 0.  A second thread would
   have to take the same part from each of them, and leave a pattern. */
static double agreed_turn(const struct streams *streams) {
    size_t most = AGREEING - 1;
    double best = 0;
    for (size_t i = 0; i < streams->rows; i++) {
        const struct loop_row *row = &streams->row[i];
        double turn = row->streams > 1 ? turn_of(row) : 0;
        size_t count = turn > 0 ? supporters(streams, row, turn) : 0;
        best = count > most ? turn : best;
        most = count > most ? count : most;
    }
    return best;
}

/* Does a single stream, ROW, run at the rate of many?  Then it does not wait for its own result, as
   on cores that rename a word that is stored and loaded again (Golden Cove and Zen do). */
static bool is_no_chain(const struct streams *streams, const struct loop_row *row, double turn) {
    double wait = row->round - LOOP_CYCLES - row->operations / turn;
    return !streams->rest && turn > 0 && row->agreed >= MOSTLY_ALONE && wait <= 0;
}

/* A second thread on the core also delays a chain at times, which then takes no whole or half
   number of cycles in any loop. */
static bool is_paced(const struct streams *streams, double turn) {
    size_t chain = streams->rest ? 0 : 1;
    bool paced = is_undelayed(streams->cost[chain], OFF * streams->cost[chain]);
    for (size_t i = 0; i < streams->rows && !paced; i++) {
        const struct loop_row *row = &streams->row[i];
        double cost = row->round / row->operations;
        paced = row->streams == chain && row->agreed > 0 &&
                (is_undelayed(cost, OFF * cost) || is_no_chain(streams, row, turn));
    }
    return paced;
}

static double rate_of_streams(const struct streams *streams) {
    double turn = agreed_turn(streams);
    return is_paced(streams, turn) ? turn : 0;
}

static bool is_alone_in(const struct streams *streams, size_t n) {
    return is_measured(streams->cost[n]) && streams->agreed[n] >= MOSTLY_ALONE;
}

static bool is_exceeded(const struct streams *streams, double rate) {
    for (size_t i = 0; i < streams->rows; i++) {
        const struct loop_row *row = &streams->row[i];
        if (row->streams > 1 && row->operations > rate * row->round * (1 + TURN_OFF))
            return true;
    }
    return false;
}

/* Does RATE lie between the rates of the loops with and without all that a loop's own cost may be?
   No loop is faster, and some are that fast. */
static bool is_rate_bounded(const struct streams *streams, double rate) {
    bool reached = false;
    for (size_t i = 0; i < streams->rows; i++) {
        const struct loop_row *row = &streams->row[i];
        double loop = fmin(LOOP_CYCLES, MOST_LOOP * row->round);
        reached = reached || (row->streams > 1 &&
                              row->operations >= rate * (row->round - loop) * (1 - TURN_OFF));
    }
    return reached && !is_exceeded(streams, rate);
}

/* The median of the rates of the AGREEING largest numbers of streams if these agree, whatever their
   pattern, or else 0.  Less than one operation in a cycle is refused: the control shows that nobody
   else issues instructions, and not that nobody uses a unit that takes several cycles. */
static double shared_rate(const struct streams *streams) {
    double rate[AGREEING];
    size_t count = 0;
    for (size_t n = streams->most; n > 1 && count < AGREEING; n--)
        if (is_alone_in(streams, n))
            rate[count++] = (double)n / streams->cost[n];
    if (count < AGREEING)
        return 0;
    qsort(rate, AGREEING, sizeof *rate, ascending);
    double middle = rate[AGREEING / 2];
    bool alike = rate[AGREEING - 1] <= (1 + AGREE) * rate[0];
    return alike && middle >= 1 && is_rate_bounded(streams, middle) && is_paced(streams, middle)
               ? middle
               : 0;
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
    if (streams->rest || !is_alone_in(streams, 1))
        return 0;
    while (n < streams->most && is_alone_in(streams, n + 1) &&
           streams->cost[n + 1] <= (1 + LIKE_ONE) * one)
        n++;
    bool next_is_longer = n < streams->most && is_alone_in(streams, n + 1) &&
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
    read_streams(table, &streams);
    read_streams(last_try != NULL ? last_try : table, &last);
    for (size_t n = 0; n <= streams.most; n++)
        if (is_measured(streams.cost[n]))
            answer_note(answers, "%zu streams: %.3f cycles", n, streams.cost[n]);
    double pattern = rate_of_streams(&streams), shared = shared_rate(&last);
    if (is_exceeded(&streams, shared)) /* another try was faster */
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

const struct method streams_method = {.name = "streams",
                                      .summary = "a statement's latency and throughput",
                                      .form = {{.section = "",
                                                .keys = 2,
                                                .columns = 4,
                                                .above_zero = "*_cycles *_a_set unrolled",
                                                .may_lack = "alone_percent"},
                                               {.section = "last",
                                                .optional = true,
                                                .keys = 2,
                                                .columns = 4,
                                                .above_zero = "*_cycles *_a_set unrolled",
                                                .may_lack = "alone_percent"},
                                               {.section = "control",
                                                .keys = 1,
                                                .columns = 4,
                                                .optional = true,
                                                .above_zero = "cycles instructions",
                                                .may_lack = "alone_percent"}},
                                      .rows = 4096,
                                      .decide = streams_decide};
