/* colours.c - keeps the colours of page-sized units, and tests units against them. */
#include "colours.h"

#include <string.h>

enum { RICH = 32 /* colours for which more units than fill them are kept */ };

bool colours_late(const struct colours *colours) {
    return machine_age_ns(colours->units->machine) > colours->end_ns;
}

/* ---- visited units ---- */

size_t colours_add_evictors(const struct colours *colours, size_t avoid, size_t *unit,
                            size_t count) {
    for (size_t i = 0; i < colours->closeds && count < colours->eviction->evictors; i++)
        if (colours->colour[colours->closed[i]] != avoid)
            unit[count++] = colours->closed[i];
    return count;
}

/* Adds the first units as evictors for units of no known colour as long as too few colours are
   known, though they may have the same colour.  First units of a known colour may have been added
   before. */
static size_t add_unknown_evictors(const struct colours *colours, size_t *unit, size_t count) {
    for (size_t i = 0; i < colours->firsts && count < colours->eviction->evictors; i++)
        if (colours->colour[colours->first[i]] == 0)
            unit[count++] = colours->first[i];
    return count;
}

size_t colours_visit(struct colours *colours, const size_t *set, size_t count) {
    memcpy(colours->visited, set, count * sizeof *set);
    if (set != colours->closed)
        count = colours_add_evictors(colours, 0, colours->visited, count);
    return add_unknown_evictors(colours, colours->visited, count);
}

/* Visits half of the units that fill each known colour, which evicts no unit, and evictors. */
size_t colours_visit_half(struct colours *colours) {
    const size_t *closed = colours->closed;
    size_t count = 0, alike = 0;
    for (size_t i = 0; i < colours->closeds; i++) {
        size_t colour = colours->colour[closed[i]];
        alike = i > 0 && colour == colours->colour[closed[i - 1]] ? alike + 1 : 0;
        if (alike < colours->ways[colour] / 2)
            colours->visited[count++] = closed[i];
    }
    return add_unknown_evictors(colours, colours->visited, count);
}

/* Moves those of COUNT units to the front that are evicted by their latencies, or that are not.
   Returns their number. */
static size_t keep_by_cost(const struct colours *colours, size_t *unit, size_t count,
                           bool evicted) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if ((colours->cost[i] > colours->eviction->gone) == evicted) {
            size_t one = unit[i];
            unit[i] = unit[kept];
            unit[kept++] = one;
        }
    return kept;
}

size_t colours_keep(struct colours *colours, size_t *unit, size_t count, size_t visits,
                    bool evicted) {
    return eviction_try(colours->eviction, unit, count, colours->eviction->many, colours->visited,
                        visits, colours->cost)
               ? keep_by_cost(colours, unit, count, evicted)
               : 0;
}

/* ---- all colours ---- */

size_t colours_members(const struct colours *colours, size_t colour, size_t *unit, size_t most) {
    size_t count = 0;
    for (size_t i = 0; i < colours->next && count < most; i++)
        if (colours->colour[i] == colour)
            unit[count++] = i;
    return count;
}

size_t colours_rich(const struct colours *colours) {
    return colours->count < RICH ? colours->count : RICH;
}

size_t colours_ways(const struct colours *colours) {
    size_t best = 0, votes = 0;
    for (size_t i = 1; i <= colours->count; i++) {
        size_t alike = 0;
        for (size_t k = 1; k <= colours->count; k++)
            alike += colours->ways[k] == colours->ways[i];
        if (alike > votes) {
            votes = alike;
            best = colours->ways[i];
        }
    }
    return best;
}

size_t colours_most_units(const struct colours *colours) {
    size_t ways = colours_ways(colours);
    return ways + ways / 2 + 2;
}

/* Moves those of COUNT units to the front that have none of the known colours.  Returns their
   number.  All are tested at once, since units of a known colour are certainly evicted, and two
   of one unknown colour are rare. */
size_t colours_keep_unknown(struct colours *colours, size_t *unit, size_t count) {
    if (colours->closeds == 0)
        return count;
    size_t visits = colours_visit(colours, colours->closed, colours->closeds);
    return eviction_try_all(colours->eviction, unit, count, colours->visited, visits, colours->cost)
               ? keep_by_cost(colours, unit, count, false)
               : count;
}

void colours_sort(struct colours *colours) {
    size_t kept = 0;
    for (size_t i = 0; i < colours->opens; i++)
        if (colours->colour[colours->open[i]] == 0)
            colours->open[kept++] = colours->open[i];
    colours->opens = kept;
}

void colours_refill(struct colours *colours) {
    size_t ways = colours_ways(colours);
    colours->closeds = 0;
    for (size_t colour = 1; colour <= colours->count; colour++)
        colours->closeds +=
            colours_members(colours, colour, colours->closed + colours->closeds, ways + 1);
}

void colours_drop(struct colours *colours, size_t colour) {
    size_t last = colours->count--;
    colours->witnesses = 0;
    colours->ways[colour] = colours->ways[last];
    for (size_t i = 0; i < colours->next; i++)
        if (colours->colour[i] == colour)
            colours->colour[i] = 0;
        else if (colours->colour[i] == last)
            colours->colour[i] = colour;
    colours_refill(colours);
}
