/* ruler.h - the length of a cycle, by a chain of multiplications. */
#ifndef RULER_H
#define RULER_H

#include <stddef.h>

/* The rounds of the chain that the clock times well, and the cycles that they take. */
struct ruler {
    size_t rounds;
    double cycles;
};

/* ruler_open finds the cycle.  Returns NULL, or the reason why it cannot.  ruler_ns returns the
   time of one ruler. */
const char *ruler_open(struct ruler *ruler, double quantum_ns);
double ruler_ns(const struct ruler *ruler);

#endif
