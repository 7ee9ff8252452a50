/* levels.h - every level of a latency curve, for a method that has a second witness of its
   edges. */
#ifndef LEVELS_H
#define LEVELS_H

#include "../method.h"
#include "plateaus.h"

#include <stdbool.h>
#include <stddef.h>

/* A second witness for the edge behind LEVEL, the K-th of a curve: notes its result and adjusts
   SIZE.  Returns false where it contradicts the size, or has no result. */
typedef bool edge_witness(const struct curve *curve, const struct level *level, size_t k,
                          double *size, struct answers *answers);

/* Answers all levels from a curve's table; WITNESS may be NULL. */
void levels_answer(const struct table *table, edge_witness *witness, struct answers *answers);

#endif
