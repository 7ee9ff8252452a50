/* cover.c - chooses machines greedily: that which adds most behaviours, then that of the smallest
   caches. */
#include "cover.h"

#include "behaviours.h"
#include "excuses.h"
#include "schedule.h"
#include "trial.h"

#include <string.h>

/* Returns whether one of the NAMES has to be known. */
static bool is_one_due(const struct sim_machine *sim, const char *sweep, const char *const *name) {
    for (; *name != NULL; name++)
        if (excuse_of(sim, sweep, *name) == NULL)
            return true;
    return false;
}

/* Returns whether the sweep must find something on the machine. */
static bool must_find(const struct sim_machine *sim, const struct tried *tried) {
    return is_one_due(sim, tried->name, tried->asked) ||
           is_one_due(sim, tried->name, trial_also(tried));
}

static size_t bytes_of(const struct sim_machine *sim) {
    size_t bytes = 0;
    for (size_t i = 0; i < sim->levels; i++)
        bytes += sim->level[i].cache.bytes;
    return bytes;
}

/* Returns how many behaviours the machine has that are not SHOWN. */
static size_t count_new(const struct sim_machine *sim, const bool *shown) {
    size_t count = 0;
    for (int i = 0; i < BEHAVIOURS; i++)
        count += !shown[i] && has_behaviour(sim, (enum behaviour)i);
    return count;
}

/* Returns the machine that adds most to what is SHOWN, or NULL if none adds anything.  DUE: of
   those on which the sweep must find something. */
static const struct subject *find_next(const struct tried *tried, bool due, const bool *shown) {
    const struct subject *best = NULL;
    double most = 0;
    for (size_t i = 0; i < zoo_all; i++) {
        const struct sim_machine *sim = &zoo[i].sim;
        if (!schedule_applies(sim, tried) || must_find(sim, tried) != due)
            continue;
        size_t count = count_new(sim, shown);
        double gain = (double)count / (1 + (double)bytes_of(sim) / (1 << 20));
        if (gain > most) {
            best = &zoo[i];
            most = gain;
        }
    }
    return best;
}

/* Marks in CHOSEN the machines that have all behaviours that are not SHOWN yet. */
static void choose(const struct tried *tried, bool due, bool *shown, bool *chosen) {
    const struct subject *next;
    while ((next = find_next(tried, due, shown)) != NULL) {
        chosen[next - zoo] = true;
        for (int i = 0; i < BEHAVIOURS; i++)
            shown[i] = shown[i] || has_behaviour(&next->sim, (enum behaviour)i);
    }
}

bool cover_has(const struct subject *subject, const struct tried *tried) {
    static const struct tried *of;
    static bool chosen[MACHINES_MOST];
    if (of != tried) {
        bool shown[BEHAVIOURS] = {false};
        memset(chosen, 0, sizeof chosen);
        choose(tried, true, shown, chosen);
        choose(tried, false, shown, chosen);
        of = tried;
    }
    return chosen[subject - zoo];
}
