/* edges.c - decides where on an edge a level ends, within a quarter octave.

   Random accesses to scattered pages begin to miss before a level is full, since some sets overflow
   by chance, and a replacement policy other than LRU still hits long after.  So the edge is
   smeared, and no point of it is the size; the size lies where between a tenth and a half of the
   step is climbed.  Wrong where the next plateau does not belong to the next level. */
#include "edges.h"

#include <math.h>

static const double SHARP = 0.75;    /* of the step, between neighbouring points */
static const double FULLY = 0.95;    /* of the step, except for noise and whole cycles */
static const double ALIKE = 1.05;    /* points that differ by noise and whole cycles alone */
static const double NEAR_ROW = 1.26; /* a third of an octave; sweeps have four rows to one */
static const double INCLUDES = 1.15; /* less than a quarter of an octave, which is 1.189 */

/* A step of the curve, and the points between which it lies. */
struct step {
    double low, high;
    size_t from, to;
};

static double climbed(const struct step *step, double fraction) {
    return step->low + fraction * (step->high - step->low);
}

/* The last point at which at most FRACTION of the step is climbed. */
static size_t point_before(const struct curve *curve, const struct step *step, double fraction) {
    size_t i = step->from;
    while (i + 1 < step->to && curve->latency[i + 1] <= climbed(step, fraction))
        i++;
    return i;
}

/* The size at which FRACTION of the step is climbed, interpolated by the logarithm of the size; or
   the first of two points with the same latency, between which it could lie anywhere. */
static double crossing(const struct curve *curve, const struct step *step, double fraction) {
    size_t i = point_before(curve, step, fraction);
    if (curve->latency[i + 1] <= ALIKE * curve->latency[i])
        return curve->bytes[i];
    double part =
        (climbed(step, fraction) - curve->latency[i]) / (curve->latency[i + 1] - curve->latency[i]);
    return curve->bytes[i] * pow(curve->bytes[i + 1] / curve->bytes[i], fmin(fmax(part, 0), 1));
}

/* An exclusive level, behind one of INNER bytes, looks as large as both; an inclusive one as large
   as it is.  A curve cannot distinguish them, so the result is the geometric mean of both sizes.
   No level is smaller than twice the one before. */
static double share_size(double size, double inner) {
    return sqrt(size * fmax(size - inner, size / 2));
}

/* The size for a step between two rows, the second of which climbs it FULLY or not.  The level
   holds the first row.  It hardly holds more where the next row is near, nor, probably, where the
   next row misses everything, since policies other than LRU would keep part of a slightly larger
   set.  Otherwise the result is the middle, limited so that a level of exactly the first row's size
   stays within the promise. */
static double between_rows(double row, double next, bool fully, double inner) {
    return fully || next <= NEAR_ROW * row
               ? row
               : share_size(fmin(sqrt(row * next), INCLUDES * row), inner);
}

/* The first level is virtually indexed, so that page placement does not smear its edge.  For a
   smeared edge the confidence follows from how many octaves the size moves when the fraction is
   halved or doubled. */
static void place_one(const struct curve *curve, const struct step *step, double fraction,
                      struct level *level) {
    size_t before = point_before(curve, step, fraction);
    level->confidence = 1;
    if (level->first == 0) {
        level->size = curve->bytes[before];
    } else if (curve->latency[before + 1] >= climbed(step, SHARP)) {
        bool fully = curve->latency[before + 1] >= climbed(step, FULLY);
        level->size =
            between_rows(curve->bytes[before], curve->bytes[before + 1], fully, level[-1].size);
    } else {
        level->size = share_size(crossing(curve, step, fraction), level[-1].size);
        level->confidence /=
            1 + log2(crossing(curve, step, fraction * 2) / crossing(curve, step, fraction / 2));
    }
}

/* The step begins at the end of the plateau, so that TLB misses along the plateau are not part of
   it. */
void edges_place(const struct curve *curve, double fraction, struct levels *levels) {
    for (size_t k = 0; k + 1 < levels->count; k++) {
        struct level *level = &levels->level[k], *next = level + 1;
        struct step step = {.low = curve->latency[level->last],
                            .high = curve->latency[level_middle(next)],
                            .from = level->last,
                            .to = next->first};
        place_one(curve, &step, fraction, level);
    }
}
