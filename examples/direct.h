/* direct.h - the product of a B that the second cache holds where it is, so that no more is packed
   than a sliver of A, if at all. */
#ifndef DIRECT_H
#define DIRECT_H

#include <stdbool.h>

#include "panel.h"
#include "tile.h"

/* Whether it is for A of ROWS rows and K columns, and B of COLUMNS columns. */
bool direct_is_for(size_t rows, size_t columns, size_t k, struct view b);

/* C = alpha * A * B + beta * C, of ROWS rows and COLUMNS columns. */
void direct_multiply(size_t rows, size_t columns, size_t k, struct view a, struct view b,
                     struct target t);

#endif
