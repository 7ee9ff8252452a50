/* colours.c - from page-sized units to colours. */
#include "colours.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 16, /* units that are tried at once, at the most */
    IDLE = 32,
    MOST_WAYS = 32, /* as long as none are known */
    SOME_MORE = 64,
    TURNS = 8,
    CHECKS = 3,
    TIMES = 6
};

/* What takes longer is too large, or disturbed too much. */
static const double LONGEST_NS = 1.2e9;

/* Replacement at random forgets slowly. */
static const size_t LAPS[] = {2, 8, 32};

static bool late(const struct colours *colours) {
    return machine_age_ns(colours->units->machine) > colours->end_ns;
}

/* ---- a group that fits ---- */

/* Adds those of COUNT units that are not pushed out.  Returns how many the last ones are that
   are, or SIZE_MAX where there is no memory. */
static size_t add_batch(struct colours *colours, const size_t *unit, size_t count, size_t before) {
    double cost[BATCH], again[BATCH];
    struct eviction *eviction = colours->eviction;
    if (!eviction_try(eviction, unit, count, colours->fit, colours->fits, cost) ||
        !eviction_try(eviction, unit, count, colours->fit, colours->fits, again))
        return SIZE_MAX;
    for (size_t i = 0; i < count; i++)
        if (cost[i] < eviction->limit && again[i] < eviction->limit) {
            colours->fit[colours->fits++] = unit[i];
            before = 0;
        } else {
            colours->rest[colours->rests++] = unit[i];
            before++;
        }
    return before;
}

/* Does hardly anything fit any more?  Where most is disturbed that must do. */
static bool full(const struct colours *colours, size_t pushed_out) {
    return pushed_out >= colours->fits / 2 + IDLE ||
           (pushed_out >= IDLE && colours->rests >= 3 * colours->fits);
}

/* Units that fit together, until half as many in a row did not fit as do. */
static bool find_fit(struct colours *colours) {
    size_t pushed_out = 0, unit[BATCH], batch = colours->eviction->at_once;
    colours->fit[colours->fits++] = colours->next++;
    while (!full(colours, pushed_out) && !late(colours)) {
        if (colours->next + batch > colours->units->count)
            return false;
        for (size_t i = 0; i < batch; i++)
            unit[i] = colours->next++;
        pushed_out = add_batch(colours, unit, batch, pushed_out);
    }
    return pushed_out != SIZE_MAX && colours->rests > 0;
}

/* ---- one colour ---- */

/* Adds to the COUNT units visited so many others that the level above keeps nothing: of colours
   that are known, else what misses least, but none of the first SUSPECTS. */
static size_t add_others(struct colours *colours, size_t count, size_t suspects) {
    size_t washers = colours->eviction->washers, added = 0;
    for (; added < washers && added < colours->closeds; added++)
        colours->visited[count++] = colours->closed[added];
    for (size_t i = colours->lefts; added < washers && i > suspects; added++)
        colours->visited[count++] = colours->left[--i];
    return count;
}

/* Do the first SUSPECTS push out UNIT? */
static bool push_out(struct colours *colours, size_t suspects, size_t unit) {
    size_t count = 0;
    for (; count < suspects; count++)
        colours->visited[count] = colours->left[count];
    count = add_others(colours, count, suspects);
    return eviction_of(colours->eviction, unit, colours->visited, count);
}

/* Tries those left from FIRST to END while UNIT and the other first SUSPECTS are visited. */
static bool try_rivals(struct colours *colours, size_t suspects, size_t unit, size_t first,
                       size_t end) {
    size_t count = 0;
    for (size_t i = 0; i < suspects; i++)
        if (i < first || i >= end)
            colours->visited[count++] = colours->left[i];
    colours->visited[count++] = unit;
    count = add_others(colours, count, suspects);
    return eviction_try_all(colours->eviction, colours->left + first, end - first, colours->visited,
                            count, colours->cost + first);
}

/* The first SUSPECTS fit without UNIT, so only its rivals are pushed out with it.  Puts those that
   cost more than LIMIT before the others, trying so many at once: the fewer, the surer.  Returns
   how many. */
