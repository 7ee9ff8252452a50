/* truth.c - derives the true values of parameters from a machine's description. */
#include "truth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tolerances as factors: of a shared, hashed or victim last level, and of other inexact values. */
static const double QUARTER_OCTAVE = 1.1892, ROUGHLY = 1.1;
/* Relative tolerances: of two significant digits, of the cache of decoded instructions, and of
   pages of code that the TLBs hold. */
static const double ROUNDED = 0.05, OPERATIONS = 0.07, HELD = 0.1;

struct list {
    struct truth *truth;
    size_t count;
};

static void add(struct list *list, const char *name, double least, double most) {
    struct truth *truth = &list->truth[list->count++];
    snprintf(truth->name, sizeof truth->name, "%s", name);
    truth->word = NULL;
    truth->stated = false;
    truth->least = least;
    truth->most = most;
}

static void add_of(struct list *list, size_t number, const char *what, double least, double most) {
    char name[40];
    snprintf(name, sizeof name, "l%zu_%s", number, what);
    add(list, name, least, most);
}

static void add_exact(struct list *list, size_t number, const char *what, double value) {
    add_of(list, number, what, value, value);
}

/* ---- levels ---- */

static const char *policy_word(const struct policy *policy, size_t ways) {
    static const char *const words[] = {"lru", "plru", "random", "fifo", "qlru"};
    if (policy->kind == POLICY_TREE && ways % 2 == 1)
        return "lru"; /* trees of one way */
    if (policy->kind == POLICY_QLRU && policy->qlru.bimodal > 0)
        return "other";
    return words[policy->kind];
}

/* With one way there is no choice, and a tree of two leaves is LRU. */
static void add_policy(struct list *list, const char *name, const struct policy *policy,
                       size_t ways) {
    if (ways == 1 || (ways == 2 && policy->kind == POLICY_TREE))
        return;
    add(list, name, 0, 0);
    list->truth[list->count - 1].word = policy_word(policy, ways);
}

static void add_size(struct list *list, size_t number, const struct sim_machine *machine,
                     size_t i) {
    const struct sim_level *level = &machine->level[i];
    bool rough = i > 0 && i + 1 == machine->levels &&
                 (level->kind == LEVEL_VICTIM || level->cache.index == INDEX_HASHED ||
                  machine->noise.neighbour > 0);
    double bytes = (double)level->cache.bytes, factor = rough ? QUARTER_OCTAVE : 1;
    add_of(list, number, "size", bytes / factor, bytes * factor);
}

/* If a way is no larger than a page, both kinds of index are the same bits. */
static void add_index(struct list *list, size_t number, const struct sim_machine *machine,
                      const struct cache_geometry *cache) {
    bool within = cache->bytes / cache->ways <= machine->pages.bytes;
    double virtually = cache->index == INDEX_VIRTUAL;
    add_of(list, number, "virtual", within ? 0 : virtually, within ? 1 : virtually);
}

/* Converts bytes per cycle to MB/s.  A cache reads and writes at the same time. */
static void add_streams(struct list *list, size_t number, double read, double write, double ghz) {
    double mb_s = 1000 * ghz, copy = 2 * fmin(read, write);
    add_of(list, number, "read_bandwidth", read * mb_s * (1 - ROUNDED),
           read * mb_s * (1 + ROUNDED));
    add_of(list, number, "write_bandwidth", write * mb_s * (1 - ROUNDED),
           write * mb_s * (1 + ROUNDED));
    add_of(list, number, "copy_bandwidth", copy * mb_s * (1 - ROUNDED),
           copy * mb_s * (1 + ROUNDED));
}

/* Returns whether a level above I allocates, so that a store that misses arrives as a fetch. */
static bool is_fetched(const struct sim_machine *machine, size_t i) {
    while (i-- > 0)
        if (!machine->level[i].no_allocate && machine->level[i].kind < LEVEL_VICTIM)
            return true;
    return false;
}

/* A thread gets the capacity of level I, and of a victim level also that of the levels in front.
   If others use or evict from the level, it gets a part. */
static void add_effective(struct list *list, size_t number, const struct sim_machine *machine,
                          size_t i) {
    const struct noise *noise = &machine->noise;
    bool others =
        noise->neighbour > 0 || noise->beside > 0 || noise->evicted > 0 || machine->walk.loads;
    double least = others ? 0 : (double)machine->level[i].cache.bytes, most = 0;
    for (size_t front = 0; front <= i; front++)
        most += (double)machine->level[front].cache.bytes;
    if (number > 1)
        add_of(list, number, "effective_size", least / QUARTER_OCTAVE, most * QUARTER_OCTAVE);
}

