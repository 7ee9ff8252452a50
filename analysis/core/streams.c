/* streams.c - latency, throughput and operations in flight of a statement, from independent
   streams of it (X-Ray 3.2.1, 3.2.2; BlackjackBench 3.5).

   A table of loops: in a round each of so many `streams` runs the statement so often (`unrolled`),
   and a third column, called after the statement, NAME_cycles, says what a round takes (of a set of
   statements that do not wait for each other NAME_cycles_a_set: only its rate is told).  Each
   number of streams comes with two unrollings, whose difference is statements without a loop.  A
   fourth says how many percent of the samples agree with that while nobody else ran; it is not
   measured where too few of all samples agree, or more on another value.

   One stream waits for itself: its cost is the latency L and that of 0 streams, where there are
   such, which is what the chain holds besides.  Where nothing waits for the statement alone there
   are 0 streams, of something that waits, but not 1.  N streams go on at its pace as long as
   there is room for N operations in flight, and take N initiation intervals II then. */
#include "../ascending.h"
#include "../method.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { STREAMS, UNROLLED, ROUND, ALONE };
enum { MOST_STREAMS = 64, MOST_ROWS = 2 * MOST_STREAMS, NAME_BYTES = TABLE_NAME_BYTES + 12 };

/* A loop costs its counter and its branch: of what is left as its part no more is believed, in
   cycles and in parts of the round; below 0 it is noise. */
static const double LOOP_CYCLES = 3, LOOP_PART = 0.03;
/* Of a round, where its rate is known well. */
static const double MOST_LOOP = 0.05;
/* A chain of statements that take so long hides the loop, and shorter ones may: then a statement
   costs the same in both rows, and the mean of both has less noise.  If the loop shows beside long
   statements, they take different times, as some divisions do. */
static const double HIDES_LOOP = 6, HIDDEN_PART = 0.005;
/* Latencies are whole cycles, and halves where two kinds alternate; what is measured is off by such
   a part of itself. */
static const double NEAR_WHOLE = 0.2, NEAR_HALF = 0.05, OFF = 0.015;
/* A chain that holds other instructions besides has to be nearer, because these can delay each
   other by part of a cycle: on Golden Cove a square root's check for errno makes 22 cycles 22.8. */
static const double NEAR_ALL = 0.0035;
/* So many of the best rates agree that are as near. */
enum { AGREEING = 3 };
static const double AGREE = 0.03;
/* Parts of one more operation in flight: gaps and noise leave as much of it; or they do not. */
static const double FULL = 0.96, SHORT_OF_IT = 0.93;
static const double RATED = 0.97;
/* Alike operations begin in turns of whole cycles: many in one, or a few in several, of which one
   more where each takes long.  What is measured of one of them is off by such a part; and the more
   there are, the nearer any rate is to a turn. */
static const double TURN_OFF = 0.01, MOST_IN_A_TURN = 4, LONG = 4;

static const char OF_ONE[] = "_cycles", OF_A_SET[] = "_cycles_a_set";

/* A single stream is believed where such a percentage of the samples is of this thread alone. */
static const double MOSTLY_ALONE = 49;
/* The percentage of samples that do not agree. */
static const double NONE_AGREE = -1;
/* Of a round, what rests that are alike may differ by, and what a ruler makes the best sample less.
 */
static const double RESTS_ALIKE = 0.008, FASTER = 0.012;
/* Cycles by which rests may differ besides, if no other thread ran: with some numbers of streams a
   unit is idle once in several rounds. */
static const double IDLE_UNIT = 0.1;
/* Of a round, by which one is longer whose operations begin at another pace. */
static const double OTHER_PACE = 0.09;
/* A round that is so much longer shows whether its rest is a loop's. */
static const double LONGER = 1.5;

/* Streams, operations in a round, its cycles, percent of the samples or NONE_AGREE. */
struct loop_row {
    size_t streams;
    double operations, round, agreed;
};

struct streams {
    struct loop_row row[MOST_ROWS];
    size_t rows;
    char name[TABLE_NAME_BYTES];
    double cost[MOST_STREAMS + 1];   /* cycles of one statement in each of so many streams */
    double agreed[MOST_STREAMS + 1]; /* percent of the samples, the least of the rows */
    size_t most;
    bool rest, chained; /* are there rows of 0 streams, and of one? */
    bool set;
};

