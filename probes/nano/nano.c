/* nano.c - the sweep of one statement: what more and more streams of it cost (X-Ray 3.2.1, 3.2.2).

   Each configuration is there twice, unrolled little and much, so that the difference is rounds
   without a loop around them. */
#include "nano.h"

#include "alone.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 64, MOST_ROUNDS = 1 << 24, REPEATS = 9, NEARLY = 8, MOST_US = 1000000 };
/* What agrees with the best of a row. */
static const double AGREE = 1.02;
/* Of the samples while nobody else ran so many percent have to, or there are more of them. */
enum { SETTLED = 80 };
static const double PATIENCE_NS = 2e7;

/* A whole number up to MOST, or USUAL where there is no such one. */
static size_t option(const char *name, size_t usual, size_t most) {
    const char *word = getenv(name);
    unsigned long value = word != NULL ? strtoul(word, NULL, 10) : 0;
    return value > 0 && value <= most ? (size_t)value : usual;
}

size_t nano_repeats(void) {
    return option("PROBE_REPEATS", REPEATS, NANO_MOST_REPEATS);
}

double nano_least_ns(struct machine *machine) {
    return fmax(machine_quantum_ns(machine), 1000 * (double)option("PROBE_TMIN_US", 0, MOST_US));
}

/* The less of two samples: that of an interrupt would look like enough rounds. */
static double shorter_ns(struct machine *machine, const struct nano *nano, size_t rounds) {
    struct timing one = {0, 0}, other = {0, 0};
    nano_sample(machine, nano, rounds, &one);
    nano_sample(machine, nano, rounds, &other);
    return one.ns > 0 && other.ns > 0 ? fmin(one.ns, other.ns) : fmax(one.ns, other.ns);
}

/* So many that they take t_min.  X-Ray 2.2 doubles them until they do; what takes a good part of it
   says how many more there have to be. */
static size_t enough_rounds(struct machine *machine, const struct nano *nano) {
    double least_ns = nano_least_ns(machine), round_ns = 0;
    size_t rounds = 1;
    while (rounds < MOST_ROUNDS && round_ns * (double)rounds < least_ns) {
        bool nearly = round_ns * (double)rounds * NEARLY > least_ns;
        rounds = nearly ? (size_t)(least_ns / round_ns) + 1 : NEARLY * rounds;
        round_ns = shorter_ns(machine, nano, rounds);
    }
    return rounds;
}

/* Samples that are CYCLES or a little more, all or those while nobody else ran. */
static size_t agreeing(const struct nano_row *row, double cycles, bool all) {
    size_t count = 0;
    for (size_t i = 0; i < row->samples; i++) {
        double sample = row->sample[i].cycles;
        count += sample >= cycles && sample <= AGREE * cycles && (all || row->sample[i].alone);
    }
    return count;
}

/* The least so many agree with, or HUGE_VAL: a ruler that was disturbed makes a sample short. */
static double least_agreed(const struct nano_row *row, size_t many) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < row->samples; i++)
        if (agreeing(row, row->sample[i].cycles, true) >= many)
            least = fmin(least, row->sample[i].cycles);
    return least;
}

static double supported(const struct nano_row *row) {
    size_t third = nano_repeats() / 3;
    return least_agreed(row, third > 2 ? third : 2);
}

bool nano_agrees(const struct nano_row *row) {
    return supported(row) < HUGE_VAL;
}

double nano_best(const struct nano_row *row) {
    double best = supported(row);
    return best < HUGE_VAL ? best : least_agreed(row, 1);
}

/* Do more agree on something longer than BEST?  Some operations take now this long, now that. */
static bool has_rival(const struct nano_row *row, double best) {
    size_t most = agreeing(row, best, true);
    for (size_t i = 0; i < row->samples; i++) {
        double cycles = row->sample[i].cycles;
        if (cycles > AGREE * best && agreeing(row, cycles, true) > most)
            return true;
    }
    return false;
}

/* How many percent of the samples while nobody else ran agree with the best, 2 at least; or 1. */
static size_t agreement(const struct nano_row *row) {
    double best = nano_best(row);
    size_t of = row->alone > nano_repeats() ? row->alone : nano_repeats();
    return nano_agrees(row) && !has_rival(row, best) ? 2 + 98 * agreeing(row, best, false) / of : 1;
}

/* Threads of one core share its units: that of the least cycles is to be believed where others
   agree with it, and most of them while nobody else ran. */
static void sample_row(struct machine *machine, const struct nano *nano, struct nano_row *row) {
    struct timing timing;
    bool alone = machine_alone(machine);
    if ((row->alone >= nano_repeats() && agreement(row) >= SETTLED) ||
        !nano_sample(machine, nano, row->rounds, &timing))
        return;
    alone = alone && machine_alone(machine);
    row->alone += alone;
    row->sample[row->samples].cycles = timing.cycles;
    row->sample[row->samples++].alone = alone;
}

/* Most threads that run now have little to do: a sweep is patient with them once. */
static void wait_alone(struct machine *machine, double until_ns) {
    while (!machine_alone(machine) && machine_age_ns(machine) < until_ns)
        machine_crowd(machine);
}

/* All in each pass, since disturbances last (METHODS T3). */
void nano_measure(struct machine *machine, const struct nano *nano, size_t count,
                  struct nano_row *row) {
    for (size_t i = 0; i < count; i++)
        row[i] = (struct nano_row){.rounds = enough_rounds(machine, &nano[i])};
    double until_ns = machine_age_ns(machine) + PATIENCE_NS;
    for (size_t pass = 0; pass < NANO_TRIES_EACH * nano_repeats(); pass++) {
        wait_alone(machine, until_ns);
        for (size_t i = 0; i < count; i++)
            sample_row(machine, &nano[i], &row[i]);
    }
}

void nano_print(size_t key, size_t in_a_round, const struct nano_row *row, FILE *out) {
    if (row->samples > 0)
        fprintf(out, "%zu\t%zu\t%.4f\t%zu\n", key, in_a_round, nano_best(row), agreement(row));
}

const char *nano_sweep(struct machine *machine, const char *name, const struct nano *nano,
                       size_t count, FILE *out) {
    struct nano_row row[MOST];
    count = count < MOST ? count : MOST;
    if (nano->run == NULL)
        return NEVER_HERE "this compiler, with these flags, keeps values in memory";
    nano_measure(machine, nano, count, row);
    fprintf(out, "# sweep: %s\n# statement: %s\n# types: %s\n", name, nano->statement, nano->types);
    fprintf(out, "# columns: streams unrolled %s_cycles%s alone_percent\n", name,
            nano->set ? "_a_set" : "");
    for (size_t i = 0; i < count; i++)
        nano_print(nano[i].streams, nano[i].unrolled, &row[i], out);
    return NULL;
}
