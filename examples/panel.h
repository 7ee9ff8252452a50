/* panel.h - what a block of a matrix is packed into, and the product of two of them.

   A panel holds K slices of WIDTH elements, one after the other: of A, columns of whole vectors; of
   B, rows of an even number of elements.  What a matrix lacks for that may be anything, since a
   product's rows and columns do not mix. */
#ifndef PANEL_H
#define PANEL_H

#include <stddef.h>

/* Where a matrix is, and how far elements are from each other along a panel's slice, and from one
   slice to the next; one of them is 1. */
struct view {
    const double *at;
    ptrdiff_t across, along;
};

/* Writes COUNT elements of each slice, and more up to WIDTH.  What is behind the panel may be
   written, less than a vector, so panels are packed in order of their addresses. */
void panel_pack(struct view from, size_t count, size_t width, size_t k, double *panel);

/* C = alpha * A * B + beta * C of a panel of A and a sliver of B, which may be a panel or still in
   its matrix; C is ROWS x COLUMNS, with LDC between columns, and B has an even number of these.
   Where BETA is 0, C is not read. */
void panel_multiply(size_t rows, size_t columns, size_t k, double alpha, const double *a,
                    struct view b, double beta, double *c, ptrdiff_t ldc);

#endif
