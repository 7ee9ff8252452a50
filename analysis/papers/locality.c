/* locality.c - the tree of CPUs that are near each other (BlackjackBench 3.1.4).

   A table of tournaments: ns of a line, MB/s of blocks from the smallest on, or some of these.  All
   CPUs are one clique; from the largest block on each clique is split into those whose members
   communicate faster among themselves with it.  The paper has one step for a block; where one split
   leaves another to be seen in the same block, so is that one here. */
#include "../method.h"

#include "../ascending.h"
#include "../cpus/pairs.h"
#include "cliques.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREE_CPUS = 1024, TREE_CLIQUES = 2 * TREE_CPUS, TREE_TEXT = 16 * TREE_CPUS };
enum { TREE_FROM = 1, TREE_TO, TREE_BLOCKS };
/* Of a CPU's pairs so many at the least are known. */
static const double TREE_KNOWN = 0.75, TREE_SURE = 0.95;

struct tree {
    struct table table;       /* of whole tournaments: in the last one few play, without company */
    size_t n;                 /* CPUs */
    size_t clique[TREE_CPUS]; /* of each, the smallest */
    size_t parent[TREE_CLIQUES], depth[TREE_CLIQUES], cliques;
    bool doubtful[TREE_CLIQUES];
    struct costs costs;
    double *cell, *sorted; /* of a column, and room to sort */
};

/* ---- costs ---- */

static void read_column(struct tree *tree, size_t column) {
    bool time = strncmp(tree->table.column[column], "ns", 2) == 0;
    for (size_t row = 0; row < tree->table.rows; row++) {
        double cell = table_at(&tree->table, row, column);
        tree->cell[row] = time ? cell : 1 / cell;
    }
}

/* How much one time differs from what its pair costs: the median of all. */
static double find_deviation(const struct passed *passed, size_t rows, double *sorted) {
    for (size_t first = 0, end; first < rows; first = end) {
        end = pairs_end(passed, rows, first);
        for (size_t i = first; i < end; i++)
            sorted[i] = fabs(passed[i].cost - pairs_cost(passed, first, end));
    }
    qsort(sorted, rows, sizeof *sorted, ascending);
    return sorted[rows / 2];
}

/* What each pair costs, of those that are not now near, now far. */
static void fill_costs(struct tree *tree, const struct passed *passed) {
    size_t rows = tree->table.rows, n = tree->n;
    for (size_t i = 0; i < n * n; i++)
        tree->costs.cost[i] = NOT_MEASURED;
    for (size_t first = 0, end; first < rows; first = end) {
        size_t from = (size_t)passed[first].from, to = (size_t)passed[first].to;
        end = pairs_end(passed, rows, first);
        if (pairs_alike(passed, first, end))
            tree->costs.cost[from * n + to] = tree->costs.cost[to * n + from] =
                pairs_cost(passed, first, end);
    }
}

static bool knows_most(const struct tree *tree) {
    for (size_t a = 0; a < tree->n; a++) {
        double known = 0;
        for (size_t b = 0; b < tree->n; b++)
            known += b != a && is_measured(tree->costs.cost[a * tree->n + b]);
        if (known < TREE_KNOWN * (double)(tree->n - 1))
            return false;
    }
    return true;
}

/* Returns false where this block tells too little. */
static bool find_costs(struct tree *tree, size_t column) {
    read_column(tree, column);
    struct passed *passed = pairs_sort(&tree->table, tree->cell);
    if (passed == NULL)
        return false;
    fill_costs(tree, passed);
    tree->costs.deviation = find_deviation(passed, tree->table.rows, tree->sorted);
    free(passed);
    return knows_most(tree);
}

/* ---- tree ---- */

static size_t members_of(const struct tree *tree, size_t clique, size_t *member) {
    size_t count = 0;
    for (size_t cpu = 0; cpu < tree->n; cpu++)
        if (tree->clique[cpu] == clique)
            member[count++] = cpu;
    return count;
}

/* In the order of their first members. */
static void add_cliques(struct tree *tree, size_t parent, const size_t *member, size_t count,
                        const size_t *boss) {
    for (size_t i = 0; i < count; i++) {
        if (boss[i] == i) {
            tree->parent[tree->cliques] = parent;
            tree->depth[tree->cliques] = tree->depth[parent] + 1;
            tree->clique[member[i]] = tree->cliques++;
        }
        tree->clique[member[i]] = tree->clique[member[boss[i]]];
    }
}

/* What is split comes behind, and its turn too. */
static void split_all(struct tree *tree) {
    size_t member[TREE_CPUS], boss[TREE_CPUS];
    for (size_t clique = 0; clique < tree->cliques; clique++) {
        size_t count = members_of(tree, clique, member);
        if (count == 0)
            continue;
        enum split split = cliques_split(&tree->costs, member, count, boss, tree->sorted);
        if (split == SPLIT_DONE)
            add_cliques(tree, clique, member, count, boss);
        tree->doubtful[clique] =
            split == SPLIT_DOUBTFUL || (split == SPLIT_NONE && tree->doubtful[clique]);
    }
}

