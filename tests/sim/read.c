/* read.c - the lines of a machine file, except `issue`, `op` and `decoded` (read_core.c), and
   `unknown` and `often` (expected.c). */
#include "read.h"

#include "fields.h"
#include "read_core.h"

#include <string.h>

static const char *const NO_YES[] = {"no", "yes", NULL}, *const YES_NO[] = {"yes", "no", NULL};
static const char *const INDEX[] = {"physical", "virtual", "hashed", "partly", NULL};
static const char *const KIND[] = {"free", "inclusive", "victim", "beside", NULL};
static const char *const HOLDS[] = {"all", "data", NULL};
static const char *const BEHIND[] = {"walk", "data", NULL};
static const char *const WRITE[] = {"back", "through", NULL};
static const char *const SHARED[] = {"core", "module", "cluster", "socket", NULL};
static const char *const FRAMES[] = {"scattered",  "contiguous", "huge",
                                     "splintered", "promoted",   NULL};
static const char *const ZEROS[] = {"one", "apart", NULL};
static const char *const PREFETCH[] = {"next", "pair", "stride", "pointer", NULL};

enum { KB = 1024, MB = 1024 * KB };

static struct policy take_policy(struct fields *fields) {
    struct policy policy;
    const char *name = take_text(fields, "policy", "lru");
    if (!policy_named(name, &policy))
        fields_complain(fields, "unknown policy '%.40s'", name);
    return policy;
}

static void read_core(struct fields *fields, struct sim_machine *machine) {
    if (machine->ghz > 0)
        fields_complain(fields, "a second core");
    fields_demand(fields, "ghz");
    machine->ghz = take_number(fields, "ghz", 1);
    machine->no_flush = take_word(fields, "flush", YES_NO, 0) == 1;
    if (machine->ghz <= 0)
        fields_complain(fields, "ghz must be above 0");
}

static void read_page(struct fields *fields, struct sim_machine *machine) {
    struct sim_pages *pages = &machine->pages;
    pages->bytes = take_size(fields, "bytes", pages->bytes);
    pages->frames = (enum frames_kind)take_word(fields, "frames", FRAMES, FRAMES_SCATTERED);
    pages->after = take_size(fields, "after", 0);
    pages->colours = take_size(fields, "colours", 1);
    pages->zeros_apart = take_word(fields, "zeros", ZEROS, 0) == 1;
    if (pages->bytes < 512 || pages->bytes > 2 * MB || (pages->bytes & (pages->bytes - 1)) != 0)
        fields_complain(fields, "a page cannot have %zu bytes", pages->bytes);
}

/* ---- caches ---- */

static void check_cache(struct fields *fields, const struct sim_level *level, bool first) {
    const struct sim_level *above = first ? NULL : level - 1;
    if (!cache_possible(&level->cache))
        fields_complain(fields, "a cache of %zu bytes cannot have %zu ways of %zu-byte lines",
                        level->cache.bytes, level->cache.ways, level->cache.line);
    else if (level->kind >= LEVEL_VICTIM && above == NULL)
        fields_complain(fields,
                        "the first level has no level above it whose victims it could take");
    else if (level->kind >= LEVEL_VICTIM && above->cache.line != level->cache.line)
        fields_complain(fields, "a level of victims needs the line size of the level above");
}

