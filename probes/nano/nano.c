/* nano.c - the sweep of one statement: what more and more streams of it cost (X-Ray 3.2.1, 3.2.2).

   Each configuration is there twice, unrolled little and much, so that the difference is rounds
   without a loop around them. */
#include "nano.h"

enum { PASSES = 9, MOST = 64, MOST_REPEATS = 1 << 24, LINKS = 61, NEXT_LINK = 23 };
/* What agrees with the best of a row. */
static const double AGREE = 1.02;

const volatile uint64_t *nano_place(void) {
    static volatile uint64_t place[LINKS];
    for (size_t i = 0; place[LINKS - 1] == 0 && i < LINKS; i++)
        place[i] = (uintptr_t)&place[(i + NEXT_LINK) % LINKS];
    return place;
}

struct row {
    size_t rounds, samples;
    double cycles[PASSES]; /* ascending */
};

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

static void add_sample(struct row *row, double cycles) {
    size_t i = row->samples++;
    for (; i > 0 && row->cycles[i - 1] > cycles; i--)
        row->cycles[i] = row->cycles[i - 1];
    row->cycles[i] = cycles;
}

/* A chain leaves its core half idle, and its best two samples are to be believed.  What many
   streams take a thread beside them on the core takes away, but never alike: most samples must
   agree. */
static bool is_steady(const struct row *row, const struct nano *nano) {
    size_t agreeing = nano->streams > 1 ? PASSES / 2 : 1;
    return row->samples > agreeing && row->cycles[agreeing] <= AGREE * row->cycles[0];
}

/* All in each pass, since disturbances last (METHODS T3). */
static void measure(struct machine *machine, const struct nano *nano, size_t count,
                    struct row *row) {
    struct timing timing;
    for (size_t i = 0; i < count; i++)
        row[i] = (struct row){.rounds = enough_rounds(machine, &nano[i])};
    for (size_t pass = 0; pass < PASSES; pass++)
        for (size_t i = 0; i < count; i++)
            if (nano_sample(machine, &nano[i], row[i].rounds, &timing))
                add_sample(&row[i], timing.cycles);
}

const char *nano_sweep(struct machine *machine, const char *name, const struct nano *nano,
                       size_t count, FILE *out) {
    struct row row[MOST];
    count = count < MOST ? count : MOST;
    if (nano->run == NULL)
        return "this compiler, with these flags, keeps values in memory";
    measure(machine, nano, count, row);
    fprintf(out, "# sweep: %s\n# statement: %s\n# type: %s\n", name, nano->statement, nano->type);
    fprintf(out, "# columns: streams unrolled %s_cycles\n", name);
    for (size_t i = 0; i < count; i++)
        if (is_steady(&row[i], &nano[i]))
            fprintf(out, "%zu\t%zu\t%.4f\n", nano[i].streams, nano[i].unrolled, row[i].cycles[0]);
    return NULL;
}
