/* nodes.c - groups of CPUs with memory of their own (BlackjackBench 3.1.4).

   A table of passes: ns of a load that a CPU makes in memory that a home's CPU touched first, its
   own too.  In each pass it is near a home, if that is as near as its own, or far from it; passes
   must agree, since a hypervisor moves CPUs.  Who is far from the first CPU of each node so far is
   the first of another. */
#include "../product.h"

#include <math.h>
#include <stdbool.h>

enum { NODE_PASS, NODE_CPU, NODE_HOME, NODE_NS };
enum { NODES_MOST = 64 };
/* Times by which a home is farther than the own: what noise leaves between two that are alike, and
   what other nodes add at the least (METHODS 1.18). */
static const double HOME_IS_NEAR = 1.08, HOME_IS_FAR = 1.25;
/* Of the passes. */
static const double PASSES_AGREE = 0.75, NODES_SURE = 0.95;

struct homes {
    double first[NODES_MOST]; /* CPU of each node */
    size_t count;
};

/* What it takes to the CPU's own memory in the pass of ROW: its last row there. */
static double own_ns(const struct table *table, size_t row) {
    double pass = table_at(table, row, NODE_PASS), cpu = table_at(table, row, NODE_CPU);
    double ns = HUGE_VAL;
    for (; row < table->rows && !(table_at(table, row, NODE_PASS) > pass) &&
           !(table_at(table, row, NODE_CPU) > cpu);
         row++)
        if (!(table_at(table, row, NODE_HOME) < cpu))
            ns = table_at(table, row, NODE_NS);
    return ns;
}

enum distance { NEAR_HOME, FAR_FROM_HOME, NO_DISTANCE };

/* Of CPU from HOME, by all passes that ask. */
static enum distance distance_of(const struct table *table, double cpu, double home) {
    double near = 0, far = 0, asked = 0;
    for (size_t row = 0; row < table->rows; row++) {
        if (fabs(table_at(table, row, NODE_CPU) - cpu) > 0.5 ||
            fabs(table_at(table, row, NODE_HOME) - home) > 0.5)
            continue;
        double times = table_at(table, row, NODE_NS) / own_ns(table, row);
        near += times <= HOME_IS_NEAR;
        far += times >= HOME_IS_FAR;
        asked++;
    }
    if (asked > 1 && near >= PASSES_AGREE * asked)
        return NEAR_HOME;
    return asked > 1 && far >= PASSES_AGREE * asked ? FAR_FROM_HOME : NO_DISTANCE;
}

/* Returns false where it is unclear of which node the CPU is. */
static bool place_in_node(const struct table *table, double cpu, struct homes *homes) {
    size_t near = 0, far = 0;
    for (size_t i = 0; i < homes->count; i++) {
        enum distance distance = distance_of(table, cpu, homes->first[i]);
        near += distance == NEAR_HOME;
        far += distance == FAR_FROM_HOME;
    }
    if (near == 0 && far == homes->count && homes->count < NODES_MOST) {
        homes->first[homes->count++] = cpu;
        return true;
    }
    return near == 1 && near + far == homes->count;
}

void nodes_decide(const struct table *table, const struct options *options,
                  struct answers *answers) {
    struct homes homes = {.count = 0};
    double last = -1, most = 0;
    (void)options;
    for (size_t row = 0; row < table->rows; row++)
        most = fmax(most, table_at(table, row, NODE_CPU));
    for (size_t row = 0; row < table->rows && last < most; row++) {
        double cpu = table_at(table, row, NODE_CPU);
        if (cpu > last && !place_in_node(table, cpu, &homes)) {
            answer_unknown(answers, "numa_nodes", "a CPU is neither near nor far");
            return;
        }
        last = fmax(last, cpu);
    }
    answer_integer(answers, "numa_nodes", (double)homes.count, NODES_SURE);
}
