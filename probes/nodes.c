/* nodes.c - the sweep of memory's nodes: how far each CPU is from what others touched first
   (BlackjackBench 3.1.4; first touch).

   A CPU whose own memory is no nearer to it than that of one before it is of the same node; else it
   is another node's first.  So the cost grows with the number of CPUs, times that of nodes. */
#include "harness/probe.h"
#include "homes/homes.h"

#include <math.h>

enum { NODE_PASSES = 4, NODE_PASSES_OF_MANY = 2, MANY_CPUS_OF_NODES = 64, NODE_LAPS = 4 };
static const double NODES_REST_NS = 4e7;
/* Times by which other nodes' memory is farther away, at the least: to ask too many is no harm. */
static const double FARTHER_AWAY = 1.1;

struct nodes {
    struct machine *machine;
    size_t homes, owner[HOMES_MOST]; /* of each home, the CPU that claimed it */
    double ns[HOMES_MOST];           /* of the CPU that is asked */
};

/* The least of some laps of all homes, which take turns: memory is now slower, now faster. */
static bool visit_all(struct nodes *nodes, size_t cpu, size_t homes) {
    for (size_t home = 0; home < homes; home++)
        nodes->ns[home] = HUGE_VAL;
    for (size_t lap = 0; lap < NODE_LAPS; lap++)
        for (size_t home = 0; home < homes; home++)
            nodes->ns[home] = fmin(nodes->ns[home], homes_visit(nodes->machine, cpu, home));
    return nodes->ns[0] < HUGE_VAL;
}

/* The last home is this CPU's own, and stays where no other is as near. */
static bool ask(struct nodes *nodes, size_t pass, size_t cpu, FILE *out) {
    size_t own = nodes->homes;
    double nearest = HUGE_VAL;
    if (own == HOMES_MOST || !homes_claim(nodes->machine, cpu, own))
        return false;
    nodes->owner[own] = cpu;
    if (!visit_all(nodes, cpu, own + 1))
        return false;
    for (size_t home = 0; home <= own; home++) {
        fprintf(out, "%zu\t%zu\t%zu\t%.2f\n", pass, cpu, nodes->owner[home],
                fmax(nodes->ns[home], 0.01));
        nearest = home < own ? fmin(nearest, nodes->ns[home]) : nearest;
    }
    nodes->homes += nearest > FARTHER_AWAY * nodes->ns[own];
    return true;
}

static const char *ask_all(struct nodes *nodes, size_t cpus, FILE *out) {
    size_t passes = cpus > MANY_CPUS_OF_NODES ? NODE_PASSES_OF_MANY : NODE_PASSES;
    fprintf(out, "# sweep: nodes\n# columns: pass cpu home ns\n");
    for (size_t pass = 0; pass < passes; pass++) {
        if (pass > 0)
            parallel_rest(nodes->machine, NODES_REST_NS);
        nodes->homes = 0;
        for (size_t cpu = 0; cpu < cpus; cpu++)
            if (!ask(nodes, pass, cpu, out))
                return "no memory, or threads are not to be had, or cannot be pinned, or nothing "
                       "flushes caches, or there are more nodes than are asked";
    }
    return NULL;
}

sweep sweep_nodes;

const char *sweep_nodes(struct machine *machine, FILE *out) {
    struct nodes nodes = {.machine = machine};
    size_t cpus = parallel_cpus(machine);
    const char *why =
        cpus > 0 ? ask_all(&nodes, cpus, out) : "the system does not tell which CPUs there are";
    homes_leave(machine);
    return why;
}