static void read_cache(struct fields *fields, struct sim_machine *machine) {
    static const char *const demanded[] = {"size", "ways", "line", "latency"};
    if (machine->levels == SIM_LEVELS) {
        fields_complain(fields, "more than %d caches", SIM_LEVELS);
        return;
    }
    for (size_t i = 0; i < sizeof demanded / sizeof *demanded; i++)
        fields_demand(fields, demanded[i]);
    struct sim_level *level = &machine->level[machine->levels];
    struct cache_geometry *cache = &level->cache;
    cache->bytes = take_size(fields, "size", 0);
    cache->ways = take_size(fields, "ways", 0);
    cache->line = take_size(fields, "line", 0);
    cache->sector = take_size(fields, "sector", 0);
    cache->index = (enum index_kind)take_word(fields, "index", INDEX, INDEX_PHYSICAL);
    cache->slices = take_size(fields, "slices", 0);
    cache->tags = take_size(fields, "tags", 0);
    cache->policy = take_policy(fields);
    level->cycles = take_number(fields, "latency", 1);
    level->kind = (enum level_kind)take_word(fields, "kind", KIND, LEVEL_FREE);
    level->write_through = take_word(fields, "write", WRITE, 0) == 1;
    level->no_allocate = take_word(fields, "allocate", YES_NO, 0) == 1;
    bool apart = machine->levels == 0 || (level->kind == LEVEL_BESIDE && level[-1].data_only);
    level->data_only = take_word(fields, "holds", HOLDS, apart) == 1;
    level->store = take_number(fields, "store", machine->levels == 0 ? 1 : level->cycles / 4);
    machine->levels++;
    level->read = take_number(fields, "read_bytes", 64 / (double)machine->levels);
    level->write = take_number(fields, "write_bytes", level->read / 2);
    level->shared = (enum level_share)take_word(fields, "shared", SHARED,
                                                machine->levels > 2 ? SHARED_SOCKET : SHARED_CORE);
    check_cache(fields, level, machine->levels == 1);
}

static void read_code(struct fields *fields, struct sim_machine *machine) {
    static const char *const demanded[] = {"size", "ways", "line"};
    struct cache_geometry *code = &machine->code;
    for (size_t i = 0; i < sizeof demanded / sizeof *demanded; i++)
        fields_demand(fields, demanded[i]);
    *code = (struct cache_geometry){.bytes = take_size(fields, "size", 0),
                                    .ways = take_size(fields, "ways", 0),
                                    .line = take_size(fields, "line", 0),
                                    .index = INDEX_VIRTUAL,
                                    .policy = take_policy(fields)};
    if (!cache_possible(code))
        fields_complain(fields, "an instruction cache cannot have this size, ways and line");
}

/* ---- translation ---- */

static bool possible_entries(size_t entries, size_t ways, const struct policy *policy) {
    return entries > 0 && ways > 0 && entries % ways == 0 && policy_possible(policy, ways);
}

static void read_btb(struct fields *fields, struct sim_machine *machine) {
    if (machine->btbs == SIM_BTBS) {
        fields_complain(fields, "more than %d branch target buffers", SIM_BTBS);
        return;
    }
    struct sim_btb *btb = &machine->btb[machine->btbs++];
    const struct policy policy = {.kind = POLICY_LRU};
    fields_demand(fields, "entries");
    fields_demand(fields, "ways");
    btb->entries = take_size(fields, "entries", 1);
    btb->ways = take_size(fields, "ways", 1);
    btb->window = take_size(fields, "window", 16);
    btb->bubble = take_number(fields, "bubble", 0);
    btb->miss = take_number(fields, "miss", 8);
    if (!possible_entries(btb->entries, btb->ways, &policy) || btb->window == 0)
        fields_complain(fields, "entries, ways or window is 0, or ways do not divide entries");
}

static void take_tlb(struct fields *fields, struct sim_tlb *all, size_t *count) {
    if (*count == SIM_TLBS) {
        fields_complain(fields, "more than %d TLBs", SIM_TLBS);
        return;
    }
    struct sim_tlb *tlb = &all[(*count)++];
    fields_demand(fields, "entries");
    fields_demand(fields, "ways");
    tlb->entries = take_size(fields, "entries", 1);
    tlb->ways = take_size(fields, "ways", 1);
    tlb->huge_entries = take_size(fields, "huge", 0);
    tlb->huge_ways = take_size(fields, "huge_ways", tlb->huge_entries);
    tlb->policy = take_policy(fields);
    tlb->index = (enum index_kind)take_word(fields, "index", INDEX, INDEX_PHYSICAL);
    tlb->cycles = take_number(fields, "latency", 0);
    tlb->coalesces = take_size(fields, "coalesces", 1);
    tlb->loads_only = take_word(fields, "loads_only", NO_YES, 0) == 1;
    tlb->skewed = take_word(fields, "skewed", NO_YES, 0) == 1;
    if (!possible_entries(tlb->entries, tlb->ways, &tlb->policy) ||
        (tlb->huge_entries > 0 &&
         !possible_entries(tlb->huge_entries, tlb->huge_ways, &tlb->policy)))
        fields_complain(fields, "a TLB cannot have these entries, ways and policy");
}

