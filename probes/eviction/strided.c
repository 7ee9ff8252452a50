/* strided.c - finds the colours of contiguous memory by conflicts in strided sequences of
   units. */
#include "strided.h"

#include "../../analysis/room.h"
#include "../common/search.h"

enum {
    WITNESSES = 12, /* units that must agree */
    MOST_PLACES = 300,
    SETTLE_LAPS = 32 /* laps, for each that the others need */
};

struct strided {
    struct eviction *eviction;
    size_t by_address[UNITS_MOST]; /* the unit that begins at a multiple of their size */
    size_t count;
    size_t base, stride; /* of a sequence */
    size_t apart; /* units; those an odd multiple of it away share the first level's sets only */
    size_t visited[2 * MOST_PLACES]; /* the sequence, and its evictors */
    double cost[MOST_PLACES];
};

/* Adds evictors: units an odd multiple of APART away from the base.  Addresses wrap around. */
static size_t add_evictors_beside(struct strided *strided, size_t count) {
    size_t evictors = strided->eviction->evictors;
    for (size_t i = 0; i < evictors && room_for(ROOM_OF(strided->visited), count + 1, 1); i++)
        strided->visited[count++] =
            strided->by_address[(strided->base + (2 * i + 1) * strided->apart) % strided->count];
    return count;
}

/* Returns whether PLACES units of the sequence do not fit together.  Then some are missing,
   always the same except with random replacement; where they fit, all stay in the end, though
   earlier contents may be evicted slowly. */
static bool conflict(void *all, size_t places) {
    struct strided *strided = all;
    struct eviction *eviction = strided->eviction;
    size_t *beside = strided->visited + places, missing = 0;
    for (size_t i = 0; i < places; i++)
        strided->visited[i] =
            strided->by_address[(strided->base + i * strided->stride) % strided->count];
    size_t count = add_evictors_beside(strided, places);
    if (!units_gather(eviction->units, strided->visited, count))
        return false;
    units_walk(eviction->units, SETTLE_LAPS * eviction->laps);
    if (!eviction_try_all(eviction, strided->visited, places, beside, count - places,
                          strided->cost))
        return false;
    for (size_t i = 0; i < places; i++)
        missing += strided->cost[i] > eviction->gone;
    return missing > 0;
}

/* Returns the distance at which evictors evict a unit from the first level, or 0 if none does. */
static size_t find_apart(struct strided *strided) {
    struct eviction *eviction = strided->eviction;
    for (strided->apart = 1; strided->apart * 2 * eviction->evictors <= strided->count;
         strided->apart *= 2) {
        double cost = 0;
        size_t count = add_evictors_beside(strided, 0);
        if (eviction_try_all(eviction, strided->by_address, 1, strided->visited, count, &cost) &&
            !eviction_stayed(eviction, cost))
            return strided->apart;
    }
    return 0;
}

/* Returns the fewest places that conflict, or 0 if not even all do. */
static size_t fewest(struct strided *strided) {
    size_t most = strided->count / strided->stride;
    most = most < MOST_PLACES ? most : MOST_PLACES;
    return conflict(strided, most) ? search_halve(conflict, strided, 1, most) : 0;
}

/* X-Ray's Figure 8, from wide strides to narrow ones: the narrowest stride that needs no more
   places to conflict than the widest.  Half of it needs twice as many; one more may be a policy
   that evicts old contents slowly.  Returns 0 where there is none. */
static size_t find_way(struct strided *strided, size_t *ways) {
    size_t way = 0;
    *ways = 0;
    strided->stride = 1;
    while (strided->stride * 8 <= strided->count)
        strided->stride *= 2;
    for (; strided->stride >= 2 * strided->apart; strided->stride /= 2) {
        size_t places = fewest(strided);
        if (*ways > 0 && places > *ways + 1 + *ways / 2)
            return way;
        if (places > 0) {
            *ways = *ways > 0 && *ways < places ? *ways : places - 1;
            way = strided->stride;
        }
    }
    return 0;
}

/* Returns whether the way that was found holds all over memory. */
static bool holds(struct strided *strided, size_t way, size_t ways) {
    struct dice *dice = &strided->eviction->units->dice;
    strided->stride = way;
    for (size_t i = 0; i < WITNESSES; i++) {
        strided->base = dice_below(dice, strided->count);
        if (!conflict(strided, ways + 1) || conflict(strided, ways))
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
    colours_refill(colours);
}

bool strided_find(struct colours *colours, struct eviction *eviction) {
    const struct units *units = eviction->units;
    static struct strided strided;
    size_t ways = 0;
    strided = (struct strided){.eviction = eviction, .count = 1};
    while (strided.count * 2 <= units->count)
        strided.count *= 2;
    for (size_t i = 0; i < units->count; i++)
        strided.by_address[units->at[i] / units->bytes] = i;
    size_t way = find_apart(&strided) > 0 ? find_way(&strided, &ways) : 0;
    if (way == 0 || !holds(&strided, way, ways))
        return false;
    colour_all(colours, way, ways);
    return true;
}
