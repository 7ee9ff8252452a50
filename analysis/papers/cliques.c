/* cliques.c - groups of CPUs in which all are nearer to each other than to the others
   (BlackjackBench 3.1.4). */
#include "cliques.h"
#include "../measured.h"

#include "../ascending.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* Costs fall into clusters where one is so many times the one before, and differs by more than so
   many deviations (METHODS 1.18). */
static const double NEXT_CLUSTER = 1.25, DEVIATIONS = 4;
/* Of a clique's pairs few; and who is disturbed so often, and alike, is not disturbed. */
static const double FEW = 0.1;
enum { OFTEN = 3 };

struct group {
    const struct costs *costs;
    const size_t *member;
    size_t count, *boss;
};

static double cost_of(const struct group *group, size_t a, size_t b) {
    return group->costs->cost[group->member[a] * group->costs->n + group->member[b]];
}

static size_t boss_of(const struct group *group, size_t i) {
    while (group->boss[i] != i)
        i = group->boss[i];
    return i;
}

/* Who is as near as NEAR has the same boss, the first of them. */
static void unite(struct group *group, double near) {
    for (size_t i = 0; i < group->count; i++)
        group->boss[i] = i;
    for (size_t a = 0; a < group->count; a++)
        for (size_t b = a + 1; b < group->count; b++) {
            size_t x = boss_of(group, a), y = boss_of(group, b);
            if (cost_of(group, a, b) <= near)
                group->boss[x < y ? y : x] = x < y ? x : y;
        }
    for (size_t i = 0; i < group->count; i++)
        group->boss[i] = boss_of(group, i);
}

/* Is what two of these two cliques cost known? */
static bool is_told(const struct group *group, size_t x, size_t y) {
    for (size_t a = 0; a < group->count; a++)
        for (size_t b = 0; group->boss[a] == x && b < group->count; b++)
            if (group->boss[b] == y && is_measured(cost_of(group, a, b)))
                return true;
    return false;
}

/* Everyone is near to all of the same clique, as unite has it that nobody is to one of another. */
static enum split check_inside(const struct group *group, double near) {
    size_t pairs = 0, farther = 0;
    for (size_t a = 0; a < group->count; a++)
        for (size_t b = a + 1; b < group->count; b++) {
            double cost = cost_of(group, a, b);
            bool same = group->boss[a] == group->boss[b];
            pairs += same;
            farther += same && cost > near && is_measured(cost);
        }
    if (farther == 0)
        return SPLIT_DONE;
    bool few = (double)farther <= FEW * (double)pairs;
    return few && group->costs->times < OFTEN ? SPLIT_DOUBTFUL : SPLIT_NONE;
}

/* Of any two cliques it is known that they are two. */
static enum split check_between(const struct group *group) {
    for (size_t a = 0; a < group->count; a++)
        for (size_t b = a + 1; b < group->count; b++)
            if (group->boss[a] != group->boss[b] && !is_measured(cost_of(group, a, b)) &&
                !is_told(group, group->boss[a], group->boss[b]))
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
                         size_t *boss, double *sorted) {
    struct group group = {costs, member, count, boss};
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
