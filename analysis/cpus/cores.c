/* cores.c - decides cores, their threads, core types and contexts from which CPUs slow each other
   (X-Ray 3.5, BlackjackBench 3.4).

   The table has passes of several works.  In each row a CPU runs a piece of throughput-bound work
   and of a dependent chain, and so does another CPU; it has both times of both, and the share of
   time that the less lucky workload of each had its CPU.  Where both are one CPU it runs alone.
   Otherwise the other CPU is the one that slowed it most, of one CPU of each core found before.

   Work that uses a whole core, such as adds, takes longer beside another thread of that core, by
   the clock that the chain shows.  Threads of one core slow each other: if one of two is as fast as
   alone, a third thread slows the other.  Rows in which a CPU was preempted for long are not used,
   nor are those between the limits.  Other programs on a core make two CPUs look like its threads,
   so a pass in which a CPU was slowed even when alone can only show that CPUs are on different
   cores.

   Two CPUs share a core if most passes agree and none shows otherwise.  A hypervisor that migrates
   virtual CPUs may put two on one core for a while, but nothing makes two threads of one core both
   as fast as alone.  So a few passes in which both are, or half of the passes in which one is, show
   different cores.

   Cores are of another type where both workloads take longer.  Where only the work does, other
   programs may have run there all the time.

   Unknown where passes disagree, or where CPUs take turns. */
#include "cores.h"

#include "../ascending.h"
#include "../method.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { PASS, PASS_WORK, PASS_CPU, PASS_OTHER, ITS_OWN, OTHERS = ITS_OWN + 3 };
enum { OF_WORK, OF_CHAIN, OF_TIME };
enum { MOST_CPUS = 1024, FEWEST_PASSES = 2 };
static const double NOT_SLOWED = 1.2, SHARES_CORE = 1.4, HAD_ITS_CPU = 0.8, BY_TURNS = 0.7;
/* Ratio by which a clock may be slower while many cores are busy. */
static const double SLOWEST_CLOCK = 1.6;
/* Shares of the passes. */
static const double INFORMATIVE_SHARE = 0.8, HALF_OF_PASSES = 0.5;
/* The least ratio between core types, and the largest within one type. */
static const double OTHER_KIND = 1.2, ONE_KIND = 1.12;
static const double CORES_SURE = 0.95;

struct cpu {
    double ns[OF_TIME];         /* of each workload, alone, the least */
    size_t apart, one, turns;   /* passes that show different cores, one core, and time slicing */
    size_t both;                /* of those apart: both were as fast as alone */
    size_t passes, informative; /* all; and those that could show different cores or one */
    size_t other;               /* CPU of the same core in the last such pass */
    size_t alone, contended; /* passes alone, and those of them with another program on the core */
    size_t threads;          /* threads on the core of this CPU */
};

struct cores {
    struct cpu cpu[MOST_CPUS];
    size_t cpus;
};

static size_t cpu_at(const struct table *table, size_t row, size_t column) {
    return (size_t)fmin(table_at(table, row, column), MOST_CPUS - 1);
}

/* The number that stands for the work NAME, or NOT_MEASURED. */
static double work_called(const struct table *table, const char *name) {
    size_t row = 0;
    while (row < table->rows && !table_is_word(table, row, PASS_WORK, name))
        row++;
    return row < table->rows ? table_at(table, row, PASS_WORK) : NOT_MEASURED;
}

static bool does_work(const struct table *table, size_t row, double work) {
    return table_is(table, row, PASS_WORK, work);
}

/* Noise only adds: the least time is the true one. */
static void find_alone(const struct table *table, double work, struct cores *cores) {
    for (size_t row = 0; row < table->rows; row++) {
        size_t i = cpu_at(table, row, PASS_CPU);
        if (i != cpu_at(table, row, PASS_OTHER) || !does_work(table, row, work))
            continue;
        for (; cores->cpus <= i; cores->cpus++)
            cores->cpu[cores->cpus] =
                (struct cpu){.ns = {NOT_MEASURED, NOT_MEASURED}, .threads = 1};
        for (size_t workload = 0; workload < OF_TIME; workload++)
            cores->cpu[i].ns[workload] =
                fmin(cores->cpu[i].ns[workload], table_at(table, row, ITS_OWN + workload));
    }
}

