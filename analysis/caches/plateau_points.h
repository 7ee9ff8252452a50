/* plateau_points.h - points of a plateau, and of the edge behind it, that several rules compare. */
#ifndef PLATEAU_POINTS_H
#define PLATEAU_POINTS_H

#include "curve_levels.h"

/* The least width of a plateau: no level holds less than twice the one before it. */
static const double OCTAVE = 1.99;

static const double UNEVEN = 1.2;             /* points of one plateau differ by less */
static const double MEASURED_WITHIN = 0.05;   /* noise and rounding to cycles, relative */
static const double BEFORE_EDGE = 1.41421356; /* half an octave */

/* The bytes that the level before an edge from LOW to HIGH serves at point I. */
static inline double served_bytes(const struct curve *curve, double low, double high, size_t i) {
    return curve->bytes[i] * (high - curve->latency[i]) / (high - low);
}

/* The latency of a plateau one octave after its beginning, where it may still rise; at its end
   where it is narrower. */
static inline double latency_octave_in(const struct curve *curve, const struct level *level) {
    size_t octave_in = level->first;
    while (octave_in < level->last && curve->bytes[octave_in] < 2 * curve->bytes[level->first])
        octave_in++;
    return curve->latency[octave_in];
}

/* The point of a plateau half an octave before its end.  The last points may belong to the edge,
   which scattered pages smear.  Where two levels were merged, the second is an octave wide and has
   its own latency at this point. */
static inline size_t point_before_edge(const struct curve *curve, const struct level *level) {
    size_t i = level->last;
    while (i > level->first && curve->bytes[i] * BEFORE_EDGE > curve->bytes[level->last])
        i--;
    return i;
}

#endif