static void read_tlb(struct fields *fields, struct sim_machine *machine) {
    take_tlb(fields, machine->tlb, &machine->tlbs);
}

static void read_itlb(struct fields *fields, struct sim_machine *machine) {
    machine->itlb_shares = take_word(fields, "behind", BEHIND, 0) == 1;
    take_tlb(fields, machine->itlb, &machine->itlbs);
}

static void read_walk(struct fields *fields, struct sim_machine *machine) {
    fields_demand(fields, "latency");
    machine->walk.cycles = take_number(fields, "latency", 0);
    machine->walk.cached = take_number(fields, "cached", machine->walk.cycles);
    machine->walk.entries = take_size(fields, "entries", 0);
    machine->walk.loads = take_word(fields, "loads", NO_YES, 0) == 1;
}

/* ---- the rest ---- */

static void read_prefetch(struct fields *fields, struct sim_machine *machine) {
    if (machine->prefetchers == SIM_PREFETCHERS) {
        fields_complain(fields, "more than %d prefetchers", SIM_PREFETCHERS);
        return;
    }
    struct sim_prefetcher *prefetcher = &machine->prefetcher[machine->prefetchers++];
    size_t into = take_size(fields, "into", 2);
    fields_demand(fields, "kind");
    prefetcher->kind = (enum prefetch_kind)take_word(fields, "kind", PREFETCH, 0);
    prefetcher->depth = take_size(fields, "depth", 1);
    if (into < 1 || into > machine->levels)
        fields_complain(fields, "into=%zu names no cache", into);
    prefetcher->into = into - 1;
}

static void read_memory(struct fields *fields, struct sim_machine *machine) {
    struct sim_memory *memory = &machine->memory;
    if (memory->in_flight > 0)
        fields_complain(fields, "a second memory");
    fields_demand(fields, "latency");
    size_t in_flight = take_size(fields, "in_flight", 10);
    memory->cycles = take_number(fields, "latency", 0);
    memory->in_flight = (unsigned)in_flight;
    memory->store = take_number(fields, "store", memory->cycles / (double)(in_flight + 1));
    memory->read = take_number(fields, "read_bytes", 6);
    memory->write = take_number(fields, "write_bytes", memory->read * 0.8);
    memory->all = take_number(fields, "all_bytes", memory->read * 2.5);
    machine->limit = take_size(fields, "limit", 64 * MB);
    if (in_flight == 0 || in_flight > SIM_BUFFERS)
        fields_complain(fields, "in_flight must be 1 to %d", SIM_BUFFERS);
}

static void read_noise(struct fields *fields, struct sim_machine *machine) {
    struct noise *noise = &machine->noise;
    noise->jitter = take_number(fields, "jitter", 0);
    noise->preempted = take_number(fields, "preempted", 0);
    noise->preempted_us = take_number(fields, "preempted_us", 20);
    noise->disagree = take_number(fields, "disagree", 0);
    noise->step_ns = take_number(fields, "step_ns", 0);
    noise->evicted = take_size(fields, "evicted", 0);
    noise->neighbour = take_number(fields, "neighbour", 0);
    noise->beside = take_number(fields, "beside", 0);
    noise->taken = take_number(fields, "taken", 0);
    noise->taken_pages = take_size(fields, "taken_pages", 0);
    noise->taken_apart = take_size(fields, "taken_apart", 0);
    noise->contended = take_number(fields, "contended", 0);
    noise->contended_us = take_number(fields, "contended_us", 0);
    noise->change_us = take_number(fields, "change_us", 0);
    noise->change_ghz = take_number(fields, "change_ghz", machine->ghz);
    if (noise->contended > 0 && noise->contended_us <= 0)
        fields_complain(fields, "contended without contended_us");
    if (noise->change_us > 0 && noise->change_ghz <= 0)
        fields_complain(fields, "change_ghz must be above 0");
}

