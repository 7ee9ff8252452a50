/* parallel.c - the functions of parallel.h and unpinned.h on a simulated machine.

   Threads of a core share its issue slots, including those for loads.  A dependent chain hardly
   slows others, and hardly is slowed.  A thread that has just been woken runs before those of other
   programs on its CPU.  Cores of a module share units for doubles, but not those for loads.  The
   frequency drops as more cores are busy.  If a host has fewer CPUs than the guest, they take
   turns: each has a share of the time and runs at full speed in it. */
#include "../../probes/machine/parallel.h"
#include "../../probes/machine/exchange.h"
#include "../../probes/machine/interrupt.h"
#include "../../probes/machine/ping_pong.h"
#include "../../probes/machine/unpinned.h"

#include "core.h"
#include "cpus.h"
#include "sim.h"

#include <math.h>

/* The times of a piece at 1 GHz, for 2048 rounds as in probes/machine/real/parallel.c. */
static const double PIECE_NS[] = {16384, 32768, 32768, 49152};
/* The factor by which another thread slows a chain; how long a thread of the host stays; the noise
   that simultaneous pairs add to each other; and the time to start threads. */
static const double CHAIN_BESIDE = 1.03, STAY_NS = 4e6, MEETING = 0.02, GATHER_NS = 1e5;
/* Pieces of work that each unpinned thread does. */
static const double PIECES_EACH = 256;
/* An interruption leaves at least this part of a span. */
static const double LEFT = 0.5;
/* The part of the interrupted threads that start too late. */
static const double LATE = 0.1;

static const struct sim_cpus *cpus_of(struct machine *machine) {
    return &sim_core(machine, false)->description->cpus;
}

size_t parallel_cpus(struct machine *machine) {
    return cpus_of(machine)->count;
}

double parallel_quota(struct machine *machine) {
    double quota = cpus_of(machine)->quota;
    return quota > 0 ? quota : HUGE_VAL;
}

/* ---- workloads ---- */

/* For each running thread its core; for each core its running threads, and those of them that run
   a chain; and the running threads of all cores. */
struct busy {
    size_t core[CPUS_MOST], threads[CPUS_MOST], chains[CPUS_MOST], all;
};

/* Returns whether other load runs on another thread of CORE now. */
static bool is_visited(struct machine *machine, const struct sim_cpus *cpus, size_t core) {
    uint64_t stay = (uint64_t)(machine_age_ns(machine) / STAY_NS);
    return sim_chance(machine, stay * CPUS_MOST + core) < cpus->beside;
}

static void find_busy(struct machine *machine, const struct worker *worker, size_t count,
                      struct busy *busy) {
    const struct sim_cpus *cpus = cpus_of(machine);
    double age_ns = machine_age_ns(machine);
    bool works[CPUS_MOST] = {false};
    busy->all = count;
    for (size_t i = 0; i < cpus->count; i++) {
        busy->threads[i] = is_visited(machine, cpus, i);
        busy->chains[i] = 0;
    }
    for (size_t i = 0; i < count; i++) {
        busy->core[i] = cpus_core(cpus, cpus_place(cpus, worker[i].cpu, age_ns));
        busy->threads[busy->core[i]]++;
        busy->chains[busy->core[i]] += worker[i].workload == WORKLOAD_CHAIN;
        works[worker[i].cpu] = true;
    }
    for (size_t i = 0; i < cpus->busy; i++)
        if (!works[i]) {
            busy->threads[cpus_core(cpus, cpus_place(cpus, i, age_ns))]++;
            busy->all++;
        }
}

/* Returns the share of time of a CPU that takes turns on a CPU of the host. */
static double turn_of(const struct sim_cpus *cpus, const struct worker *all, size_t count,
                      size_t which) {
    double turns = 0;
    for (size_t i = 0; i < count; i++)
        turns += all[i].cpu % cpus->host == all[which].cpu % cpus->host;
    return 1 / turns;
}

static double clock_ghz(const struct core *core, size_t its_core, size_t count) {
    const struct sim_cpus *cpus = &core->description->cpus;
    double busy = (double)(count - 1) / fmax((double)(cpus->count - 1), 1);
    double ghz = core->description->ghz * (1 - (1 - cpus->all_busy) * fmin(busy, 1));
    return cpus_is_slow(cpus, its_core) ? ghz * cpus->slow_clock : ghz;
}

/* Returns how many threads use the units for doubles that CORE shares with its module. */
static size_t threads_of_module(const struct sim_cpus *cpus, const struct busy *busy, size_t core) {
    size_t first = core / cpus->module * cpus->module, threads = 0;
    for (size_t i = first; i < first + cpus->module; i++)
        threads += busy->threads[i] - (cpus->divided ? 0 : busy->chains[i]);
    return threads;
}

