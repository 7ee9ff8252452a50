/* cover.c - chooses machines greedily: that which adds most behaviours for the bytes of its caches.
 */
#include "cover.h"

#include "excuses.h"
#include "schedule.h"
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A choice of machines for a sweep. */
struct choice {
    const struct tried *tried;
    int first, end;          /* the behaviours that they must have together */
    bool shown[BEHAVIOURS];  /* by a machine that is chosen */
    bool has[MACHINES_MOST]; /* the machine is chosen */
};

/* Returns whether a parameter of the list has no excuse. */
static bool is_one_due(const struct sim_machine *sim, const char *tried, const char *const *name) {
    for (; *name != NULL; name++)
        if (excuse_of(sim, tried, *name) == NULL)
            return true;
    return false;
}

/* Returns whether a parameter of the sweep has no excuse on the machine. */
static bool must_find(const struct sim_machine *sim, const struct tried *tried) {
    return is_one_due(sim, tried->name, tried->asked) ||
           is_one_due(sim, tried->name, trial_also(tried));
}

/* Returns the bytes of all caches in MB, and one more. */
static double cost_of(const struct sim_machine *sim) {
    double bytes = 1 << 20;
    for (size_t i = 0; i < sim->levels; i++)
        bytes += (double)sim->level[i].cache.bytes;
    return bytes / (1 << 20);
}

bool cover_concerns(const struct tried *tried, enum behaviour behaviour) {
    if (strcmp(tried->subject, "caches") == 0)
        return behaviour < FIRST_OF_TLBS || behaviour >= PAST_TLBS;
    return strcmp(tried->subject, "tlb") != 0 || behaviour >= PAST_LEVELS;
}

/* Returns how many behaviours the machine has that are not shown. */
static size_t count_new(const struct sim_machine *sim, const struct choice *choice) {
    size_t count = 0;
    for (int i = choice->first; i < choice->end; i++)
        count += cover_concerns(choice->tried, (enum behaviour)i) && !choice->shown[i] &&
                 has_behaviour(sim, (enum behaviour)i);
    return count;
}

/* Returns the machine that adds most, or NULL if none adds anything.  DUE: only of those where a
   parameter of the sweep has no excuse; otherwise only of those where all have one. */
static const struct subject *find_next(const struct choice *choice, bool due) {
    const struct subject *best = NULL;
    double most = 0;
    for (size_t i = 0; i < zoo_all; i++) {
        const struct sim_machine *sim = &zoo[i].sim;
        if (choice->has[i] || !schedule_applies(sim, choice->tried) ||
            schedule_names(sim, choice->tried) != NULL)
            continue;
        double gain = (double)count_new(sim, choice) / cost_of(sim);
        if (gain > most && must_find(sim, choice->tried) == due) {
            best = &zoo[i];
            most = gain;
        }
    }
    return best;
}

static void choose(struct choice *choice, bool due) {
    const struct subject *next;
    while ((next = find_next(choice, due)) != NULL) {
        choice->has[next - zoo] = true;
        for (int i = 0; i < BEHAVIOURS; i++)
            choice->shown[i] = choice->shown[i] || has_behaviour(&next->sim, (enum behaviour)i);
    }
}

/* Makes both choices of every sweep: without noise, and with it.  They live as long as the test. */
static struct choice *make_choices(void) {
    struct choice *choices = calloc(2 * TRIED_COUNT, sizeof *choices);
    for (size_t i = 0; choices != NULL && i < 2 * TRIED_COUNT; i++) {
        bool noisy = i % 2 == 1;
        choices[i].tried = &TRIED_SWEEPS[i / 2];
        choices[i].first = noisy ? FIRST_OF_NOISE : 0;
        choices[i].end = noisy ? FIRST_OF_CPUS : FIRST_OF_NOISE;
        choose(&choices[i], true);
        choose(&choices[i], false);
    }
    return choices;
}

bool cover_has(const struct subject *subject, const struct tried *tried, bool noisy) {
    static const struct choice *choices;
    if (choices == NULL && (choices = make_choices()) == NULL) {
        fprintf(stderr, "there is no memory\n");
        exit(1);
    }
    return choices[2 * (tried - TRIED_SWEEPS) + noisy].has[subject - zoo];
}
