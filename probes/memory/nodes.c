/* nodes.c - finds which CPUs belong to one NUMA node by the latency of memory that each touches
   first (BlackjackBench 3.1.4).  Fails if threads cannot be pinned, or lines cannot be flushed.

   The paper runs every pair of threads on memory that one of them touched first.  Here each CPU
   touches an area of its own, and compares it with one area of each node found so far, the node's
   home.  If no home is as near as its own area, the CPU is the first of another node, and its area
   becomes that node's home.  Both areas are walked from the same CPU, so that the CPU's place on
   the chip does not matter, and in turn, so that other load on memory does not either.  CPUs of a
   node mostly have consecutive numbers, so the node of the last CPU is tried first, and the cost
   grows with the number of CPUs.  There are several passes on fresh pages, since a hypervisor moves
   CPUs. */
#include "../machine/first_touch.h"
#include "../machine/pages.h"
#include "../machine/rest.h"
#include "../machine/sweep.h"

#include <math.h>

enum { PASSES = 9, FEWER_PASSES = 4, MANY_CPUS = 64, FEWEST_TURNS = 2, TURNS = 6 };
static const double REST_NS = 15e6;
/* A home counts as near if its latency differs from that of the CPU's own area by at most this
   factor. */
static const double NEAR_ENOUGH = 1.03;
static const char NO_AREA[] = "there is no memory, or threads cannot be created or pinned";
static const char NO_WALK[] = "no line can be flushed, or the clock is too coarse";

struct bench {
    struct machine *machine;
    size_t cpus, nodes, most; /* nodes found so far, and the limit */
    size_t cpu[AREAS_MOST];   /* of each home, followed by the CPU to be placed */
    double ns[AREAS_MOST];    /* of a load from each area; NOT_MEASURED: not walked */
    size_t last;              /* the node of the last CPU */
};

static bool is_near(const struct bench *bench, size_t home) {
    double ns = bench->ns[home], own_ns = bench->ns[bench->nodes];
    return ns <= NEAR_ENOUGH * own_ns && own_ns <= NEAR_ENOUGH * ns;
}

/* Walks the CPU's own area and a home in turn, until they are near each other or the tries are used
   up, since disturbances pass but distances stay.  Returns false if they cannot be walked. */
static bool compare(struct bench *bench, size_t home) {
    size_t own = bench->nodes, cpu = bench->cpu[own];
    for (size_t turn = 0; turn < FEWEST_TURNS || (turn < TURNS && !is_near(bench, home)); turn++) {
        bench->ns[own] = fmin(bench->ns[own], first_touch_walk(bench->machine, own, cpu));
        if (home != own)
            bench->ns[home] = fmin(bench->ns[home], first_touch_walk(bench->machine, home, cpu));
    }
    return is_measured(fmax(bench->ns[own], bench->ns[home]));
}

/* Compares homes, from that of the last CPU on, until one is near.  *FOUND is that home, or the
   CPU's own area if none is near.  If there is no home yet, the own area is walked alone. */
static bool find_home(struct bench *bench, size_t *found) {
    size_t own = bench->nodes;
    for (size_t i = 0; i <= own; i++)
        bench->ns[i] = NOT_MEASURED;
    *found = own;
    for (size_t i = 0; i < own && *found == own; i++) {
        size_t home = (bench->last + i) % own;
        if (!compare(bench, home))
            return false;
        *found = is_near(bench, home) ? home : own;
    }
    return own > 0 || compare(bench, own);
}

static void print_cpu(const struct bench *bench, size_t pass, FILE *out) {
    for (size_t i = 0; i <= bench->nodes; i++)
        if (is_measured(bench->ns[i]))
            fprintf(out, "%zu\t%zu\t%zu\t%.2f\n", pass, bench->cpu[bench->nodes], bench->cpu[i],
                    bench->ns[i]);
}

/* Finds the node of one CPU.  Beyond the limit no further home is added.  The next CPU tries this
   node first, so that a home that only noise has made is rarely tried.  Returns NULL, or why it
   cannot. */
static const char *place_cpu(struct bench *bench, size_t pass, size_t cpu, FILE *out) {
    size_t own = bench->nodes, found = own;
    bench->cpu[own] = cpu;
    if (!first_touch_draw(bench->machine, own, cpu))
        return NO_AREA;
    bool walked = find_home(bench, &found);
    if (walked)
        print_cpu(bench, pass, out);
    if (walked && found == own && own < bench->most)
        bench->nodes++;
    else
        first_touch_release(bench->machine, own);
    bench->last = found < own ? found : bench->last;
    return walked ? NULL : NO_WALK;
}

static const char *measure_pass(struct bench *bench, size_t pass, FILE *out) {
    const char *why = NULL;
    bench->nodes = bench->last = 0;
    for (size_t cpu = 0; cpu < bench->cpus && why == NULL; cpu++)
        why = place_cpu(bench, pass, cpu, out);
    while (bench->nodes > 0)
        first_touch_release(bench->machine, --bench->nodes);
    return why;
}

static const char *measure_all(struct bench *bench, FILE *out) {
    size_t passes = bench->cpus > MANY_CPUS ? FEWER_PASSES : PASSES;
    const char *why = NULL;
    fprintf(out, "# sweep: nodes\n# columns: pass cpu home ns\n");
    for (size_t pass = 0; pass < passes && why == NULL; pass++) {
        why = measure_pass(bench, pass, out);
        machine_rest(bench->machine, REST_NS);
    }
    return why;
}

sweep sweep_nodes;

const char *sweep_nodes(struct machine *machine, FILE *out) {
    static struct bench bench;
    size_t areas = pages_limit(machine) / AREA_BYTES;
    bench = (struct bench){.machine = machine, .cpus = parallel_cpus(machine)};
    bench.most = areas < 1 ? 0 : areas < AREAS_MOST ? areas - 1 : AREAS_MOST - 1;
    return bench.cpus > 0 ? measure_all(&bench, out)
                          : NEVER_HERE "the system does not say which CPUs this process may use";
}
