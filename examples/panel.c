#include <config.h>

#include "panel.h"

#include "model.h"

/* ---- slices to the panel's slices ---- */

/* Slices lie in memory as they will in the panel. */
static void copy_slices(struct view from, size_t count, size_t width, size_t k, double *panel) {
    for (; k > 0; k--, from.at += from.along, panel += width) {
        size_t i = 0;
        for (; i + LANES <= count; i += LANES)
            vec_store(panel + i, vec_load(from.at + i));
        for (; i < count; i++)
            panel[i] = from.at[i];
        for (; i < width; i++)
            panel[i] = 0;
    }
}

static void copy_elements(struct view from, size_t count, size_t width, size_t k, double *panel) {
    for (; k > 0; k--, from.at += from.along, panel += width)
        for (size_t i = 0; i < width; i++)
            panel[i] = i < count ? from.at[(ptrdiff_t)i * from.across] : 0;
}

/* ---- slices across those of the panel ---- */

#ifdef EVEN_1

/* Swaps blocks of SIZE lanes on both sides of the diagonal. */
#define SWAP_BLOCKS(size)                                                                          \
    UNROLLED                                                                                       \
    for (size_t i = 0; i < LANES; i++)                                                             \
        if ((i & (size)) == 0) {                                                                   \
            vec even = EVEN_##size(row[i], row[i + (size)]);                                       \
            row[i + (size)] = ODD_##size(row[i], row[i + (size)]);                                 \
            row[i] = even;                                                                         \
        }

#if defined EVEN_4
#define SWAP_ALL SWAP_BLOCKS(1) SWAP_BLOCKS(2) SWAP_BLOCKS(4)
#elif defined EVEN_2
#define SWAP_ALL SWAP_BLOCKS(1) SWAP_BLOCKS(2)
#else
#define SWAP_ALL SWAP_BLOCKS(1)
#endif

INLINED void transpose(vec row[LANES]){SWAP_ALL}

/* COUNT elements, no more than LANES, of LANES slices; what is behind them is one of these again.
 */
INLINED void transpose_group(struct view from, size_t count, size_t width, double *panel) {
    vec row[LANES];
    UNROLLED
    for (size_t i = 0; i < LANES; i++)
        row[i] = vec_load(from.at + (ptrdiff_t)MODEL_LESS(i, count - 1) * from.across);
    transpose(row);
    UNROLLED
    for (size_t i = 0; i < LANES; i++)
        vec_store(panel + i * width, row[i]);
}

/* The last group of a slice may write over the next slice, so it goes first. */
static void transpose_groups(struct view from, size_t count, size_t width, double *panel) {
    size_t whole = count / LANES * LANES;
    if (whole < count)
        transpose_group(view_moved(from, whole, 0), count - whole, width, panel + whole);
    for (size_t i = whole; i > 0; i -= LANES)
        transpose_group(view_moved(from, i - LANES, 0), LANES, width, panel + i - LANES);
}

static void transpose_slices(struct view from, size_t count, size_t width, size_t k,
                             double *panel) {
    for (; k >= LANES; k -= LANES, from.at += LANES, panel += LANES * width)
        transpose_groups(from, count, width, panel);
    copy_elements(from, count, width, k, panel);
}

#else
#define transpose_slices(from, count, width, k, panel) copy_elements(from, count, width, k, panel)
#endif

void panel_pack(struct view from, size_t count, size_t width, size_t k, double *panel) {
    if (from.across == 1)
        copy_slices(from, count, width, k, panel);
    else if (from.along == 1)
        transpose_slices(from, count, width, k, panel);
    else
        copy_elements(from, count, width, k, panel);
}
