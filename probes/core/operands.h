/* operands.h - memory for statements that load and store. */
#ifndef OPERANDS_H
#define OPERANDS_H

#include <stdint.h>

/* Memory for loads and stores: a ring of links, each the address of another.  Two loads in a row
   bring different values, so that there is nothing to predict.  It is written once: a sweep that
   stores there has nothing to follow. */
const volatile uint64_t *memory_operands(void);

#endif