static unsigned take_events(struct fields *fields, const char *key) {
    static const char *const names[EVENTS] = {"l1d", "dtlb", "l1i"};
    const char *list = take_text(fields, key, "");
    unsigned events = 0;
    for (unsigned i = 0; i < EVENTS; i++)
        events |= is_listed(list, names[i]) ? 1U << i : 0;
    if (events == 0 && list[0] != '\0')
        fields_complain(fields, "no event is named '%.40s'", list);
    return events;
}

static void read_counters(struct fields *fields, struct sim_machine *machine) {
    struct sim_counters *counters = &machine->counters;
    fields_demand(fields, "events");
    counters->events = take_events(fields, "events");
    counters->errata = take_events(fields, "errata");
    counters->overhead = take_number(fields, "overhead", 0);
    counters->touched = take_size(fields, "touched", 0);
    counters->walks = take_word(fields, "walks", NO_YES, 0) == 1;
    counters->shared = take_number(fields, "shared", 0);
}

static void read_cpus(struct fields *fields, struct sim_machine *machine) {
    static const char *const nearness[NEARNESSES] = {"pass_core", "pass_cluster", "pass_socket",
                                                     "pass_far"};
    struct sim_cpus *cpus = &machine->cpus;
    fields_demand(fields, "count");
    cpus->count = take_size(fields, "count", 1);
    cpus->threads = take_size(fields, "threads", 1);
    cpus->together = take_word(fields, "together", NO_YES, 0) == 1;
    cpus->quota = take_number(fields, "quota", 0);
    cpus->gain = take_number(fields, "gain", 1);
    cpus->divided = take_word(fields, "divided", NO_YES, 0) == 1;
    cpus->all_busy = take_number(fields, "all_busy", 1);
    cpus->module = take_size(fields, "module", 1);
    cpus->slow = take_size(fields, "slow", 0);
    cpus->slow_clock = take_number(fields, "slow_clock", 1);
    cpus->slow_width = take_number(fields, "slow_width", 1);
    cpus->cluster = take_size(fields, "cluster", 0);
    cpus->socket = take_size(fields, "socket", 0);
    for (int i = 0; i < NEARNESSES; i++)
        cpus->pass_ns[i] = take_number(fields, nearness[i], i > 0 ? cpus->pass_ns[i - 1] : 10);
    cpus->step_ns = take_number(fields, "step", 0);
    cpus->flight = take_number(fields, "flight", 10);
    cpus->own = take_size(fields, "own", MB);
    cpus->shared = take_size(fields, "shared", 0);
    cpus->link = take_number(fields, "link", 0);
    cpus->slice_us = take_number(fields, "slice_us", 0);
    cpus->tick_us = take_number(fields, "tick_us", 0);
    cpus->other = take_number(fields, "other", 0);
    cpus->host = take_size(fields, "host", 0);
    cpus->moved_ms = take_number(fields, "moved_ms", 0);
    cpus->busy = take_size(fields, "busy", 0);
    cpus->outside = take_size(fields, "outside", 0);
    cpus->free = take_word(fields, "free", NO_YES, 0) == 1;
    cpus->stacked = take_size(fields, "stacked", 0);
    cpus->evened = take_word(fields, "evened", NO_YES, 0) == 1;
    cpus->beside = take_number(fields, "beside", 0);
    cpus->node = take_size(fields, "node", 0);
    cpus->memory_beside = take_number(fields, "memory_beside", 0);
    cpus->memory_far = take_number(fields, "memory_far", cpus->memory_beside);
    cpus->uneven = take_number(fields, "uneven", 0.05);
    cpus->traffic = take_number(fields, "traffic", 0);
    cpus->full = take_size(fields, "full", 0);
    if (cpus->count == 0 || cpus->threads == 0 || cpus->count % cpus->threads != 0)
        fields_complain(fields, "threads=%zu does not divide count=%zu", cpus->threads,
                        cpus->count);
    if (!(cpus->flight > 0))
        fields_complain(fields, "flight must be above 0");
}

