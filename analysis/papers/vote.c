/* vote.c - decides the most common minimum (AMP 2.2).

   Noise adds misses and removes none, so the minimum of a group is its best measurement; where a
   whole group was disturbed, the others outvote it.  The paper votes on values computed from the
   minimum, such as a line size, so measurements have to be whole numbers that can repeat. */
#include "../ascending.h"
#include "../method.h"
#include "number.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static double find_minimum(const struct table *table, size_t first, size_t count) {
    double least = table_at(table, first, 0);
    for (size_t row = first + 1; row < first + count; row++)
        least = fmin(least, table_at(table, row, 0));
    return least;
}

/* Equal votes are adjacent once they are sorted.  Returns where the longest run begins; COUNT is
   its length, and TIED whether another is as long. */
static size_t find_winner(const double *vote, size_t votes, size_t *count, bool *tied) {
    size_t winner = 0, first = 0;
    *count = 0;
    *tied = false;
    for (size_t i = 1; i <= votes; i++) {
        if (i < votes && ascending(&vote[i], &vote[first]) == 0)
            continue;
        if (i - first >= *count) {
            *tied = i - first == *count;
            *count = i - first;
            winner = first;
        }
        first = i;
    }
    return winner;
}

static void answer_vote(double *vote, size_t votes, struct answers *answers) {
    size_t count;
    bool tied;
    qsort(vote, votes, sizeof *vote, ascending);
    size_t winner = find_winner(vote, votes, &count, &tied);
    if (tied)
        answer_unknown(answers, "vote", "a tie: no minimum is the most common of %zu", votes);
    else
        answer_number(answers, "vote", vote[winner], (double)count / (double)votes);
}

/* An incomplete last group has no vote. */
static void vote_decide(const struct table *table, const struct options *options,
                        struct answers *answers) {
    size_t group = options->group > 0 ? options->group : 1, votes = table->rows / group;
    double *vote = votes > 0 ? malloc(votes * sizeof *vote) : NULL;
    for (size_t i = 0; vote != NULL && i < votes; i++)
        vote[i] = find_minimum(table, i * group, group);
    if (vote != NULL)
        answer_vote(vote, votes, answers);
    else
        answer_unknown(answers, "vote",
                       votes > 0 ? "no memory"
                                 : "the table has less than one full group of rows; see -G");
    free(vote);
}

const struct method vote_method = {.name = "vote",
                                   .summary = "most common minimum of groups (AMP)",
                                   .options = "-G measurements behind one vote (8)",
                                   .form = {{.keys = 0, .columns = 1}},
                                   .rows = TABLE_MAX_ROWS,
                                   .decide = vote_decide};