static double piece_ns(const struct core *core, const struct busy *busy, size_t which,
                       enum workload workload) {
    const struct sim_cpus *cpus = &core->description->cpus;
    size_t its_core = busy->core[which], chains = cpus->divided ? 0 : busy->chains[its_core];
    size_t threads = busy->threads[its_core] - chains;
    double ns = PIECE_NS[workload] / clock_ghz(core, its_core, busy->all);
    if (workload == WORKLOAD_CHAIN)
        return threads + chains > 1 ? ns * CHAIN_BESIDE : ns;
    ns = chains > 0 ? ns * CHAIN_BESIDE : ns;
    ns = cpus_is_slow(cpus, its_core) ? ns / cpus->slow_width : ns;
    size_t most = cpus->threads * (workload == WORKLOAD_FLOATS ? cpus->module : 1);
    if (workload == WORKLOAD_FLOATS)
        threads = threads_of_module(cpus, busy, its_core);
    double others = (double)(threads - 1) / fmax((double)(most - 1), 1);
    return ns * (double)threads / (1 + (cpus->gain - 1) * fmin(others, 1));
}

/* ---- chases ---- */

/* The part of a cache that other load on another thread of the core uses. */
static const double VISITOR_PART = 0.5;

/* Returns the bytes for which room is wanted in CORE's instance of LEVEL. */
static double wanted(const struct core *core, const struct busy *busy, const struct worker *worker,
                     size_t count, size_t its_core, const struct sim_level *level) {
    size_t sharers = cpus_sharers(&core->description->cpus, level->shared);
    double bytes = 0, here = 0;
    for (size_t i = 0; i < count; i++)
        if (worker[i].chain != NULL && busy->core[i] / sharers == its_core / sharers)
            bytes += (double)(worker[i].chain->count * level->cache.line);
    for (size_t i = 0; i < count; i++)
        here += busy->core[i] == its_core;
    double visitors = sharers == 1 ? (double)busy->threads[its_core] - here : 0;
    return bytes + visitors * VISITOR_PART * (double)level->cache.bytes;
}

/* Returns the part of BYTES, visited again and again, that hits.  Random pages fill some sets more
   than others.  A set that is not overfull keeps all its lines; an overfull one keeps about as many
   as it has ways. */
static double hits_of(const struct cache_geometry *cache, double bytes) {
    double ways = (double)cache->ways, each = ways * bytes / (double)cache->bytes;
    if (cache->index == INDEX_VIRTUAL)
        return bytes <= (double)cache->bytes ? 1 : 0;
    double term = exp(-each), sum = 0;
    for (double others = 0; others < ways; others++, term *= each / others)
        sum += term;
    return fmin(sum, 1);
}

/* Returns the ns of a load while all threads are busy. */
static double chase_ns(const struct core *core, const struct busy *busy,
                       const struct worker *worker, size_t which, size_t count) {
    const struct sim_machine *machine = core->description;
    size_t its_core = busy->core[which];
    double left = 1, cycles = 0;
    for (size_t i = 0; i < machine->levels; i++) {
        const struct sim_level *level = &machine->level[i];
        double hits = hits_of(&level->cache, wanted(core, busy, worker, count, its_core, level));
        cycles += left * hits * level->cycles;
        left *= 1 - hits;
    }
    return (cycles + left * machine->memory.cycles) / clock_ghz(core, its_core, busy->all);
}

bool parallel_run(struct machine *machine, struct worker *worker, size_t count, double span_ns) {
    static struct busy busy;
    struct core *core = sim_core(machine, false);
    const struct noise *noise = &core->description->noise;
    if (core->description->cpus.free && core->description->cpus.count > 1)
        return false;
    find_busy(machine, worker, count, &busy);
    for (size_t i = 0; i < count; i++) {
        bool preempted = rng_unit(&core->foreign) < noise->preempted;
        double lost = preempted ? (1 - LEFT) * rng_unit(&core->foreign) : 0;
        double ns = worker[i].workload == WORKLOAD_CHASE
                        ? chase_ns(core, &busy, worker, i, count) * (double)worker[i].loads
                        : piece_ns(core, &busy, i, worker[i].workload);
        worker[i].ns = ns * (1 + noise->jitter * fabs(rng_normal(&core->foreign)));
        worker[i].share = 1 - lost;
        if (preempted && rng_unit(&core->foreign) < LATE)
            worker[i].ns = HUGE_VAL, worker[i].share = 0;
        if (core->description->cpus.host > 0)
            worker[i].share *= turn_of(&core->description->cpus, worker, count, i);
    }
    sim_spend(machine, GATHER_NS + span_ns);
    return true;
}

/* ---- unpinned ---- */

/* The threads on each CPU, including other programs'. */
struct run_queues {
    size_t on[CPUS_MOST];
    size_t cpus; /* CPUs with at least one thread */
};

