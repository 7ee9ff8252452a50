/* cores.c - cores, their threads, kinds of them, and contexts, from who slows whom (X-Ray 3.5,
   BlackjackBench 3.4).

   A table of passes, of several works: what a CPU needs for a piece of work and of a chain, and so
   does another one, and which share of the time the less lucky workload of each had its CPU.  Where
   both are one CPU it is alone; else the other is the one that it slowed most, of one of each core
   that was found before.

   Work that takes all of a core, as adds do, takes longer beside that of another thread of it, by
   the clock that the chain shows; who has a core of its own is as fast as alone.  Threads of a core
   slow each other: where one of two is as fast as alone it is somebody else who slows the other.
   What lost its CPU for a good part of the time tells nothing of that, nor does what is in between.
   Others on the core make two look like threads of one, so a pass in which they slow one that is
   alone tells only who is apart; most passes must agree, both must be as fast as ever alone in most
   of them, and no pass may say that they are apart.  A host that moves CPUs leaves two on one core
   for a while, and nothing lets two threads of one core be as fast as alone both at once: so a few
   passes of the latter are enough, as half of those are that see one of them so.

   Cores are of another kind where both workloads take them longer; where it is the work alone,
   others may have been on those cores all the time. */
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
/* Times by which a clock may be slower where many cores are busy. */
static const double SLOWEST_CLOCK = 1.6;
/* Of the passes. */
static const double OF_TELLING = 0.8, HALF_OF_THEM = 0.5;
/* Times by which another kind of core is slower, and those of one kind differ. */
static const double OTHER_KIND = 1.2, ONE_KIND = 1.12;
static const double CORES_SURE = 0.95;

struct cpu {
    double ns[OF_TIME];       /* a piece of each workload, alone, the least */
    size_t apart, one, turns; /* passes that say so */
    size_t both;              /* of those apart: both were as fast as alone */
    size_t passes, telling;   /* all; and those that might have said the first or the second */
    size_t other;             /* CPU of the same core, as the last says */
    size_t alone, contended;  /* passes alone, and those where others slowed it all the same */
    size_t threads;           /* that share this one's core */
};

struct cores {
    struct cpu cpu[MOST_CPUS];
    size_t cpus;
};

static size_t cpu_at(const struct table *table, size_t row, size_t column) {
    return (size_t)fmin(table_at(table, row, column), MOST_CPUS - 1);
}

/* What rows of the work called NAME have for it in their cell. */
static double work_called(const struct table *table, const char *name) {
    size_t row = 0;
    while (row < table->rows && !table_is_word(table, row, PASS_WORK, name))
        row++;
    return row < table->rows ? table_at(table, row, PASS_WORK) : NOT_MEASURED;
}

static bool does_work(const struct table *table, size_t row, double work) {
    return table_is(table, row, PASS_WORK, work);
}

/* Noise only makes pieces slower: the least is what they take. */
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

/* Times by which a workload is slower than alone. */
static double slowed(const struct table *table, size_t row, size_t column, const struct cpu *cpu,
                     size_t workload) {
    return table_at(table, row, column + workload) / cpu->ns[workload];
}

/* Times by which its work is slower than alone, by its own clock: others on the core slow it. */
static double slowed_by_others(const struct table *table, size_t row, size_t column,
                               const struct cpu *cpu) {
    return slowed(table, row, column, cpu, OF_WORK) / slowed(table, row, column, cpu, OF_CHAIN);
}

/* Did others slow it, alone? */
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

/* The same of CPU number I in the pass of ROW, where it was alone before that or behind. */
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

/* Two CPUs that worked at the same time: the less slowed of them and the more slowed, in times by
   its own clock, and the smaller and the larger share of the time that they had their CPUs. */
struct meeting {
    double less_slowed, more_slowed, least_share, most_share;
};

static struct meeting meeting_of(const struct table *table, size_t row, const struct cpu *cpu,
                                 const struct cpu *other) {
    double own = slowed_by_others(table, row, ITS_OWN, cpu);
    double others = slowed_by_others(table, row, OTHERS, other);
    double share = table_at(table, row, ITS_OWN + OF_TIME);
    double others_share = table_at(table, row, OTHERS + OF_TIME);
    return (struct meeting){fmin(own, others), fmax(own, others), fmin(share, others_share),
                            fmax(share, others_share)};
}

/* Does ROW tell anything: were both ever measured alone, and was neither's clock so slow that
   something else is the reason? */
static bool are_comparable(const struct table *table, size_t row, const struct cpu *cpu,
                           const struct cpu *other) {
    double slower_clock = fmax(slowed(table, row, ITS_OWN, cpu, OF_CHAIN),
                               slowed(table, row, OTHERS, other, OF_CHAIN));
    bool measured = is_measured(fmax(cpu->ns[OF_CHAIN], other->ns[OF_CHAIN]));
    return measured && slower_clock <= SLOWEST_CLOCK;
}

