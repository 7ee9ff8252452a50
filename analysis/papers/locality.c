/* locality.c - decides the tree of CPUs that are near to each other (BlackjackBench 3.1.4).

   The table has tournaments: the ns of a line, the MB/s of blocks from the smallest on, or some of
   these.  At first all CPUs are one clique.  From the largest block on, each clique is split into
   those that communicate faster within themselves.  The paper has one step for a block; here a
   clique is split again with the same block while it shows a split.  Unknown where pairs are not
   always equally far apart. */
#include "../method.h"

#include "../ascending.h"
#include "../cpus/pairs.h"
#include "cliques.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREE_CPUS = 1024, TREE_CLIQUES = 2 * TREE_CPUS, TREE_TEXT = 16 * TREE_CPUS };
enum { TREE_FROM = 1, TREE_TO, TREE_BLOCKS };
/* The share of a CPU's pairs that must be known. */
static const double TREE_KNOWN = 0.75, TREE_SURE = 0.95;

struct tree {
    struct table table; /* without the last tournament, in which few pairs meet, with no others at
                           the same time */
    size_t n;           /* CPUs */
    size_t clique[TREE_CPUS]; /* of each CPU, the smallest one */
    size_t parent[TREE_CLIQUES], depth[TREE_CLIQUES], cliques;
    bool doubtful[TREE_CLIQUES];
    struct costs costs;
    double *cell, *sorted; /* of a column, and scratch space to sort */
};

/* ---- costs ---- */

static void read_column(struct tree *tree, size_t column) {
    bool time = strncmp(tree->table.column[column], "ns", 2) == 0;
    for (size_t row = 0; row < tree->table.rows; row++) {
        double cell = table_at(&tree->table, row, column);
        tree->cell[row] = time ? cell : 1 / cell;
    }
}

/* The median deviation of a meeting from the cost of its pair. */
static double find_deviation(const struct passed *passed, size_t rows, double *sorted) {
    for (size_t first = 0, end; first < rows; first = end) {
        end = pairs_end(passed, rows, first);
        for (size_t i = first; i < end; i++)
            sorted[i] = fabs(passed[i].cost - pairs_cost(passed, first, end));
    }
    qsort(sorted, rows, sizeof *sorted, ascending);
    return sorted[rows / 2];
}

/* The cost of each pair, except pairs that are near at times and far at others. */
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

/* Returns false where too few pairs of this block are known. */
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
                        const size_t *leader) {
    for (size_t i = 0; i < count; i++) {
        if (leader[i] == i) {
            tree->parent[tree->cliques] = parent;
            tree->depth[tree->cliques] = tree->depth[parent] + 1;
            tree->clique[member[i]] = tree->cliques++;
        }
        tree->clique[member[i]] = tree->clique[member[leader[i]]];
    }
}

/* A clique that is split is appended, so that it is tried again. */
static void split_all(struct tree *tree) {
    size_t member[TREE_CPUS], leader[TREE_CPUS];
    for (size_t clique = 0; clique < tree->cliques; clique++) {
        size_t count = members_of(tree, clique, member);
        if (count == 0)
            continue;
        enum split split = cliques_split(&tree->costs, member, count, leader, tree->sorted);
        if (split == SPLIT_DONE)
            add_cliques(tree, clique, member, count, leader);
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

/* Removes the last tournament; and counts the CPUs, 0 where a row has no two of them. */
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

/* Returns the reason why there is no tree, or NULL. */
static const char *grow(struct tree *tree) {
    size_t blocks = tree->table.columns - TREE_BLOCKS, known_blocks = 0;
    tree->cliques = 1;
    for (size_t column = tree->table.columns; column-- > TREE_BLOCKS;)
        if (find_costs(tree, column)) {
            split_all(tree);
            known_blocks++;
        }
    if (2 * known_blocks <= blocks)
        return "pairs met only once, or are not always equally far apart";
    for (size_t i = 0; i < tree->cliques; i++)
        if (tree->doubtful[i])
            return "the deciding pairs are not always equally far apart; measure again while the "
                   "machine is idle";
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
    const char *why = "the table has no complete tournament";
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
