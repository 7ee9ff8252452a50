/* blocks.h - straight-line code that does nothing, to fill caches. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "../machine/code.h"

/* The first block has 1 KB, and each further one twice as much.  RUN is NULL if the compiler has no
   assembler that repeats instructions. */
enum { BLOCKS = 13 };
extern const struct code blocks[BLOCKS];

#endif
