/* contexts.c - finds which CPUs share a resource by running work on them at the same time
   (X-Ray 3.5, BlackjackBench 3.4, MCTOP's vote).  Fails if threads cannot be created or pinned.

   Work that takes all of a resource is slowed by another thread that needs it too; a dependent
   chain is not, and shows by how much the frequency has changed.  All CPUs that are known not to
   slow each other run at once, and one more: either it and one of them are slowed, or it has a
   context of its own.  So the cost grows with the number of CPUs, not of pairs.  There are several
   passes, since other load comes and goes, and a hypervisor may leave two CPUs on one core for some
   tenths of a second. */
#include "contexts.h"

#include "../machine/alone.h"
#include "../machine/rest.h"

#include <math.h>
#include <stdlib.h>

enum { TRIES = 5 };
static const double CONTEXTS_REST_NS = 45e6;
/* With many CPUs or long runs there are fewer passes, spread over the same time.  After LATEST_NS
   no pass begins, if there have been two. */
enum { PASSES = 9, FEWER_PASSES = 5, FEW_PASSES = 3, SOME_CPUS = 16, MANY_CPUS = 64 };
static const double LONG_RUN_NS = 5e6, LATEST_NS = 5e9;
/* With more CPUs the threads that displace other programs would take too long to start. */
enum { MOST_DISPLACED = 256 };
/* The time to wait until CPUs that share a core are apart again. */
static const double APART_NS = 1e9;
static const double SHORTEST_RUN_NS = 1e6, SHORTEST_RUN_OF_MANY_NS = 5e5;
/* Times by which work is slower, at an equal frequency, beside a thread that shares its
   resource. */
static const double SHARES = 1.25;
/* A thread with less of the time than AWAY did not run; the two that are compared need
   NEARLY_ALL. */
static const double AWAY = 0.3, NEARLY_ALL = 0.85;

/* The ns of a piece of work and of a piece of a chain, and the lesser CPU share of the two runs. */
struct speed {
    double work_ns, chain_ns, share;
};

struct bench {
    struct machine *machine;
    const struct contexts *what;
    bool crowded;              /* other programs run, and are displaced */
    size_t cpus, contexts;     /* all CPUs, and those found so far to have a context of their own */
    size_t context[CPUS_MOST]; /* the CPU of each context */
    struct speed alone[CPUS_MOST]; /* by CPU */
    struct worker worker[CPUS_MOST];
    struct speed concurrent[CPUS_MOST]; /* of the CPUs in `context', followed by one more */
};

/* Each thread walks the chain of its place in the run, the same chain alone and beside others. */
static bool give_chains(struct bench *bench, size_t first, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bench->worker[i].loads = bench->what->loads;
        bench->worker[i].chain = bench->what->chain(bench->what, first + i);
        if (bench->worker[i].chain == NULL)
            return false;
    }
    return true;
}

/* Other programs slow threads of their cores.  Where they run all the time, CPUs are as slow beside
   each other as alone, and which of them share a core does not show.  So each CPU without one of
   COUNT workers gets one that computes a chain, which leaves nearly all of a core, and these
   programs wait.  Returns the number of all workers. */
static size_t displace_others(struct bench *bench, size_t count) {
    bool works[CPUS_MOST] = {false};
    size_t all = count;
    for (size_t i = 0; i < count; i++)
        works[bench->worker[i].cpu] = true;
    for (size_t cpu = 0; cpu < bench->cpus; cpu++)
        if (!works[cpu])
            bench->worker[all++] = (struct worker){.cpu = cpu, .workload = WORKLOAD_CHAIN};
    return all;
}

