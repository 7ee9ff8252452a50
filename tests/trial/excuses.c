/* excuses.c - the excuses of all machines or of some kind, and the lookup of all excuses. */
#include "excuses.h"

#include <string.h>

/* ---- machines on which a sweep finds nothing ---- */

static bool is_any(const struct sim_machine *sim) {
    (void)sim;
    return true;
}

static bool is_scattered(const struct sim_machine *sim) {
    return sim->pages.frames != FRAMES_HUGE && sim->pages.frames != FRAMES_CONTIGUOUS;
}

static bool cannot_flush(const struct sim_machine *sim) {
    return sim->no_flush;
}

static bool has_no_cache(const struct sim_machine *sim) {
    return sim->levels == 0;
}

static bool has_one_cache(const struct sim_machine *sim) {
    return sim->levels < 2;
}

static bool has_no_third(const struct sim_machine *sim) {
    size_t levels = 0;
    for (size_t i = 0; i < sim->levels; i++)
        levels += sim->level[i].kind != LEVEL_BESIDE;
    return levels < 3;
}

static bool has_no_tlb(const struct sim_machine *sim) {
    return sim->tlbs == 0;
}

static bool has_one_tlb(const struct sim_machine *sim) {
    return sim->tlbs < 2;
}

static bool has_small_second_tlb(const struct sim_machine *sim) {
    return sim->tlbs > 1 && sim->tlb[1].entries <= 16 * sim->tlb[0].entries;
}

static bool has_one_code_tlb(const struct sim_machine *sim) {
    return sim->itlbs < 2 && !(sim->itlb_shares && sim->tlbs > 1);
}

static bool has_no_code_tlb(const struct sim_machine *sim) {
    return sim->itlbs == 0;
}

/* A machine whose file has no `counters` line has all of them. */
static bool counts(const struct sim_machine *sim, enum event event) {
    const struct sim_counters *counters = &sim->counters;
    return counters->events == 0 || ((counters->events & ~counters->errata) >> event & 1) == 1;
}

static bool counts_no_data(const struct sim_machine *sim) {
    return !counts(sim, EVENT_L1D);
}

static bool counts_no_code(const struct sim_machine *sim) {
    return !counts(sim, EVENT_L1I);
}

static bool counts_no_translation(const struct sim_machine *sim) {
    return sim->counters.walks || !counts(sim, EVENT_DTLB);
}

/* ---- the sweeps ---- */

#define OF_FLUSH "cache_levels,mem_latency_ns,l2_latency,fetch_size,outstanding_misses"

