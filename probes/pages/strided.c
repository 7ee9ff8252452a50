/* strided.c - strided sequences of units. */
#include "strided.h"

#include <stdlib.h>

enum {
    WITNESSES = 12, /* units that must agree */
    MOST_PLACES = 300
};

struct strided {
    struct eviction *eviction;
    size_t *by_address; /* the unit that begins at a multiple of their size */
    size_t count;
    size_t apart; /* units; those an odd multiple of it away share the first level's sets only */
    size_t visited[2 * MOST_PLACES];
};

/* Adds units an odd multiple of APART away from BASE.  The address space is a ring. */
static size_t add_beside(struct strided *strided, size_t base, size_t count) {
    size_t washers = strided->eviction->washers;
    for (size_t i = 0; i < washers && count < 2 * MOST_PLACES; i++)
        strided->visited[count++] =
            strided->by_address[(base + (2 * i + 1) * strided->apart) % strided->count];
    return count;
}

/* Do PLACES units, STRIDE apart and then on from the one at BASE, push it out? */
static bool conflict(struct strided *strided, size_t base, size_t stride, size_t places) {
    size_t count = 0;
    for (size_t i = 1; i <= places; i++)
        strided->visited[count++] = strided->by_address[(base + i * stride) % strided->count];
    count = add_beside(strided, base, count);
    return eviction_of(strided->eviction, strided->by_address[base], strided->visited, count);
}

/* How far apart washers must be so that a unit does not stay in the first level. */
static size_t find_apart(struct strided *strided) {
    struct eviction *eviction = strided->eviction;
    for (strided->apart = 1; strided->apart * 2 * eviction->washers <= strided->count;
         strided->apart *= 2) {
        double cost = 0;
        size_t count = add_beside(strided, 0, 0);
        if (eviction_try(eviction, strided->by_address, 1, strided->visited, count, &cost) &&
            !eviction_stayed(eviction, cost))
            return strided->apart;
    }
    return 0;
}

/* The fewest places that do, or 0 where not even all do. */
static size_t fewest(struct strided *strided, size_t stride) {
    size_t most = strided->count / stride - 1, few = 0;
    most = most < MOST_PLACES ? most : MOST_PLACES;
    if (most == 0 || !conflict(strided, 0, stride, most))
        return 0;
    while (most - few > 1) {
        size_t middle = few + (most - few) / 2;
        if (conflict(strided, 0, stride, middle))
            most = middle;
        else
            few = middle;
    }
    return most;
}

/* Figure 8, from wide strides to narrow ones: the narrowest that needs no more places than the
   widest.  Returns 0 where there is none. */
static size_t find_way(struct strided *strided, size_t *ways) {
    size_t stride = 1, way = 0;
    *ways = 0;
    while (stride * 8 <= strided->count)
        stride *= 2;
    for (; stride >= 2 * strided->apart; stride /= 2) {
        size_t places = fewest(strided, stride);
        if (*ways > 0 && places > *ways)
            return way;
        if (places > 0) {
            *ways = places;
            way = stride;
        }
    }
    return 0;
}

/* Does what was found hold all over memory? */
static bool holds(struct strided *strided, size_t way, size_t ways) {
    struct dice *dice = &strided->eviction->units->dice;
    for (size_t i = 0; i < WITNESSES; i++) {
        size_t base = dice_below(dice, strided->count);
        if (!conflict(strided, base, way, ways) ||
            (ways > 1 && conflict(strided, base, way, ways - 1)))
            return false;
    }
    return true;
}

static void colour_all(struct colours *colours, size_t way, size_t ways) {
    const struct units *units = colours->units;
    colours->count = way;
    colours->next = units->count;
    for (size_t i = 1; i <= way; i++)
        colours->ways[i] = ways;
    for (size_t i = 0; i < units->count; i++)
        colours->colour[i] = units->at[i] / units->bytes % way + 1;
}

bool strided_find(struct colours *colours, struct eviction *eviction) {
    const struct units *units = eviction->units;
    struct strided *strided = calloc(1, sizeof *strided);
    size_t ways = 0, way = 0;
    if (strided == NULL)
        return false;
    strided->eviction = eviction;
    strided->by_address = malloc(units->count * sizeof *strided->by_address);
    for (strided->count = 1; strided->count * 2 <= units->count;)
        strided->count *= 2;
    if (strided->by_address != NULL) {
        for (size_t i = 0; i < units->count; i++)
            strided->by_address[units->at[i] / units->bytes] = i;
        way = find_apart(strided) > 0 ? find_way(strided, &ways) : 0;
    }
    bool found = way > 0 && holds(strided, way, ways);
    if (found)
        colour_all(colours, way, ways);
    free(strided->by_address);
    free(strided);
    return found;
}