static bool run_work(struct bench *bench, size_t count, enum workload workload,
                     struct speed *speed) {
    double shortest_ns = bench->cpus > MANY_CPUS ? SHORTEST_RUN_OF_MANY_NS : SHORTEST_RUN_NS;
    double span_ns =
        workload == WORKLOAD_CHAIN ? shortest_ns : fmax(shortest_ns, bench->what->span_ns);
    for (size_t i = 0; i < count; i++)
        bench->worker[i].workload = workload;
    size_t all = bench->crowded ? displace_others(bench, count) : count;
    if (!parallel_run(bench->machine, bench->worker, all, span_ns))
        return false;
    for (size_t i = 0; i < count; i++) {
        *(workload == WORKLOAD_CHAIN ? &speed[i].chain_ns : &speed[i].work_ns) =
            bench->worker[i].ns;
        speed[i].share = fmin(speed[i].share, bench->worker[i].share);
    }
    return true;
}

/* Runs the work and the chain on COUNT workers, with the chains from place FIRST on. */
static bool run_both(struct bench *bench, size_t first, size_t count, struct speed *speed) {
    for (size_t i = 0; i < count; i++)
        speed[i].share = 1;
    if (bench->what->work == WORKLOAD_CHASE && !give_chains(bench, first, count))
        return false;
    return run_work(bench, count, bench->what->work, speed) &&
           run_work(bench, count, WORKLOAD_CHAIN, speed);
}

/* Returns by how many times work is slower than alone, less the change of frequency that the chain
   shows. */
static double slowed(const struct speed *concurrent, const struct speed *alone) {
    return concurrent->work_ns / concurrent->chain_ns / (alone->work_ns / alone->chain_ns);
}

/* Do the chains that displace other programs slow work as much as sharing a core does?  Then the
   core is divided among all threads that are awake, whatever they do, as POWER's are. */
static bool is_slowed_by_chains(struct bench *bench) {
    struct speed speed[2];
    for (int chains = 0; chains < 2; chains++) {
        bench->crowded = chains == 1;
        bench->worker[0].cpu = 0;
        if (!run_both(bench, 0, 1, &speed[chains]))
            return true;
    }
    return !(slowed(&speed[1], &speed[0]) < SHARES);
}

/* Looks for other programs, once for runs that are compared, since more workers lower the clock. */
static void notice_others(struct bench *bench) {
    bench->crowded = false;
    if (!machine_alone(bench->machine))
        bench->crowded = !is_slowed_by_chains(bench);
}

static bool was_timed(const struct speed *speed) {
    return is_measured(speed->work_ns) && is_measured(speed->chain_ns);
}

static void print_speed(const struct speed *speed, FILE *out) {
    fprintf(out, "\t%.1f\t%.1f\t%.3f", speed->work_ns, speed->chain_ns, speed->share);
}

static void print_row(const struct contexts *what, size_t pass, size_t cpu, size_t other,
                      const struct speed *speed, const struct speed *of_other, FILE *out) {
    if (!was_timed(speed) || !was_timed(of_other))
        return;
    fprintf(out, "%zu\t", pass);
    if (what->name != NULL)
        fprintf(out, "%s\t%zu\t%zu", what->name, cpu, other);
    else
        fprintf(out, "%zu\t%zu\t%zu", what->level, cpu, other);
    print_speed(speed, out);
    print_speed(of_other, out);
    if (what->bytes > 0)
        fprintf(out, "\t%zu", what->bytes);
    fputc('\n', out);
}

/* Returns the CPU that the last one slows most. */
static size_t find_slowest(const struct bench *bench, size_t last) {
    size_t most = 0;
    for (size_t i = 1; i < last; i++)
        if (slowed(&bench->concurrent[i], &bench->alone[bench->context[i]]) >
            slowed(&bench->concurrent[most], &bench->alone[bench->context[most]]))
            most = i;
    return most;
}

/* Returns whether every thread ran; one that did not cannot have slowed another. */
static bool are_there(const struct bench *bench, size_t last) {
    for (size_t i = 0; i <= last; i++)
        if (!was_timed(&bench->concurrent[i]) || bench->concurrent[i].share < AWAY)
            return false;
    return true;
}

