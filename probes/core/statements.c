/* statements.c - measures the latency and throughput of one statement by loops over more and more
   independent streams of it (X-Ray 3.2.1, 3.2.2).  Fails if the compiler keeps values in memory.

   Each configuration has two loops, unrolled to different lengths, so that their difference cancels
   the loop's own cost. */
#include "statements.h"
#include "control.h"

#include "../machine/alone.h"
#include "../machine/rest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 64,
    CONTROLS = 2 * CONTROL_MIXES,
    MOST_ROUNDS = 1 << 24,
    REPEATS = 9,
    NEARLY = 8,
    MOST_US = 1000000
};
/* Samples up to this many times the best agree with it. */
static const double AGREE = 1.02;
/* Percent of the uncontended samples that have to agree; until then there are more samples. */
enum { SETTLED = 80 };
/* The factor above the uncontended cost from which the core counts as contended; and how many
   contended measurements, and which part of all, show that other threads come and go. */
static const double CONTENDED = 1.05;
enum { CONTRAST = 64, FEW_CONTENDED = 3 };
/* A look may be too short by less than this factor, where the clock changes meanwhile; it counts in
   full only beside another one. */
static const double LUCKY = 1.1;
static const double PATIENCE_NS = 1e8, REST_NS = 2e5;

/* Returns the environment's number up to MOST, or USUAL if there is none. */
static size_t option(const char *name, size_t usual, size_t most) {
    const char *word = getenv(name);
    unsigned long value = word != NULL ? strtoul(word, NULL, 10) : 0;
    return value > 0 && value <= most ? (size_t)value : usual;
}

size_t statement_repeats(void) {
    return option("PROBE_REPEATS", REPEATS, STATEMENT_MOST_REPEATS);
}

double statement_least_ns(struct machine *machine) {
    return fmax(machine_quantum_ns(machine), 1000 * (double)option("PROBE_TMIN_US", 0, MOST_US));
}

/* Returns the shorter of two samples: an interrupt would make too few rounds look like enough. */
static double shorter_ns(struct machine *machine, const struct statement_loop *loop,
                         size_t rounds) {
    struct timing one = {0, 0}, other = {0, 0};
    statement_sample(machine, loop, rounds, &one);
    statement_sample(machine, loop, rounds, &other);
    return one.ns > 0 && other.ns > 0 ? fmin(one.ns, other.ns) : fmax(one.ns, other.ns);
}

/* Returns the rounds that take t_min.  X-Ray 2.2 doubles them until they do; here, once they take
   a good part of it, the rest is computed. */
static size_t enough_rounds(struct machine *machine, const struct statement_loop *loop) {
    double least_ns = statement_least_ns(machine), round_ns = 0;
    size_t rounds = 1;
    while (rounds < MOST_ROUNDS && round_ns * (double)rounds < least_ns) {
        bool nearly = round_ns * (double)rounds * NEARLY > least_ns;
        rounds = nearly ? (size_t)(least_ns / round_ns) + 1 : NEARLY * rounds;
        round_ns = shorter_ns(machine, loop, rounds);
    }
    return rounds;
}

static bool is_alone(const struct statement_row *row, size_t sample) {
    return row->sample[sample].contention <= CONTENDED * row->least_contention &&
           (row->visible || !row->sample[sample].seen);
}

size_t statement_alone(const struct statement_row *row) {
    size_t alone = 0;
    for (size_t i = 0; i < row->samples; i++)
        alone += is_alone(row, i);
    return alone;
}

/* Counts the samples of CYCLES or a little more, among all or the uncontended ones. */
static size_t agreeing(const struct statement_row *row, double cycles, bool all) {
    size_t count = 0;
    for (size_t i = 0; i < row->samples; i++) {
        double sample = row->sample[i].cycles;
        count += sample >= cycles && sample <= AGREE * cycles && (all || is_alone(row, i));
    }
    return count;
}

/* Returns the least that MANY samples agree with, or NOT_MEASURED.  The least alone is not
   believed, since a disturbed ruler makes a sample too short. */
static double least_agreed(const struct statement_row *row, size_t many) {
    double least = NOT_MEASURED;
    for (size_t i = 0; i < row->samples; i++)
        if (agreeing(row, row->sample[i].cycles, true) >= many)
            least = fmin(least, row->sample[i].cycles);
    return least;
}

