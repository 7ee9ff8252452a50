/* monotone.h - monotonicity enforcement (BlackjackBench 4.1). */
#ifndef MONOTONE_H
#define MONOTONE_H

#include <stddef.h>

/* Y, N values, becomes its suffix minimum: X_i = min X_j over j from i on.  A curve that can only
   rise is slower than what follows it through noise alone, and noise only adds. */
void monotone_enforce(double *y, size_t n);

#endif
