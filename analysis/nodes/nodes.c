/* nodes.c - groups of CPUs with memory of their own (BlackjackBench 3.1.4).

   A table of passes: ns of a load, by a CPU, from memory that a home touched first; behind those of
   other homes stands that of the CPU's own.  Noise only adds, so the least of all passes is what its
   own memory takes it, and what a home's takes is set beside that.  A CPU is of the node of those
   homes that are as near, and it is the first of another node where the homes of all are farther.
   No pass may say otherwise, as one does where a hypervisor moves CPUs; one in which the own memory
   was slower, too, says nothing.

   Whose own memory is farther than that of the first CPU of its node was given another node's
   maybe, as it is where the nearest is full. */
#include "../product.h"

#include <math.h>
#include <stdbool.h>

enum { NODES_PASS, NODES_CPU, NODES_HOME, NODES_NS };
enum { NODES_MOST_CPUS = 1024, FEWEST_TELLING = 2 };
/* Times by which memory is as near, and farther.  Between the two is a gap, which is to be 4 times
   what noise does (METHODS 1.18): it leaves the least of some laps within 2 % of each other, where
   it leaves anything. */
static const double NO_FARTHER = 1.04, FARTHER = 1.12;
/* Of the passes. */
static const double MOST_OF_THEM = 0.75, HALF_TELL = 0.5;
static const double NODES_SURE = 0.95;

/* What passes say of a CPU and the homes of a node. */
struct homely {
    size_t near, far, all;
};

struct nodes {
    double own_ns[NODES_MOST_CPUS];        /* the least; HUGE_VAL: never measured */
    size_t node[NODES_MOST_CPUS];          /* of each CPU that is placed */
    size_t first[NODES_MOST_CPUS];         /* CPU of each node */
    struct homely homely[NODES_MOST_CPUS]; /* of the next CPU and each node */
    size_t passes, telling;                /* of that CPU */
    size_t cpus, nodes;
};

static size_t node_cpu(const struct table *table, size_t row, size_t column) {
    return (size_t)fmin(table_at(table, row, column), NODES_MOST_CPUS - 1);
}

static void find_own(const struct table *table, struct nodes *nodes) {
    nodes->cpus = nodes->nodes = 0;
    for (size_t row = 0; row < table->rows; row++) {
        size_t cpu = node_cpu(table, row, NODES_CPU);
        for (; nodes->cpus <= cpu; nodes->cpus++)
            nodes->own_ns[nodes->cpus] = HUGE_VAL;
        if (cpu == node_cpu(table, row, NODES_HOME))
            nodes->own_ns[cpu] = fmin(nodes->own_ns[cpu], table_at(table, row, NODES_NS));
    }
}

static bool are_near(double ns, double other) {
    return ns <= NO_FARTHER * other && other <= NO_FARTHER * ns;
}

static void count_row(const struct table *table, size_t row, struct nodes *nodes) {
    double own = nodes->own_ns[node_cpu(table, row, NODES_CPU)];
    double ns = table_at(table, row, NODES_NS);
    struct homely *homely = &nodes->homely[nodes->node[node_cpu(table, row, NODES_HOME)]];
    homely->all++;
    homely->near += are_near(ns, own);
    homely->far += ns >= FARTHER * own;
}

/* The rows of CPU, from one up to that of its own memory, which makes them a pass of it. */
static void count_passes(const struct table *table, size_t cpu, struct nodes *nodes) {
    size_t from = 0;
    nodes->passes = nodes->telling = 0;
    for (size_t i = 0; i < nodes->nodes; i++)
        nodes->homely[i] = (struct homely){0, 0, 0};
    for (size_t row = 0; row < table->rows; row++) {
        if (node_cpu(table, row, NODES_CPU) != cpu || node_cpu(table, row, NODES_HOME) > cpu)
            from = row + 1;
        else if (node_cpu(table, row, NODES_HOME) == cpu) {
            bool tells = are_near(table_at(table, row, NODES_NS), nodes->own_ns[cpu]);
            nodes->passes++;
            nodes->telling += tells;
            for (; from < row && tells; from++)
                count_row(table, from, nodes);
            from = row + 1;
        }
    }
}

/* ---- placing ---- */

static bool most_say(size_t count, size_t other, const struct homely *homely) {
    return homely->all >= FEWEST_TELLING && other == 0 &&
           (double)count >= MOST_OF_THEM * (double)homely->all;
}

/* Returns the node of the next CPU, which is one more than there are where it is far from all of
   them; and beyond that where nothing is clear. */
static size_t find_node(const struct nodes *nodes) {
    size_t found = nodes->nodes, far = 0, near = 0;
    for (size_t i = 0; i < nodes->nodes; i++) {
        const struct homely *homely = &nodes->homely[i];
        near += homely->near > 0;
        far += most_say(homely->far, homely->near, homely);
        found = most_say(homely->near, homely->far, homely) ? i : found;
    }
    bool clear = found < nodes->nodes ? near == 1 : far == nodes->nodes;
    return clear ? found : nodes->nodes + 1;
}

/* Returns a reason, or NULL. */
static const char *place(const struct table *table, size_t cpu, struct nodes *nodes) {
    count_passes(table, cpu, nodes);
    size_t node = find_node(nodes);
    if (nodes->telling < FEWEST_TELLING ||
        (double)nodes->telling < HALF_TELL * (double)nodes->passes)
        return "what memory takes varies too much";
    if (node > nodes->nodes)
        return "passes do not agree on whose memory is near, or it is neither near nor far";
    nodes->node[cpu] = node;
    if (node == nodes->nodes)
        nodes->first[nodes->nodes++] = cpu;
    if (nodes->own_ns[cpu] >= FARTHER * nodes->own_ns[nodes->first[node]])
        return "CPUs of a node have memory of their own that is not as near";
    return NULL;
}

void nodes_decide(const struct table *table, const struct options *options,
                  struct answers *answers) {
    static struct nodes nodes;
    const char *why = NULL;
    (void)options;
    find_own(table, &nodes);
    for (size_t cpu = 0; cpu < nodes.cpus && why == NULL; cpu++)
        why = place(table, cpu, &nodes);
    if (why == NULL)
        answer_integer(answers, "numa_nodes", (double)nodes.nodes, NODES_SURE);
    else
        answer_unknown(answers, "numa_nodes", "%s", why);
}
