/* differ.h - how far two levels of cache are apart. */
#ifndef DIFFER_H
#define DIFFER_H

/* A level in front of another costs less by this at the least: TLBs and neighbours raise a plateau
   by less, and no level is built for so little (METHODS 1.10, 3b, 3c). */
static const double LEVELS_DIFFER = 1.8;

/* Of a hit's cost: what still is one, since no level is nearer than that. */
static const double HITS_ALIKE = 1.2;

#endif
