/* stream_pattern.c - finds the pattern of whole cycles in which operations start. */
#include "stream_pattern.h"

#include <math.h>

/* Operations of one type start in a fixed pattern of whole cycles: many in one, or a few in
   several, one more where each takes long.  The more operations, the closer any rate is to some
   pattern. */
static const double MOST_IN_A_TURN = 4, LONG = 4;
/* Relative to a round: the difference between equal remainders, and the part by which an error in
   the cycle lowers the best sample. */
static const double RESTS_ALIKE = 0.008, FASTER = 0.012;
/* Cycles by which remainders may also differ if no other thread ran: with some numbers of streams a
   unit is idle once in several rounds. */
static const double IDLE_UNIT = 0.1;
/* Relative to a round: the difference to a round in another pattern. */
static const double OTHER_PACE = 0.09;
/* A round longer by this ratio shows whether its remainder is the loop's. */
static const double LONGER = 1.5;

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
    double fast = row->operations / (row->round - loop_row_own(row));
    return turn_between(row->operations / row->round, fast);
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

bool stream_pattern_paces(const struct streams *streams, double turn) {
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

double stream_pattern_rate(const struct streams *streams) {
    double turn = agreed_turn(streams);
    return stream_pattern_paces(streams, turn) ? turn : 0;
}