/* The scheduler knows which CPUs are threads of a core, and uses no second thread of a core while
   another core is idle. */
static size_t quietest(const struct sim_cpus *cpus, const struct run_queues *queues,
                       const struct busy *busy) {
    size_t best = 0;
    for (size_t i = 1; i < cpus->count; i++)
        if (queues->on[i] < queues->on[best] ||
            (queues->on[i] == queues->on[best] &&
             busy->threads[busy->core[i]] < busy->threads[busy->core[best]]))
            best = i;
    return best;
}

static void spread_threads(const struct sim_cpus *cpus, size_t count, struct run_queues *queues,
                           struct busy *busy) {
    *queues = (struct run_queues){{0}, 0};
    for (size_t i = 0; i < cpus->count; i++) {
        busy->core[i] = cpus_core(cpus, i);
        busy->threads[i] = busy->chains[i] = 0;
    }
    for (size_t i = 0; i < cpus->busy + count; i++) {
        size_t cpu = i < cpus->busy ? i : quietest(cpus, queues, busy);
        busy->threads[busy->core[cpu]] += queues->on[cpu] == 0;
        queues->cpus += queues->on[cpu] == 0;
        queues->on[cpu]++;
    }
    busy->all = queues->cpus;
}

/* A thread waits for those that share its CPU, or, if the scheduler balances them, all wait equally
   long. */
double unpinned_ns(struct machine *machine, size_t count, enum workload workload) {
    static struct busy busy;
    static struct run_queues queues;
    struct core *core = sim_core(machine, false);
    const struct sim_cpus *cpus = cpus_of(machine);
    double longest = 0, all = (double)(count + cpus->busy);
    spread_threads(cpus, count, &queues, &busy);
    for (size_t i = 0; i < cpus->count; i++) {
        double turns = cpus->evened ? fmax(all / (double)cpus->count, 1) : (double)queues.on[i];
        double ns = PIECES_EACH * piece_ns(core, &busy, i, workload) * turns;
        longest = queues.on[i] > 0 ? fmax(longest, ns) : longest;
    }
    longest = core_noisy(core, longest);
    sim_spend(machine, GATHER_NS + longest);
    return longest;
}

/* ---- passing ---- */

/* Sets the one-way time of a pair, one of COUNT, from NS.  Returns the time that both spend. */
static double meet(struct core *core, struct cpu_pair *pair, size_t count, double ns) {
    const struct noise *noise = &core->description->noise;
    double met = count > 1 ? MEETING * rng_unit(&core->foreign) : 0;
    ns *= 1 + met + noise->jitter * fabs(rng_normal(&core->foreign));
    if (rng_unit(&core->foreign) < noise->preempted)
        ns *= 1 + rng_unit(&core->foreign);
    pair->ns = cpus_take_turns(&core->description->cpus, pair->from, pair->to) ? HUGE_VAL : ns;
    return ns;
}

bool parallel_ping_pong(struct machine *machine, struct cpu_pair *pairs, size_t count) {
    struct core *core = sim_core(machine, false);
    const struct sim_cpus *cpus = &core->description->cpus;
    double age_ns = machine_age_ns(machine), longest = 0;
    if (cpus->free)
        return false;
    for (size_t i = 0; i < count; i++) {
        double ns = cpus_pass_ns(cpus, cpus_place(cpus, pairs[i].from, age_ns),
                                 cpus_place(cpus, pairs[i].to, age_ns));
        longest = fmax(longest, meet(core, &pairs[i], count, ns));
    }
    sim_spend(machine, GATHER_NS + 1e4 * longest);
    return true;
}

/* ---- exchange ---- */

/* A try hands over at least these bytes, and at least a block, both ways.  There are some tries,
   after an untimed turn. */
static const double TRY_BYTES = 256 << 10, EXCHANGES = 3;

static size_t linked_pairs(const struct sim_cpus *cpus, const struct cpu_pair *pairs, size_t count,
                           double age_ns) {
    size_t linked = 0;
    for (size_t i = 0; i < count; i++)
        linked += cpus_are_linked(cpus, cpus_place(cpus, pairs[i].from, age_ns),
                                  cpus_place(cpus, pairs[i].to, age_ns));
    return linked;
}

/* A turn begins when the line that announces it has arrived.  Lines of the block are requested
   while others are in flight. */
static double exchange_ns(const struct sim_machine *sim, const struct cpu_pair *pair, size_t bytes,
                          double age_ns, size_t linked) {
    const struct sim_cpus *cpus = &sim->cpus;
    size_t from = cpus_place(cpus, pair->from, age_ns), to = cpus_place(cpus, pair->to, age_ns);
    double line_ns = cpus_line_ns(cpus, from, to, bytes, sim->memory.cycles / sim->ghz, linked);
    return cpus_pass_ns(cpus, from, to) + (double)(bytes / SIM_LINE) * line_ns;
}

