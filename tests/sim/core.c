/* core.c - executes loads, stores and code: translation, caches, prefetchers, and other load. */
#include "core.h"

#include <math.h>

/* Addresses of other processes' data, and of the page tables. */
static const uint64_t FOREIGN = UINT64_C(1) << 44, TABLES = UINT64_C(1) << 45;
enum { FOREIGN_LINES = 1 << 24, FOREIGN_LINE = 64, LINES_OF_A_PAGE = 64 };
/* The size of the code region; and the line that is fetched if there is no cache. */
enum { CODE_BYTES = 1 << 24, PLAIN_LINE = 64 };

bool core_open(struct core *core, const struct sim_machine *description, struct rng *seeds) {
    *core = (struct core){.description = description};
    core->frames = frames_open(&description->pages, rng_next(seeds));
    core->foreign.state = rng_next(seeds);
    for (size_t i = 0; i < description->prefetchers; i++)
        core->prefetcher[i].description = &description->prefetcher[i];
    uint64_t seed = rng_next(seeds);
    if (description->code.bytes > 0)
        core->code = cache_create(&description->code, seed);
    bool caches = hierarchy_open(&core->hierarchy, description->level, description->levels,
                                 &description->memory, seed);
    caches &= core->code != NULL || description->code.bytes == 0;
    seed = rng_next(seeds);
    caches &= tlb_open(&core->tlb, description->tlb, description->tlbs, &description->walk, seed);
    caches &=
        tlb_open(&core->itlb, description->itlb, description->itlbs, &description->walk, ~seed);
    core->itlb.behind = description->itlb_shares ? &core->tlb : NULL;
    return caches;
}

void core_close(struct core *core) {
    hierarchy_close(&core->hierarchy);
    tlb_close(&core->tlb);
    tlb_close(&core->itlb);
    cache_destroy(core->code);
    frames_close(&core->frames);
}

double core_hit(const struct core *core) {
    return hierarchy_cycles(&core->hierarchy, 0);
}

static bool chancy(const struct policy *policy) {
    return policy->kind == POLICY_RANDOM ||
           (policy->kind == POLICY_QLRU && policy->qlru.bimodal > 0);
}

bool core_contended(const struct core *core) {
    return core->description->noise.neighbour > 0 || core->description->noise.taken > 0;
}

bool core_erratic(const struct core *core) {
    const struct sim_machine *description = core->description;
    bool erratic = core_contended(core);
    for (size_t i = 0; i < description->levels; i++)
        erratic |= chancy(&description->level[i].cache.policy);
    for (size_t i = 0; i < description->tlbs; i++)
        erratic |= chancy(&description->tlb[i].policy);
    return erratic;
}

/* ---- other load ---- */

static struct place foreign_line(uint64_t line) {
    uint64_t address = FOREIGN + line * FOREIGN_LINE;
    return (struct place){address, address};
}

static struct place foreign_place(struct core *core) {
    return foreign_line(rng_below(&core->foreign, FOREIGN_LINES));
}

void core_disturb(struct core *core, size_t lines) {
    for (; lines > 0; lines--) {
        struct place place = foreign_place(core);
        hierarchy_fetch(&core->hierarchy, 0, &place);
    }
}

static void neighbour(struct core *core) {
    core->owed += core->description->noise.neighbour / 1000;
    for (; core->owed >= 1; core->owed--) {
        struct place place = foreign_place(core);
        hierarchy_intrude(&core->hierarchy, &place);
    }
}

double core_noisy(struct core *core, double value) {
    const struct noise *noise = &core->description->noise;
    value *= 1 + noise->jitter * fabs(rng_normal(&core->foreign));
    bool preempted = rng_unit(&core->foreign) < noise->preempted;
    return preempted ? value * (1 + rng_unit(&core->foreign)) : value;
}

/* Returns the first line of one of the pages of the thread beside, which are always the same. */
static uint64_t page_beside(struct core *core, const struct noise *noise) {
    uint64_t page = rng_below(&core->foreign, noise->taken_pages);
    struct rng place = {page};
    return noise->taken_apart > 0
               ? page * noise->taken_apart / FOREIGN_LINE
               : rng_below(&place, FOREIGN_LINES / LINES_OF_A_PAGE) * LINES_OF_A_PAGE;
}

static struct place place_beside(struct core *core, const struct noise *noise) {
    uint64_t first = page_beside(core, noise);
    return foreign_line(first + rng_below(&core->foreign, LINES_OF_A_PAGE));
}

/* Threads of a core share its TLBs. */
static void translate_beside(struct core *core, const struct place *place) {
    if (core->tlb.levels > 0)
        tlb_look(&core->tlb, place->seen / core->description->pages.bytes, false, false, 1);
}

static void thread_beside(struct core *core, double cycles) {
    const struct noise *noise = &core->description->noise;
    core->owed_beside += core->beside ? noise->taken * cycles / 1000 : 0;
    for (; core->owed_beside >= 1; core->owed_beside--) {
        struct place place =
            noise->taken_pages > 0 ? place_beside(core, noise) : foreign_place(core);
        hierarchy_fetch(&core->hierarchy, 0, &place);
        translate_beside(core, &place);
    }
}

/* Lets other load run for CYCLES, and returns CYCLES. */
static inline double others(struct core *core, double cycles) {
    if (core->description->noise.neighbour > 0)
        neighbour(core);
    if (core->description->noise.taken > 0)
        thread_beside(core, cycles);
    return cycles;
}

