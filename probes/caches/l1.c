/* l1.c - the sweep of the first data cache: measures the longest strided sequences that fit.

   X-Ray's compact sets (sections 4.2 to 4.4): a sequence of `lines` places `stride` bytes apart is
   compact, that is, each load hits, if and only if lines <= max(C / stride, A) (Theorem 1).  Narrow
   strides show the capacity C as the knee of the latency curve, wide ones the associativity A; and
   A + 1 places no longer conflict once the last of them is shifted by a whole line (Figure 10). The
   rows of the table are such sequences; which of them are measured is found by Figure 8's doubling
   and halving on one layout.  Fails where no sequence could be measured, or none is too long. */
#include "../common/order.h"
#include "../common/sequence.h"
#include "../common/shift.h"
#include "../common/spread.h"
#include "../machine/sweep.h"

#include "../../analysis/compact.h"
#include "../../analysis/room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAYOUTS = 5, PASSES = 3, ATTEMPTS = 4, MOST_ROWS = 256 };

/* Layouts of a row agree within the factor by which the sampler lets two samples differ. */
static const double AGREE = 1.02, BEYOND_DOUBT = 1.2;

enum expected { ANY, FAST, SLOW };

struct row {
    struct sequence sequence;
    double cycles[LAYOUTS];
    bool settled;
    enum expected expected; /* by the search on the first layout */
};

struct plan {
    struct layout layout[LAYOUTS]; /* the search uses the first */
    struct dice dice;
    struct row row[MOST_ROWS];
    size_t rows;
};

/* ---- which sequences are worth a row ---- */

static void add_row(struct plan *plan, size_t stride, size_t lines, size_t shift) {
    struct row row = {.sequence = {stride, lines, shift}};
    for (size_t layout = 0; layout < LAYOUTS; layout++)
        row.cycles[layout] = NOT_MEASURED;
    const struct sequence *last = &plan->row[plan->rows > 0 ? plan->rows - 1 : 0].sequence;
    bool again = plan->rows > 0 && last->stride == stride && last->lines >= lines && shift == 0;
    if (room_for(ROOM_OF(plan->row), plan->rows + 1, 1) && lines > 0 && !again &&
        sequence_fits(&row.sequence))
        plan->row[plan->rows++] = row;
}

static void expect(struct plan *plan, size_t stride, size_t lines, enum expected what) {
    for (size_t i = 0; i < plan->rows; i++) {
        const struct sequence *sequence = &plan->row[i].sequence;
        if (sequence->stride == stride && sequence->lines == lines && sequence->shift == 0)
            plan->row[i].expected = what;
    }
}

/* Adds the rows of a stride: the hit, both sides of the rise, a little further on each side where
   there is room, since the rise of other layouts may lie there, and far behind it. */
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
    expect(plan, stride, slow - 1 - 2 * little, FAST);
    expect(plan, stride, slow + 2 * little, SLOW);
}

/* Figure 10, by doubling: A + 1 places a way apart, the last shifted by a power of two or thrice
   one, and by a word less. */
static void add_shifts(struct plan *plan, size_t way, size_t lines) {
    const size_t word = sizeof(void *);
    for (size_t shift = word; shift < way && shift < SEQUENCE_BLOCK; shift = shift_next(shift)) {
        if (!shift_is_near(shift))
            add_row(plan, way, lines, shift - word);
        add_row(plan, way, lines, shift);
    }
}

/* SLOW places conflict if they are WAY apart.  If fewer conflict at three times that distance, a
   way is three times as large. */
static void add_way(struct plan *plan, size_t way, size_t slow) {
    struct layout *first = &plan->layout[0];
    first->way = way;
    size_t thrice = sequence_rise(first, 3 * way, slow);
    first->way = thrice < slow ? 3 * way : way;
    add_stride(plan, 3 * way, thrice, 2 * thrice);
    add_stride(plan, 6 * way, thrice, 2 * thrice);
    add_shifts(plan, first->way, thrice);
}

/* Figure 8: the rise at ever wider strides, until it no longer moves.  Where lines or ways are no
   power of two all those strides map to several sets, but strides three times as wide may not. */
static void plan_rows(struct plan *plan) {
    struct layout *first = &plan->layout[0];
    plan->rows = 0;
    first->way = 0;
    sequence_calibrate(first);
    size_t stride = SEQUENCE_NARROWEST, far = sequence_far(first), slow = 0, last = far;
    for (; slow != last && far * stride <= SEQUENCE_ARENA; stride *= 2) {
        last = slow;
        slow = sequence_rise(first, stride, far);
        add_stride(plan, stride, slow, slow == last ? 2 * slow : far);
        far = slow;
    }
    if (slow == last)
        add_way(plan, stride / 4, slow);
    for (size_t layout = 1; layout < LAYOUTS; layout++) {
        plan->layout[layout].way = first->way;
        plan->layout[layout].hit = first->hit;
        plan->layout[layout].noisy_hit = first->noisy_hit;
    }
}

/* ---- the table ---- */

static int compare_rows(const void *a, const void *b) {
    const struct sequence *x = &((const struct row *)a)->sequence;
    const struct sequence *y = &((const struct row *)b)->sequence;
    if (x->stride != y->stride)
        return x->stride < y->stride ? -1 : 1;
    if (x->lines != y->lines)
        return x->lines < y->lines ? -1 : 1;
    return x->shift < y->shift ? -1 : x->shift > y->shift;
}

