/* cliques.c - decides groups of CPUs that are nearer to each other than to the others
   (BlackjackBench 3.1.4). */
#include "cliques.h"
#include "../measured.h"

#include "../ascending.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* Costs form clusters where one is this many times the previous one, and differs by more than this
   many standard deviations. */
static const double NEXT_CLUSTER = 1.25, DEVIATIONS = 4;
/* The share of a clique's pairs that may be disturbed; a pair with the same high cost this often is
   not disturbed. */
static const double FEW = 0.1;
enum { OFTEN = 3 };

struct group {
    const struct costs *costs;
    const size_t *member;
    size_t count, *leader;
};

static double cost_of(const struct group *group, size_t a, size_t b) {
    return group->costs->cost[group->member[a] * group->costs->n + group->member[b]];
}

static size_t leader_of(const struct group *group, size_t i) {
    while (group->leader[i] != i)
        i = group->leader[i];
    return i;
}

/* CPUs connected by pairs with a cost of NEAR or less get the same leader, the first of them. */
static void unite(struct group *group, double near) {
    for (size_t i = 0; i < group->count; i++)
        group->leader[i] = i;
    for (size_t a = 0; a < group->count; a++)
        for (size_t b = a + 1; b < group->count; b++) {
            size_t x = leader_of(group, a), y = leader_of(group, b);
            if (cost_of(group, a, b) <= near)
                group->leader[x < y ? y : x] = x < y ? x : y;
        }
    for (size_t i = 0; i < group->count; i++)
        group->leader[i] = leader_of(group, i);
}

/* Is the cost of any pair of these two cliques known? */
static bool is_cost_known_between(const struct group *group, size_t x, size_t y) {
    for (size_t a = 0; a < group->count; a++)
        for (size_t b = 0; group->leader[a] == x && b < group->count; b++)
            if (group->leader[b] == y && is_measured(cost_of(group, a, b)))
                return true;
    return false;
}

/* Is each CPU near to all of its clique?  By unite, none is near to one of another clique. */
static enum split check_inside(const struct group *group, double near) {
    size_t pairs = 0, farther = 0;
    for (size_t a = 0; a < group->count; a++)
        for (size_t b = a + 1; b < group->count; b++) {
            double cost = cost_of(group, a, b);
            bool same = group->leader[a] == group->leader[b];
            pairs += same;
            farther += same && cost > near && is_measured(cost);
        }
    if (farther == 0)
        return SPLIT_DONE;
    bool few = (double)farther <= FEW * (double)pairs;
    return few && group->costs->times < OFTEN ? SPLIT_DOUBTFUL : SPLIT_NONE;
}

/* Is there a known cost between any two cliques? */
static enum split check_between(const struct group *group) {
    for (size_t a = 0; a < group->count; a++)
        for (size_t b = a + 1; b < group->count; b++)
            if (group->leader[a] != group->leader[b] && !is_measured(cost_of(group, a, b)) &&
                !is_cost_known_between(group, group->leader[a], group->leader[b]))
                return SPLIT_DOUBTFUL;
    return SPLIT_DONE;
}

static size_t sort_costs(const struct group *group, double *sorted) {
    size_t count = 0;
    for (size_t a = 0; a < group->count; a++)
        for (size_t b = a + 1; b < group->count; b++)
            if (is_measured(cost_of(group, a, b)))
                sorted[count++] = cost_of(group, a, b);
    qsort(sorted, count, sizeof *sorted, ascending);
    return count;
}

enum split cliques_split(const struct costs *costs, const size_t *member, size_t count,
                         size_t *leader, double *sorted) {
    struct group group = {costs, member, count, leader};
    for (size_t i = sort_costs(&group, sorted); i-- > 1;) {
        double near = sorted[i - 1], far = sorted[i];
        if (far <= NEXT_CLUSTER * near || far - near <= DEVIATIONS * costs->deviation)
            continue;
        unite(&group, near);
        enum split split = check_inside(&group, near);
        split = split == SPLIT_DONE ? check_between(&group) : split;
        if (split != SPLIT_NONE)
            return split;
    }
    return SPLIT_NONE;
}
