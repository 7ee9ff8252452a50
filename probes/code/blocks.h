/* blocks.h - code that does nothing but be there, in straight lines. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "../machine/code.h"

/* Of 1 KB, and each twice as much as the one before; RUN is NULL where the compiler has no
   assembler to repeat an instruction. */
enum { BLOCKS = 13 };
extern const struct code blocks[BLOCKS];

#endif
