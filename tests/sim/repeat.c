/* repeat.c - finds the period of visits, and predicts further ones. */
#include "repeat.h"
#include "laps.h"

#include <stdlib.h>

struct load {
    struct region *region;
    uint64_t offset;
};

/* ---- the period ---- */

/* Returns the visit that was AGO visits ago, from 1 on. */
static const struct visit *visit_ago(const struct repeat *repeat, size_t ago) {
    return &repeat->visit[(repeat->count - ago) % VISITS_KEPT];
}

static bool same_walk(const struct visit *one, const struct visit *other) {
    return one->chain == other->chain && one->at == other->at && one->loads == other->loads;
}

static bool same(const struct visit *one, const struct visit *other) {
    return same_walk(one, other) && one->hash == other->hash && one->cycles <= other->cycles &&
           one->cycles >= other->cycles;
}

static size_t kept(const struct repeat *repeat) {
    return repeat->count < VISITS_KEPT ? repeat->count : VISITS_KEPT;
}

/* Returns how many of the last visits equal those one PERIOD before. */
static size_t alike(const struct repeat *repeat, size_t period) {
    size_t number = 0;
    while (period + number < kept(repeat) &&
           same(visit_ago(repeat, number + 1), visit_ago(repeat, number + 1 + period)))
        number++;
    return number;
}

/* A walk may occur more than once in a period, so if a period does not fit, a longer one is
   tried. */
static void find_period(struct repeat *repeat) {
    const struct visit *last = visit_ago(repeat, 1);
    size_t period = repeat->period;
    if (period > 0 && same(last, visit_ago(repeat, 1 + period))) {
        repeat->alike++;
        return;
    }
    for (period++; period < kept(repeat); period++)
        if (same(last, visit_ago(repeat, 1 + period)))
            break;
    repeat->period = period < kept(repeat) ? period : 0;
    repeat->alike = repeat->period > 0 ? alike(repeat, period) : 0;
}

static void add(struct repeat *repeat, const struct visit *visit) {
    repeat->visit[repeat->count++ % VISITS_KEPT] = *visit;
}

/* ---- predicted visits ---- */

/* Returns the loads of the last COUNT visits. */
static size_t loads_of(const struct repeat *repeat, size_t count) {
    size_t loads = 0;
    for (; count > 0; count--)
        loads += visit_ago(repeat, count)->loads;
    return loads;
}

/* Lists the loads of a period, since chains may change after their last visit. */
static void note_coming(struct repeat *repeat) {
    struct load *load = malloc((loads_of(repeat, repeat->period) + 1) * sizeof *load);
    repeat->coming = load;
    if (load == NULL)
        abort();
    for (size_t ago = repeat->period; ago > 0; ago--) {
        const struct visit *visit = visit_ago(repeat, ago);
        struct chain chain = *visit->chain;
        chain.at = visit->at;
        for (size_t i = 0; i < visit->loads; i++)
            *load++ = (struct load){chain.pages->mapping, chain_next(&chain)};
    }
}

/* Simulates the predicted visits of a last, incomplete period. */
void repeat_end(struct repeat *repeat, struct core *core) {
    size_t missing = repeat->ahead > 0 ? loads_of(repeat, repeat->ahead % repeat->period) : 0;
    core->accesses -= missing;
    for (size_t i = 0; i < missing; i++)
        core_load(core, repeat->coming[i].region, repeat->coming[i].offset);
    free(repeat->coming);
    repeat->coming = NULL;
    repeat->count = repeat->period = repeat->alike = repeat->ahead = 0;
}

static double foretell(struct repeat *repeat, struct core *core, struct chain *chain,
                       const struct visit *visit) {
    if (repeat->ahead++ == 0)
        note_coming(repeat);
    for (size_t i = visit->loads % chain->count; i > 0; i--)
        chain_next(chain);
    core->accesses += visit->loads;
    add(repeat, visit);
    return visit->cycles;
}

double repeat_walk(struct repeat *repeat, struct core *core, struct chain *chain, size_t loads) {
    struct visit visit = {chain, chain->at, loads, 0, 0};
    const struct region *region = chain->pages->mapping;
    if (loads == 0)
        return 0;
    if (repeat->period > 0 && repeat->alike >= LAPS_ALIKE * repeat->period) {
        struct visit next = *visit_ago(repeat, repeat->period);
        if (same_walk(&visit, &next))
            return foretell(repeat, core, chain, &next);
        repeat_end(repeat, core);
    }
    visit.cycles = chain_walk_laps(core, chain, loads, &visit.hash);
    if (core_erratic(core) || region->promote_at > 0) {
        repeat_end(repeat, core); /* a period has only recorded visits */
        return visit.cycles;
    }
    add(repeat, &visit);
    find_period(repeat);
    return visit.cycles;
}