bool parallel_exchange(struct machine *machine, struct cpu_pair *pairs, size_t count,
                       size_t bytes) {
    struct core *core = sim_core(machine, false);
    const struct sim_machine *sim = core->description;
    double age_ns = machine_age_ns(machine), longest = 0;
    if (sim->cpus.free && sim->cpus.count > 1)
        return false;
    size_t linked = linked_pairs(&sim->cpus, pairs, count, age_ns);
    for (size_t i = 0; i < count; i++) {
        double ns = exchange_ns(sim, &pairs[i], bytes, age_ns, linked);
        longest = fmax(longest, meet(core, &pairs[i], count, ns));
    }
    double turns = 1 + EXCHANGES * fmax(TRY_BYTES / (double)bytes, 1);
    sim_spend(machine, GATHER_NS + 2 * turns * longest);
    return true;
}

/* ---- turns ---- */

/* Two threads of a CPU take turns, at times with a third.  An interrupt does not end a turn.  Once
   a quota is used up, all threads wait for the next period. */
static const double INTERRUPT_NS = 25e3, INTERRUPTS = 0.3, SWITCH_NS = 3e3, PERIOD_NS = 1e8;

struct turns {
    struct machine *machine;
    size_t thread, count, most;
    double now_ns, began_ns, end_ns, least_ns;
    struct interruption *interruption;
};

static double chance(struct turns *turns) {
    return rng_unit(&sim_core(turns->machine, false)->foreign);
}

static void lose_cpu(struct turns *turns, double gap_ns) {
    double run_ns = turns->now_ns - turns->began_ns;
    turns->now_ns += gap_ns;
    if (turns->now_ns >= turns->end_ns || gap_ns <= turns->least_ns || turns->count == turns->most)
        return;
    turns->interruption[turns->count++] = (struct interruption){turns->thread, run_ns, gap_ns};
    turns->began_ns = turns->now_ns;
}

/* There is one other thread on each CPU.  If threads cannot be pinned, the scheduler puts two
   others on some CPUs, and none on as many. */
static size_t threads_beside(const struct turns *turns, const struct sim_cpus *cpus) {
    if (cpus->free && turns->thread < 3 * cpus->stacked)
        return 2;
    return !cpus->free || turns->thread < 2 * cpus->count - cpus->stacked;
}

/* Returns the ns of the other threads' turns. */
static double others_ns(struct turns *turns, const struct sim_cpus *cpus, double turn_ns) {
    double sum = (double)threads_beside(turns, cpus) * (turn_ns + SWITCH_NS);
    while (chance(turns) < cpus->other)
        sum += turn_ns * chance(turns);
    return sum;
}

/* Returns the ns until the next period if BUSY CPUs have used up the quota of this one. */
static double throttled_ns(const struct sim_cpus *cpus, double now_ns, size_t busy) {
    double allowed = cpus->quota > 0 ? cpus->quota / (double)busy * PERIOD_NS : PERIOD_NS;
    double in_period = fmod(now_ns, PERIOD_NS);
    return in_period >= allowed ? PERIOD_NS - in_period : 0;
}

static void take_turn(struct turns *turns, const struct sim_cpus *cpus, size_t busy) {
    double turn_ns = 1000 * cpus_turn_us(cpus);
    if (chance(turns) < INTERRUPTS) {
        double part = turn_ns * chance(turns);
        turns->now_ns += part;
        lose_cpu(turns, INTERRUPT_NS);
        turn_ns -= part;
    }
    turns->now_ns += turn_ns;
    double gap_ns = others_ns(turns, cpus, 1000 * cpus_turn_us(cpus));
    lose_cpu(turns, gap_ns + throttled_ns(cpus, turns->now_ns + gap_ns, busy));
}

size_t parallel_interrupt(struct machine *machine, size_t count, double span_ns, double least_ns,
                          struct interruption *interruption, size_t most) {
    const struct sim_cpus *cpus = cpus_of(machine);
    size_t found = 0;
    count = cpus->free ? cpus->count : count;
    for (size_t i = 0; i < 2 * count && cpus->slice_us > 0; i++) {
        struct turns turns = {.machine = machine,
                              .thread = i,
                              .most = most / (2 * count),
                              .end_ns = span_ns,
                              .least_ns = least_ns,
                              .interruption = interruption + found};
        turns.now_ns = turns.began_ns = 1000 * cpus->slice_us * chance(&turns);
        while (turns.now_ns < turns.end_ns)
            take_turn(&turns, cpus, count);
        found += turns.count;
    }
    sim_spend(machine, span_ns);
    return found;
}
