/* plateau_latency.h - the latency of a level from its plateau. */
#ifndef PLATEAU_LATENCY_H
#define PLATEAU_LATENCY_H

#include <stdbool.h>
#include <stddef.h>

struct plateau_latency {
    double value;
    bool sure;
};

/* LATENCY has N points of one plateau, in ascending order of size, as measured: in ns, or in
   cycles, where only a whole number is sure.  At most PARTIAL of them partly hit a level above. */
struct plateau_latency latency_of(const double *latency, size_t n, size_t partial, bool in_ns);

#endif
