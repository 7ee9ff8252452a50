/* verify.c - measures colours again, later than when they were found, and drops the wrong ones. */
#include "verify.h"
#include "../common/spread.h"
#include "colours_search.h"

enum {
    LOOKS = 3,
    FEW = 4,     /* colours: too few to know what most of them show */
    SEARCHES = 3 /* for colours in place of wrong ones */
};

/* Drops the colours of COUNT units. */
static size_t drop(struct colours *colours, const size_t *unit, size_t count) {
    for (size_t i = 0; i < count; i++)
        colours_drop(colours, colours->colour[unit[i]]);
    return count;
}

/* ---- two that are one ---- */

/* A unit of each colour whose number has BIT, or has it not, and all that fill the others.  The
   numbers of any two colours differ in a bit. */
static size_t part_by_bit(const struct colours *colours, size_t bit, bool set, size_t *unit,
                          size_t *other, size_t *others) {
    size_t count = 0;
    *others = 0;
    for (size_t i = 0; i < colours->closeds; i++) {
        size_t one = colours->closed[i], colour = colours->colour[one];
        if (((colour & bit) != 0) != set)
            other[(*others)++] = one;
        else if (i == 0 || colours->colour[colours->closed[i - 1]] != colour)
            unit[count++] = one;
    }
    return count;
}

/* Drops the colours whose units are evicted by those of other colours, every time. */
static size_t drop_twins_by(struct colours *colours, size_t bit, bool set) {
    size_t others, *unit = colours->alike, *other = colours->visited;
    size_t count = part_by_bit(colours, bit, set, unit, other, &others);
    for (size_t i = 0; i < LOOKS && count > 0; i++)
        count = colours_keep(colours, unit, count, others, true);
    return drop(colours, unit, count);
}

static size_t drop_twins(struct colours *colours) {
    size_t dropped = 0;
    for (size_t bit = 1; bit <= colours->count; bit *= 2) {
        dropped += drop_twins_by(colours, bit, true);
        dropped += drop_twins_by(colours, bit, false);
    }
    return dropped;
}

/* ---- units of others ---- */

/* Measures WAYS units of each of COUNT colours into COST.  Returns the median, or 0 if too few
   could be measured. */
static double typical_cost(struct groups *groups, size_t count, size_t ways, double *cost) {
    double *sorted = cost + count;
    size_t measured = 0;
    for (size_t i = 0; i < count; i++) {
        cost[i] = groups_measure(groups, i + 1, ways, 0);
        if (cost[i] > 0)
            sorted[measured++] = cost[i];
    }
    return measured >= FEW ? spread_of(sorted, measured).median : 0;
}

/* One unit more than fit must miss, whatever the replacement policy.  Where that is so of most
   colours, those of which the level holds it, or the level above does (a cost of 0), contain units
   of other colours, which they hide. */
static size_t drop_mixed(struct groups *groups) {
    struct colours *colours = groups->colours;
    size_t all = colours->count, ways = colours_ways(colours), mixed = 0;
    if (all < FEW)
        return 0;
    double hit = typical_cost(groups, colours_rich(colours), (ways + 1) / 2, colours->cost);
    double miss = typical_cost(groups, all, ways + 1, colours->cost), middle = (hit + miss) / 2;
    for (size_t i = 0; i < all && miss > hit; i++)
        if (colours->cost[i] < middle &&
            colours_members(colours, i + 1, colours->alike + mixed, ways + 1) > ways)
            mixed += groups_measure(groups, i + 1, ways + 1, 0) < middle;
    return drop(colours, colours->alike, mixed);
}

/* ---- none ---- */

/* Drops a colour that far fewer units fill than others: it was found while noise evicted all. */
static size_t drop_small(struct colours *colours) {
    size_t ways = colours_ways(colours), small = 0;
    for (size_t colour = 1; colour <= colours->count; colour++)
        if (2 * colours->ways[colour] < ways)
            colours_members(colours, colour, &colours->alike[small++], 1);
    return drop(colours, colours->alike, small);
}

bool verify_find(struct groups *groups, size_t laps) {
    struct colours *colours = groups->colours;
    bool found = colours_find(colours, laps);
    for (size_t i = 0; i < SEARCHES && found; i++) {
        size_t dropped = drop_small(colours);
        dropped += drop_twins(colours);
        dropped += drop_mixed(groups);
        if (dropped == 0 && colours_unproven(colours) == 0)
            return true;
        found = colours_resume(colours);
    }
    return false;
}

/* ---- evictors ---- */

bool verify_evictors(struct colours *colours) {
    size_t batch = colours->eviction->few;
    for (size_t next = colours->eviction->first; next + batch <= colours->next; next += batch) {
        size_t count = batch;
        for (size_t i = 0; i < batch; i++)
            colours->batch[i] = next + i;
        for (size_t i = 0; i < LOOKS && count > 0; i++)
            count = colours_keep(colours, colours->batch, count, 0, true);
        if (count > 0)
            return false;
    }
    return true;
}