static void add_level(struct list *list, size_t number, const struct sim_machine *machine,
                      size_t i) {
    const struct sim_level *level = &machine->level[i];
    const struct cache_geometry *cache = &level->cache;
    char name[40];
    add_size(list, number, machine, i);
    add_effective(list, number, machine, i);
    add_exact(list, number, "assoc", (double)cache->ways);
    add_exact(list, number, "line", (double)cache->line);
    double about = number > 2 ? ROUGHLY : 1; /* what is published may be off by so much */
    add_of(list, number, "latency", floor(level->cycles + 0.5) / about,
           floor(level->cycles + 0.5) * about);
    add_exact(list, number, "write_allocate", !level->no_allocate || is_fetched(machine, i));
    add_exact(list, number, "write_back", !level->write_through);
    add_exact(list, number, "unified", !level->data_only);
    add_streams(list, number, level->read, level->write, machine->ghz);
    snprintf(name, sizeof name, "l%zu_replacement", number);
    add_policy(list, name, &cache->policy, cache->ways);
    add_index(list, number, machine, cache);
}

/* ---- memory ---- */

/* The most that any level fills at once.  A prefetcher of pairs or next lines may double it. */
static void add_fetch(struct list *list, const struct sim_machine *machine) {
    double size = 0, least, most;
    for (size_t i = 0; i < machine->levels; i++) {
        const struct cache_geometry *cache = &machine->level[i].cache;
        size = fmax(size, (double)(cache->sector > 0 ? cache->sector : cache->line));
    }
    least = most = size;
    for (size_t i = 0; i < machine->prefetchers; i++) {
        most = machine->prefetcher[i].kind <= PREFETCH_PAIR ? 2 * size : most;
        least = machine->prefetcher[i].kind == PREFETCH_PAIR ? 2 * size : least;
    }
    add(list, "fetch_size", least, most);
}

/* Returns the other frequency of a clock that changes, or the only one. */
static double other_ghz(const struct sim_machine *machine) {
    return machine->noise.change_us > 0 ? machine->noise.change_ghz : machine->ghz;
}

static void add_roughly(struct list *list, const char *name, double value) {
    add(list, name, value / ROUGHLY, value * ROUGHLY);
}

/* Memory's reads and writes share its bandwidth, which also limits all CPUs together. */
static void add_memory_streams(struct list *list, const struct sim_machine *machine) {
    double read = machine->memory.read, write = machine->memory.write, mb_s = 1000 * machine->ghz;
    double copy = 2 / (1 / read + 1 / write), all = machine->memory.all;
    double cpus = (double)(machine->cpus.host > 0 ? machine->cpus.host : machine->cpus.count);
    add_roughly(list, "mem_read_bandwidth", read * mb_s);
    add_roughly(list, "mem_write_bandwidth", write * mb_s);
    add_roughly(list, "mem_copy_bandwidth", copy * mb_s);
    add_roughly(list, "mem_read_bandwidth_all", fmin(cpus * read, fmax(read, all)) * mb_s);
    add_roughly(list, "mem_write_bandwidth_all", fmin(cpus * write, fmax(write, all)) * mb_s);
    add_roughly(list, "mem_copy_bandwidth_all", fmin(cpus * copy, fmax(copy, all)) * mb_s);
}

/* What a thread gets, be it for its line fill buffers or for its load queue. */
static void add_in_flight(struct list *list, const struct sim_machine *machine) {
    double buffers = machine->memory.in_flight, queue = (double)machine->execute.load_queue;
    double misses = queue > 0 ? fmin(buffers, queue) : buffers;
    add(list, "outstanding_misses", misses, misses);
}

static void add_memory(struct list *list, const struct sim_machine *machine) {
    double other = other_ghz(machine);
    double fast = fmax(machine->ghz, other), slow = fmin(machine->ghz, other);
    double cycles = machine->memory.cycles;
    add(list, "mem_latency_ns", cycles / fast * (1 - ROUNDED), cycles / slow * (1 + ROUNDED));
    add(list, "mem_latency", cycles * (1 - ROUNDED), cycles * (1 + ROUNDED));
    add_in_flight(list, machine);
}