/* The time of a workload relative to its time alone. */
static double slowed(const struct table *table, size_t row, size_t column, const struct cpu *cpu,
                     size_t workload) {
    return table_at(table, row, column + workload) / cpu->ns[workload];
}

/* The time of its work relative to the time alone, by its own clock: others on the core slow it. */
static double slowed_by_others(const struct table *table, size_t row, size_t column,
                               const struct cpu *cpu) {
    return slowed(table, row, column, cpu, OF_WORK) / slowed(table, row, column, cpu, OF_CHAIN);
}

/* Did another program slow it when it was alone? */
static bool is_slowed_alone(const struct table *table, size_t row, const struct cpu *cpu) {
    return slowed_by_others(table, row, ITS_OWN, cpu) > NOT_SLOWED;
}

static void count_alone(const struct table *table, size_t row, struct cpu *cpu) {
    cpu->alone++;
    cpu->contended += is_slowed_alone(table, row, cpu);
}

static bool is_in_pass(const struct table *table, size_t row, size_t other) {
    return other < table->rows && table_is(table, other, PASS, table_at(table, row, PASS)) &&
           does_work(table, other, table_at(table, row, PASS_WORK));
}

/* Was CPU number I slowed in the pass of ROW even when it was alone? */
static bool was_slowed_alone(const struct table *table, size_t row, size_t i,
                             const struct cpu *cpu) {
    size_t first = row;
    while (first > 0 && is_in_pass(table, row, first - 1))
        first--;
    for (size_t at = first; is_in_pass(table, row, at); at++)
        if (cpu_at(table, at, PASS_CPU) == i && cpu_at(table, at, PASS_OTHER) == i)
            return is_slowed_alone(table, at, cpu);
    return true;
}

/* Two CPUs that worked at the same time: the slowdown of the less slowed and of the more slowed
   one, by its own clock, and the smaller and the larger share of time that they had their CPUs. */
struct paired_run {
    double less_slowed, more_slowed, least_share, most_share;
};

static struct paired_run paired_run_of(const struct table *table, size_t row, const struct cpu *cpu,
                                       const struct cpu *other) {
    double own = slowed_by_others(table, row, ITS_OWN, cpu);
    double others = slowed_by_others(table, row, OTHERS, other);
    double share = table_at(table, row, ITS_OWN + OF_TIME);
    double others_share = table_at(table, row, OTHERS + OF_TIME);
    return (struct paired_run){fmin(own, others), fmax(own, others), fmin(share, others_share),
                               fmax(share, others_share)};
}

/* Were both CPUs measured alone, and is neither clock too slow to compare? */
static bool are_comparable(const struct table *table, size_t row, const struct cpu *cpu,
                           const struct cpu *other) {
    double slower_clock = fmax(slowed(table, row, ITS_OWN, cpu, OF_CHAIN),
                               slowed(table, row, OTHERS, other, OF_CHAIN));
    bool measured = is_measured(fmax(cpu->ns[OF_CHAIN], other->ns[OF_CHAIN]));
    return measured && slower_clock <= SLOWEST_CLOCK;
}

/* Did another program slow one of them in this pass even when it was alone? */
static bool is_either_slowed_alone(const struct table *table, size_t row, const struct cpu *cpu,
                                   const struct cpu *other) {
    return was_slowed_alone(table, row, cpu_at(table, row, PASS_CPU), cpu) ||
           was_slowed_alone(table, row, cpu_at(table, row, PASS_OTHER), other);
}

/* Counts for CPU what ROW shows of it and OTHER. */
static void count_pass(const struct table *table, size_t row, struct cpu *cpu,
                       const struct cpu *other) {
    struct paired_run met = paired_run_of(table, row, cpu, other);
    bool clear = are_comparable(table, row, cpu, other) && met.least_share >= HAD_ITS_CPU;
    bool apart = clear && met.less_slowed <= NOT_SLOWED;
    bool informative = apart || (clear && !is_either_slowed_alone(table, row, cpu, other));
    cpu->passes++;
    cpu->informative += informative;
    cpu->turns += met.most_share <= BY_TURNS;
    cpu->apart += apart;
    cpu->both += apart && met.more_slowed <= NOT_SLOWED;
    if (informative && met.less_slowed >= SHARES_CORE) {
        cpu->one++;
        cpu->other = cpu_at(table, row, PASS_OTHER);
    }
}

