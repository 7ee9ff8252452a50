/* differ.h - the least ratio between the latencies of two cache levels. */
#ifndef DIFFER_H
#define DIFFER_H

/* A level costs at least this factor less than the next: TLBs and other CPUs raise a plateau by
   less, and no level is built for a smaller gain. */
static const double LEVELS_DIFFER = 1.8;

/* Relative to the latency of a level: loads below this still hit it, since no other level is that
   close. */
static const double HITS_ALIKE = 1.2;

#endif