/* Did others slow one of them in this pass even when it was alone? */
static bool is_either_slowed_alone(const struct table *table, size_t row, const struct cpu *cpu,
                                   const struct cpu *other) {
    return was_slowed_alone(table, row, cpu_at(table, row, PASS_CPU), cpu) ||
           was_slowed_alone(table, row, cpu_at(table, row, PASS_OTHER), other);
}

/* Counts for CPU what ROW says of it and OTHER. */
static void count_pass(const struct table *table, size_t row, struct cpu *cpu,
                       const struct cpu *other) {
    struct meeting met = meeting_of(table, row, cpu, other);
    bool clear = are_comparable(table, row, cpu, other) && met.least_share >= HAD_ITS_CPU;
    bool apart = clear && met.less_slowed <= NOT_SLOWED;
    bool telling = apart || (clear && !is_either_slowed_alone(table, row, cpu, other));
    cpu->passes++;
    cpu->telling += telling;
    cpu->turns += met.most_share <= BY_TURNS;
    cpu->apart += apart;
    cpu->both += apart && met.more_slowed <= NOT_SLOWED;
    if (telling && met.less_slowed >= SHARES_CORE) {
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

/* Had it its core for itself, but for a few passes? */
static bool is_free(const struct cpu *cpu) {
    return (double)cpu->contended <= (1 - OF_TELLING) * (double)cpu->alone;
}

static enum place place_of(const struct cpu *cpu, const struct cpu *other) {
    double telling = (double)cpu->telling, one = (double)cpu->one;
    bool both = cpu->both >= FEWEST_PASSES && (double)cpu->both >= (1 - OF_TELLING) * telling;
    if (cpu->turns > 0 && (double)cpu->turns >= HALF_OF_THEM * (double)cpu->passes)
        return TAKES_TURNS;
    if (cpu->telling < FEWEST_PASSES)
        return UNCLEAR;
    if (cpu->apart == 0 && one >= OF_TELLING * telling)
        return is_free(cpu) && is_free(other) ? SAME_CORE : UNCLEAR;
    return both || (double)cpu->apart >= HALF_OF_THEM * telling ? OWN_CORE : UNCLEAR;
}

/* ---- answers ---- */

static void find_places(const struct table *table, double work, struct cores *cores) {
    cores->cpus = 0;
    find_alone(table, work, cores);
    count_passes(table, work, cores);
}

/* Contexts for WORK, and the most threads that share one; 0 where that is unclear, with the reason.
   The first CPU has one of its own, for all that is known by then. */
static size_t count_contexts(const struct table *table, double work, struct cores *cores,
                             size_t *threads, const char **why) {
    find_places(table, work, cores);
    size_t count = cores->cpus > 0;
    *threads = 1;
    *why = "no CPU was measured alone";
    for (size_t i = 1; i < cores->cpus; i++) {
        struct cpu *cpu = &cores->cpu[i], *other = &cores->cpu[cpu->other];
        enum place place = place_of(cpu, other);
        if (place == TAKES_TURNS || place == UNCLEAR) {
            *why = place == UNCLEAR ? "passes do not agree on which CPUs slow each other"
                                    : "CPUs take turns: the system, or its host, has fewer";
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

/* By what a chain takes alone. */
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
    *why = "cores are of several kinds";
    return are_of_one_kind(&cores) ? threads : 0;
}

static int slower(const void *a, const void *b) {
    const struct cpu *x = a, *y = b;
    return ascending(&x->ns[OF_CHAIN], &y->ns[OF_CHAIN]);
}

/* Sorts the CPUs.  Returns how many kinds there are, or 0 where that is unclear. */
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

/* Others on a core slow its adds most.  Narrower cores, of the same clock, have fewer units for
   more than adds: where floats and loads take all cores the same they are of one kind. */
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
                 "cores differ, but not as kinds of them do");
}

static void cores_decide(const struct table *table, const struct options *options,
                         struct answers *answers) {
    (void)options;
    answer_cores(table, answers);
    answer_contexts(table, "floats", "contexts_fp", answers);
    answer_contexts(table, "loads", "contexts_mem", answers);
}

const struct method cores_method = {
    .name = "cores",
    .summary = "cores and contexts, by who slows whom",
    .form = {{.keys = 4,
              .columns = 10,
              .above_zero = "work_ns chain_ns other_work_ns other_chain_ns",
              .words = {"work adds floats loads"}}},
    .rows = 32768,
    .decide = cores_decide};
