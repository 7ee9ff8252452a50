/* strided.c - Figure 8's parts. */
#include "strided.h"
#include "sample.h"

#include "../../analysis/compact/compact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ORDERS = 3,
    CALIBRATIONS = 5,
    MOST_SETS = 8 /* conflicts in several sets at once outnumber a victim cache (3.1.3) */
};

/* Times a hit, from where on no prefetcher is to blame and another order is not worth a try. */
static const double MISSES = 1.5;

/* ---- memory ---- */

bool strided_draw(struct strided *strided, struct machine *machine, struct dice *dice) {
    *strided = (struct strided){.machine = machine, .dice = dice};
    strided->order = malloc(STRIDED_ARENA / STRIDED_NARROWEST * sizeof *strided->order);
    return strided->order != NULL &&
           pages_draw(machine, &strided->pages, STRIDED_ARENA, PAGES_HUGE);
}

void strided_release(struct strided *strided) {
    if (strided->pages.mapped > 0)
        pages_release(strided->machine, &strided->pages);
    free(strided->order);
}

/* ---- one sequence ---- */

/* Half of what the stride has room for: the widest stride is two ways, and sets repeat after one
   way. */
static size_t sets_beside(size_t stride) {
    size_t sets = stride / 2 / STRIDED_BLOCK;
    return sets < 1 ? 1 : sets > MOST_SETS ? MOST_SETS : sets;
}

bool strided_fits(const struct sequence *sequence) {
    return sequence->lines * sequence->stride <= STRIDED_ARENA;
}

/* Fills the order with the sequence's places. Returns how many. */
static size_t place_strided(struct strided *strided, const struct sequence *sequence) {
    size_t sets = sets_beside(sequence->stride), count = sequence->lines * sets;
    size_t *order = strided->order;
    if (sequence->stride < STRIDED_BLOCK) {
        order_blocks(strided->dice, order, count, sequence->stride, STRIDED_BLOCK);
    } else {
        for (size_t i = 0; i < count; i++)
            order[i] = i / sets * sequence->stride + i % sets * STRIDED_BLOCK;
    }
    for (size_t i = 0; i < count; i++)
        if (order[i] / sequence->stride == sequence->lines - 1)
            order[i] += sequence->shift;
    if (sequence->stride >= STRIDED_BLOCK)
        order_shuffle(strided->dice, order, count);
    return count;
}

/* Whether places fit does not hinge on their order, but some orders meet a prefetcher that fetches
   what nobody asked for: so where one order costs a little more than a hit, others are tried, and
   the best counts. */
double strided_measure(struct strided *strided, const struct sequence *sequence) {
    double least = NEVER, fast = compact_limit(strided->hit, strided->noisy_hit, strided->hit);
    for (int i = 0; i < ORDERS; i++) {
        struct timing timing;
        struct chain chain;
        size_t count = place_strided(strided, sequence);
        chain_link(strided->machine, &chain, &strided->pages, strided->order, count);
        if (sample_chain(strided->machine, &chain, &timing))
            least = fmin(least, timing.cycles);
        if (least <= fast || least > MISSES * strided->hit)
            break;
    }
    return least;
}

/* ---- where they rise ---- */

static double cycles_of_lines(struct strided *strided, size_t stride, size_t lines) {
    struct sequence sequence = {.stride = stride, .lines = lines};
    return strided_fits(&sequence) ? strided_measure(strided, &sequence) : NEVER;
}

void strided_calibrate(struct strided *strided) {
    double most = 0;
    strided->hit = NEVER;
    for (int i = 0; i < CALIBRATIONS; i++) {
        double cycles = cycles_of_lines(strided, STRIDED_NARROWEST, 1);
        strided->hit = fmin(strided->hit, cycles);
        if (cycles < NEVER)
            most = fmax(most, cycles);
    }
    strided->noisy_hit = most;
}

size_t strided_rise(struct strided *strided, size_t stride, size_t far) {
    double limit =
        compact_limit(strided->hit, strided->noisy_hit, cycles_of_lines(strided, stride, far));
    size_t fast = 1, slow = far;
    while (slow - fast > 1) {
        size_t middle = fast + (slow - fast) / 2;
        if (cycles_of_lines(strided, stride, middle) > limit)
            slow = middle;
        else
            fast = middle;
    }
    return slow;
}

size_t strided_far(struct strided *strided) {
    double limit = compact_limit(strided->hit, strided->noisy_hit, strided->hit);
    size_t far = 2;
    while (far * STRIDED_NARROWEST <= STRIDED_ARENA &&
           cycles_of_lines(strided, STRIDED_NARROWEST, far) <= limit)
        far *= 2;
    return far * 2;
}