/* The first cache that holds code, unless it is a trace cache alone. */
static void add_code(struct list *list, const struct sim_machine *machine) {
    const struct cache_geometry *code = &machine->code;
    size_t first = 0;
    while (first < machine->levels && machine->level[first].data_only)
        first++;
    if (code->bytes == 0 && first < machine->levels && !machine->decoded.alone)
        code = &machine->level[first].cache;
    if (code->bytes == 0)
        return;
    add(list, "l1i_size", (double)code->bytes, (double)code->bytes);
    add(list, "l1i_assoc", (double)code->ways, (double)code->ways);
    add(list, "l1i_line", (double)code->line, (double)code->line);
}

/* The cache of decoded instructions, and the branch target buffers of all levels. */
static void add_front_end(struct list *list, const struct sim_machine *machine) {
    double held = (double)(machine->decoded.entries * machine->decoded.operations);
    if (held > 0)
        add(list, "uop_cache_uops", held * (1 - OPERATIONS), held * (1 + OPERATIONS));
    if (machine->btbs == 0)
        return;
    const struct sim_btb *last = &machine->btb[machine->btbs - 1];
    double tracked = (double)(last->entries + last->far);
    add(list, "btb_entries", tracked / QUARTER_OCTAVE, tracked * QUARTER_OCTAVE);
}

/* If the machine's file has no noise, the tests give it a clock with a step of 1 ns. */
static void add_clocks(struct list *list, const struct sim_machine *machine) {
    double other = other_ghz(machine), ticks = machine->noise.step_ns, step = ticks > 0 ? ticks : 1;
    add(list, "cpu_mhz", 1000 * fmin(machine->ghz, other) * (1 - ROUNDED),
        1000 * fmax(machine->ghz, other) * (1 + ROUNDED));
    add(list, "timer_resolution_ps", 1000 * step * (1 - ROUNDED), 1000 * step * (1 + ROUNDED));
}

/* Values for small pages; a machine without a TLB has none. */
static void add_tlb(struct list *list, const struct sim_machine *machine) {
    if (machine->tlbs == 0)
        return;
    double walk = machine->walk.entries > 0 ? machine->walk.cached : machine->walk.cycles;
    walk += machine->walk.loads ? machine->level[0].cycles : 0;
    double miss = machine->tlbs > 1 ? machine->tlb[1].cycles : walk;
    add(list, "tlb1_entries", (double)machine->tlb[0].entries, (double)machine->tlb[0].entries);
    add(list, "tlb1_assoc", (double)machine->tlb[0].ways, (double)machine->tlb[0].ways);
    add_policy(list, "tlb1_replacement", &machine->tlb[0].policy, machine->tlb[0].ways);
    add(list, "tlb1_miss", floor(miss + 0.5), floor(miss + 0.5));
    add(list, "page_size", (double)machine->pages.bytes, (double)machine->pages.bytes);
    add(list, "tlb_levels", (double)machine->tlbs, (double)machine->tlbs);
    if (machine->tlbs < 2)
        return;
    const struct sim_tlb *second = &machine->tlb[1];
    add(list, "tlb2_entries", (double)second->entries, (double)second->entries);
    add_roughly(list, "tlb2_age:tlb2_entries", (double)second->entries);
    add(list, "tlb2_assoc", (double)second->ways, (double)second->ways);
    add_policy(list, "tlb2_replacement", &second->policy, second->ways);
    double near = walk - second->cycles, last = machine->level[machine->levels - 1].cycles;
    double far = near + (machine->walk.loads ? last - machine->level[0].cycles : 0);
    add(list, "tlb2_miss", near * (1 - ROUNDED), far * (1 + ROUNDED));
}

/* Values of the TLBs of code, if the machine has them.  The second level gets all pages that the
   first one gets, so that it holds those of both. */
static void add_itlb(struct list *list, const struct sim_machine *machine) {
    if (machine->itlbs == 0)
        return;
    add(list, "itlb_entries", (double)machine->itlb[0].entries, (double)machine->itlb[0].entries);
    add(list, "itlb_assoc", (double)machine->itlb[0].ways, (double)machine->itlb[0].ways);
    add(list, "tlb_unified", machine->itlb_shares, machine->itlb_shares);
    if (machine->itlbs < 2 && !(machine->itlb_shares && machine->tlbs > 1))
        return;
    double second = (double)(machine->itlb_shares ? machine->tlb : machine->itlb)[1].entries;
    add(list, "itlb2_entries", second * (1 - HELD), second * (1 + HELD));
}