/* Runs all CPUs with a context of their own, and one more, until every thread has run, and the two
   that are compared for nearly all the time. *MOST is the CPU that is slowed most, or LAST if some
   thread never ran.  Returns false if threads cannot be created. */
static bool measure_concurrently(struct bench *bench, size_t last, size_t *most) {
    *most = last;
    for (size_t tries = 0; tries < TRIES; tries++) {
        if (!run_both(bench, 0, last + 1, bench->concurrent))
            return false;
        *most = are_there(bench, last) ? find_slowest(bench, last) : last;
        if (*most < last &&
            fmin(bench->concurrent[last].share, bench->concurrent[*most].share) >= NEARLY_ALL)
            return true;
    }
    return true;
}

/* Runs one more CPU beside those.  It has a context of its own if it slows none of them. */
static bool place_cpu(struct bench *bench, size_t pass, size_t cpu, FILE *out) {
    size_t last = bench->contexts, most;
    for (size_t i = 0; i < last; i++)
        bench->worker[i].cpu = bench->context[i];
    bench->worker[last].cpu = cpu;
    if (!measure_concurrently(bench, last, &most))
        return false;
    if (most == last)
        return true;
    size_t other = bench->context[most];
    print_row(bench->what, pass, cpu, other, &bench->concurrent[last], &bench->concurrent[most],
              out);
    if (slowed(&bench->concurrent[last], &bench->alone[cpu]) < SHARES ||
        slowed(&bench->concurrent[most], &bench->alone[other]) < SHARES)
        bench->context[bench->contexts++] = cpu;
    return true;
}

/* Repeats while the thread starts too late.  Keeps the least times, since noise only adds. */
static bool measure_alone(struct bench *bench, size_t cpu, struct speed *now) {
    struct speed *alone = &bench->alone[cpu];
    size_t tries = 0;
    do {
        bench->worker[0].cpu = cpu;
        if (!run_both(bench, bench->contexts, 1, now))
            return false;
    } while (!was_timed(now) && ++tries < TRIES);
    alone->work_ns = fmin(alone->work_ns, now->work_ns);
    alone->chain_ns = fmin(alone->chain_ns, now->chain_ns);
    return true;
}

static bool measure_cpu(struct bench *bench, size_t pass, size_t cpu, FILE *out) {
    struct speed now;
    if (!measure_alone(bench, cpu, &now))
        return false;
    if (cpu == 0)
        bench->context[bench->contexts++] = cpu;
    else if (!place_cpu(bench, pass, cpu, out))
        return false;
    print_row(bench->what, pass, cpu, cpu, &now, &now, out);
    return true;
}

static bool measure_pass(struct bench *bench, size_t pass, FILE *out) {
    bench->contexts = 0;
    notice_others(bench);
    for (size_t cpu = 0; cpu < bench->cpus; cpu++)
        if (!measure_cpu(bench, pass, cpu, out))
            return false;
    return true;
}

static size_t passes_of(const struct bench *bench, size_t works) {
    bool fewer = bench->cpus > SOME_CPUS;
    for (size_t i = 0; i < works; i++)
        fewer = fewer || bench[i].what->span_ns > LONG_RUN_NS;
    bool few = bench->cpus == 1 || bench->cpus > MANY_CPUS; /* one CPU needs no more */
    return few ? FEW_PASSES : fewer ? FEWER_PASSES : PASSES;
}

/* Returns whether no two CPUs slow each other by adds, which take all of a core.  A single slowed
   CPU is slowed by other load.  BENCH is that of adds. */
