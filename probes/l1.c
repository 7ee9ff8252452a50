/* l1.c - the sweep of the first data cache: how long strided sequences can be and still fit.

   X-Ray's compact sets (sections 4.2 to 4.4): a sequence of `lines` places `stride` bytes apart
   is compact, which is to say a hit at each load, if and only if lines <= max(C / stride, A)
   (Theorem 1).  Narrow strides show the capacity C as the knee of the latency curve, wide ones
   the associativity A; and A + 1 places stop to conflict as soon as the last of them is shifted
   by a whole line (Figure 10).  The rows of the table are such sequences, measured; which of
   them are worth a row is found by Figure 8's doubling and halving on one layout. */
#include "harness/order.h"
#include "harness/probe.h"
#include "harness/sample.h"
#include "harness/spread.h"

#include "../analysis/compact/compact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LAYOUTS = 5,
    ORDERS = 3,
    PASSES = 3,
    ARENA = 2 << 20, /* bytes; a first level of a quarter of this would be missed */
    NARROWEST = 16,  /* bytes between places, to begin with: two pointers */
    BLOCK = 512,     /* bytes, surely no less than a line (BlackjackBench 3.1.1) */
    MOST_SETS = 8,   /* conflicts in several sets at once outnumber a victim cache (3.1.3) */
    MOST_ROWS = 256
};

/* Times a hit, from where on no prefetcher is to blame and another order is not worth a try. */
static const double MISSES = 1.5;

/* What the layouts of a row may differ by: what the sampler lets two samples. */
static const double AGREE = 1.02, BEYOND_DOUBT = 1.2;

/* LINES places STRIDE bytes apart, the last shifted by SHIFT; beside each, where the stride has
   room, further ones in other sets. */
struct sequence {
    size_t stride, lines, shift;
    double cycles[LAYOUTS];
    bool settled;
};

struct plan {
    struct machine *machine;
    struct pages pages[LAYOUTS];
    size_t *order;
    struct dice dice;
    double hit, noisy_hit; /* cycles: the fastest and the slowest */
    struct sequence row[MOST_ROWS];
    size_t rows;
};

/* ---- one sequence on one layout ---- */

/* Half of what the stride has room for: the widest stride is two ways, and sets repeat after one
   way. */
static size_t sets_beside(size_t stride) {
    size_t sets = stride / 2 / BLOCK;
    return sets < 1 ? 1 : sets > MOST_SETS ? MOST_SETS : sets;
}

static bool fits(const struct sequence *sequence) {
    return sequence->lines * sequence->stride <= ARENA;
}

/* Fills the plan's order with the sequence's places. Returns how many. */
static size_t place(struct plan *plan, const struct sequence *sequence) {
    size_t sets = sets_beside(sequence->stride), count = sequence->lines * sets;
    if (sequence->stride < BLOCK) {
        order_blocks(&plan->dice, plan->order, count, sequence->stride, BLOCK);
    } else {
        for (size_t i = 0; i < count; i++)
            plan->order[i] = i / sets * sequence->stride + i % sets * BLOCK;
    }
    for (size_t i = 0; i < count; i++)
        if (plan->order[i] / sequence->stride == sequence->lines - 1)
            plan->order[i] += sequence->shift;
    if (sequence->stride >= BLOCK)
        order_shuffle(&plan->dice, plan->order, count);
    return count;
}

/* Cycles of a load, or NEVER where no sample was good.  Whether places fit does not hinge on
   their order, but some orders meet a prefetcher that fetches what nobody asked for: so where one
   order costs a little more than a hit, others are tried, and the best counts. */
static double measure(struct plan *plan, const struct sequence *sequence, size_t layout) {
    double least = NEVER, fast = compact_limit(plan->hit, plan->noisy_hit, plan->hit);
    for (int i = 0; i < ORDERS; i++) {
        struct timing timing;
        struct chain chain;
        size_t count = place(plan, sequence);
        chain_link(plan->machine, &chain, &plan->pages[layout], plan->order, count);
        if (sample_chain(plan->machine, &chain, &timing))
            least = fmin(least, timing.cycles);
        if (least <= fast || least > MISSES * plan->hit)
            break;
    }
    return least;
}

