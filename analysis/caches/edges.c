/* edges.c - where on an edge a level ends, within a quarter octave.

   A level of random places in scattered pages begins to miss before it is full, and one that keeps
   old lines still hits when it has long been: sets that are full by chance smear the edge, and the
   replacement policy decides how much of them is lost (METHODS 1.3, 1.7).  So no point of the edge
   is the size, and the fraction of the step that is climbed there lies between a tenth and a half.
   Fails where the next plateau is not the next level's. */
#include "edges.h"

#include <math.h>

static const double SHARP = 0.75;    /* of the step climbed between neighbouring points */
static const double FULLY = 0.95;    /* of it, but for noise and whole cycles */
static const double ALIKE = 1.05;    /* points that differ by noise and whole cycles alone */
static const double NEAR_ROW = 1.26; /* a third of an octave; sweeps have four rows to one */
static const double INCLUDES = 1.15; /* less than a quarter of an octave, which is 1.189 */

/* A step of the curve and the points between which it lies. */
struct step {
    double low, high;
    size_t from, to;
};

static double climbed(const struct step *step, double fraction) {
    return step->low + fraction * (step->high - step->low);
}

/* The last point at which not more than FRACTION of the step is climbed. */
static size_t point_before(const double *latency, const struct step *step, double fraction) {
    size_t i = step->from;
    while (i + 1 < step->to && latency[i + 1] <= climbed(step, fraction))
        i++;
    return i;
}

/* The size at which FRACTION of the step is climbed, between points by its logarithm, or the first
   of two that cost alike, where it could be anywhere. */
static double crossing(const double *bytes, const double *latency, const struct step *step,
                       double fraction) {
    size_t i = point_before(latency, step, fraction);
    if (latency[i + 1] <= ALIKE * latency[i])
        return bytes[i];
    double part = (climbed(step, fraction) - latency[i]) / (latency[i + 1] - latency[i]);
    return bytes[i] * pow(bytes[i + 1] / bytes[i], fmin(fmax(part, 0), 1));
}

/* A level that does not hold again what the one before it holds, of INNER bytes, seems as large as
   both, and one that does as large as it is.  Nothing in a curve tells which it is: what lies
   between is as near to one as to the other.  No level is smaller than twice the one before. */
static double share_size(double size, double inner) {
    return sqrt(size * fmax(size - inner, size / 2));
}

/* A step between two rows, the second of which FULLY climbs it or not.  The level holds the first
   one.  It hardly holds more where the next one is near; nor, probably, where that one misses
   everything, since policies other than LRU would keep a part of what is little too much.  Else it
   ends somewhere between: the middle is told, except that a level of just the first row's size must
   not be missed. */
static double between_rows(double row, double next, bool fully, double inner) {
    return fully || next <= NEAR_ROW * row
               ? row
               : share_size(fmin(sqrt(row * next), INCLUDES * row), inner);
}

/* The first level is virtually indexed, so that no page smears its edge.  Where another one's is no
   step between two rows, the confidence is what the size hinges on: by how many octaves it moves
   when the fraction is halved or doubled. */
static void place_one(const double *bytes, const double *latency, const struct step *step,
                      double fraction, struct level *level) {
    size_t before = point_before(latency, step, fraction);
    level->confidence = 1;
    if (level->first == 0) {
        level->size = bytes[before];
    } else if (latency[before + 1] >= climbed(step, SHARP)) {
        bool fully = latency[before + 1] >= climbed(step, FULLY);
        level->size = between_rows(bytes[before], bytes[before + 1], fully, level[-1].size);
    } else {
        level->size = share_size(crossing(bytes, latency, step, fraction), level[-1].size);
        level->confidence /= 1 + log2(crossing(bytes, latency, step, fraction * 2) /
                                      crossing(bytes, latency, step, fraction / 2));
    }
}

/* The step begins at the plateau's end, so that what a TLB adds along it is no part of it. */
void edges_place(const double *bytes, const double *latency, double fraction,
                 struct levels *levels) {
    for (size_t k = 0; k + 1 < levels->count; k++) {
        struct level *level = &levels->level[k], *next = level + 1;
        struct step step = {.low = latency[level->last],
                            .high = latency[level_middle(next)],
                            .from = level->last,
                            .to = next->first};
        place_one(bytes, latency, &step, fraction, level);
    }
}