static size_t sort_out(struct colours *colours, size_t suspects, size_t unit, size_t at_once,
                       double limit) {
    size_t rivals = 0;
    for (size_t i = 0; i < suspects; i += at_once) {
        size_t end = i + at_once < suspects ? i + at_once : suspects;
        if (late(colours) || !try_rivals(colours, suspects, unit, i, end))
            return 0;
    }
    for (size_t i = 0; i < suspects; i++)
        if (colours->cost[i] > limit) {
            size_t found = colours->left[i];
            colours->left[i] = colours->left[rivals];
            colours->left[rivals++] = found;
        }
    return rivals;
}

/* Do the first SUSPECTS push out UNIT surely? */
static bool push_out_surely(struct colours *colours, size_t suspects, size_t unit) {
    for (size_t i = 0; i < CHECKS; i++)
        if (!push_out(colours, suspects, unit))
            return false;
    return true;
}

/* So many of those left that hardly two of them are rivals. */
static size_t at_once(const struct colours *colours) {
    size_t ways = colours->count > 0 ? colours_ways(colours) : MOST_WAYS;
    size_t few = colours->lefts / ways / 2;
    return few > 1 ? few : 1;
}

/* The units left that push out UNIT together, all of which it takes: they stand first then.
   Returns how many, or 0 where it cannot be told. */
static size_t find_rivals(struct colours *colours, size_t unit) {
    const struct eviction *eviction = colours->eviction;
    size_t suspects = colours->lefts;
    if (!push_out_surely(colours, suspects, unit))
        return 0;
    size_t rivals = sort_out(colours, suspects, unit, at_once(colours), eviction->limit);
    for (size_t i = 0; i < CHECKS && rivals != suspects; i++) {
        if (push_out_surely(colours, rivals, unit))
            suspects = rivals;
        rivals = sort_out(colours, suspects, unit, 1, eviction->gone);
    }
    return rivals == suspects ? rivals : 0;
}

/* ---- all that has that colour ---- */

/* Keeps those of COUNT units that the first VISITS visited do push out, or do not. Returns how
   many. */
static size_t keep_those(struct colours *colours, size_t *unit, size_t count, size_t visits,
                         bool pushed_out) {
    size_t kept = 0;
    if (!eviction_try(colours->eviction, unit, count, colours->visited, visits, colours->cost))
        return 0;
    for (size_t i = 0; i < count; i++)
        if ((colours->cost[i] > colours->eviction->limit) == pushed_out)
            unit[kept++] = unit[i];
    return kept;
}

/* Keeps those of COUNT units that the first RIVALS push out, surely, and their washers alone do
   not. */
static size_t keep_alike(struct colours *colours, size_t *unit, size_t count, size_t rivals) {
    size_t washers = add_others(colours, 0, rivals), visits = washers;
    for (size_t i = 0; i < rivals; i++)
        colours->visited[visits++] = colours->left[i];
    count = keep_those(colours, unit, count, visits, true);
    count = keep_those(colours, unit, count, visits, true);
    return keep_those(colours, unit, count, washers, false);
}

/* The units that have no colour yet, from the one left at FIRST on. Returns how many. */
static size_t without_colour(const struct colours *colours, size_t first, size_t *unit) {
    size_t count = 0;
    for (size_t i = first; i < colours->lefts; i++)
        unit[count++] = colours->left[i];
    for (size_t i = 0; i < colours->rests; i++)
        if (colours->colour[colours->rest[i]] == 0)
            unit[count++] = colours->rest[i];
    return count;
}

/* Gives the newest colour to what is like the first RIVALS: all of that among those left, and
   enough of the rest. */
static void colour_alike(struct colours *colours, size_t *other, size_t rivals) {
    size_t others = without_colour(colours, rivals, other), left = colours->lefts - rivals;
    size_t enough = rivals / 2 + 1, found = 0;
    for (size_t i = 0; i < others && (i < left || found < enough); i += SOME_MORE) {
        size_t count = others - i < SOME_MORE ? others - i : SOME_MORE;
        count = keep_alike(colours, other + i, count, rivals);
        for (size_t k = 0; k < count; k++)
            colours->colour[other[i + k]] = colours->count;
        found += count;
    }
    for (size_t i = 0; i < rivals; i++)
        colours->colour[colours->left[i]] = colours->count;
}

/* Takes the units of the newest colour out of those left. */
static void close_colour(struct colours *colours) {
    size_t kept = 0;
    for (size_t i = 0; i < colours->lefts; i++)
        if (colours->colour[colours->left[i]] != 0)
            colours->closed[colours->closeds++] = colours->left[i];
        else
            colours->left[kept++] = colours->left[i];
    colours->lefts = kept;
}