static double agreed_in(const struct table *table, size_t row) {
    double percent = table_at(table, row, ALONE);
    return is_measured(percent) ? percent : NONE_AGREE;
}

/* Cycles of a round with every statement once, from ROW and the next; NOT_MEASURED where they do
   not belong together, or the loop would cost what no loop does. */
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

/* Cycles of a single stream without what is not the statement's; NOT_MEASURED if there is none. */
static double cost_of_one(const struct streams *streams) {
    double rest = streams->rest ? streams->cost[0] : 0;
    return is_measured(streams->cost[1]) && is_measured(rest) ? streams->cost[1] - rest
                                                              : NOT_MEASURED;
}

/* Two threads that want the same units get half of them each.  Does a single stream need less than
   that, even if many streams show half as many units as there are?  Where it takes just as long,
   half of them may be what delays it. */
static bool leaves_half(const struct streams *streams, size_t stream) {
    double interval = NOT_MEASURED;
    for (size_t n = 2; n <= streams->most; n++)
        interval = fmin(interval, streams->cost[n] / (double)n);
    return streams->agreed[stream] >= MOSTLY_ALONE ||
           2 * interval * (1 + AGREE) <= streams->cost[stream];
}

/* Is COST within OFF of a whole or half number of cycles?  An undelayed chain is. */
static bool is_undelayed(double cost, double off) {
    return fabs(cost - floor(2 * cost + 0.5) / 2) <= off;
}

/* The same for a chain that holds other instructions, and for those alone.  What the latter are off
   by is the ruler's error, and the same in both. */
static bool is_undelayed_in_all(const struct streams *streams) {
    double rest = streams->cost[0], ruler = rest / (floor(2 * rest + 0.5) / 2);
    double all = streams->cost[1] / ruler;
    return !streams->rest ||
           (is_undelayed(rest, OFF * rest) && is_undelayed(all, fmax(NEAR_HALF, NEAR_ALL * all)));
}

/* What is told of a single stream, or 0; one so long that another whole number may be as near
   says nothing. */
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
                       "%.2f cycles are less than one, of no clear number, or others run", cost);
    else if (streams->chained)
        answer_unknown(answers, name, "a single stream was disturbed");
    else
        answer_unknown(answers, name, "nothing waits for it alone");
}

/* The rate of the simplest turn from SLOW to FAST, or 0.  A thread beside this one, maybe of
   another virtual machine, may take its part of the units so steadily for a while that all samples
   agree; but then operations begin in no turns that are this short. */
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

/* The turn at which the operations of ROW may begin, or 0: a small loop is in the round too. */
static double turn_of(const struct loop_row *row) {
    double loop = fmin(LOOP_CYCLES, MOST_LOOP * row->round);
    return turn_between(row->operations / row->round, row->operations / (row->round - loop));
}

/* What a round of this row has besides its operations at the rate of TURN. */
static double rest_of(const struct loop_row *row, double turn) {
    return row->round - row->operations / turn;
}

/* Has ROW a rest although its operations take so long that they hide the loop?  Then the turn is
   wrong. */
static bool has_rest_without_loop(const struct loop_row *row, double turn) {
    return turn * HIDES_LOOP < 1 && rest_of(row, turn) > (HIDDEN_PART + RESTS_ALIKE) * row->round;
}

/* Do the operations of ROW begin in turns, with what a round has besides as in LIKE? */
static bool supports(const struct loop_row *row, const struct loop_row *like, double turn) {
    bool alone = fmin(row->agreed, like->agreed) >= MOSTLY_ALONE;
    double differ = RESTS_ALIKE * row->round + (alone ? IDLE_UNIT : 0);
    return row->streams > 1 && row->agreed > 0 && !has_rest_without_loop(row, turn) &&
           fabs(rest_of(row, turn) - rest_of(like, turn)) <= differ;
}

static bool is_faster_than(const struct loop_row *row, const struct loop_row *like, double turn) {
    return row->streams > 1 && rest_of(row, turn) < rest_of(like, turn) - FASTER * row->round;
}