/* ---- answer ---- */

static char *print_members(const struct tree *tree, size_t clique, char *at, const char *end) {
    const char *comma = "";
    for (size_t cpu = 0, last; cpu < tree->n; cpu = last + 1) {
        last = cpu;
        if (tree->clique[cpu] != clique)
            continue;
        while (last + 1 < tree->n && tree->clique[last + 1] == clique)
            last++;
        at +=
            snprintf(at, (size_t)(end - at), last > cpu ? "%s%zu-%zu" : "%s%zu", comma, cpu, last);
        comma = ",";
    }
    return at;
}

/* (0-3) is a clique, and ((0-3)(4-7)) one of two. */
static char *print_clique(const struct tree *tree, size_t clique, char *at, const char *end) {
    *at++ = '(';
    at = print_members(tree, clique, at, end);
    for (size_t i = clique + 1; i < tree->cliques; i++)
        if (tree->parent[i] == clique)
            at = print_clique(tree, i, at, end);
    *at++ = ')';
    *at = '\0';
    return at;
}

static void answer_tree(const struct tree *tree, struct answers *answers) {
    char text[TREE_TEXT];
    size_t depth = 0;
    for (size_t i = 0; i < tree->cliques; i++)
        depth = tree->depth[i] > depth ? tree->depth[i] : depth;
    print_clique(tree, 0, text, text + sizeof text);
    answer_integer(answers, "locality_levels", (double)depth + 1, TREE_SURE);
    answer_word(answers, "locality_tree", text, TREE_SURE);
}

static void answer_nothing(struct answers *answers, const char *why) {
    answer_unknown(answers, "locality_levels", "%s", why);
    answer_unknown(answers, "locality_tree", "%s", why);
}

/* ---- table ---- */

/* Those before the last one; and how many CPUs there are, 0 where a row is of no two of them. */
static void cut_table(struct tree *tree, const struct table *table) {
    double last = table_at(table, table->rows - 1, 0);
    tree->table = *table;
    while (tree->table.rows > 0 && !(table_at(table, tree->table.rows - 1, 0) < last))
        tree->table.rows--;
    for (size_t row = 0; row < tree->table.rows; row++) {
        double from = table_at(table, row, TREE_FROM), to = table_at(table, row, TREE_TO);
        if (!(from < to && to < TREE_CPUS) || from > floor(from) || to > floor(to)) {
            tree->n = 0;
            return;
        }
        tree->n = to >= (double)tree->n ? (size_t)to + 1 : tree->n;
        tree->costs.times += row == 0 || table_at(table, row, 0) > table_at(table, row - 1, 0);
    }
}

/* Returns why there is no tree, or NULL. */
static const char *grow(struct tree *tree) {
    size_t blocks = tree->table.columns - TREE_BLOCKS, told = 0;
    tree->cliques = 1;
    for (size_t column = tree->table.columns; column-- > TREE_BLOCKS;)
        if (find_costs(tree, column)) {
            split_all(tree);
            told++;
        }
    if (2 * told <= blocks)
        return "pairs did not meet twice, or are not always as far apart";
    for (size_t i = 0; i < tree->cliques; i++)
        if (tree->doubtful[i])
            return "some pairs decide that are not always as far apart";
    return NULL;
}

static const char *grow_in_memory(struct tree *tree) {
    size_t pairs = tree->n * tree->n, rows = tree->table.rows;
    const char *why = "no memory";
    tree->costs.n = tree->n;
    tree->costs.cost = calloc(pairs, sizeof(double));
    tree->cell = calloc(rows, sizeof(double));
    tree->sorted = calloc(pairs > rows ? pairs : rows, sizeof(double));
    if (tree->costs.cost != NULL && tree->cell != NULL && tree->sorted != NULL)
        why = grow(tree);
    free(tree->costs.cost);
    free(tree->cell);
    free(tree->sorted);
    return why;
}

static void locality_decide(const struct table *table, const struct options *options,
                            struct answers *answers) {
    struct tree tree = {.n = 0};
    const char *why = "there is no whole tournament, of two CPUs each time";
    (void)options;
    cut_table(&tree, table);
    if (tree.n > 0)
        why = grow_in_memory(&tree);
    if (why == NULL)
        answer_tree(&tree, answers);
    else
        answer_nothing(answers, why);
}

const struct method locality_method = {
    .name = "locality",
    .summary = "CPUs that are near each other, as a tree (BlackjackBench)",
    .form = {{.keys = 3, .columns = 4, .above_zero = "*"}},
    .rows = TABLE_MAX_ROWS,
    .decide = locality_decide};