/* ---- which sequences are worth a row ---- */

static double cycles_of(struct plan *plan, size_t stride, size_t lines) {
    struct sequence sequence = {.stride = stride, .lines = lines};
    return fits(&sequence) ? measure(plan, &sequence, 0) : NEVER;
}

/* What surely hits, a few times: its noise is what a rise must leave behind. */
static void calibrate(struct plan *plan) {
    double most = 0;
    plan->hit = NEVER;
    for (int i = 0; i < LAYOUTS; i++) {
        double cycles = cycles_of(plan, NARROWEST, 1);
        plan->hit = fmin(plan->hit, cycles);
        if (cycles < NEVER)
            most = fmax(most, cycles);
    }
    plan->noisy_hit = most;
}

/* The smallest number of lines that is not compact, FAR at the most (Figure 8's inner search). */
static size_t first_rise(struct plan *plan, size_t stride, size_t far) {
    double limit = compact_limit(plan->hit, plan->noisy_hit, cycles_of(plan, stride, far));
    size_t fast = 1, slow = far;
    while (slow - fast > 1) {
        size_t middle = fast + (slow - fast) / 2;
        if (cycles_of(plan, stride, middle) > limit)
            slow = middle;
        else
            fast = middle;
    }
    return slow;
}

static void add_row(struct plan *plan, size_t stride, size_t lines, size_t shift) {
    struct sequence row = {.stride = stride, .lines = lines, .shift = shift};
    for (size_t layout = 0; layout < LAYOUTS; layout++)
        row.cycles[layout] = NEVER;
    const struct sequence *last = &plan->row[plan->rows > 0 ? plan->rows - 1 : 0];
    bool again = plan->rows > 0 && last->stride == stride && last->lines >= lines && shift == 0;
    if (plan->rows < MOST_ROWS && lines > 0 && !again && fits(&row))
        plan->row[plan->rows++] = row;
}

/* A stride's rows: the hit, both sides of the rise, a little further on each side where there is
   room, since the rise of other layouts may lie there, and far behind it. */
static void add_stride(struct plan *plan, size_t stride, size_t slow, size_t far) {
    size_t little = slow / 32;
    add_row(plan, stride, 1, 0);
    add_row(plan, stride, slow - 1 - 2 * little, 0);
    add_row(plan, stride, slow - 1 - little, 0);
    add_row(plan, stride, slow - 1, 0);
    add_row(plan, stride, slow, 0);
    add_row(plan, stride, slow + little, 0);
    add_row(plan, stride, slow + 2 * little, 0);
    add_row(plan, stride, far, 0);
}

/* Figure 10, by doubling: A + 1 places a way apart, the last shifted, also by a word less, where a
   line that is no power of two shows. */
static void add_shifts(struct plan *plan, size_t way, size_t lines) {
    for (size_t shift = sizeof(void *); shift < way && shift < BLOCK; shift *= 2) {
        if (shift > 2 * sizeof(void *))
            add_row(plan, way, lines, shift - sizeof(void *));
        add_row(plan, way, lines, shift);
    }
}

/* So many lines of the narrowest stride that most of them conflict. */
static size_t first_far(struct plan *plan) {
    double limit = compact_limit(plan->hit, plan->noisy_hit, plan->hit);
    size_t far = 2;
    while (far * NARROWEST <= ARENA && cycles_of(plan, NARROWEST, far) <= limit)
        far *= 2;
    return far * 2;
}

/* Figure 8: the rise at ever wider strides, until it stays where it is. */
static void plan_rows(struct plan *plan) {
    calibrate(plan);
    size_t stride = NARROWEST, far = first_far(plan), slow = 0, last = far;
    for (; slow != last && far * stride <= ARENA; stride *= 2) {
        last = slow;
        slow = first_rise(plan, stride, far);
        add_stride(plan, stride, slow, slow == last ? 2 * slow : far);
        far = slow;
    }
    if (slow == last)
        add_shifts(plan, stride / 4, slow);
}

