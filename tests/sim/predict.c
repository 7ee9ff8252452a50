/* predict.c - two-bit counters, the dependent chain of the generator, and the instructions beside
   it. */
#include "predict.h"

/* A step is three shifts and three bitwise operations; a branch is a test and a jump. */
enum { SHIFTS = 3, BITWISE = 3, TESTS = 2, STRONGLY_TAKEN = 3, TAKEN = 2 };

/* When the generator's value is ready, and when the next instruction may enter. */
struct loop {
    const struct sim_execute *execute;
    double step, ready, entered;
};

static double later(double one, double other) {
    return one > other ? one : other;
}

/* Instructions enter in order, as many in a cycle as the core is wide, and each depends on the one
   before.  So the last one cannot end earlier than LAST cycles after it entered. */
static void run_steps(struct loop *loop, size_t steps, double last) {
    double operations = (double)(steps * (SHIFTS + BITWISE)), width = loop->execute->width;
    loop->ready = later(loop->ready, loop->entered) + (double)steps * loop->step;
    loop->entered += operations / width;
    loop->ready = later(loop->ready, loop->entered - 1 / width + last);
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
    loop->entered += TESTS / loop->execute->width + (taken ? loop->execute->loop : 0);
    if (!right && loop->execute->miss > 0)
        loop->entered = later(loop->entered, loop->ready + loop->execute->miss);
}

double predict_rounds(const struct sim_execute *execute, struct predictor *predictor,
                      const struct branches *branches, size_t rounds) {
    const struct sim_operation *shift = execute_find(execute, OP_SHL, "i32");
    const struct sim_operation *bitwise = execute_find(execute, OP_AND, "i32");
    if (shift == NULL || bitwise == NULL || branches->count > PREDICTED_BRANCHES)
        return 0;
    struct loop loop = {execute, SHIFTS * shift->cycles + BITWISE * bitwise->cycles, 0, 0};
    for (; rounds > 0; rounds--) {
        for (size_t i = 0; i < branches->count; i++) {
            run_steps(&loop, branches->steps, bitwise->cycles);
            bool taken = is_taken(predictor, branches->mask[i]);
            branch(&loop, taken, predict(&predictor->counter[i], taken));
        }
        run_steps(&loop, 1, bitwise->cycles);
        branch(&loop, true, true);
    }
    return loop.ready;
}
