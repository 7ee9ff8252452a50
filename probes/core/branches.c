/* branches.c - measures the cost of a mispredicted branch by rounds of a loop in which no branch,
   each branch in turn, or all branches are random.  Fails if the compiler keeps values in memory,
   or if too few samples are free of contention.

   Each step of the generator depends on the step before, and this chain is the critical path of a
   round.  A misprediction delays it, since the work on the wrong path is discarded.  The chain's
   next instruction follows the branch on both paths, with no other jump near. */
#include "../common/keep.h"
#include "../common/spread.h"
#include "../machine/branch.h"
#include "../machine/sweep.h"

#include <math.h>

enum { BRANCHES = 4, LENGTHS = 2, ROWS = BRANCHES + 3 };
/* Half of a random branch's predictions are wrong, up to a statistical deviation: one part in 400
   for 160000 branches. */
enum {
    PASSES = 80,
    TRIES = 3 * PASSES,
    FEWEST = PASSES / 2,
    FEWEST_ROUNDS = 2000,
    MOST_ROUNDS = 1 << 22
};
/* Work that fills the core takes this many times its least cost only if another thread
   contends. */
static const double CONTENDED = 1.1;
static const double PATIENCE_NS = 2e9;
/* Before a sample, this part of its rounds lets the predictor forget the last row's outcomes. */
enum { LEARNING = 8 };

static const uint32_t ONE_BIT = UINT32_C(1) << 15, ALL_BITS = UINT32_C(0xffffffff);

/* ---- the loops ---- */

#if defined __OPTIMIZE__ && defined KEEP_i32
/* The sequence has a period of 2^32 - 1 steps, and continues from one sample to the next. */
static uint32_t generator = 2463534242;
static volatile uint32_t sink;

/* The opaque statement in the arm keeps the compiler from a conditional move.  It is no
   instruction, so the generator's next step follows on both paths. */
#define STEP x ^= x << 13, x ^= x >> 17, x ^= x << 5;
#define BRANCH(i)                                                                                  \
    if (x & mask[i]) {                                                                             \
        KEEP_i32(arms)                                                                             \
    }
#define SHORT(i) STEP BRANCH(i)
#define LONG(i) STEP STEP BRANCH(i)
#define ALL_BRANCHES(each) each(0) each(1) each(2) each(3)
/* A step precedes the loop's own branch, so that no jump directly follows a misprediction.  The
   loops are aligned, so that the cost of a branch does not depend on what is linked before them. */
#define DEFINE_LOOP(name, each)                                                                    \
    __attribute__((aligned(64))) static void name(size_t rounds, const volatile uint32_t *mask) {  \
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

/* RANDOM branches from FIRST on are random, or ALWAYS branches are always taken. */
struct row {
    size_t always, first, random, measured;
    uint32_t mask[BRANCHES];
    struct branches branches;
    double cycles[PASSES], contention[PASSES]; /* and the contention before or after each sample */
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

/* Returns the rounds that the clock times well. */
static size_t find_rounds(struct machine *machine, const struct branches *branches) {
    struct timing timing = {0, 0};
    size_t rounds = FEWEST_ROUNDS / 2;
    do {
        rounds *= 2;
        branch_sample(machine, branches, rounds, &timing);
    } while (timing.ns * (double)rounds < machine_quantum_ns(machine) && rounds < MOST_ROUNDS);
    return rounds;
}

/* Another thread of the core makes each misprediction more expensive, since the two alternate in
   fetching.  LEAST is the uncontended cost. */
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

/* Discards samples that were taken under contention, as LEAST now shows. */
static void keep_alone(struct row *row, double least) {
    size_t kept = 0;
    for (size_t i = 0; i < row->measured; i++)
        if (row->contention[i] <= CONTENDED * least) {
            row->contention[kept] = row->contention[i];
            row->cycles[kept++] = row->cycles[i];
        }
    row->measured = kept;
}

/* Samples every row in each pass, since disturbances last.  Returns false if any row has too few
   good samples. */
static bool measure(struct machine *machine, struct row *row, size_t rows) {
    bool good = true;
    double least = NOT_MEASURED, end_ns = machine_age_ns(machine) + PATIENCE_NS;
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
        return "other threads ran on the core, or disturbed too many samples";
    fprintf(out, "# sweep: branches\n# columns: steps always random first cycles\n");
    for (size_t i = 0; i < LENGTHS * ROWS; i++) {
        double cycles = spread_of(row[i].cycles, row[i].measured).median;
        fprintf(out, "%zu\t%zu\t%zu\t%zu\t%.4f\n", row[i].branches.steps, row[i].always,
                row[i].random, row[i].first, cycles);
    }
    return NULL;
}
