#include <config.h>

#include "direct.h"

#include "model.h"

/* ---- what caches hold in place ---- */

/* Ways of a cache, of WAY bytes each, that columns of ELEMENTS take, STRIDE elements apart. Columns
   begin in as many places of a way as the power of two in the stride leaves, since that is what
   sets are counted in, and they bring another line with them where they are not aligned. */
static size_t ways_of(size_t columns, size_t elements, size_t stride, size_t way) {
    size_t bytes = elements * MODEL_S + ARCH_L1_LINE, step = stride & (~stride + 1);
    size_t places = way / MODEL_S / MODEL_LESS(step, way / MODEL_S);
    if (stride < bytes / MODEL_S)
        bytes = stride * MODEL_S;
    size_t covered = MODEL_LESS(places * bytes, way);
    return (columns * bytes + covered - 1) / covered;
}

/* It is read for each tile of its rows. */
static bool is_sliver_held(struct view a, size_t k) {
    return a.across == 1 &&
           ways_of(k, MODEL_MR, (size_t)a.along, MODEL_WAY_1) <= (size_t)MODEL_C_AR;
}

/* It is read for each sliver of A. */
bool direct_is_for(size_t rows, size_t columns, size_t k, struct view b) {
    return rows >= LANES && k <= MODEL_KC && b.along == 1 &&
           ways_of(columns, k, (size_t)b.across, MODEL_WAY_2) <= (size_t)ARCH_L2_ASSOC;
}

/* ---- the product ---- */

/* A sliver of VECTORS; C begins at row FIRST of it. */
static void multiply_sliver(size_t first, size_t vectors, size_t columns, struct factors f,
                            struct target t) {
    for (size_t j = 0, width; j < columns; j += width) {
        width = tile_share(columns - j, MODEL_NR);
        if (first == 0)
            tile_multiply(vectors, width, &f, &t);
        else
            tile_multiply_rows(first, vectors * LANES - first, width, &f, &t);
        f.b += (ptrdiff_t)width * f.b_column;
        t.c += (ptrdiff_t)width * t.ldc;
    }
}

/* The sliver from row BEGIN on goes to PANEL, unless that is NULL. */
static void take_rows(size_t begin, size_t rows, struct view a, double *panel, struct factors *f) {
    a = view_moved(a, begin, 0);
    f->a = a.at;
    if (panel == NULL)
        return;
    panel_pack(a, rows, rows, f->k, panel);
    f->a = panel;
    f->a_step = (ptrdiff_t)rows;
}

/* All slivers are of whole vectors, since the last one begins in the rows above. */
void direct_multiply(size_t rows, size_t columns, size_t k, struct view a, struct view b,
                     struct target t) {
    double memory[MODEL_KC * MODEL_MR + LANES * MODEL_MR + ARCH_L1_LINE / MODEL_S];
    double *panel = is_sliver_held(a, k) ? NULL : panel_aligned(memory);
    struct factors f = {k, NULL, b.at, a.along, b.along, b.across};
    for (size_t row = 0, begin; row < rows;) {
        size_t left = (rows - row + LANES - 1) / LANES;
        size_t vectors = tile_share(left, MODEL_LESS(MODEL_MV, rows / LANES));
        begin = MODEL_LESS(row, rows - vectors * LANES);
        take_rows(begin, vectors * LANES, a, panel, &f);
        multiply_sliver(row - begin, vectors, columns, f, t);
        t.c += begin + vectors * LANES - row;
        row = begin + vectors * LANES;
    }
}
