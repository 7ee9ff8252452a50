/* nodes.c - the sweep of nodes: whose memory is as near to a CPU as its own (BlackjackBench 3.1.4).

   The paper has each pair of threads work on what one of them touched first.  Here each CPU touches
   an area of its own and walks it, and those of a few others, the homes: where none of these is as
   near, it is the first CPU of another node, and its area is a home from then on.  Both areas are
   seen from the same CPU, so that it does not matter where on the chip that is, and by turns, so
   that neither does what others do to memory meanwhile.  As CPUs of a node are mostly numbered one
   after the other, the home of the last one is asked first, and the cost grows with the number of
   CPUs.  The same several times on fresh pages, since a hypervisor moves CPUs. */
#include "../machine/first_touch.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"

#include <math.h>
#include <stdlib.h>

enum { PASSES = 9, FEWER_PASSES = 4, MANY_CPUS = 64, FEWEST_TURNS = 2, TURNS = 6 };
static const double REST_NS = 15e6;
/* Times by which a home may be farther than a CPU's own memory, or nearer, and no other is asked.
 */
static const double NEAR_ENOUGH = 1.03;
static const char NO_AREA[] = "no memory, or threads are not to be had, or cannot be pinned";
static const char NO_WALK[] = "no line can be flushed, or the clock is too coarse";

struct bench {
    struct machine *machine;
    size_t cpus, homes, most; /* homes so far, and so many there may be */
    size_t cpu[AREAS_MOST];   /* of each home, and behind them the one that is placed */
    double ns[AREAS_MOST];    /* a load in these takes it; HUGE_VAL: it was not asked */
    size_t last;              /* home that a CPU was near to, lately */
};

static bool is_near(const struct bench *bench, size_t home) {
    double ns = bench->ns[home], own_ns = bench->ns[bench->homes];
    return ns <= NEAR_ENOUGH * own_ns && own_ns <= NEAR_ENOUGH * ns;
}

/* The own area and a home, by turns, until they are alike: what disturbs one of them is gone later,
   and what is far stays far.  Returns false where they cannot be walked. */
static bool compare(struct bench *bench, size_t home) {
    size_t own = bench->homes, cpu = bench->cpu[own];
    for (size_t turn = 0; turn < FEWEST_TURNS || (turn < TURNS && !is_near(bench, home)); turn++) {
        bench->ns[own] = fmin(bench->ns[own], first_touch_walk(bench->machine, own, cpu));
        if (home != own)
            bench->ns[home] = fmin(bench->ns[home], first_touch_walk(bench->machine, home, cpu));
    }
    return fmax(bench->ns[own], bench->ns[home]) < HUGE_VAL;
}

/* Asks homes until one is near, from the last one on; *FOUND is that, or the own area where none
   is, which is walked alone where there is no home yet. */
static bool find_home(struct bench *bench, size_t *found) {
    size_t own = bench->homes;
    for (size_t i = 0; i <= own; i++)
        bench->ns[i] = HUGE_VAL;
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
    for (size_t i = 0; i <= bench->homes; i++)
        if (bench->ns[i] < HUGE_VAL)
            fprintf(out, "%zu\t%zu\t%zu\t%.2f\n", pass, bench->cpu[bench->homes], bench->cpu[i],
                    bench->ns[i]);
}

/* What cannot be a home, since there are too many, goes without.  The next CPU asks first where the
   last one was at home: a home that only noise has made is asked by nobody then.  Returns a reason,
   or NULL. */
static const char *place_cpu(struct bench *bench, size_t pass, size_t cpu, FILE *out) {
    size_t own = bench->homes, found = own;
    bench->cpu[own] = cpu;
    if (!first_touch_draw(bench->machine, own, cpu))
        return NO_AREA;
    bool walked = find_home(bench, &found);
    if (walked)
        print_cpu(bench, pass, out);
    if (walked && found == own && own < bench->most)
        bench->homes++;
    else
        first_touch_release(bench->machine, own);
    bench->last = found < own ? found : bench->last;
    return walked ? NULL : NO_WALK;
}

static const char *measure_pass(struct bench *bench, size_t pass, FILE *out) {
    const char *why = NULL;
    bench->homes = bench->last = 0;
    for (size_t cpu = 0; cpu < bench->cpus && why == NULL; cpu++)
        why = place_cpu(bench, pass, cpu, out);
    while (bench->homes > 0)
        first_touch_release(bench->machine, --bench->homes);
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
    struct bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL)
        return "no memory";
    bench->machine = machine;
    bench->cpus = parallel_cpus(machine);
    bench->most =
        (size_t)fmax(fmin((double)(pages_limit(machine) / AREA_BYTES), AREAS_MOST), 1) - 1;
    const char *why = bench->cpus > 0 ? measure_all(bench, out)
                                      : NEVER_HERE "the system does not tell which CPUs there are";
    free(bench);
    return why;
}