/* The nearest and the farthest pair: their latencies, and their bandwidths with blocks that fit
   their own caches. */
static void add_passing(struct list *list, const struct sim_machine *machine) {
    const struct sim_cpus *cpus = &machine->cpus;
    double least = HUGE_VAL, most = 0, slow = HUGE_VAL, fast = 0;
    for (size_t to = 0; to < cpus->count; to++)
        for (size_t from = 0; from < to; from++) {
            double ns = cpus_pass_ns(cpus, from, to);
            double mb_s = 1000 * SIM_LINE / cpus_line_ns(cpus, from, to, cpus->own, 0, 1);
            least = fmin(least, ns);
            most = fmax(most, ns);
            slow = fmin(slow, mb_s);
            fast = fmax(fast, mb_s);
        }
    add_roughly(list, "comm_ns_min", least);
    add_roughly(list, "comm_ns_max", most);
    add_roughly(list, "comm_bandwidth_min", slow);
    add_roughly(list, "comm_bandwidth_max", fast);
}

/* CPUs that take turns on fewer CPUs of the host do not have a core each.  CPUs that a hypervisor
   moves between nodes have no memory of their own. */
static void add_cpus(struct list *list, const struct sim_machine *machine) {
    const struct sim_cpus *cpus = &machine->cpus;
    if (cpus->count == 0)
        return;
    size_t cores = (cpus->host > 0 ? cpus->host : cpus->count) / cpus->threads;
    double allowed = cpus->quota > 0 ? ceil(cpus->quota) : (double)cpus->count;
    add(list, "cpus", fmin(allowed, (double)cpus->count), fmin(allowed, (double)cpus->count));
    add(list, "cores", (double)cores, (double)cores);
    add(list, "contexts_int", (double)cores, (double)cores);
    add(list, "contexts_fp", (double)cores / (double)cpus->module,
        (double)cores / (double)cpus->module);
    add(list, "contexts_mem", (double)cores, (double)cores);
    add(list, "threads_per_core", (double)cpus->threads, (double)cpus->threads);
    add(list, "core_kinds", cpus->slow > 0 ? 2 : 1, cpus->slow > 0 ? 2 : 1);
    if (!(cpus->moved_ms > 0) || cpus_nodes(cpus) == 1)
        add(list, "numa_nodes", (double)cpus_nodes(cpus), (double)cpus_nodes(cpus));
    if (cpus->count > 1)
        add_passing(list, machine);
    if (cpus->slice_us > 0)
        add_roughly(list, "time_slice_us", cpus_turn_us(cpus));
}

/* The most CPUs that share an instance of a level, and the share of each. */
static void add_sharing(struct list *list, size_t number, const struct sim_machine *machine,
                        const struct sim_level *level) {
    const struct sim_cpus *cpus = &machine->cpus;
    double threads = (double)(cpus_sharers(cpus, level->shared) * cpus->threads);
    add_exact(list, number, "shared_cpus", threads);
    add_exact(list, number, "size_per_cpu", floor((double)level->cache.bytes / threads));
}

size_t truths_of(const struct sim_machine *machine, struct truth *truth) {
    struct list list = {truth, 0};
    size_t levels = 0;
    for (size_t i = 0; i < machine->levels; i++)
        if (machine->level[i].kind != LEVEL_BESIDE)
            add_level(&list, ++levels, machine, i);
    for (size_t i = 0, number = 0; machine->cpus.count > 0 && i < machine->levels; i++)
        if (machine->level[i].kind != LEVEL_BESIDE)
            add_sharing(&list, ++number, machine, &machine->level[i]);
    add(&list, "cache_levels", (double)levels, (double)levels);
    add_fetch(&list, machine);
    add_memory(&list, machine);
    add_memory_streams(&list, machine);
    add_clocks(&list, machine);
    add_tlb(&list, machine);
    add_itlb(&list, machine);
    add_code(&list, machine);
    add_front_end(&list, machine);
    add_cpus(&list, machine);
    for (size_t i = 0; i < machine->stateds; i++) {
        const struct sim_stated *stated = &machine->stated[i];
        add(&list, stated->name, stated->least, stated->most);
        list.truth[list.count - 1].stated = true;
    }
    return list.count;
}

bool truth_allows(const struct truth *truth, const char *value) {
    char *end;
    if (truth->word != NULL)
        return strcmp(value, truth->word) == 0;
    double number = strtod(value, &end);
    return end != value && *end == '\0' && number >= truth->least && number <= truth->most;
}
