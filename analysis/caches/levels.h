/* levels.h - every level of a latency curve, for a method that has a second opinion on its edges.
 */
#ifndef LEVELS_H
#define LEVELS_H

#include "../method.h"
#include "plateaus.h"

#include <stdbool.h>
#include <stddef.h>

/* A second opinion on the edge behind LEVEL, which is the K-th, of a curve: notes it, and moves
 *SIZE by what it demands.  Returns false where it does not agree, or says nothing. */
typedef bool edge_witness(const double *bytes, const double *latency, const struct level *level,
                          size_t k, double *size, struct answers *answers);

/* What a curve's table says of all levels; WITNESS may be NULL. */
void levels_answer(const struct table *table, edge_witness *witness, struct answers *answers);

#endif