static const struct {
    const char *sweeps, *names;
    bool (*is_of)(const struct sim_machine *sim);
    const char *why;
} SHARED[] = {
    {"levels", "l3_latency,l4_latency", is_any,
     "the curve has no such level, or smeared edges leave no plateau of it"},
    {"levels", "l2_latency", is_any, "the sweep of the second level measures it exactly"},
    {"levels", "cache_levels,mem_latency_ns", is_scattered,
     "scattered frames smear the edges of all levels behind the first"},
    {"levels,fetch,misses", OF_FLUSH, cannot_flush,
     "without an instruction that flushes a line there is no curve and no miss to count"},
    {"l1", "l1_virtual", is_any, "both kinds of index are the same bits if a way fits a page"},
    {"l2", "l2_virtual", is_any, "both kinds of index are the same bits if a way fits a page"},
    {"l2", "l2_replacement", is_any,
     "random replacement of the first level, or a hashed index, hides the order of its evictions"},
    {"l3", "l3_size,l3_assoc,l3_line,l3_virtual,l3_replacement", is_any,
     "there is no third level, its index is hashed, or it is too large for the memory"},
    {"l4", "l4_size,l4_assoc,l4_line,l4_virtual,l4_replacement", is_any,
     "there is no fourth level, its index is hashed, or it is too large for the memory"},
    {"stores", "l2_write_back", is_any,
     "a store behind the second level costs the same either way if the third level is fast"},
    {"handover", "l1_write_back,l2_write_back", is_any,
     "the level writes through, or its lines come as fast, or there is no second CPU or level"},
    {"stores", "l3_write_allocate,l3_write_back,l4_write_allocate,l4_write_back", is_any,
     "there is no such level, or stores behind it take too long"},
    {"sharing_l3", "l3_shared_cpus,l3_size_per_cpu", is_any,
     "there is no third level, or the sweep does not fit into the memory"},
    {"unified", "l2_unified", is_any, "code and data together may not fill the second level"},
    {"decoded", "uop_cache_uops", is_any, "most machines have no cache of decoded instructions"},
    {"jumps", "btb_entries", is_any,
     "most machine files do not describe how branches are predicted"},
    {"tlb2", "tlb2_replacement", is_any, "there may be no second TLB, and laps over it are long"},
    {"tlb2,tlb2_age,tlb_unified",
     "tlb_levels,tlb2_entries,tlb2_assoc,tlb2_miss,tlb2_replacement,tlb_unified", has_one_tlb,
     "a walk after a miss of the only TLB looks like a hit in an endless second TLB"},
    {"tlb2_age", "tlb2_entries", has_small_second_tlb,
     "the first TLB may hold so many other pages that no value is right within a tenth"},
    {"tlb2_age", "tlb_levels", has_small_second_tlb,
     "laps of so few pages show no plateau, or the youngest pages are older than it holds"},
    {"age", "l2_effective_size", has_one_cache, "there is no second level"},
    {"age", "l3_latency,l3_effective_size", has_no_third, "there is no third level"},
    {"age", "l4_latency,l4_effective_size", is_any,
     "there is no fourth level, or it is nearly as slow as memory"},
    {"age", "l2_effective_size,l3_latency,l3_effective_size", cannot_flush,
     "without an instruction that flushes a line there is no miss to compare with"},
    {"l2,stores,sharing_near",
     "l2_size,l2_assoc,l2_line,l2_latency,l2_write_allocate,l2_shared_cpus,l2_size_per_cpu",
     has_one_cache, "there is no second level"},
    {"sharing_near", "l1_shared_cpus,l1_size_per_cpu", has_no_cache, "there is no cache"},
    {"tlb,counted_data,tlb_replacement",
     "tlb1_entries,tlb1_assoc,tlb1_miss,page_size,tlb1_replacement", has_no_tlb, "there is no TLB"},
    {"itlb", "itlb_entries,itlb_assoc", has_no_code_tlb, "there is no TLB of code"},
    {"itlb2", "itlb2_entries", has_one_code_tlb, "there is no second TLB of code"},
    {"clock", "timer_resolution_ps", is_any, "without noise the clock has no steps"},
    {"counted_data", "l1_size,l1_assoc,l1_line,l1_write_allocate", counts_no_data,
     "misses of the first cache are not counted, or counted wrongly"},
    {"counted_code", "l1_unified", counts_no_data,
     "misses of the first cache are not counted, or counted wrongly"},
    {"counted_code", "l1i_size,l1i_assoc,l1i_line", counts_no_code,
     "misses of the instruction cache are not counted, or counted wrongly"},
    {"counted_data", "page_size,tlb1_entries,tlb1_assoc", counts_no_translation,
     "misses of the first TLB are not counted, or counted wrongly"},
};

const char *shared_excuse_of(const struct sim_machine *sim, const char *tried, const char *name) {
    for (size_t i = 0; i < sizeof SHARED / sizeof *SHARED; i++)
        if (is_listed(SHARED[i].sweeps, tried) && is_listed(SHARED[i].names, name) &&
            SHARED[i].is_of(sim))
            return SHARED[i].why;
    return NULL;
}

const char *excuse_of(const struct sim_machine *sim, const char *tried, const char *name) {
    for (size_t i = 0; i < sim->expected.unknowns; i++) {
        const struct expected_unknown *unknown = &sim->expected.unknown[i];
        if (is_listed(unknown->names, name) &&
            (unknown->sweeps[0] == '\0' || is_listed(unknown->sweeps, tried)))
            return unknown->why;
    }
    return shared_excuse_of(sim, tried, name);
}