/* ---- loads and stores ---- */

bool core_promotes(const struct core *core, const struct region *region) {
    return region->promote_at > 0 && core->accesses >= region->promote_at;
}

enum { TOGETHER = 4, ENTRY_BYTES = 8 };

/* Returns TOGETHER if the pages of PAGE's aligned group are contiguous in memory, else 1. */
static size_t together(const struct region *region, uint64_t page) {
    uint64_t first = page / TOGETHER * TOGETHER, bytes = UINT64_C(1) << region->page_bits;
    size_t count = 1;
    if ((first + TOGETHER) * bytes > region->bytes)
        return 1;
    while (count < TOGETHER && region->frame[first + count] == region->frame[first] + count * bytes)
        count++;
    return count == TOGETHER ? TOGETHER : 1;
}

/* Returns the cycles of the load of a page table entry. */
static double load_entry(struct core *core, uint64_t number) {
    struct place place = {TABLES + number * ENTRY_BYTES, TABLES + number * ENTRY_BYTES};
    return hierarchy_cycles(&core->hierarchy, hierarchy_fetch(&core->hierarchy, 0, &place));
}

static double translate(struct core *core, struct region *region, uint64_t offset, bool store) {
    core->accesses++;
    if (core_promotes(core, region))
        frames_promote(&core->frames, region);
    unsigned bits = region->huge ? HUGE_BITS : region->page_bits;
    if (core->tlb.levels == 0)
        return 0;
    uint64_t number = (region->start + offset) >> bits;
    bool several = core->tlb.coalesces && !region->huge;
    size_t neighbours = several ? together(region, offset >> bits) : 1;
    double cycles = tlb_cycles(&core->tlb, number, region->huge, store, neighbours);
    bool loads = tlb_walked(&core->tlb) && core->description->walk.loads;
    return cycles + (loads ? load_entry(core, number) : 0);
}

/* Counts a load that LEVEL served. */
static void count_load(struct core *core, size_t level) {
    double *of = core->counts.of;
    of[COUNT_LOADS]++;
    of[COUNT_L1D] += level > 0;
    of[COUNT_DTLB] += core->tlb.hit > 0;
    of[COUNT_WALKS] += core->tlb.hit > 0 && core->tlb.hit == core->tlb.levels;
}

void core_count_again(struct core *core, const struct counts *before, double times) {
    for (size_t i = 0; i < COUNTS; i++)
        core->counts.of[i] += times * (core->counts.of[i] - before->of[i]);
}

double core_load(struct core *core, struct region *region, uint64_t offset) {
    double cycles = translate(core, region, offset, false);
    struct place place = region_place(region, offset);
    struct loaded loaded = {region, offset, hierarchy_fetch(&core->hierarchy, 0, &place)};
    if (core->counting)
        count_load(core, loaded.level);
    for (size_t i = 0; i < core->description->prefetchers; i++)
        prefetch_after(&core->prefetcher[i], &core->hierarchy, &loaded);
    return others(core, cycles + hierarchy_cycles(&core->hierarchy, loaded.level));
}

double core_store(struct core *core, struct region *region, uint64_t offset) {
    double cycles = translate(core, region, offset, true);
    struct place place = region_place(region, offset);
    return others(core, cycles + hierarchy_store(&core->hierarchy, &place));
}

/* A walk for code loads its entry as one for data does. */
double core_translate_code(struct core *core, const struct region *region, uint64_t offset) {
    unsigned bits = region->huge ? HUGE_BITS : region->page_bits;
    uint64_t number = (region->start + offset) >> bits;
    double cycles = tlb_cycles(&core->itlb, number, region->huge, false, 1);
    bool loads = tlb_walked(&core->itlb) && core->description->walk.loads;
    return cycles + (loads ? load_entry(core, number) : 0);
}

/* Returns the shortest line of any cache, so that no line is skipped. */
static size_t shortest_line(const struct sim_machine *machine) {
    size_t line = machine->code.bytes > 0 ? machine->code.line : PLAIN_LINE;
    for (size_t i = 0; i < machine->levels; i++)
        if (machine->level[i].cache.line < line)
            line = machine->level[i].cache.line;
    return line;
}

double core_fetch(struct core *core, const struct place *place) {
    double cycles = hierarchy_execute(&core->hierarchy, core->code, place);
    core->counts.of[COUNT_FETCHES]++;
    core->counts.of[COUNT_L1I] += cycles > 0;
    return cycles;
}

/* Code has TLBs of its own, so data loses no entries to it. */
bool core_execute(struct core *core, size_t bytes) {
    size_t line = shortest_line(core->description);
    if (core->code_region == NULL)
        core->code_region = frames_draw(&core->frames, CODE_BYTES, false, core->accesses);
    if (core->code_region == NULL || bytes > CODE_BYTES / 2)
        return false;
    for (uint64_t offset = bytes; offset < 2 * bytes; offset += line) {
        struct place place = region_place(core->code_region, offset);
        core_fetch(core, &place);
    }
    return true;
}

void core_flush(struct core *core, struct region *region, uint64_t offset) {
    translate(core, region, offset, false);
    struct place place = region_place(region, offset);
    hierarchy_flush(&core->hierarchy, &place);
}
