/* nodes.c - decides NUMA nodes: groups of CPUs with local memory (BlackjackBench 3.1.4).

   The table has passes: the latency in ns of a load by a CPU from memory that a home CPU touched
   first.  After the rows of other homes stands the row of the CPU's own memory, measured in turns
   with them.  Latencies are compared within a pass, since load from others changes all of them.  A
   CPU belongs to the node whose first CPU's memory is as near as its own, and starts another node
   where the memory of all nodes is farther.  No pass may contradict that, as it does where a
   hypervisor migrates CPUs; a pass in which the own memory was as slow as farther memory is not
   used.

   Where the nearest memory is full, a CPU gets memory of another node as its own: that is farther
   from it than the memory of its node's first CPU is from that one.  Slower cores may look like
   that, too.

   Unknown where passes disagree. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { NODES_PASS, NODES_CPU, NODES_HOME, NODES_NS };
enum { NODES_MOST_CPUS = 1024, FEWEST_COMPARABLE = 2 };
/* Latency ratios of near and of far memory.  The least of several measurements in turns agree
   within 2 % on most passes, even where others use memory, and a gap is at least 4 times that:
   nodes less than 12 % apart are not distinguished, and not taken for one. */
static const double NODE_NEAR = 1.04, NODE_FAR = 1.12;
/* Shares of the passes: memory is near if half of the passes show that, and it is never far; noise
   of a few percent goes either way. */
static const double MOST_PASSES = 0.75, HALF_NEAR = 0.5, HALF_COMPARABLE = 0.5;
static const double NODES_SURE = 0.95;

/* Passes of a CPU with the homes of a node. */
struct distance_counts {
    size_t near, far, all;
};

struct nodes {
    double own_ns[NODES_MOST_CPUS]; /* the least; NOT_MEASURED: never measured */
    size_t node[NODES_MOST_CPUS];   /* of each CPU that is placed */
    size_t first[NODES_MOST_CPUS];  /* CPU of each node */
    struct distance_counts distance_counts[NODES_MOST_CPUS]; /* of the next CPU and each node */
    size_t passes, comparable_passes;                        /* of that CPU */
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

/* Counts the home's memory relative to the OWN.  Only the first CPU of a node stands for it:
   otherwise a CPU between two nodes could join them. */
static void count_row(const struct table *table, size_t row, double own, struct nodes *nodes) {
    double ns = table_at(table, row, NODES_NS);
    size_t home = node_cpu(table, row, NODES_HOME);
    struct distance_counts *distance_counts = &nodes->distance_counts[nodes->node[home]];
    if (nodes->first[nodes->node[home]] != home)
        return;
    distance_counts->all++;
    distance_counts->near += are_near(ns, own);
    distance_counts->far += ns >= NODE_FAR * own;
}

/* The rows of CPU, each pass ending with its own memory. */
static void ask_passes(const struct table *table, size_t cpu, struct nodes *nodes) {
    size_t from = 0;
    nodes->passes = nodes->comparable_passes = 0;
    for (size_t i = 0; i < nodes->nodes; i++)
        nodes->distance_counts[i] = (struct distance_counts){0, 0, 0};
    for (size_t row = 0; row < table->rows; row++) {
        if (node_cpu(table, row, NODES_CPU) != cpu || node_cpu(table, row, NODES_HOME) > cpu)
            from = row + 1;
        else if (node_cpu(table, row, NODES_HOME) == cpu) {
            double own = table_at(table, row, NODES_NS);
            bool comparable = own < NODE_FAR * nodes->own_ns[cpu];
            nodes->passes++;
            nodes->comparable_passes += comparable;
            for (; from < row && comparable; from++)
                count_row(table, from, own, nodes);
            from = row + 1;
        }
    }
}

/* ---- placing ---- */

static bool most_say(size_t count, double most, size_t other,
                     const struct distance_counts *distance_counts) {
    return distance_counts->all >= FEWEST_COMPARABLE && other == 0 &&
           (double)count >= most * (double)distance_counts->all;
}

/* Returns the node of the next CPU: the number of nodes where it is far from all of them, and one
   more than that where it is unclear. */
static size_t find_node(const struct nodes *nodes) {
    size_t found = nodes->nodes, far = 0, near = 0;
    for (size_t i = 0; i < nodes->nodes; i++) {
        const struct distance_counts *distance_counts = &nodes->distance_counts[i];
        near += distance_counts->near > 0;
        far += most_say(distance_counts->far, MOST_PASSES, distance_counts->near, distance_counts);
        found = most_say(distance_counts->near, HALF_NEAR, distance_counts->far, distance_counts)
                    ? i
                    : found;
    }
    bool clear = found < nodes->nodes ? near == 1 : far == nodes->nodes;
    return clear ? found : nodes->nodes + 1;
}

/* Returns a reason, or NULL. */
static const char *place(const struct table *table, size_t cpu, struct nodes *nodes) {
    ask_passes(table, cpu, nodes);
    size_t node = find_node(nodes);
    if (nodes->comparable_passes < FEWEST_COMPARABLE ||
        (double)nodes->comparable_passes < HALF_COMPARABLE * (double)nodes->passes)
        return "memory latency varies too much; measure again while the machine is idle";
    if (node > nodes->nodes)
        return "passes disagree on which memory is near; measure again while the machine is idle";
    nodes->node[cpu] = node;
    if (node == nodes->nodes)
        nodes->first[nodes->nodes++] = cpu;
    if (nodes->own_ns[cpu] * NODE_NEAR > NODE_FAR * nodes->own_ns[nodes->first[node]])
        return "the local memory of some CPUs is not equally near: a node may be full";
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
                                    .summary = "NUMA nodes, from the latency of each CPU's memory",
                                    .form = {{.keys = 3, .columns = 4, .above_zero = "ns"}},
                                    .rows = TABLE_MAX_ROWS,
                                    .decide = nodes_decide};
