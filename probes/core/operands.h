/* operands.h - the memory that statements load and store. */
#ifndef OPERANDS_H
#define OPERANDS_H

#include <stdint.h>

/* Returns memory that is a ring of links, each the address of another, aligned for a vector.  Two
   consecutive loads return different values, so that no value can be predicted.  The ring is
   written once: a sweep that stores to it must not follow its links. */
const volatile uint64_t *memory_operands(void);

#endif
