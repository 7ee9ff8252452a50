/* nodes.c - groups of CPUs with memory of their own (BlackjackBench 3.1.4).

   A table of passes: ns of a load, by a CPU, from memory that a home touched first; behind those of
   other homes stands that of the CPU's own, which was measured by turns with these.  In a pass they
   are compared, since what others do to memory changes what all of it takes.  A CPU is of the node
   whose first CPU's memory is as near, and it is the first of another where that of all is farther.
   No pass may say otherwise, as one does where a hypervisor moves CPUs; one in which the own memory
   was as slow as what is farther says nothing.

   Where the nearest memory is full a CPU is given another node's for its own: that is farther from
   it than the memory of the node's first CPU from that one.  Slower cores may look like that, too.
*/
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { NODES_PASS, NODES_CPU, NODES_HOME, NODES_NS };
enum { NODES_MOST_CPUS = 1024, FEWEST_TELLING = 2 };
/* Times by which memory is as near, and farther.  The least of some laps by turns are within 2 % of
   each other on most passes, where others use memory as well, and a gap is to be 4 times that
   (METHODS 1.18): nodes that are less than 12 % apart are not told, nor are they taken for one. */
static const double NODE_NEAR = 1.04, NODE_FAR = 1.12;
/* Of the passes: what is as near is that in half of them, if it is never far; noise of a few parts
   in a hundred goes either way. */
static const double MOST_OF_THEM = 0.75, HALF_NEAR = 0.5, HALF_TELL = 0.5;
static const double NODES_SURE = 0.95;

/* What passes say of a CPU and the homes of a node. */
struct homely {
    size_t near, far, all;
};

struct nodes {
    double own_ns[NODES_MOST_CPUS];        /* the least; NOT_MEASURED: never measured */
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
            nodes->own_ns[nodes->cpus] = NOT_MEASURED;
        if (cpu == node_cpu(table, row, NODES_HOME))
            nodes->own_ns[cpu] = fmin(nodes->own_ns[cpu], table_at(table, row, NODES_NS));
    }
}

static bool are_near(double ns, double other) {
    return ns <= NODE_NEAR * other && other <= NODE_NEAR * ns;
}

/* What a home's memory takes beside what the OWN does.  Only the first CPU of a node stands for it:
   else two nodes could be near to each other by one between them. */
static void count_row(const struct table *table, size_t row, double own, struct nodes *nodes) {
    double ns = table_at(table, row, NODES_NS);
    size_t home = node_cpu(table, row, NODES_HOME);
    struct homely *homely = &nodes->homely[nodes->node[home]];
    if (nodes->first[nodes->node[home]] != home)
        return;
    homely->all++;
    homely->near += are_near(ns, own);
    homely->far += ns >= NODE_FAR * own;
}

/* The rows of CPU, from one up to that of its own memory, which makes them a pass of it. */
static void ask_passes(const struct table *table, size_t cpu, struct nodes *nodes) {
    size_t from = 0;
    nodes->passes = nodes->telling = 0;
    for (size_t i = 0; i < nodes->nodes; i++)
        nodes->homely[i] = (struct homely){0, 0, 0};
    for (size_t row = 0; row < table->rows; row++) {
        if (node_cpu(table, row, NODES_CPU) != cpu || node_cpu(table, row, NODES_HOME) > cpu)
            from = row + 1;
        else if (node_cpu(table, row, NODES_HOME) == cpu) {
            double own = table_at(table, row, NODES_NS);
            bool tells = own < NODE_FAR * nodes->own_ns[cpu];
            nodes->passes++;
            nodes->telling += tells;
            for (; from < row && tells; from++)
                count_row(table, from, own, nodes);
            from = row + 1;
        }
    }
}

/* ---- placing ---- */

static bool most_say(size_t count, double most, size_t other, const struct homely *homely) {
    return homely->all >= FEWEST_TELLING && other == 0 &&
           (double)count >= most * (double)homely->all;
}

/* Returns the node of the next CPU, which is one more than there are where it is far from all of
   them; and beyond that where nothing is clear. */
static size_t find_node(const struct nodes *nodes) {
    size_t found = nodes->nodes, far = 0, near = 0;
    for (size_t i = 0; i < nodes->nodes; i++) {
        const struct homely *homely = &nodes->homely[i];
        near += homely->near > 0;
        far += most_say(homely->far, MOST_OF_THEM, homely->near, homely);
        found = most_say(homely->near, HALF_NEAR, homely->far, homely) ? i : found;
    }
    bool clear = found < nodes->nodes ? near == 1 : far == nodes->nodes;
    return clear ? found : nodes->nodes + 1;
}

/* Returns a reason, or NULL. */
static const char *place(const struct table *table, size_t cpu, struct nodes *nodes) {
    ask_passes(table, cpu, nodes);
    size_t node = find_node(nodes);
    if (nodes->telling < FEWEST_TELLING ||
        (double)nodes->telling < HALF_TELL * (double)nodes->passes)
        return "what memory takes varies too much";
    if (node > nodes->nodes)
        return "passes do not agree on whose memory is near, or it is neither near nor far";
    nodes->node[cpu] = node;
    if (node == nodes->nodes)
        nodes->first[nodes->nodes++] = cpu;
    if (nodes->own_ns[cpu] * NODE_NEAR > NODE_FAR * nodes->own_ns[nodes->first[node]])
        return "CPUs of a node have memory of their own that is not as near";
    return NULL;
}

static void nodes_decide(const struct table *table, const struct options *options,
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

const struct method nodes_method = {.name = "nodes",
                                    .summary = "nodes, from whose memory is near",
                                    .form = {{.keys = 3, .columns = 4, .above_zero = "ns"}},
                                    .rows = TABLE_MAX_ROWS,
                                    .decide = nodes_decide};