static bool are_apart(struct bench *bench) {
    struct speed now;
    size_t slow = 0;
    notice_others(bench);
    for (size_t cpu = 0; cpu < bench->cpus; cpu++)
        if (!measure_alone(bench, cpu, &now))
            return false;
    for (size_t cpu = 0; cpu < bench->cpus; cpu++)
        bench->worker[cpu].cpu = cpu;
    if (!run_both(bench, 0, bench->cpus, bench->concurrent))
        return false;
    for (size_t cpu = 0; cpu < bench->cpus; cpu++)
        slow += !(slowed(&bench->concurrent[cpu], &bench->alone[cpu]) < SHARES);
    return slow < 2;
}

/* Keeps all CPUs busy.  A hypervisor that has woken two of them on one core then moves them apart,
   if it has another core; while both rest from time to time it may leave them there. */
static void keep_busy(struct bench *adds, double ns) {
    for (size_t cpu = 0; cpu < adds->cpus; cpu++) {
        adds->worker[cpu].cpu = cpu;
        adds->worker[cpu].workload = WORKLOAD_ADDS;
    }
    (void)parallel_run(adds->machine, adds->worker, adds->cpus, ns);
}

/* Waits until they are apart.  Returns false if that takes too long. */
static bool find_apart(struct bench *adds) {
    double latest_ns = machine_age_ns(adds->machine) + APART_NS;
    while (!are_apart(adds)) {
        if (machine_age_ns(adds->machine) > latest_ns)
            return false;
        keep_busy(adds, CONTEXTS_REST_NS);
    }
    return true;
}

/* Lets time pass between two passes. */
static void rest(const struct bench *bench, size_t works, struct bench *adds) {
    bool shared = false;
    for (size_t i = 0; i < works; i++)
        shared = shared || bench[i].contexts < bench[i].cpus;
    if (shared)
        keep_busy(adds, CONTEXTS_REST_NS);
    else
        machine_rest(adds->machine, CONTEXTS_REST_NS);
}

/* ADDS keeps CPUs busy between passes; with APART, no pass runs while two CPUs share a core. */
static const char *measure_all(struct bench *bench, size_t works, struct bench *adds, bool apart,
                               FILE *out) {
    if (bench->cpus > MOST_DISPLACED && !machine_alone(bench->machine))
        return "other programs run, and there are more than 256 CPUs";
    for (size_t pass = 0; pass < passes_of(bench, works); pass++) {
        if (pass > 1 && machine_age_ns(bench->machine) > LATEST_NS)
            return NULL;
        if (pass > 0)
            rest(bench, works, adds);
        if (apart && !find_apart(adds))
            return pass > 1 ? NULL
                            : "CPUs share a core now that did not before: a hypervisor moves them";
        for (size_t i = 0; i < works; i++)
            if (!measure_pass(&bench[i], pass, out))
                return "threads cannot be created or pinned, or there is no memory";
    }
    return NULL;
}

static void open_bench(struct bench *bench, struct machine *machine, const struct contexts *what) {
    bench->machine = machine;
    bench->what = what;
    bench->cpus = parallel_cpus(machine);
    for (size_t i = 0; i < bench->cpus; i++)
        bench->alone[i] = (struct speed){NOT_MEASURED, NOT_MEASURED, 1};
}

const char *contexts_sweep(struct machine *machine, const char *name, const char *keys,
                           const struct contexts *const *works, size_t count, bool apart,
                           FILE *out) {
    static const struct contexts adds = {.work = WORKLOAD_ADDS};
    struct bench *bench = calloc(count + 1, sizeof *bench);
    if (bench == NULL)
        return "no memory";
    for (size_t i = 0; i <= count; i++)
        open_bench(&bench[i], machine, i < count ? works[i] : &adds);
    fprintf(out,
            "# sweep: %s\n# columns: pass %s cpu other work_ns chain_ns share other_work_ns "
            "other_chain_ns other_share%s\n",
            name, keys, works[0]->bytes > 0 ? " bytes" : "");
    const char *why = bench->cpus > 0 ? measure_all(bench, count, &bench[count], apart, out)
                                      : NEVER_HERE
                          "the system does not say which CPUs this process may use";
    free(bench);
    return why;
}