static void find_colour_of(struct colours *colours, size_t unit) {
    size_t washers = add_others(colours, 0, colours->lefts);
    size_t *other = malloc((colours->fits + colours->rests) * sizeof *other);
    bool known = eviction_of(colours->eviction, unit, colours->visited, washers);
    size_t rivals = known || other == NULL ? 0 : find_rivals(colours, unit);
    if (rivals > 0) {
        colours->ways[++colours->count] = rivals;
        colours->colour[unit] = colours->count;
        colour_alike(colours, other, rivals);
        close_colour(colours);
    }
    free(other);
}

/* ---- all colours ---- */

size_t colours_members(const struct colours *colours, size_t colour, size_t *unit, size_t most) {
    size_t count = 0;
    for (size_t i = 0; i < colours->next && count < most; i++)
        if (colours->colour[i] == colour)
            unit[count++] = i;
    return count;
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

static void forget(struct colours *colours) {
    colours->fits = colours->rests = colours->next = colours->count = 0;
    colours->lefts = colours->closeds = 0;
    memset(colours->colour, 0, colours->units->count * sizeof *colours->colour);
}

/* Takes COLOUR back: its units are left again, and the last colour gets its number. */
static void reopen(struct colours *colours, size_t colour) {
    size_t kept = 0;
    for (size_t i = 0; i < colours->closeds; i++)
        if (colours->colour[colours->closed[i]] == colour)
            colours->left[colours->lefts++] = colours->closed[i];
        else
            colours->closed[kept++] = colours->closed[i];
    colours->closeds = kept;
    for (size_t i = 0; i < colours->next; i++)
        if (colours->colour[i] == colour)
            colours->colour[i] = 0;
        else if (colours->colour[i] == colours->count)
            colours->colour[i] = colour;
    colours->ways[colour] = colours->ways[colours->count--];
}

/* The ways of a colour may be found wrong by so many; the sweep measures them again. */
static size_t slack_of(size_t ways) {
    return ways / 8;
}

/* A colour with far more or fewer ways than most was found wrongly.  With far more, it is two, one
   of which has a unit too many, of which any may go. */
static void reopen_odd(struct colours *colours) {
    size_t ways = colours_ways(colours), slack = slack_of(ways);
    for (size_t colour = colours->count; colour > 0; colour--) {
        size_t found = colours->ways[colour];
        if (found <= ways + slack && found + slack >= ways)
            continue;
        reopen(colours, colour);
        if (found > ways && colours->lefts > 0) {
            size_t any = dice_below(&colours->units->dice, found);
            colours->rest[colours->rests++] = colours->left[colours->lefts - 1 - any];
            colours->left[colours->lefts - 1 - any] = colours->left[colours->lefts - 1];
            colours->lefts--;
        }
    }
}

/* What is left when all other colours are known is the last one: its units push each other out,
   and those that are closed do not. */
static void close_last(struct colours *colours) {
    size_t *other = malloc((colours->fits + colours->rests) * sizeof *other);
    size_t others = other != NULL ? without_colour(colours, 0, other) : 0, alike = 0;
    for (size_t i = 0; i < others && !late(colours); i++) {
        size_t visits = 0;
        for (size_t k = 0; k < others; k++)
            if (k != i)
                colours->visited[visits++] = other[k];
        visits = add_others(colours, visits, colours->lefts);
        if (eviction_of(colours->eviction, other[i], colours->visited, visits))
            other[alike++] = other[i];
    }
    memcpy(colours->visited, colours->closed, colours->closeds * sizeof *colours->visited);
    alike = keep_those(colours, other, alike, colours->closeds, false);
    if (alike > colours_ways(colours)) {
        colours->ways[colours->count + 1] = colours_ways(colours);
        colours->count++;
        colours->lefts = 0;
        for (size_t i = 0; i < alike; i++)
            colours->colour[other[i]] = colours->count;
    }
    free(other);
}

/* Is UNIT at home with what is closed, and with what is left?  Asked apart, since together they
   fill the level to the brim, where any disturbance pushes out something. */
static bool fits_after_all(struct colours *colours, size_t unit) {
    double closed, left;
    memcpy(colours->visited, colours->closed, colours->closeds * sizeof *colours->visited);
    if (!eviction_try(colours->eviction, &unit, 1, colours->visited, colours->closeds, &closed))
        return false;
    size_t count = colours->lefts;
    memcpy(colours->visited, colours->left, count * sizeof *colours->visited);
    count = add_others(colours, count, count);
    return closed < colours->eviction->limit &&
           eviction_try(colours->eviction, &unit, 1, colours->visited, count, &left) &&
           left < colours->eviction->limit;
}

/* Colours that lack a unit push out none of their own, and are not found.  Adds what was left out
   wrongly, up to a multiple of the WAYS. */
static void fill(struct colours *colours, size_t ways) {
    for (size_t i = 0; i < colours->rests && colours->lefts % ways != 0; i++)
        if (colours->colour[colours->rest[i]] == 0 && fits_after_all(colours, colours->rest[i])) {
            colours->left[colours->lefts++] = colours->rest[i];
            colours->rest[i--] = colours->rest[--colours->rests];
        }
}

static void find_colours(struct colours *colours) {
    for (size_t i = 0; i < colours->fits; i++)
        colours->left[colours->lefts++] = colours->fit[i];
    for (size_t turn = 0; turn < TURNS && colours->lefts > 0; turn++) {
        if (colours->count > 0)
            fill(colours, colours_ways(colours));
        for (size_t i = 0; i < colours->rests && colours->lefts > 0 && !late(colours); i++)
            if (colours->colour[colours->rest[i]] == 0)
                find_colour_of(colours, colours->rest[i]);
        reopen_odd(colours);
        if (colours->count > 0 && colours->lefts > 0 &&
            colours->lefts <= colours_ways(colours) + slack_of(colours_ways(colours)))
            close_last(colours);
    }
}

/* Could there be a colour of which no unit was looked at?  With so many units for each colour the
   chance that one of them is missing is below e^-6 (the coupon collector's bound).  So others are
   looked at, all of which what is closed must push out. */
static bool complete(struct colours *colours) {
    double count = (double)colours->count, enough = count * (log(count) + 6), cost;
    memcpy(colours->visited, colours->closed, colours->closeds * sizeof *colours->visited);
    for (; (double)colours->next < enough; colours->next++) {
        if (late(colours) || colours->next >= colours->units->count ||
            !eviction_try(colours->eviction, &colours->next, 1, colours->visited, colours->closeds,
                          &cost) ||
            cost <= colours->eviction->limit)
            return false;
        colours->rest[colours->rests++] = colours->next;
    }
    return true;
}

static bool find(struct colours *colours) {
    forget(colours);
    if (!find_fit(colours))
        return false;
    find_colours(colours);
    return colours->count > 0 && colours->lefts <= slack_of(colours_ways(colours)) &&
           complete(colours);
}

static bool allocate_colours(struct colours *colours) {
    size_t count = colours->units->count + BATCH;
    colours->fit = malloc(count * sizeof *colours->fit);
    colours->rest = malloc(count * sizeof *colours->rest);
    colours->colour = malloc(count * sizeof *colours->colour);
    colours->ways = malloc(count * sizeof *colours->ways);
    colours->left = malloc(count * sizeof *colours->left);
    colours->closed = malloc(count * sizeof *colours->closed);
    colours->visited = malloc(3 * count * sizeof *colours->visited);
    colours->cost = malloc(count * sizeof *colours->cost);
    return colours->fit != NULL && colours->rest != NULL && colours->colour != NULL &&
           colours->ways != NULL && colours->left != NULL && colours->closed != NULL &&
           colours->visited != NULL && colours->cost != NULL;
}

bool colours_open(struct colours *colours, struct units *units, struct eviction *eviction) {
    *colours = (struct colours){.units = units, .eviction = eviction};
    return allocate_colours(colours);
}

bool colours_find(struct colours *colours) {
    struct eviction *eviction = colours->eviction;
    colours->end_ns = machine_age_ns(colours->units->machine) + LONGEST_NS;
    for (size_t i = 0; i < TIMES && !late(colours); i++) {
        eviction->laps = LAPS[i % (sizeof LAPS / sizeof LAPS[0])];
        if (find(colours))
            return true;
    }
    return false;
}

void colours_close(struct colours *colours) {
    free(colours->fit);
    free(colours->rest);
    free(colours->colour);
    free(colours->ways);
    free(colours->left);
    free(colours->closed);
    free(colours->visited);
    free(colours->cost);
}
