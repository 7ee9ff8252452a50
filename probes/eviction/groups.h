/* groups.h - measures loads from pages of known colours that are visited again and again (X-Ray,
   4.6); fails where a colour has too few pages, or the level above keeps some. */
#ifndef GROUPS_H
#define GROUPS_H

#include "colours.h"

enum { GROUPS_VISITS = 400, /* timed, of each group */ GROUPS_LAPS = 10 /* at the least */ };

/* COLOURS and CYCLES_PER_NS are to be set before anything is measured. */
struct groups {
    struct colours *colours;
    double cycles_per_ns;
    size_t unit[2 * UNITS_MOST], member[UNITS_MOST]; /* what is visited; of one colour */
    size_t shift, first; /* bytes by which units are shifted: every second from this one on */
    size_t evictor[UNITS_MOST]; /* units of other colours */
    double reading[GROUPS_VISITS + GROUPS_LAPS * 2 * UNITS_MOST];
};

/* Cycles of a load from WAYS units of COLOUR, some of the last shifted by SHIFT bytes, where that
   is not 0.  0 where there are not so many, or the first level kept something. */
double groups_measure(struct groups *groups, size_t colour, size_t ways, size_t shift);

/* The same of WAYS units of each colour together, cycles for each of the colours: of all their
   places, or as many as there is room for, or with a SHIFT of the usual ones and of those that lie
   so many bytes further.  Returns false where there are not so many units, or too many places. */
bool groups_measure_all(struct groups *groups, size_t ways, size_t shift, double *cycles);

/* Cycles of a load of COUNT units that fit, WAYS of a colour, in one chain that is walked lap after
   lap, as in X-Ray's Figure 12: with the USUAL places of each, and with HALF of them, which share
   what a TLB adds.  Of an exclusive level those are left out that the level above can hold
   together. Returns false where there are not so many units, none is left, or all was disturbed. */
bool groups_hits(struct groups *groups, size_t ways, size_t count, double *usual, double *half);

/* Do two colours, or one twice, hold WAYS units without missing as often as they must if these were
   too many? */
bool groups_fit(struct groups *groups, size_t ways);

/* The share of units that lie a multiple of all colours from the next of their own. */
double groups_order(struct groups *groups);

#endif