static void count_passes(const struct table *table, double work, struct cores *cores) {
    for (size_t row = 0; row < table->rows; row++) {
        size_t cpu = cpu_at(table, row, PASS_CPU), other = cpu_at(table, row, PASS_OTHER);
        if (!does_work(table, row, work))
            continue;
        if (cpu == other)
            count_alone(table, row, &cores->cpu[cpu]);
        else if (cpu < cores->cpus && other < cores->cpus)
            count_pass(table, row, &cores->cpu[cpu], &cores->cpu[other]);
    }
}

enum place { OWN_CORE, SAME_CORE, TAKES_TURNS, UNCLEAR };

/* Did it have its core to itself, except in a few passes? */
static bool is_free(const struct cpu *cpu) {
    return (double)cpu->contended <= (1 - INFORMATIVE_SHARE) * (double)cpu->alone;
}

static enum place place_of(const struct cpu *cpu, const struct cpu *other) {
    double informative = (double)cpu->informative, one = (double)cpu->one;
    bool both =
        cpu->both >= FEWEST_PASSES && (double)cpu->both >= (1 - INFORMATIVE_SHARE) * informative;
    if (cpu->turns > 0 && (double)cpu->turns >= HALF_OF_PASSES * (double)cpu->passes)
        return TAKES_TURNS;
    if (cpu->informative < FEWEST_PASSES)
        return UNCLEAR;
    if (cpu->apart == 0 && one >= INFORMATIVE_SHARE * informative)
        return is_free(cpu) && is_free(other) ? SAME_CORE : UNCLEAR;
    return both || (double)cpu->apart >= HALF_OF_PASSES * informative ? OWN_CORE : UNCLEAR;
}

/* ---- answers ---- */

static void find_places(const struct table *table, double work, struct cores *cores) {
    cores->cpus = 0;
    find_alone(table, work, cores);
    count_passes(table, work, cores);
}

/* The number of contexts for WORK, and the most threads that share one; 0 where that is unclear,
   with the reason.  The first CPU starts with a context of its own. */
static size_t count_contexts(const struct table *table, double work, struct cores *cores,
                             size_t *threads, const char **why) {
    find_places(table, work, cores);
    size_t count = cores->cpus > 0;
    *threads = 1;
    *why = "no CPU ran alone; measure again while the machine is idle";
    for (size_t i = 1; i < cores->cpus; i++) {
        struct cpu *cpu = &cores->cpu[i], *other = &cores->cpu[cpu->other];
        enum place place = place_of(cpu, other);
        if (place == TAKES_TURNS || place == UNCLEAR) {
            *why = place == UNCLEAR
                       ? "passes disagree on which CPUs slow each other; measure again while the "
                         "machine is idle"
                       : "CPUs were time-sliced: fewer run at once than the system shows";
            return 0;
        }
        count += place == OWN_CORE;
        other->threads += place == SAME_CORE;
        *threads = other->threads > *threads ? other->threads : *threads;
    }
    return count;
}

static void answer_count(struct answers *answers, const char *name, size_t count, const char *why) {
    if (count > 0)
        answer_integer(answers, name, (double)count, CORES_SURE);
    else
        answer_unknown(answers, name, "%s", why);
}

/* Do all CPUs take about the same time for a chain alone? */
static bool are_of_one_kind(const struct cores *cores) {
    double least = NOT_MEASURED, most = 0;
    for (size_t i = 0; i < cores->cpus; i++) {
        least = fmin(least, cores->cpu[i].ns[OF_CHAIN]);
        most = fmax(most, cores->cpu[i].ns[OF_CHAIN]);
    }
    return most < OTHER_KIND * least;
}

size_t cores_sharers(const struct table *table, double work, const char **why) {
    static struct cores cores;
    size_t threads;
    if (count_contexts(table, work, &cores, &threads, why) == 0)
        return 0;
    *why = "cores are of several types";
    return are_of_one_kind(&cores) ? threads : 0;
}