/* ---- the table ---- */

static int compare_rows(const void *a, const void *b) {
    const struct sequence *x = a, *y = b;
    if (x->stride != y->stride)
        return x->stride < y->stride ? -1 : 1;
    if (x->lines != y->lines)
        return x->lines < y->lines ? -1 : 1;
    return x->shift < y->shift ? -1 : x->shift > y->shift;
}

static struct spread spread_of_row(const struct sequence *row) {
    double cycles[LAYOUTS];
    memcpy(cycles, row->cycles, sizeof cycles);
    return spread_of(cycles, LAYOUTS);
}

/* Do the layouts agree, or do all miss beyond doubt?  What is not measured yet does not. */
static bool settled(const struct plan *plan, const struct sequence *row) {
    struct spread spread = spread_of_row(row);
    return spread.high < NEVER &&
           (spread.high <= AGREE * spread.low || spread.low > BEYOND_DOUBT * plan->hit);
}

/* Every row that is not settled on every layout, the rows of a layout in an order of its own, so
   that what disturbs for a while does not fall on one part of the curve (METHODS T3).  A layout
   keeps its minimum. */
static void measure_rows(struct plan *plan) {
    for (size_t layout = 0; layout < LAYOUTS; layout++) {
        size_t order[MOST_ROWS];
        for (size_t i = 0; i < plan->rows; i++)
            order[i] = i;
        order_shuffle(&plan->dice, order, plan->rows);
        for (size_t i = 0; i < plan->rows; i++) {
            struct sequence *row = &plan->row[order[i]];
            if (!row->settled)
                row->cycles[layout] = fmin(row->cycles[layout], measure(plan, row, layout));
        }
    }
    for (size_t i = 0; i < plan->rows; i++)
        plan->row[i].settled = settled(plan, &plan->row[i]);
}

/* Prints the rows that all layouts but one could measure.  Returns NULL, or why there is no table.
 */
static const char *print_rows(struct plan *plan, FILE *out) {
    size_t printed = 0;
    qsort(plan->row, plan->rows, sizeof plan->row[0], compare_rows);
    for (size_t i = 0; i < plan->rows; i++) {
        struct sequence *row = &plan->row[i];
        struct spread spread = spread_of_row(row);
        if (!(spread.high < NEVER))
            continue;
        if (printed++ == 0)
            fprintf(out,
                    "# sweep: l1\n# pages: %s\n# columns: stride lines shift cycles low high\n",
                    plan->pages[0].huge ? "huge" : "small");
        fprintf(out, "%zu\t%zu\t%zu\t%.4f\t%.4f\t%.4f\n", row->stride, row->lines, row->shift,
                spread.median, spread.low, spread.high);
    }
    return printed > 0 ? NULL : "no sequence could be measured, or none has an end";
}

/* ---- memory ---- */

static bool draw(struct plan *plan) {
    plan->order = malloc(ARENA / NARROWEST * sizeof *plan->order);
    if (plan->order == NULL)
        return false;
    for (size_t layout = 0; layout < LAYOUTS; layout++)
        if (!pages_draw(plan->machine, &plan->pages[layout], ARENA, PAGES_HUGE))
            return false;
    return true;
}

static void release(struct plan *plan) {
    for (size_t layout = 0; layout < LAYOUTS; layout++)
        if (plan->pages[layout].mapped > 0)
            pages_release(plan->machine, &plan->pages[layout]);
    free(plan->order);
    free(plan);
}

sweep sweep_l1;

const char *sweep_l1(struct machine *machine, FILE *out) {
    const char *why = "no memory for the layouts";
    struct plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL)
        return why;
    plan->machine = machine;
    plan->dice.state = 20040614;
    if (draw(plan)) {
        plan_rows(plan);
        for (int i = 0; i < PASSES; i++)
            measure_rows(plan);
        why = print_rows(plan, out);
    }
    release(plan);
    return why;
}