static void read_truth(struct fields *fields, struct sim_machine *machine) {
    if (machine->stateds == SIM_STATED) {
        fields_complain(fields, "more than %d truths", SIM_STATED);
        return;
    }
    struct sim_stated *stated = &machine->stated[machine->stateds++];
    fields_demand(fields, "name");
    fields_demand(fields, "least");
    snprintf(stated->name, sizeof stated->name, "%s", take_text(fields, "name", ""));
    stated->least = take_number(fields, "least", 0);
    stated->most = take_number(fields, "most", stated->least);
}

static void read_machine_unknown(struct fields *fields, struct sim_machine *machine) {
    read_unknown(fields, &machine->expected);
}

static void read_machine_often(struct fields *fields, struct sim_machine *machine) {
    read_often(fields, &machine->expected);
}

/* ---- lines ---- */

static const struct {
    const char *word;
    void (*read)(struct fields *fields, struct sim_machine *machine);
} LINES[] = {
    {"core", read_core},
    {"page", read_page},
    {"cache", read_cache},
    {"tlb", read_tlb},
    {"walk", read_walk},
    {"memory", read_memory},
    {"noise", read_noise},
    {"prefetch", read_prefetch},
    {"issue", read_issue},
    {"op", read_op},
    {"code", read_code},
    {"decoded", read_decoded},
    {"counters", read_counters},
    {"itlb", read_itlb},
    {"btb", read_btb},
    {"cpus", read_cpus},
    {"truth", read_truth},
    {"unknown", read_machine_unknown},
    {"often", read_machine_often},
};

static void read_line(struct fields *fields, struct sim_machine *machine) {
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++)
        if (strcmp(fields->word, LINES[i].word) == 0) {
            LINES[i].read(fields, machine);
            fields_end(fields);
            return;
        }
    if (fields->word[0] != '\0')
        fields_complain(fields, "unknown line '%.40s'", fields->word);
}

static void check_whole(struct fields *fields, const struct sim_machine *machine) {
    if (!(machine->ghz > 0))
        fields_complain(fields, "no core");
    if (machine->memory.in_flight == 0)
        fields_complain(fields, "no memory");
}

static void imagine_code(struct sim_machine *machine) {
    struct cache_geometry first = machine->level[0].cache;
    bool apart = machine->levels > 0 && machine->level[0].data_only && !machine->decoded.alone;
    if (apart && machine->code.bytes == 0)
        machine->code = (struct cache_geometry){.bytes = first.bytes,
                                                .ways = first.ways,
                                                .line = first.line,
                                                .index = first.index,
                                                .policy = first.policy};
}

bool machine_read(struct sim_machine *machine, FILE *in, const char *name, char *why, size_t size) {
    struct fields fields = {.count = 0};
    char line[FIELDS_TEXT];
    size_t number = 0;
    memset(machine, 0, sizeof *machine);
    machine->pages.bytes = 4 * KB;
    while (fields.why[0] == '\0' && fgets(line, sizeof line, in) != NULL) {
        number++;
        fields_split(&fields, line);
        read_line(&fields, machine);
    }
    check_whole(&fields, machine);
    imagine_code(machine);
    if (fields.why[0] == '\0')
        return true;
    snprintf(why, size, "%s:%zu: %s", name, number, fields.why);
    return false;
}
