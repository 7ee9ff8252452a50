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

/* Sweeps for which noise changes little, so that one run without it is enough, whatever the `often`
   lines say of noise: ages of lines, translation, calls of code, and counts.  make check-zoo runs
   them with noise. */
static const char BRIEF[] =
    "age,tlb,tlb2,tlb2_age,tlb_replacement,tlb_unified,itlb,itlb2,icache,counted_data,counted_code";

/* Sweeps of several CPUs, which run on machines with a `cpus` line only. */
static const char OF_CPUS[] = "sharing_near,sharing_l3,cpus,cores,passing,nodes,slice";

bool schedule_is_long(const char *name) {
    return is_listed(LONG, name);
}

bool schedule_applies(const struct sim_machine *sim, const struct tried *tried) {
    bool untranslated = is_listed("tlb_unified,itlb2", tried->name) && sim->itlbs == 0;
    return !is_listed(ELSEWHERE, tried->name) && !untranslated &&
           is_listed(OF_CPUS, tried->name) == (sim->cpus.count > 0);
}

/* The runs where no line names any.  With noise the simulator can predict less, and a run takes
   several times as long. */
static enum expected_runs usual_runs(const struct subject *subject, const struct tried *tried) {
    bool noisy = subject->sim.noise.jitter > 0;
    if (is_listed(OF_CPUS, tried->name))
        return RUNS_ALL;
    if (schedule_is_long(tried->name) || !cover_has(subject, tried))
        return RUNS_NEVER;
    return noisy ? RUNS_NOISY : RUNS_QUIET;
}

/* Returns the runs by the line that names the sweep, or the usual ones. */
static enum expected_runs runs_by_lines(const struct subject *subject, const struct tried *tried) {
    const struct expected *expected = &subject->sim.expected;
    for (size_t i = 0; i < expected->oftens; i++) {
        const struct expected_often *often = &expected->often[i];
        if (is_listed(often->sweeps, tried->name))
            return often->runs;
    }
    return usual_runs(subject, tried);
}

static enum expected_runs runs_of(const struct subject *subject, const struct tried *tried) {
    enum expected_runs runs = runs_by_lines(subject, tried);
    return runs != RUNS_NEVER && is_listed(BRIEF, tried->name) ? RUNS_QUIET : runs;
}

bool schedule_has(const struct subject *subject, const struct tried *tried, uint64_t seed,
                  bool quiet, bool all) {
    if (!schedule_applies(&subject->sim, tried))
        return false;
    if (all)
        return seed == 0 || !quiet;
    switch (runs_of(subject, tried)) {
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
