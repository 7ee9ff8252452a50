/* replacement_models.h - predicts the misses of a trace under each replacement policy. */
#ifndef REPLACEMENT_MODELS_H
#define REPLACEMENT_MODELS_H

#include "../table.h"

/* LRU evicts the line used longest ago, FIFO the one that arrived first, random any.  Tree-PLRU
   walks down a binary tree of bits, each of which points away from the last use; where the ways are
   no power of two, there is a tree for as many as the largest power of two that divides them, and
   LRU order among the trees (Abel and Reineke's nanoBench paper). */
enum model { MODEL_LRU, MODEL_FIFO, MODEL_TREE, MODEL_RANDOM, MODELS };
extern const char *const model_word[MODELS];
enum { MODEL_MOST_WAYS = 192, MODEL_MOST_BLOCKS = 1024 };

/* Writes the probability that each step of the trace misses in a set of WAYS to MISS: 0 or 1 for
   deterministic policies, and the mean of RANDOM_SETS sets for random replacement.  BLOCK has the
   block of each step, from 1 to MODEL_MOST_BLOCKS - 1.  The set is empty at first. */
void model_predict(enum model model, size_t ways, size_t random_sets, const size_t *block,
                   size_t steps, double *miss);

#endif
