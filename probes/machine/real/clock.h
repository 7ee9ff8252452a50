/* clock.h - the clock of the real machine. */
#ifndef CLOCK_H
#define CLOCK_H

/* Nanoseconds of a clock that does not go back. */
double clock_ns(void);

/* Its smallest step and the least that two readings in a row cost. */
double clock_resolution_ns(void);
double clock_overhead_ns(void);

#endif