static size_t enough_samples(void) {
    size_t third = statement_repeats() / 3;
    return third > 2 ? third : 2;
}

static double supported(const struct statement_row *row) {
    return least_agreed(row, enough_samples());
}

bool statement_agrees(const struct statement_row *row) {
    return is_measured(supported(row));
}

double statement_best(const struct statement_row *row) {
    double best = supported(row);
    return is_measured(best) ? best : least_agreed(row, 1);
}

/* Returns whether more samples agree on a longer time than BEST: some operations take one of two
   times.  With enough uncontended samples only those count. */
static bool has_longer_mode(const struct statement_row *row, double best) {
    bool all = statement_alone(row) < enough_samples();
    size_t most = agreeing(row, best, all);
    for (size_t i = 0; i < row->samples; i++) {
        double cycles = row->sample[i].cycles;
        if (cycles > AGREE * best && agreeing(row, cycles, all) > most)
            return true;
    }
    return false;
}

/* Returns the percent of uncontended samples that agree with the best; NOT_MEASURED if too few of
   all samples agree, or more agree on another value. */
static double agreement(const struct statement_row *row) {
    double best = statement_best(row);
    size_t alone = statement_alone(row),
           of = alone > statement_repeats() ? alone : statement_repeats();
    return statement_agrees(row) && !has_longer_mode(row, best)
               ? 100 * (double)agreeing(row, best, false) / (double)of
               : NOT_MEASURED;
}

/* ---- contention ---- */

/* The cost of work that fills the core: now, and the least so far.  SEEN: another thread of this
   system runs, and its CPU may be a thread of this core, unless all CPUs are APART.  The least is
   trusted as the uncontended cost if an earlier sweep handed it on, if no other thread ran at the
   time, or if higher costs show that other threads come and go; in the last case it does not matter
   what else the system runs. */
struct others {
    double least, now, least_unseen;
    bool seen, handed, apart;
    size_t looks, contended;
};

static struct others expect_others(struct machine *machine) {
    const char *word = getenv("PROBE_CONTENTION");
    double contention = word != NULL ? strtod(word, NULL) : 0;
    bool handed = contention > 0, apart = getenv("PROBE_CORES_APART") != NULL;
    return (struct others){.least = handed ? contention : NOT_MEASURED,
                           .now = NOT_MEASURED,
                           .least_unseen = NOT_MEASURED,
                           .handed = handed,
                           .apart = apart && machine_has_all_cpus(machine)};
}

static void look(struct machine *machine, struct others *others) {
    double last = others->now;
    others->now = machine_contention(machine);
    others->seen = !others->apart && !machine_alone(machine);
    double cost = fmin(fmax(last, others->now), LUCKY * others->now);
    others->least = fmin(others->least, cost);
    others->least_unseen = fmin(others->least_unseen, others->seen ? NOT_MEASURED : cost);
    others->looks++;
    others->contended +=
        others->now > CONTENDED * CONTENDED * others->least && is_measured(others->now);
}

static bool come_and_go(const struct others *others) {
    return others->handed ||
           (others->contended >= FEW_CONTENDED && CONTRAST * others->contended >= others->looks);
}

static bool is_trusted(const struct others *others) {
    return come_and_go(others) || others->least_unseen <= CONTENDED * others->least;
}

static bool is_contended(const struct others *others) {
    return others->now > CONTENDED * others->least;
}

/* ---- passes ---- */

static bool is_settled(const struct statement_row *row) {
    return row->samples == STATEMENT_MOST_SAMPLES ||
           (statement_alone(row) >= statement_repeats() && is_measured(agreement(row)) &&
            agreement(row) >= SETTLED);
}

/* Threads of one core share its units, so the contention before and after each sample is kept with
   it. */
static void sample_row(struct machine *machine, const struct statement_loop *loop,
                       struct statement_row *row, struct others *others) {
    struct timing timing;
    double before = others->now;
    bool seen = others->seen;
    if (is_settled(row) || !statement_sample(machine, loop, row->rounds, &timing))
        return;
    look(machine, others);
    row->sample[row->samples].cycles = timing.cycles;
    row->sample[row->samples].contention = fmax(before, others->now);
    row->sample[row->samples++].seen = seen || others->seen;
}

