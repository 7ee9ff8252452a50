/* hidden_level.h - whether a latency curve may hide a level. */
#ifndef HIDDEN_LEVEL_H
#define HIDDEN_LEVEL_H

#include "single_loads.h"

/* Could there be another level on the edge behind plateau K, or within plateau K? */
bool hidden_level_possible(const struct curve *curve, const struct levels *levels, size_t k);

/* Could another level end within MEMORY's plateau? */
bool hidden_level_in_memory(const struct curve *curve, const struct level *memory);

#endif
