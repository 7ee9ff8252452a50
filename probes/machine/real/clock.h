/* clock.h - the real machine's clock. */
#ifndef CLOCK_H
#define CLOCK_H

/* Returns the ns of a clock that never goes back. */
double clock_ns(void);

/* Return, in ns, the clock's smallest step and the cost of one reading. */
double clock_resolution_ns(void);
double clock_overhead_ns(void);

#endif
