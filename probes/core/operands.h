/* operands.h - the memory that statements load and store. */
#ifndef OPERANDS_H
#define OPERANDS_H

#include <stdint.h>

/* Returns memory that begins with a ring of links, each the address of another.  Two consecutive
   loads return different values, so that no value can be predicted.  The ring is written once: a
   sweep that stores to it must not follow its links.  There is room for a vector of each stream,
   aligned. */
const volatile uint64_t *memory_operands(void);

#endif
