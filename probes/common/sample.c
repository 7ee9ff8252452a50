/* sample.c - takes the minimum of repeated samples of one layout. */
#include "sample.h"

#include <math.h>

enum {
    KEPT = 2,       /* undisturbed samples that must be had */
    TRIES = 40,     /* the most samples, including those discarded */
    LONG_TRIES = 6, /* the same if one lap takes long; a disturbance hardly shows in it */
    FIRST_LOADS = 1000,
    MOST_LAPS = 1 << 20,
    MOST_LOADS = 1 << 24
};
static const double SAMPLES_AGREE = 1.02, LONG = 25, STEADY_LAPS = 64, LONGER = 4;
/* In quanta.  This part of a longer lap represents all of it, since its places are in random
   order. */
static const double LONGEST_SAMPLE = 400;
/* The least factor by which another thread of the core makes work longer. */
static const double CONTENDED = 1.1;
/* A flushed lap cannot be repeated to make it longer; it must last a quarter of the quantum. */
static const double SHORT = 4;

/* The two best samples, and the shortest cycle of all samples.  A disturbance that slows only a
   ruler makes cycles look longer, and the sample look as if it took fewer of them. */
struct best {
    double ns[KEPT], cycle_ns;
    size_t kept;
};

static void keep(struct best *best, const struct timing *timing) {
    best->kept++;
    best->cycle_ns = fmin(best->cycle_ns, timing->ns / timing->cycles);
    if (timing->ns < best->ns[0]) {
        best->ns[1] = best->ns[0];
        best->ns[0] = timing->ns;
    } else if (timing->ns < best->ns[1]) {
        best->ns[1] = timing->ns;
    }
}

static const struct best NONE = {{NOT_MEASURED, NOT_MEASURED}, NOT_MEASURED, 0};

static struct timing timing_of(const struct best *best) {
    return (struct timing){.ns = best->ns[0], .cycles = best->ns[0] / best->cycle_ns};
}

/* Returns the loads of a sample: whole laps, or a good part of a long lap, that last the machine's
   quantum.  If laps are long, a sample lasts a few quanta, so that it has more laps: the sampling
   itself evicts some lines once a sample.  LAP_NS is the time of a warm-up lap. */
static size_t whole_laps(const struct machine *machine, size_t count, double lap_ns) {
    double quantum = machine_quantum_ns(machine);
    double wanted = fmin(fmax(quantum, STEADY_LAPS * lap_ns), LONGER * quantum);
    double laps = lap_ns > 0 ? ceil(wanted / lap_ns) : 1;
    if (lap_ns > LONGEST_SAMPLE * quantum)
        return (size_t)((double)count * LONGEST_SAMPLE * quantum / lap_ns);
    return count * (size_t)fmin(fmax(laps, 1), MOST_LAPS);
}

/* Returns the approximate time of a lap, by as many loads as a coarse clock can time.  A short lap
   is timed twice, since the first time warms the caches, and one of the two may be disturbed. */
static double lap_time(struct machine *machine, struct chain *chain) {
    double least = NOT_MEASURED, enough = machine_quantum_ns(machine) / 20;
    size_t count = chain->count, laps = FIRST_LOADS / count + 1;
    struct timing timing;
    for (int i = 0; i == 0 || (i == 1 && least < LONG * machine_quantum_ns(machine)); i++) {
        timing.ns = 0;
        chain_sample(machine, chain, count * laps, &timing);
        for (; timing.ns * (double)(count * laps) < enough && count * laps < MOST_LOADS; laps *= 4)
            chain_sample(machine, chain, count * laps * 4, &timing);
        least = fmin(least, timing.ns * (double)count);
    }
    return least;
}

bool sample_chain(struct machine *machine, struct chain *chain, struct timing *best) {
    struct best two = NONE;
    struct timing timing = {0, 0};
    double lap_ns = lap_time(machine, chain);
    bool brief = lap_ns < LONG * machine_quantum_ns(machine);
    size_t loads = whole_laps(machine, chain->count, lap_ns);
    for (int i = 0; i < (brief ? TRIES : LONG_TRIES); i++) {
        if (!chain_sample(machine, chain, loads, &timing))
            continue;
        keep(&two, &timing);
        if (two.kept >= KEPT && (!brief || two.ns[1] <= SAMPLES_AGREE * two.ns[0]))
            break;
    }
    *best = timing_of(&two);
    return two.kept >= KEPT;
}

bool sample_flushed(struct machine *machine, struct chain *chain, struct timing *best) {
    struct best two = NONE;
    struct timing timing = {0, 0};
    size_t count = chain->count;
    for (int i = 0; i < TRIES && two.kept < KEPT; i++) {
        if (!chain_flush(machine, chain))
            return false;
        bool good = chain_sample(machine, chain, count, &timing);
        if (timing.ns * (double)count < machine_quantum_ns(machine) / SHORT)
            return false;
        if (good)
            keep(&two, &timing);
    }
    *best = timing_of(&two);
    return two.kept > 0;
}

bool sample_contended(struct machine *machine, double *least, double end_ns) {
    for (;;) {
        double contention = machine_contention(machine);
        *least = fmin(*least, contention);
        if (contention <= CONTENDED * *least)
            return false;
        if (machine_age_ns(machine) >= end_ns)
            return true;
        machine_move(machine);
    }
}
