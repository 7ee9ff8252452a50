#include <config.h>

#include "panel.h"

#include "model.h"
#include "tile.h"

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

#if defined INTERLEAVE_LOW && defined INTERLEAVE_HIGH

/* As many rounds as LANES is a power of two: rows i and i + LANES / 2 interleaved become rows 2i
   and 2i + 1, and the bits of an element's place, row and lane, turn by one. */
INLINED void transpose(vec row[LANES]) {
    UNROLLED
    for (size_t round = 1; round < LANES; round *= 2) {
        vec turned[LANES];
        UNROLLED
        for (size_t i = 0; i < LANES / 2; i++) {
            turned[2 * i] = INTERLEAVE_LOW(row[i], row[i + LANES / 2]);
            turned[2 * i + 1] = INTERLEAVE_HIGH(row[i], row[i + LANES / 2]);
        }
        UNROLLED
        for (size_t i = 0; i < LANES; i++)
            row[i] = turned[i];
    }
}

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
    for (size_t first = (count - 1) / LANES * LANES + LANES; first > 0; first -= LANES) {
        size_t i = first - LANES;
        struct view group = {from.at + (ptrdiff_t)i * from.across, from.across, from.along};
        transpose_group(group, MODEL_LESS(LANES, count - i), width, panel + i);
    }
}

static void transpose_slices(struct view from, size_t count, size_t width, size_t k,
                             double *panel) {
    for (; k >= LANES; k -= LANES, from.at += LANES, panel += LANES * width)
        transpose_groups(from, count, width, panel);
    copy_elements(from, count, width, k, panel);
}

#else
#define transpose_slices copy_elements
#endif

void panel_pack(struct view from, size_t count, size_t width, size_t k, double *panel) {
    if (from.across == 1)
        copy_slices(from, count, width, k, panel);
    else if (from.along == 1)
        transpose_slices(from, count, width, k, panel);
    else
        copy_elements(from, count, width, k, panel);
}

/* ---- the product ---- */

INLINED void multiply_tile(size_t vectors, size_t columns, size_t k, const double *a, struct view b,
                           const struct target *t) {
    vec sum[MODEL_MV * MODEL_NR];
    struct factors f = {k, a, b.at, (ptrdiff_t)vectors * LANES, b.along, b.across};
    tile_prefetch(vectors, columns, t->c, t->ldc);
    tile_multiply(vectors, columns, f, sum);
    tile_update(vectors, columns, sum, t);
}

/* One of the even numbers of columns that a tile may have.  Each is compiled if it is one. */
#define COLUMNS(n)                                                                                 \
    case n:                                                                                        \
        if (n <= MODEL_NR)                                                                         \
            multiply_tile(vectors, n, k, a, b, t);                                                 \
        break;

INLINED void multiply_columns(size_t vectors, size_t columns, size_t k, const double *a,
                              struct view b, const struct target *t) {
    switch (columns) {
        COLUMNS(2)
        COLUMNS(4)
        COLUMNS(6)
        COLUMNS(8)
        COLUMNS(10)
        COLUMNS(12)
        COLUMNS(14)
        COLUMNS(16)
        COLUMNS(18)
        COLUMNS(20)
        COLUMNS(22)
        COLUMNS(24)
        COLUMNS(26)
        COLUMNS(28)
        COLUMNS(30)
    }
}

#define VECTORS(n)                                                                                 \
    case n:                                                                                        \
        if (n <= MODEL_MV)                                                                         \
            multiply_columns(n, columns, k, a, b, t);                                              \
        break;

static void multiply_whole(size_t vectors, size_t columns, size_t k, const double *a, struct view b,
                           const struct target *t) {
    switch (vectors) {
        VECTORS(1)
        VECTORS(2)
        VECTORS(3)
        VECTORS(4)
        VECTORS(5)
        VECTORS(6)
        VECTORS(7)
        VECTORS(8)
    }
}

/* Where C has less than the tile, the product goes aside, and from there what C has. */
static void multiply_part(size_t rows, size_t columns, size_t k, const double *a, struct view b,
                          const struct target *t) {
    double product[MODEL_MR * MODEL_NR], *c = t->c;
    struct target aside = {t->alpha, 0, product, MODEL_MR};
    size_t vectors = (rows + LANES - 1) / LANES;
    multiply_whole(vectors, MODEL_ROUND_UP(columns, 2), k, a, b, &aside);
    for (size_t j = 0; j < columns; j++, c += t->ldc)
        for (size_t i = 0; i < rows; i++)
            c[i] = product[j * MODEL_MR + i] + (t->beta == 0 ? 0 : t->beta * c[i]);
}

void panel_multiply(size_t rows, size_t columns, size_t k, double alpha, const double *a,
                    struct view b, double beta, double *c, ptrdiff_t ldc) {
    struct target t = {alpha, beta, c, ldc};
    if (rows % LANES == 0 && columns % 2 == 0)
        multiply_whole(rows / LANES, columns, k, a, b, &t);
    else
        multiply_part(rows, columns, k, a, b, &t);
}
