/* schedule.c - the runs of make check, by the machine's `often` lines, by what the machine shows
   and by the cost of the sweep. */
#include "schedule.h"

#include "cover.h"

#include <string.h>

/* Sweeps with a test of their own in tests/unit: tlb_huge.c, core_branches.c and cpus_pairs.c. */
static const char ELSEWHERE[] = "tlb_huge,branches,sharing_l4";

/* Sweeps that take seconds on a simulated machine: make check runs them on machines whose `often`
   lines name them. */
static const char LONG[] = "l3,l4,unified,decoded,jumps";

/* Sweeps for which noise changes little, so that make check runs them without it: ages of lines,
   translation, calls of code, and counts.  make check-zoo runs them with noise. */
static const char BRIEF[] =
    "age,tlb,tlb2,tlb2_age,tlb_replacement,tlb_unified,itlb,itlb2,icache,counted_data,counted_code";

/* Sweeps of several CPUs, which run on machines with a `cpus` line only. */
static const char OF_CPUS[] = "sharing_near,sharing_l3,cpus,cores,passing,nodes,slice,handover";

bool schedule_is_long(const char *name) {
    return is_listed(LONG, name);
}

bool schedule_is_brief(const char *name) {
    return is_listed(BRIEF, name);
}

const struct expected_often *schedule_names(const struct sim_machine *sim,
                                            const struct tried *tried) {
    for (size_t i = 0; i < sim->expected.oftens; i++)
        if (is_listed(sim->expected.often[i].sweeps, tried->name))
            return &sim->expected.often[i];
    return NULL;
}

bool schedule_applies(const struct sim_machine *sim, const struct tried *tried) {
    bool untranslated = is_listed("tlb_unified,itlb2", tried->name) && sim->itlbs == 0;
    return !is_listed(ELSEWHERE, tried->name) && !untranslated &&
           is_listed(OF_CPUS, tried->name) == (sim->cpus.count > 0);
}

/* Returns whether make check does a run that no line names.  With noise the simulator can predict
   less, and a run takes several times as long. */
static bool has_usually(const struct subject *subject, const struct tried *tried, uint64_t seed,
                        bool quiet) {
    if (is_listed(OF_CPUS, tried->name))
        return quiet == (seed == 0);
    if (seed > 0 || schedule_is_long(tried->name) || (!quiet && schedule_is_brief(tried->name)))
        return false;
    return cover_has(subject, tried, !quiet);
}

static bool is_one_of(enum expected_runs runs, uint64_t seed, bool quiet) {
    switch (runs) {
    case RUNS_ALL:
        return quiet == (seed == 0);
    case RUNS_QUIET:
        return quiet && seed == 0;
    case RUNS_NOISY:
        return !quiet && seed == 0;
    case RUNS_NEVER:
        break;
    }
    return false;
}

bool schedule_has(const struct subject *subject, const struct tried *tried, uint64_t seed,
                  bool quiet, bool all) {
    const struct expected_often *often = schedule_names(&subject->sim, tried);
    if (!schedule_applies(&subject->sim, tried))
        return false;
    if (all)
        return seed == 0 || !quiet;
    return often != NULL ? is_one_of(often->runs, seed, quiet)
                         : has_usually(subject, tried, seed, quiet);
}