static void judge(struct statement_row *row, size_t count, const struct others *others) {
    for (size_t i = 0; i < count; i++) {
        row[i].least_contention = others->least;
        row[i].visible = come_and_go(others);
        row[i].trusted = is_trusted(others);
    }
}

static bool lacks_samples(const struct statement_row *row, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (row[i].samples < STATEMENT_MOST_SAMPLES &&
            statement_alone(&row[i]) < statement_repeats())
            return true;
    return false;
}

static bool all_settled(const struct statement_row *row, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!is_settled(&row[i]))
            return false;
    return true;
}

/* Samples every row in each pass, since disturbances last.  The first passes sample
   unconditionally; later ones wait, for a limited time, until the core is uncontended. */
void statement_measure(struct machine *machine, const struct statement_loop *loop, size_t count,
                       struct statement_row *row) {
    struct others others = expect_others(machine);
    for (size_t i = 0; i < count; i++)
        row[i] = (struct statement_row){.rounds = enough_rounds(machine, &loop[i])};
    double until_ns = machine_age_ns(machine) + PATIENCE_NS;
    size_t tries = STATEMENT_TRIES_EACH * statement_repeats(), pass = 0;
    bool patient = true;
    while (!all_settled(row, count) && (pass < tries || (patient && lacks_samples(row, count)))) {
        look(machine, &others);
        patient = machine_age_ns(machine) < until_ns;
        if (patient && pass >= statement_repeats() && is_contended(&others)) {
            machine_rest(machine, REST_NS);
            machine_move(machine);
            continue;
        }
        for (size_t i = 0; i < count; i++)
            sample_row(machine, &loop[i], &row[i], &others);
        judge(row, count, &others);
        pass++;
    }
}

void statement_print_contention(const struct statement_row *row, FILE *out) {
    if (row->trusted && is_measured(row->least_contention))
        fprintf(out, "# contention: %.3f\n", row->least_contention);
}

void statement_print(size_t key, size_t in_a_round, const struct statement_row *row, FILE *out) {
    if (row->samples == 0)
        return;
    fprintf(out, "%zu\t%zu\t%.4f\t", key, in_a_round, statement_best(row));
    fprintf(out, is_measured(agreement(row)) ? "%.0f\n" : "-\n", floor(agreement(row)));
}

/* Prints the loops of the control, which show whether another thread used the core. */
static void print_control(const struct statement_loop *loop, const struct statement_row *row,
                          FILE *out) {
    fprintf(out, "# section: control\n# columns: loop instructions cycles alone_percent\n");
    for (size_t i = 0; i < CONTROLS; i++)
        statement_print(i + 1, loop[i].unrolled * mix_instructions(&control_mix[i / 2]), &row[i],
                        out);
}

const char *statement_sweep(struct machine *machine, const char *name,
                            const struct statement_loop *loop, size_t count, FILE *out) {
    struct statement_loop all[MOST + CONTROLS];
    struct statement_row row[MOST + CONTROLS];
    struct mix_text text[CONTROL_MIXES];
    count = count < MOST ? count : MOST;
    if (loop->run == NULL)
        return NEVER_HERE "this compiler, with these flags, keeps values in memory";
    memcpy(all, loop, count * sizeof *loop);
    for (size_t i = 0; i < CONTROL_MIXES; i++)
        mix_loops(&control_mix[i], &text[i], &all[count + 2 * i]);
    bool controlled = control_mix->run[0] != NULL;
    statement_measure(machine, all, count + (controlled ? CONTROLS : 0), row);
    fprintf(out, "# sweep: %s\n# statement: %s\n# types: %s\n", name, loop->statement, loop->types);
    fprintf(out, "# columns: streams unrolled %s_cycles%s alone_percent\n", name,
            loop->set ? "_a_set" : "");
    statement_print_contention(row, out);
    for (size_t i = 0; i < count; i++)
        statement_print(loop[i].streams, loop[i].unrolled, &row[i], out);
    if (controlled)
        print_control(&all[count], &row[count], out);
    return NULL;
}