/* Does a loop of as many streams as ROW, in which nobody disturbed most samples, begin operations
   at another pace than TURN?  Then that number of streams says nothing of either. */
static bool is_contradicted(const struct streams *streams, const struct loop_row *row,
                            double turn) {
    for (size_t i = 0; i < streams->rows; i++) {
        const struct loop_row *other = &streams->row[i];
        if (other->streams == row->streams && other->agreed >= MOSTLY_ALONE &&
            rest_of(other, turn) - rest_of(row, turn) > OTHER_PACE * other->round)
            return true;
    }
    return false;
}

/* So many numbers of streams take a turn's time and what LIKE has besides, in rounds so short and
   so long that it is no part of each operation.  None where any takes less: noise is slow. */
static size_t supporters(const struct streams *streams, const struct loop_row *like, double turn) {
    double shortest = NOT_MEASURED, longest = 0;
    size_t count = 0, last = 0;
    for (size_t i = 0; i < streams->rows; i++) {
        const struct loop_row *row = &streams->row[i];
        if (is_faster_than(row, like, turn))
            return 0;
        if (supports(row, like, turn) && !is_contradicted(streams, row, turn)) {
            shortest = fmin(shortest, row->round);
            longest = fmax(longest, row->round);
            count += row->streams != last;
            last = row->streams;
        }
    }
    return longest >= LONGER * shortest ? count : 0;
}

/* The turn that most numbers of streams take, AGREEING at the least, or 0.  Another thread would
   have to take the same part from each of them, and leave what begins in a turn. */
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

/* Does a single stream, ROW, run at the rate of many?  Then it never waits for its own result, as
   on cores that rename a word that is stored and loaded again (Golden Cove and Zen do). */
static bool is_no_chain(const struct streams *streams, const struct loop_row *row, double turn) {
    double wait = row->round - LOOP_CYCLES - row->operations / turn;
    return !streams->rest && turn > 0 && row->agreed >= MOSTLY_ALONE && wait <= 0;
}

/* A thread beside this one on its core also delays a chain at times, which then is of no whole or
   half number of cycles in any loop. */
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

static void decide_throughput(double rate, const char *name, struct answers *answers) {
    if (rate > 0)
        answer_rounded(answers, name, 1000 * rate, 3, RATED);
    else
        answer_unknown(
            answers, name,
            "samples were disturbed, no numbers of streams agree on a best rate, or others run");
}

/* Little's law: the latency times the rate.  It is the most streams that do not wait for each
   other, where what schedules them leaves no gap. */
static void decide_in_flight(const struct streams *streams, double rate, const char *name,
                             struct answers *answers) {
    double product = latency_of_one(streams) * rate, next = ceil(product);
    bool full = product >= FULL * next, short_of_it = product <= SHORT_OF_IT * next;
    if (!(product > 0))
        answer_unknown(answers, name, "no latency or no rate");
    else if (!full && !short_of_it)
        answer_unknown(answers, name, "%.2f operations may be %g or less", product, next);
    else
        answer_integer(answers, name, fmax(full ? next : next - 1, 1), RATED);
}

static void streams_decide(const struct table *table, const struct options *options,
                           struct answers *answers) {
    struct streams streams;
    char name[NAME_BYTES];
    (void)options;
    read_streams(table, &streams);
    for (size_t n = 0; n <= streams.most; n++)
        if (is_measured(streams.cost[n]))
            answer_note(answers, "%zu streams: %.3f cycles", n, streams.cost[n]);
    double rate = rate_of_streams(&streams);
    if (streams.set) {
        decide_throughput(rate, name_of(name, &streams, "sustained"), answers);
        return;
    }
    decide_one_stream(&streams, name_of(name, &streams, "latency"), answers);
    decide_throughput(rate, name_of(name, &streams, "throughput"), answers);
    decide_in_flight(&streams, rate, name_of(name, &streams, "in_flight"), answers);
}

const struct method streams_method = {.name = "streams",
                                      .summary = "a statement's latency and throughput",
                                      .form = {{.keys = 2,
                                                .columns = 4,
                                                .above_zero = "*_cycles *_a_set unrolled",
                                                .may_lack = "alone_percent"}},
                                      .rows = 4096,
                                      .decide = streams_decide};
