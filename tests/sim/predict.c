/* predict.c - two-bit counters, the dependent chain of the generator, and the instructions beside
   it. */
#include "predict.h"

/* A step is three shifts and three bitwise operations; a branch is a test and a jump. */
enum { SHIFTS = 3, BITWISE = 3, TESTS = 2, STRONGLY_TAKEN = 3, TAKEN = 2 };

/* What divisions give is computed once for all rounds. */
struct loop {
    double between, tests, taken, miss, last; /* cycles between two instructions that enter, ... */
    double ready, entered; /* when the generator's value is ready, the next instruction may enter */
};

/* Steps of the generator: from one value to the next, and until all instructions have entered. */
struct steps {
    double value, entering;
};

static struct steps count_steps(const struct sim_execute *execute, size_t count) {
    double step = SHIFTS * execute_find(execute, OP_SHL, "i32")->cycles +
                  BITWISE * execute_find(execute, OP_AND, "i32")->cycles;
    return (struct steps){(double)count * step,
                          (double)(count * (SHIFTS + BITWISE)) / execute->width};
}

static double later(double one, double other) {
    return one > other ? one : other;
}

/* Instructions enter in order, as many in a cycle as the core is wide, and each depends on the one
   before.  So the last one cannot end earlier than LAST cycles after it entered. */
static void run_steps(struct loop *loop, const struct steps *steps) {
    loop->ready = later(loop->ready, loop->entered) + steps->value;
    loop->entered += steps->entering;
    loop->ready = later(loop->ready, loop->entered - loop->between + loop->last);
}

/* Returns whether any bit under MASK is 1. */
static bool is_taken(struct predictor *predictor, uint32_t mask) {
    if (mask == 0 || mask == UINT32_MAX)
        return mask != 0;
    return ((uint32_t)(rng_next(&predictor->bits) >> 16) & mask) != 0;
}

static bool predict(unsigned char *counter, bool taken) {
    bool right = (*counter >= TAKEN) == taken;
    if (taken && *counter < STRONGLY_TAKEN)
        ++*counter;
    else if (!taken && *counter > 0)
        --*counter;
    return right;
}

/* A taken branch delays later instructions, and a mispredicted one discards those that entered on
   the wrong path. */
static void branch(struct loop *loop, bool taken, bool right) {
    loop->entered += taken ? loop->taken : loop->tests;
    if (!right && loop->miss > 0)
        loop->entered = later(loop->entered, loop->ready + loop->miss);
}

double predict_rounds(const struct sim_execute *execute, struct predictor *predictor,
                      const struct branches *branches, size_t rounds) {
    const struct sim_operation *bitwise = execute_find(execute, OP_AND, "i32");
    if (execute_find(execute, OP_SHL, "i32") == NULL || bitwise == NULL ||
        branches->count > PREDICTED_BRANCHES)
        return 0;
    double tests = TESTS / execute->width;
    struct loop loop = {.between = 1 / execute->width,
                        .tests = tests,
                        .taken = tests + execute->loop,
                        .miss = execute->miss,
                        .last = bitwise->cycles};
    struct steps several = count_steps(execute, branches->steps), one = count_steps(execute, 1);
    for (; rounds > 0; rounds--) {
        for (size_t i = 0; i < branches->count; i++) {
            run_steps(&loop, &several);
            bool taken = is_taken(predictor, branches->mask[i]);
            branch(&loop, taken, predict(&predictor->counter[i], taken));
        }
        run_steps(&loop, &one);
        branch(&loop, true, true);
    }
    return loop.ready;
}
