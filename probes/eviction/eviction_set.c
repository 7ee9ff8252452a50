/* eviction_set.c - reduces the open units to an eviction set by leaving units out. */
#include "eviction_set.h"

#include "../common/search.h"

#include <math.h>
#include <string.h>

enum {
    CHECKS = 3,
    GOES = 24 /* rounds over all open units, after which those that miss stand out */
};

/* A set whose units may evict UNIT, which has none of the known colours. */
struct suspects {
    struct colours *colours;
    size_t *set, unit;
};

/* Returns whether the first COUNT units of the set evict the unit. */
static bool evict(void *all, size_t count) {
    const struct suspects *suspects = all;
    struct colours *colours = suspects->colours;
    size_t visits = colours_visit(colours, suspects->set, count);
    return eviction_of(colours->eviction, suspects->unit, colours->visited, visits);
}

/* Returns whether they do so repeatedly, since a set that is exactly full may lose a unit by
   chance. */
static bool evict_surely(struct suspects *suspects, size_t count) {
    for (size_t i = 0; i < CHECKS; i++)
        if (!evict(suspects, count))
            return false;
    return true;
}

/* Moves a minimal eviction set of UNIT to the front of the COUNT units of SET: the last unit of
   the shortest prefix that evicts UNIT belongs to it, and so on with the units before that.
   Returns its size, or 0 if it could not be found. */
static size_t reduce(struct colours *colours, size_t *set, size_t count, size_t unit) {
    struct suspects suspects = {colours, set, unit};
    size_t found = 0, end = count;
    if (!evict_surely(&suspects, count))
        return 0;
    while (!evict_surely(&suspects, found)) {
        if (found == count || colours_late(colours))
            return 0;
        if (end <= found || !evict(&suspects, end))
            end = count; /* the prefix was too short: nothing is lost */
        end = search_halve(evict, &suspects, found, end);
        size_t last = set[end - 1];
        set[end - 1] = set[found];
        set[found++] = last;
    }
    return found;
}

/* Moves the first SIZE open units, an eviction set, to ALIKE, and all other open ones that these
   evict.  Returns their number. */
static size_t take_alike(struct colours *colours, size_t size) {
    size_t others = colours->opens - size, colour = colours->count + 1;
    memcpy(colours->alike, colours->open, colours->opens * sizeof *colours->alike);
    size_t visits = colours_visit(colours, colours->open, size);
    size_t count = size + colours_keep(colours, colours->alike + size, others, visits, true);
    for (size_t i = 0; i < count; i++)
        colours->colour[colours->alike[i]] = colour;
    colours_sort(colours);
    return count;
}

/* Reduces the COUNT alike to as many as fill a colour.  The units still open have other colours
   than UNIT, so that they are better evictors. */
static size_t find_ways(struct colours *colours, size_t count, size_t unit) {
    size_t firsts = colours->firsts;
    colours->first = colours->open;
    colours->firsts = colours->opens;
    size_t ways = reduce(colours, colours->alike, count, unit);
    colours->first = colours->first_unit;
    colours->firsts = firsts;
    return ways;
}

/* Makes the COUNT alike open again. */
static void reopen(struct colours *colours, size_t count) {
    for (size_t i = 0; i < count; i++) {
        colours->colour[colours->alike[i]] = 0;
        colours->open[colours->opens++] = colours->alike[i];
    }
}

/* Returns whether the first WAYS units alike, which evict UNIT, also evict each other if UNIT
   takes their place.  Otherwise noise has added a unit of another colour. */
static bool all_alike(struct colours *colours, size_t ways, size_t unit) {
    size_t *alike = colours->alike;
    for (size_t i = 0; i < ways; i++) {
        struct suspects others = {colours, alike, alike[i]};
        bool evicted = false;
        alike[i] = unit;
        for (size_t k = 0; k < CHECKS && !evicted; k++)
            evicted = evict(&others, ways);
        alike[i] = others.unit;
        if (!evicted)
            return false;
    }
    return true;
}

/* Times UNIT and the open ones round after round, in another order each time, and adds up the
   latencies of each; an interrupted reading counts as a miss. */
static bool add_costs(struct colours *colours, size_t unit) {
    const struct eviction *eviction = colours->eviction;
    struct units *units = colours->units;
    size_t opens = colours->opens, visits = colours_visit(colours, colours->open, opens);
    double out = eviction_out(eviction), *cost = colours->cost;
    memset(cost, 0, units->count * sizeof *cost);
    if (!units_gather(units, colours->visited + opens, visits - opens))
        return false;
    for (size_t go = 0; go < GOES; go++) {
        units_walk(units, eviction->laps);
        order_shuffle(&units->dice, colours->open, opens);
        units_time(units, unit);
        for (size_t i = 0; i < opens; i++)
            cost[colours->open[i]] += fmin(units_time(units, colours->open[i]), out);
    }
    return true;
}

/* Moves the slowest open units to the front.  One unit more than fit in a colour is visited with
   the others: its units miss now and then, whatever the replacement policy, and hardly any other
   does. This is only a hint, which makes prefixes short. */
static void suspect_first(struct colours *colours, size_t unit) {
    size_t *open = colours->open;
    const double *cost = colours->cost;
    if (!add_costs(colours, unit))
        return;
    for (size_t i = 1; i < colours->opens; i++)
        for (size_t k = i; k > 0 && cost[open[k]] > cost[open[k - 1]]; k--) {
            size_t one = open[k];
            open[k] = open[k - 1];
            open[k - 1] = one;
        }
}

bool eviction_set_find(struct colours *colours, size_t unit) {
    suspect_first(colours, unit);
    size_t size = reduce(colours, colours->open, colours->opens, unit);
    if (size == 0)
        return false;
    size_t count = take_alike(colours, size), ways = find_ways(colours, count, unit);
    if (ways == 0 || !all_alike(colours, ways, unit)) {
        reopen(colours, count);
        return false;
    }
    colours->ways[++colours->count] = ways;
    colours->colour[unit] = colours->count;
    colours->closed[colours->closeds++] = unit;
    for (size_t i = 0; i < count; i++)
        if (i < ways)
            colours->closed[colours->closeds++] = colours->alike[i];
        else
            colours->colour[colours->alike[i]] = 0;
    return true;
}
