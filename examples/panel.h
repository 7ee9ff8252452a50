/* panel.h - what a block of a matrix is packed into.

   A panel holds K slices of WIDTH elements, one after the other: of A, columns of whole vectors; of
   B, rows.  What a matrix lacks for that may be anything, since a product's rows and columns do not
   mix. */
#ifndef PANEL_H
#define PANEL_H

#include <stddef.h>
#include <stdint.h>

/* Where a matrix is, and how far elements are from each other along a panel's slice, and from one
   slice to the next; one of them is 1. */
struct view {
    const double *at;
    ptrdiff_t across, along;
};

static inline struct view view_moved(struct view from, size_t across, size_t along) {
    from.at += (ptrdiff_t)across * from.across + (ptrdiff_t)along * from.along;
    return from;
}

/* Of K products along a slice of A and one of B. */
static inline double view_sum(struct view a, struct view b, size_t k) {
    double sum = 0;
    for (size_t l = 0; l < k; l++)
        sum += a.at[(ptrdiff_t)l * a.along] * b.at[(ptrdiff_t)l * b.along];
    return sum;
}

/* The first line that begins in MEMORY. */
static inline double *panel_aligned(void *memory) {
    uintptr_t line = ARCH_L1_LINE;
    return (double *)(((uintptr_t)memory + line - 1) / line * line);
}

/* Writes COUNT elements of each slice, and more up to WIDTH.  What is behind the panel may be
   written, less than a vector, so panels are packed in order of their addresses. */
void panel_pack(struct view from, size_t count, size_t width, size_t k, double *panel);

#endif