static int slower(const void *a, const void *b) {
    const struct cpu *x = a, *y = b;
    return ascending(&x->ns[OF_CHAIN], &y->ns[OF_CHAIN]);
}

/* Sorts the CPUs.  Returns the number of core types, or 0 where that is unclear. */
static size_t count_kinds(struct cores *cores) {
    size_t kinds = 1, first = 0;
    qsort(cores->cpu, cores->cpus, sizeof *cores->cpu, slower);
    for (size_t i = 1; i < cores->cpus; i++) {
        const struct cpu *cpu = &cores->cpu[i];
        double chain = cpu->ns[OF_CHAIN] / cores->cpu[i - 1].ns[OF_CHAIN];
        double adds = cpu->ns[OF_WORK] / cores->cpu[first].ns[OF_WORK];
        bool other = chain >= OTHER_KIND;
        bool clear = other ? adds > ONE_KIND
                           : chain <= ONE_KIND && adds < OTHER_KIND && adds * OTHER_KIND > 1;
        if (!clear)
            return 0;
        kinds += other;
        first = other ? i : first;
    }
    return kinds;
}

static size_t kinds_by(const struct table *table, const char *work) {
    static struct cores cores;
    find_places(table, work_called(table, work), &cores);
    return cores.cpus > 0 ? count_kinds(&cores) : 0;
}

/* Other programs on a core slow its adds most, and smaller cores of the same clock have fewer units
   of several types.  So where floats and loads take the same time on all cores they are of one
   type. */
static size_t find_kinds(const struct table *table) {
    size_t kinds = kinds_by(table, "adds");
    bool one = kinds_by(table, "floats") == 1 && kinds_by(table, "loads") == 1;
    return kinds == 0 && one ? 1 : kinds;
}

static void answer_contexts(const struct table *table, const char *work, const char *name,
                            struct answers *answers) {
    static struct cores cores;
    size_t threads;
    const char *why;
    size_t count = count_contexts(table, work_called(table, work), &cores, &threads, &why);
    answer_count(answers, name, count, why);
}

static void answer_cores(const struct table *table, struct answers *answers) {
    static struct cores cores;
    const char *why;
    size_t threads;
    size_t count = count_contexts(table, work_called(table, "adds"), &cores, &threads, &why);
    answer_count(answers, "cores", count, why);
    answer_count(answers, "threads_per_core", count > 0 ? threads : 0, why);
    answer_count(answers, "contexts_int", count, why);
    answer_count(answers, "core_kinds", find_kinds(table),
                 "cores differ in speed, but not clearly enough to be of several types");
}

/* Did WORK on two CPUs slow neither in nearly all passes that could show it, and slow both in none?
   Then no hypervisor moves CPUs from core to core either. */
static bool are_apart(const struct table *table, const char *work) {
    static struct cores cores;
    const char *why;
    size_t threads;
    bool apart = count_contexts(table, work_called(table, work), &cores, &threads, &why) > 0;
    for (size_t i = 1; i < cores.cpus; i++) {
        const struct cpu *cpu = &cores.cpu[i];
        apart = apart && cpu->one == 0 &&
                (double)cpu->both >= INFORMATIVE_SHARE * (double)cpu->informative;
    }
    return apart && cores.cpus > 0;
}

/* The note `cores apart' is for sweeps of one core: no two of the CPUs slow each other. */
static void cores_decide(const struct table *table, const struct options *options,
                         struct answers *answers) {
    (void)options;
    answer_cores(table, answers);
    answer_contexts(table, "floats", "contexts_fp", answers);
    answer_contexts(table, "loads", "contexts_mem", answers);
    if (are_apart(table, "adds") && are_apart(table, "floats") && are_apart(table, "loads"))
        answer_note(answers, "cores apart");
}

const struct method cores_method = {
    .name = "cores",
    .summary = "cores and contexts, by which CPUs slow each other",
    .form = {{.keys = 4,
              .columns = 10,
              .above_zero = "work_ns chain_ns other_work_ns other_chain_ns",
              .words = {"work adds floats loads"}}},
    .rows = 32768,
    .decide = cores_decide};
