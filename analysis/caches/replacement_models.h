/* replacement_models.h - what each replacement policy makes of a trace. */
#ifndef REPLACEMENT_MODELS_H
#define REPLACEMENT_MODELS_H

#include "../table.h"

/* LRU gives up the line used longest ago, FIFO the one that came first, random any.  Tree-PLRU
   walks down a binary tree of bits, each of which points away from where it was passed last; where
   the ways are no power of two, there is a tree for as many as the largest power of two that
   divides them, and LRU order among the trees (Abel and Reineke's nanoBench paper). */
enum model { MODEL_LRU, MODEL_FIFO, MODEL_TREE, MODEL_RANDOM, MODELS };
extern const char *const model_word[MODELS];
enum { MODEL_MOST_WAYS = 192, MODEL_MOST_BLOCKS = 1024 };

/* The probability that each step of the trace misses in a set of WAYS, in MISS: 0 or 1 where
   nothing is left to chance, and the mean of RANDOM_SETS where it is.  BLOCK is each step's, from 1
   on.  The set is empty to begin with; blocks are below MODEL_MOST_BLOCKS. */
void model_predict(enum model model, size_t ways, size_t random_sets, const size_t *block,
                   size_t steps, double *miss);

#endif
