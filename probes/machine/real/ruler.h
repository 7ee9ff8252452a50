/* ruler.h - the cycle, by a chain of multiplications. */
#ifndef RULER_H
#define RULER_H

#include <stddef.h>

/* So many rounds of the chain that the clock times them well, and what they take in cycles. */
struct ruler {
    size_t rounds;
    double cycles;
};

/* Finds the cycle.  Returns a reason, or NULL where it went well. */
const char *ruler_open(struct ruler *ruler, double quantum_ns);
double ruler_ns(const struct ruler *ruler);

#endif