static struct spread spread_of_row(const struct row *row) {
    double cycles[LAYOUTS];
    memcpy(cycles, row->cycles, sizeof cycles);
    return spread_of(cycles, LAYOUTS);
}

/* Returns whether the layouts agree, or all of them certainly miss.  HIT is the cycles of a
   hit. */
static bool is_settled(const struct row *row, double hit) {
    struct spread spread = spread_of_row(row);
    bool measured = is_measured(spread.high);
    bool agree = spread.high <= AGREE * spread.low;
    bool miss = spread.low > BEYOND_DOUBT * hit;
    return measured && (agree || miss);
}

/* Measures ROW on a layout, and keeps the minimum. */
static void measure_row(struct plan *plan, struct row *row, size_t layout) {
    double cycles = sequence_measure(&plan->layout[layout], &row->sequence);
    row->cycles[layout] = fmin(row->cycles[layout], cycles);
}

/* Measures the rows that have not settled, in a random order, so that a disturbance does not fall
   on one part of the curve. */
static void measure_layout(struct plan *plan, size_t layout) {
    size_t order[MOST_ROWS];
    order_spaced(&plan->dice, order, plan->rows, 0, 1);
    for (size_t i = 0; i < plan->rows; i++)
        if (!plan->row[order[i]].settled)
            measure_row(plan, &plan->row[order[i]], layout);
}

/* Measures the rows that have not settled, on every layout, and notes which have settled then. */
static void measure_unsettled(struct plan *plan) {
    for (size_t layout = 0; layout < LAYOUTS; layout++)
        measure_layout(plan, layout);
    for (size_t i = 0; i < plan->rows; i++)
        plan->row[i].settled = is_settled(&plan->row[i], plan->layout[0].hit);
}

/* Returns whether most layouts confirm the search, which noise can mislead. */
static bool holds(const struct plan *plan) {
    double limit = AGREE * fmax(plan->layout[0].hit, plan->layout[0].noisy_hit);
    for (size_t i = 0; i < plan->rows; i++) {
        const struct row *row = &plan->row[i];
        double cycles = spread_of_row(row).median;
        if ((row->expected == FAST && cycles > limit) || (row->expected == SLOW && cycles <= limit))
            return false;
    }
    return true;
}

/* If a way is no larger than a page, the order of pages does not matter. */
static double share_sorted(const struct plan *plan) {
    const struct layout *first = &plan->layout[0];
    double sorted = 0;
    if (first->way <= first->pages.page_bytes)
        return 0;
    for (size_t layout = 0; layout < LAYOUTS; layout++)
        sorted += plan->layout[layout].page != NULL;
    return sorted / LAYOUTS;
}

/* Prints the rows that were measured on all layouts except at most one.  Returns NULL, or why
   there is no table. */
static const char *print_rows(struct plan *plan, FILE *out) {
    const struct pages *pages = &plan->layout[0].pages;
    size_t printed = 0;
    qsort(plan->row, plan->rows, sizeof plan->row[0], compare_rows);
    fprintf(out, "# sweep: l1\n# pages: %s\n", pages->huge ? "huge" : "small");
    fprintf(out, "# section: sequences\n# columns: stride lines shift cycles low high\n");
    for (size_t i = 0; i < plan->rows; i++) {
        const struct row *row = &plan->row[i];
        struct spread spread = spread_of_row(row);
        if (!is_measured(spread.high))
            continue;
        printed++;
        fprintf(out, "%zu\t%zu\t%zu\t%.4f\t%.4f\t%.4f\n", row->sequence.stride, row->sequence.lines,
                row->sequence.shift, spread.median, spread.low, spread.high);
    }
    fprintf(out, "# section: pages\n# columns: page sorted\n%zu\t%.3f\n", pages->page_bytes,
            share_sorted(plan));
    return printed > 0 ? NULL : "no sequence could be measured, or none has an end";
}

/* ---- memory ---- */

static bool draw(struct plan *plan, struct machine *machine) {
    for (size_t layout = 0; layout < LAYOUTS; layout++)
        if (!sequence_draw(&plan->layout[layout], machine, &plan->dice))
            return false;
    return true;
}

/* Returns whether page frames can spoil an attempt: only if a way is larger than a page, or
   unknown. */
static bool depends_on_frames(const struct plan *plan) {
    const struct layout *first = &plan->layout[0];
    return first->way == 0 || first->way > first->pages.page_bytes;
}

/* Sorts the pages of all layouts, or of none. */
static void sort_pages(struct plan *plan) {
    for (size_t layout = 0; layout < LAYOUTS; layout++)
        if (layout == 0 || plan->layout[0].page != NULL)
            sequence_sort(&plan->layout[layout]);
}

/* Plans and measures the rows, again if other layouts do not confirm the search. */
static void measure(struct plan *plan) {
    for (int i = 0; i < ATTEMPTS && (i == 0 || !holds(plan)); i++) {
        if (i > 0 && depends_on_frames(plan))
            sort_pages(plan);
        plan_rows(plan);
        for (int k = 0; k < PASSES; k++)
            measure_unsettled(plan);
    }
}

sweep sweep_l1;

const char *sweep_l1(struct machine *machine, FILE *out) {
    static struct plan plan;
    plan = (struct plan){.dice = {20040614}};
    const char *why = "no memory for the layouts";
    if (draw(&plan, machine)) {
        measure(&plan);
        why = print_rows(&plan, out);
    }
    for (size_t layout = 0; layout < LAYOUTS; layout++)
        sequence_release(&plan.layout[layout]);
    return why;
}
