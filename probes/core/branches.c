/* branches.c - the sweep of mispredicted branches: what a round of the loop takes with none of its
   branches random, with each of them alone, and with all (METHODS 1.21).

   The generator's next step waits for the last one, and this chain is what a round takes.  Behind
   a misprediction it begins anew, since all work on the wrong path is thrown away: its first
   instruction stands behind the branch on both paths, and no other jump is near. */
#include "../common/keep.h"
#include "../common/spread.h"
#include "../machine/branch.h"
#include "../machine/sweep.h"

#include <math.h>

enum { BRANCHES = 4, LENGTHS = 2, ROWS = BRANCHES + 3 };
/* Half of a random branch's predictions are wrong, but for the deviation of so many throws: of
   160000 it is a part in 400. */
enum {
    PASSES = 80,
    TRIES = 3 * PASSES,
    FEWEST = PASSES / 2,
    FEWEST_ROUNDS = 2000,
    MOST_ROUNDS = 1 << 22
};
/* Of what fills the core alone: more is another's part. */
static const double CONTENDED = 1.1;
static const double PATIENCE_NS = 2e9;
/* Before a sample a part of it, in which the predictor forgets what was random the last time. */
enum { LEARNING = 8 };

static const uint32_t ONE_BIT = UINT32_C(1) << 15, ALL_BITS = UINT32_C(0xffffffff);

/* ---- the loops ---- */

#if defined __OPTIMIZE__ && defined KEEP_i32
/* Nothing repeats for 2^32 - 1 steps; from one sample to the next the sequence goes on. */
static uint32_t generator = 2463534242;
static volatile uint32_t sink;

/* The statement in the arm, of which the compiler knows nothing, keeps it from a conditional move;
   it is no instruction, so that the generator's are the next on both paths. */
#define STEP x ^= x << 13, x ^= x >> 17, x ^= x << 5;
#define BRANCH(i)                                                                                  \
    if (x & mask[i]) {                                                                             \
        KEEP_i32(arms)                                                                             \
    }
#define SHORT(i) STEP BRANCH(i)
#define LONG(i) STEP STEP BRANCH(i)
#define ALL_BRANCHES(each) each(0) each(1) each(2) each(3)
/* The loop's own branch has a step before it, so that what is behind a misprediction is never a
   jump. */
#define DEFINE_LOOP(name, each)                                                                    \
    static void name(size_t rounds, const volatile uint32_t *mask) {                               \
        uint32_t x = generator, arms = 0;                                                          \
        for (; rounds > 0; rounds--) {                                                             \
            ALL_BRANCHES(each)                                                                     \
            STEP                                                                                   \
        }                                                                                          \
        generator = x;                                                                             \
        sink = arms;                                                                               \
    }
DEFINE_LOOP(run_short, SHORT)
DEFINE_LOOP(run_long, LONG)
#else
typedef void branch_loop(size_t rounds, const volatile uint32_t *mask);
static branch_loop *const run_short = NULL, *const run_long = NULL;
#endif

/* ---- the sweep ---- */

/* So many branches from FIRST on are random, or so many taken always. */
struct row {
    size_t always, first, random, measured;
    uint32_t mask[BRANCHES];
    struct branches branches;
    double cycles[PASSES], contention[PASSES]; /* and what filled the core, about it */
};

static bool is_random(const struct row *row, size_t branch) {
    return branch >= row->first && branch < row->first + row->random;
}

static void describe(struct row *row, size_t length, size_t i) {
    row->always = i > BRANCHES + 1 ? BRANCHES : 0;
    row->random = i == 0 || row->always > 0 ? 0 : i > BRANCHES ? BRANCHES : 1;
    row->first = row->random == 1 ? i - 1 : 0;
    row->measured = 0;
    for (size_t k = 0; k < BRANCHES; k++)
        row->mask[k] = row->always > 0 ? ALL_BITS : is_random(row, k) ? ONE_BIT : 0;
    row->branches =
        (struct branches){length, BRANCHES, row->mask, length == 1 ? run_short : run_long};
}

/* The clock times them well. */
static size_t find_rounds(struct machine *machine, const struct branches *branches) {
    struct timing timing = {0, 0};
    size_t rounds = FEWEST_ROUNDS / 2;
    do {
        rounds *= 2;
        branch_sample(machine, branches, rounds, &timing);
    } while (timing.ns * (double)rounds < machine_quantum_ns(machine) && rounds < MOST_ROUNDS);
    return rounds;
}

/* Another thread of the core makes each misprediction dearer: it takes turns at fetching.  The
   LEAST that fills the core was taken alone. */
static void sample_row(struct machine *machine, struct row *row, size_t rounds, double *least) {
    struct timing timing;
    branch_sample(machine, &row->branches, rounds / LEARNING, &timing);
    double before = machine_contention(machine);
    *least = fmin(*least, before);
    if (before > CONTENDED * *least || !branch_sample(machine, &row->branches, rounds, &timing))
        return;
    double after = machine_contention(machine);
    *least = fmin(*least, after);
    row->contention[row->measured] = fmax(before, after);
    row->cycles[row->measured++] = timing.cycles;
}

/* Keeps those that were taken alone, as is known by now. */
static void keep_alone(struct row *row, double least) {
    size_t kept = 0;
    for (size_t i = 0; i < row->measured; i++)
        if (row->contention[i] <= CONTENDED * least) {
            row->contention[kept] = row->contention[i];
            row->cycles[kept++] = row->cycles[i];
        }
    row->measured = kept;
}

/* All in each pass, since disturbances last (METHODS T3), as often as it takes.  Returns false
   where too few samples of any were good. */
static bool measure(struct machine *machine, struct row *row, size_t rows) {
    bool good = true;
    double least = HUGE_VAL, end_ns = machine_age_ns(machine) + PATIENCE_NS;
    size_t rounds = find_rounds(machine, &row[0].branches);
    for (size_t try = 0; try < TRIES && machine_age_ns(machine) < end_ns; try++)
        for (size_t i = 0; i < rows; i++) {
            keep_alone(&row[i], least);
            if (row[i].measured < PASSES)
                sample_row(machine, &row[i], rounds, &least);
        }
    for (size_t i = 0; i < rows; i++) {
        keep_alone(&row[i], least);
        good &= row[i].measured >= FEWEST;
    }
    return good;
}

sweep sweep_branches;

const char *sweep_branches(struct machine *machine, FILE *out) {
    static struct row row[LENGTHS * ROWS];
    for (size_t i = 0; i < LENGTHS * ROWS; i++)
        describe(&row[i], 1 + i / ROWS, i % ROWS);
    if (row[0].branches.run == NULL)
        return NEVER_HERE "this compiler, with these flags, keeps values in memory";
    if (!measure(machine, row, LENGTHS * ROWS))
        return "samples were disturbed, or other threads ran";
    fprintf(out, "# sweep: branches\n# columns: steps always random first cycles\n");
    for (size_t i = 0; i < LENGTHS * ROWS; i++) {
        double cycles = spread_of(row[i].cycles, row[i].measured).median;
        fprintf(out, "%zu\t%zu\t%zu\t%zu\t%.4f\n", row[i].branches.steps, row[i].always,
                row[i].random, row[i].first, cycles);
    }
    return NULL;
}
