/* nano.c - the sweep of one statement: what more and more streams of it cost (X-Ray 3.2.1, 3.2.2).

   Each configuration is there twice, unrolled little and much, so that the difference is rounds
   without a loop around them. */
#include "nano.h"

#include <math.h>

enum { PASSES = 9, MOST = 64, MOST_REPEATS = 1 << 24 };
/* The two best of a row. */
static const double AGREE = 1.02;

/* X-Ray 2.2 doubles the rounds until they take t_min, here the machine's quantum. */
static size_t enough_rounds(struct machine *machine, const struct nano *nano) {
    struct timing timing = {0, 0};
    size_t rounds = 1;
    while (rounds < MOST_REPEATS && timing.ns * (double)rounds < machine_quantum_ns(machine)) {
        rounds *= 2;
        nano_sample(machine, nano, rounds, &timing);
    }
    return rounds;
}

static void add_sample(struct fastest *row, double cycles) {
    row->second = fmin(row->second, fmax(row->best, cycles));
    row->best = fmin(row->best, cycles);
}

/* All in each pass, since disturbances last (METHODS T3). */
void nano_measure(struct machine *machine, const struct nano *nano, size_t count,
                  struct fastest *row) {
    struct timing timing;
    for (size_t i = 0; i < count; i++)
        row[i] = (struct fastest){enough_rounds(machine, &nano[i]), HUGE_VAL, HUGE_VAL};
    for (size_t pass = 0; pass < PASSES; pass++)
        for (size_t i = 0; i < count; i++)
            if (nano_sample(machine, &nano[i], row[i].rounds, &timing))
                add_sample(&row[i], timing.cycles);
}

bool fastest_agree(const struct fastest *row) {
    return row->second <= AGREE * row->best && row->best < HUGE_VAL;
}

const char *nano_sweep(struct machine *machine, const char *name, const struct nano *nano,
                       size_t count, FILE *out) {
    struct fastest row[MOST];
    count = count < MOST ? count : MOST;
    if (nano->run == NULL)
        return "this compiler, with these flags, keeps values in memory";
    nano_measure(machine, nano, count, row);
    fprintf(out, "# sweep: %s\n# statement: %s\n# type: %s\n", name, nano->statement, nano->type);
    fprintf(out, "# columns: streams unrolled %s_cycles\n", name);
    for (size_t i = 0; i < count; i++)
        if (fastest_agree(&row[i]))
            fprintf(out, "%zu\t%zu\t%.4f\n", nano[i].streams, nano[i].unrolled, row[i].best);
    return NULL;
}
