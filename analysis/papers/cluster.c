/* cluster.c - decides the levels of a curve by quality threshold clustering (BlackjackBench 4.2.3).

   Figure 10 unchanged, after the monotone enforcement of 4.1.  It uses latencies alone, which fails
   in two ways.  A cluster need not be an interval of sizes: once the largest is removed, the points
   below and above it may form one, so that a level ends after the next one.  And the points of a
   smeared edge become levels of their own. */
#include "../method.h"

#include "../monotone.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const double DIAMETER = 0.25; /* of a cluster's average */

enum { FREE, MEMBER, TAKEN };

struct points {
    double *x, *y;
    unsigned char *state; /* FREE, MEMBER of the growing cluster, or TAKEN by an earlier one */
    size_t n;
};

struct cluster {
    double low, high, sum; /* of y */
    double size;           /* the largest x */
    size_t count;
};

/* ---- figure 10 ---- */

static double diameter_with(const struct cluster *cluster, double y) {
    return fmax(cluster->high, y) - fmin(cluster->low, y);
}

/* The free point that widens the cluster least, or n where none is free. */
static size_t find_nearest(const struct points *points, const struct cluster *cluster) {
    size_t nearest = points->n;
    double least = NOT_MEASURED;
    for (size_t i = 0; i < points->n; i++) {
        double diameter = diameter_with(cluster, points->y[i]);
        if (points->state[i] == FREE && diameter < least) {
            least = diameter;
            nearest = i;
        }
    }
    return nearest;
}

static void add(struct points *points, struct cluster *cluster, size_t i) {
    cluster->low = fmin(cluster->low, points->y[i]);
    cluster->high = fmax(cluster->high, points->y[i]);
    cluster->sum += points->y[i];
    cluster->size = fmax(cluster->size, points->x[i]);
    cluster->count++;
    points->state[i] = MEMBER;
}

/* The cluster that starts at SEED.  The average is that before a point joins, so that two points
   may be a cluster from the slower one and none from the faster. */
static struct cluster grow(struct points *points, size_t seed) {
    struct cluster cluster = {NOT_MEASURED, 0, 0, 0, 0};
    add(points, &cluster, seed);
    for (;;) {
        size_t i = find_nearest(points, &cluster);
        double average = cluster.sum / (double)cluster.count;
        if (i == points->n || diameter_with(&cluster, points->y[i]) > DIAMETER * average)
            return cluster;
        add(points, &cluster, i);
    }
}

static void turn_members(struct points *points, unsigned char state) {
    for (size_t i = 0; i < points->n; i++)
        if (points->state[i] == MEMBER)
            points->state[i] = state;
}

/* Removes the largest cluster; of equal ones, the one that starts at the smallest size. */
static struct cluster take_largest(struct points *points) {
    size_t best = 0, most = 0;
    for (size_t seed = 0; seed < points->n; seed++) {
        if (points->state[seed] != FREE)
            continue;
        size_t count = grow(points, seed).count;
        turn_members(points, FREE);
        if (count > most) {
            most = count;
            best = seed;
        }
    }
    struct cluster largest = grow(points, best);
    turn_members(points, TAKEN);
    return largest;
}

/* LEVEL, N entries, receives the clusters by ascending latency.  Returns their number. */
static size_t find_levels(struct points *points, struct cluster *level) {
    size_t count = 0, taken = 0;
    memset(points->state, FREE, points->n);
    while (taken < points->n) {
        struct cluster cluster = take_largest(points);
        size_t k = count++;
        for (; k > 0 && level[k - 1].low > cluster.low; k--)
            level[k] = level[k - 1];
        level[k] = cluster;
        taken += cluster.count;
    }
    return count;
}

/* ---- answers ---- */

enum { NAME_BYTES = 40 };

/* The confidence from the distance of two levels: 0 where they touch or overlap. */
static double separation(const struct cluster *level) {
    return fmax(1 - level[0].high / level[1].low, 0);
}

/* The confidence follows from how flat the level is. */
static void answer_latency(const char *name, const struct cluster *level, bool in_ns,
                           struct answers *answers) {
    if (in_ns)
        answer_rounded(answers, name, level->low, 2, level->low / level->high);
    else
        answer_integer(answers, name, level->low, level->low / level->high);
}

/* The confidence is the least of the separations; a curve of one level has none. */
static void answer_count(const struct cluster *level, size_t count, struct answers *answers) {
    double least = count > 1 ? 1 : 0;
    for (size_t k = 0; k + 1 < count; k++)
        least = fmin(least, separation(&level[k]));
    answer_integer(answers, "cache_levels", (double)(count - 1), least);
}

static void answer_levels(const struct cluster *level, size_t count, bool in_ns,
                          struct answers *answers) {
    char name[NAME_BYTES];
    answer_count(level, count, answers);
    for (size_t k = 0; k + 1 < count; k++) {
        snprintf(name, sizeof name, "l%zu_size", k + 1);
        answer_integer(answers, name, level[k].size, separation(&level[k]));
        snprintf(name, sizeof name, "l%zu_latency%s", k + 1, in_ns ? "_ns" : "");
        answer_latency(name, &level[k], in_ns, answers);
    }
    answer_latency(in_ns ? "mem_latency_ns" : "mem_latency", &level[count - 1], in_ns, answers);
}

static void cluster_decide(const struct table *table, const struct options *options,
                           struct answers *answers) {
    struct points points = {table_column(table, 0), table_column(table, 1), malloc(table->rows),
                            table->rows};
    struct cluster *level = malloc(table->rows * sizeof *level);
    (void)options;
    if (points.x != NULL && points.y != NULL && points.state != NULL && level != NULL) {
        monotone_enforce(points.y, points.n);
        size_t count = find_levels(&points, level);
        answer_levels(level, count, strcmp(table->column[1], "ns") == 0, answers);
    } else {
        answer_unknown(answers, "cache_levels", "no memory");
    }
    free(points.x);
    free(points.y);
    free(points.state);
    free(level);
}

const struct method cluster_method = {.name = "cluster",
                                      .summary = "levels by QT clustering (BlackjackBench)",
                                      .form = {{.keys = 1, .columns = 2, .above_zero = "*"}},
                                      .rows = 512,
                                      /* it is of cubic cost */ .decide = cluster_decide};
