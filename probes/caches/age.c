/* age.c - the sweep of ages: times single loads of lines that were last touched so many lines ago.

   A lap touches each of many places once, in random order.  After some laps a few places are loaded
   one by one, and each load is recorded with its age: how many other lines were touched since that
   place was.  The sum over all ages of the share that still hits is the number of lines that are
   resident, whatever the ways, the index and the replacement policy, and the cost of hits that are
   older than what the second level holds is the next level's latency, although its capacity is not
   known.

   The lines that will be loaded one by one are linked before the first lap, because linking touches
   them: under a policy that keeps what is reused, they would otherwise stay longer than the rest.

   A place is a pair of lines, of which a prefetcher of pairs cannot bring one that is not counted;
   it is one of two pairs side by side, chosen at random, so that the next line is often no place.
   The translation is warmed through another line of the page before a load is timed.

   Controls are loads that hit the first level, and loads of flushed lines.  The sweep fails where
   no line can be flushed, or memory is too small to age a line out of the caches. */
#include "../../analysis/deviation.h"
#include "../common/age_buckets.h"
#include "../common/histogram.h"
#include "../common/order.h"
#include "../common/sample.h"
#include "../common/sizes.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    LINE = 64,   /* bytes, where configure has not found another size */
    PLACE = 2,   /* lines */
    SPACING = 4, /* lines from one pair of places to the next */
    WORD = sizeof(void *),
    FEWEST = 1 << 13, /* places, to begin with */
    LEAST = 1 << 10,  /* with fewer nothing is aged */
    TIMES_SECOND = 8, /* the second level */
    LAPS = 2,         /* before ages count */
    TOUCHED = 256,    /* places that are linked at a time */
    YOUNGEST = 128,   /* places: the first bucket of ages begins here */
    EACH = 24,        /* probes of a bucket in each round, */
    PROBED_PART = 96, /* fewer where a round would probe more than this part of the places */
    MOST_PROBES = AGE_BUCKETS_MOST * EACH,
    FEWEST_ROUNDS = 6, /* the first of which shows whether the places are enough */
    MOST_ROUNDS = 64,  /* each with other places */
    NEAR = 16,         /* places of the control that hits, */
    NEAR_LAPS = 16,
    MOST_LEVELS = 4,
    ROW_BYTES = 64
};
/* As many places as this times those that are resident fill a cache of two ways to 98 % and one
   of four to 99.7 %. */
static const double ENOUGH = 4;
/* Of a flushed load's time: what costs less is taken for a hit when the sweep chooses how many
   places there are. */
static const double HIT = 0.6;
static const double LONGEST_NS = 3e9;
/* Of the number of resident places: rounds follow until its deviation is no more. */
static const double SURE = 0.03;

struct bench {
    struct machine *machine;
    struct pages pages;
    struct dice dice;
    size_t line, places;
    size_t *order, *where; /* the places in the order of a lap, and each place's position in it */
    double resident, deviation; /* about how many places are, by all rounds */
    double kept[MOST_ROUNDS];   /* the same by the loads of each round */
    size_t round, each, probes; /* probes of a bucket, and of all buckets, in each round */
    size_t probed[MOST_ROUNDS][MOST_PROBES];   /* places */
    size_t link[MOST_ROUNDS][2 * MOST_PROBES]; /* offsets of them, each behind a line of its page */
    struct chain chain[MOST_ROUNDS];
    size_t near[NEAR];
    struct age_buckets ages; /* in places */
    struct histogram aged[AGE_BUCKETS_MOST], hit, flushed;
    struct timing
        first; /* a load of a long chain that hits the first level, the least of all rounds */
};

/* ---- places and probes ---- */

/* Where PLACE begins: one of two pairs of lines, chosen by a bit of a product, since to look it up
   would bring a line for each place. */
static size_t offset_of(const struct bench *bench, size_t place) {
    size_t second = (size_t)((uint64_t)place * UINT64_C(0x9e3779b97f4a7c15) >> 63);
    return (place * SPACING + second * PLACE) * bench->line;
}

/* A line of PLACE's page that is of no place, in the other half of the page where there is one;
   another one for each place. */
static size_t beside(const struct bench *bench, size_t place) {
    size_t spacing = SPACING * bench->line, pair = PLACE * bench->line;
    size_t in_page = bench->pages.page_bytes / spacing, other = place;
    if (in_page > 0 && in_page % 2 == 0)
        other = place / in_page * in_page + (place + in_page / 2) % in_page;
    if (other >= bench->places)
        other = place;
    return other * spacing + pair - offset_of(bench, other) % spacing;
}

/* Each round probes other places. */
static void link_probes(struct bench *bench) {
    size_t most = bench->places / PROBED_PART / bench->ages.count;
    bench->each = most < EACH ? most : EACH;
    bench->probes = bench->each * bench->ages.count;
    for (size_t round = 0; round < MOST_ROUNDS; round++) {
        size_t *link = bench->link[round];
        for (size_t i = 0; i < bench->probes; i++) {
            size_t place = bench->order[round * bench->probes + i];
            size_t line = dice_below(&bench->dice, PLACE) * bench->line;
            bench->probed[round][i] = place;
            link[2 * i] = beside(bench, place);
            link[2 * i + 1] = offset_of(bench, place) + line + WORD;
        }
        chain_link(bench->machine, &bench->chain[round], &bench->pages, link, 2 * bench->probes);
    }
}

/* Draws the order of the next lap. */
static void shuffle_lap(struct bench *bench) {
    order_shuffle(&bench->dice, bench->order, bench->places);
    for (size_t i = 0; i < bench->places; i++)
        bench->where[bench->order[i]] = i;
}

/* Lets PLACE and the one at POSITION change places in the lap. */
static void put_at(struct bench *bench, size_t place, size_t position) {
    size_t other = bench->order[position], from = bench->where[place];
    bench->order[from] = other;
    bench->where[other] = from;
    bench->order[position] = place;
    bench->where[place] = position;
}

/* Puts this round's probes at ages of all buckets; the youngest first, since each probe ages those
   behind it. */
static void place_probes(struct bench *bench) {
    for (size_t i = 0; i < bench->probes; i++) {
        size_t bucket = i / bench->each;
        size_t part = age_buckets_width(&bench->ages, bucket) / bench->each;
        size_t from = bench->ages.begin[bucket] + i % bench->each * part;
        size_t age = from + (part > 0 ? dice_below(&bench->dice, part) : 0);
        put_at(bench, bench->probed[bench->round][i], bench->places - 1 - age);
    }
}

/* Touches each place once, by linking a few at a time, in the order of the next lap.  What the
   sweep itself reads meanwhile takes room in the caches too, and is only the order of the places.
 */
static void touch_all(struct bench *bench) {
    struct chain some;
    size_t lap[PLACE * TOUCHED];
    for (size_t i = 0; i < bench->places; i += TOUCHED) {
        size_t count = bench->places - i < TOUCHED ? bench->places - i : TOUCHED;
        for (size_t k = 0; k < count; k++) {
            size_t first = dice_below(&bench->dice, PLACE);
            size_t at = offset_of(bench, bench->order[i + k]);
            lap[2 * k] = at + first * bench->line;
            lap[2 * k + 1] = at + (1 - first) * bench->line;
        }
        chain_link(bench->machine, &some, &bench->pages, lap, PLACE * count);
    }
}

/* ---- rounds ---- */

/* Loads each probe once.  Its age has grown by the loads before it, two lines each. */
static void probe_ages(struct bench *bench, struct chain *probes) {
    for (size_t i = 0; i < bench->probes; i++) {
        chain_walk(bench->machine, probes, 1);
        double ns = chain_single(bench->machine, probes);
        size_t position = bench->where[bench->probed[bench->round][i]];
        size_t age = bench->places - 1 - position + i;
        histogram_add(&bench->aged[age_buckets_find(&bench->ages, age)], ns);
    }
}

/* Loads that hit the first level: single ones, and a long chain of them. */
static void probe_hits(struct bench *bench) {
    struct chain near;
    struct timing first;
    chain_link(bench->machine, &near, &bench->pages, bench->near, NEAR);
    chain_walk(bench->machine, &near, 2 * NEAR);
    for (size_t i = 0; i < NEAR_LAPS * NEAR; i++)
        histogram_add(&bench->hit, chain_single(bench->machine, &near));
    if (sample_chain(bench->machine, &near, &first) && first.ns < bench->first.ns)
        bench->first = first;
}

/* Returns false where no line can be flushed. */
static bool probe_controls(struct bench *bench, struct chain *probes) {
    if (!chain_flush(bench->machine, probes))
        return false;
    for (size_t i = 0; i < bench->probes; i++) {
        chain_walk(bench->machine, probes, 1);
        histogram_add(&bench->flushed, chain_single(bench->machine, probes));
    }
    probe_hits(bench);
    return true;
}

/* Finds about how many places are resident, and the deviation of that number. */
static void count_resident(struct bench *bench) {
    double sum = YOUNGEST, variance = 0, limit = HIT * histogram_median(&bench->flushed);
    for (size_t bucket = 0; bucket < bench->ages.count; bucket++) {
        double all = fmax((double)histogram_all(&bench->aged[bucket]), 1);
        double share = (double)histogram_below(&bench->aged[bucket], limit) / all;
        double width = (double)age_buckets_width(&bench->ages, bucket);
        sum += share * width;
        variance += share * (1 - share) / all * width * width;
    }
    bench->resident = sum;
    bench->deviation = sqrt(variance);
}

/* Ends a round.  Each has as many loads of an age as the others, so that what its loads say is the
   difference of two sums. */
static void note_round(struct bench *bench) {
    double before = (double)bench->round * bench->resident;
    count_resident(bench);
    bench->kept[bench->round] = (double)(bench->round + 1) * bench->resident - before;
    bench->round++;
}

static bool measure_round(struct bench *bench) {
    struct chain *probes = &bench->chain[bench->round];
    shuffle_lap(bench);
    place_probes(bench);
    touch_all(bench);
    probe_ages(bench, probes);
    bool flushed = probe_controls(bench, probes);
    note_round(bench);
    return flushed;
}

/* ---- how many places ---- */

static bool draw_places(struct bench *bench, size_t places) {
    size_t spacing = SPACING * bench->line;
    bench->places = places;
    bench->order = malloc(2 * places * sizeof *bench->order);
    if (bench->order == NULL ||
        !pages_draw(bench->machine, &bench->pages, places * spacing, PAGES_HUGE))
        return false;
    bench->where = bench->order + places;
    for (size_t i = 0; i < places; i++)
        bench->order[i] = i;
    for (size_t i = 0; i < NEAR; i++)
        bench->near[i] = offset_of(bench, i);
    age_buckets_divide(&bench->ages, YOUNGEST, places);
    return true;
}

static void release_places(struct bench *bench) {
    if (bench->pages.base != NULL)
        pages_release(bench->machine, &bench->pages);
    free(bench->order);
    bench->pages.base = NULL;
    bench->order = NULL;
}

static void forget(struct bench *bench) {
    static const struct histogram EMPTY;
    for (size_t i = 0; i < AGE_BUCKETS_MOST; i++)
        bench->aged[i] = EMPTY;
    bench->hit = bench->flushed = EMPTY;
    bench->first.ns = NOT_MEASURED;
    bench->round = 0;
    bench->resident = 0;
}

/* Laps over fresh places, and the first round.  Returns NULL or why not. */
static const char *try_places(struct bench *bench, size_t places) {
    if (places < LEAST || !draw_places(bench, places))
        return "no memory for the places";
    forget(bench);
    shuffle_lap(bench);
    link_probes(bench);
    for (size_t i = 0; i < LAPS; i++) {
        shuffle_lap(bench);
        touch_all(bench);
    }
    return measure_round(bench) ? NULL : NEVER_HERE "no line can be flushed";
}

/* A few times what the levels hold whose size is known, so that the next one shows. */
static size_t fewest_places(const struct bench *bench) {
    size_t second = sizes_of_level(bench->machine, 2) / bench->line;
    return TIMES_SECOND * second / PLACE > FEWEST ? TIMES_SECOND * second / PLACE : FEWEST;
}

static bool may_double(const struct bench *bench, size_t most) {
    return bench->places < most && (double)bench->places < ENOUGH * bench->resident &&
           machine_age_ns(bench->machine) < LONGEST_NS / 2;
}

/* The deviation of the mean of all rounds by what each of them kept. */
static double deviation_of_rounds(const struct bench *bench) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < bench->round; i++) {
        sum += bench->kept[i];
        squares += bench->kept[i] * bench->kept[i];
    }
    return deviation_of_mean(sum, squares, (double)bench->round);
}

static bool needs_round(const struct bench *bench) {
    double deviation = fmax(bench->deviation, deviation_of_rounds(bench));
    bool sure = bench->round >= FEWEST_ROUNDS && deviation <= SURE * bench->resident;
    return !sure && bench->round < MOST_ROUNDS && machine_age_ns(bench->machine) < LONGEST_NS;
}

/* Doubles the places until they are enough, or there is no more memory or time: each attempt takes
   about as long as all before it. */
static const char *find_places(struct bench *bench, size_t places, size_t most) {
    const char *why = try_places(bench, places < most ? places : most);
    while (why == NULL && may_double(bench, most)) {
        release_places(bench);
        places = 2 * bench->places < most ? 2 * bench->places : most;
        why = try_places(bench, places);
    }
    return why;
}

/* Finds enough places and measures as many rounds as it needs.  A neighbour that leaves meanwhile
   leaves more room: then the places are too few, and it begins again with more. */
static const char *measure_rounds(struct bench *bench) {
    size_t most = pages_limit(bench->machine) / (SPACING * bench->line);
    const char *why = find_places(bench, fewest_places(bench), most);
    while (why == NULL) {
        while (needs_round(bench) && !may_double(bench, most))
            (void)measure_round(bench);
        if (!may_double(bench, most))
            return NULL;
        release_places(bench);
        why = find_places(bench, 2 * bench->places, most);
    }
    return why;
}

/* ---- the sweep ---- */

/* The longest line of any level, so that no two places share one. */
static size_t longest_line(struct machine *machine) {
    size_t longest = 0;
    for (size_t level = 1; level <= MOST_LEVELS; level++)
        if (sizes_of_line(machine, level) > longest)
            longest = sizes_of_line(machine, level);
    return longest > 0 ? longest : LINE;
}

/* What a load that hits the first level costs, and what is known of the levels. */
static void print_levels(const struct bench *bench, FILE *out) {
    fprintf(out, "# section: first\n# columns: cycles ns line\n%.4f\t%.4f\t%zu\n",
            bench->first.cycles, bench->first.ns, bench->line);
    fprintf(out, "# section: levels\n# columns: level lines\n");
    for (size_t level = 1; level <= MOST_LEVELS; level++) {
        size_t lines = sizes_of_level(bench->machine, level) / bench->line;
        if (lines > 0)
            fprintf(out, "%zu\t%zu\n", level, lines);
        else
            fprintf(out, "%zu\t-\n", level);
    }
}

static const char *print_all(struct bench *bench, FILE *out) {
    fprintf(out, "# sweep: age\n# pages: %s\n# places: %zu\n", bench->pages.huge ? "huge" : "small",
            bench->places);
    if (!is_measured(bench->first.ns))
        return "all samples of hits were disturbed";
    print_levels(bench, out);
    fprintf(out, "# section: controls\n# columns: kind ns count\n");
    histogram_print(&bench->flushed, out, "flushed\t");
    histogram_print(&bench->hit, out, "hit\t");
    fprintf(out, "# section: rounds\n# columns: round lines\n");
    for (size_t round = 0; round < bench->round; round++)
        fprintf(out, "%zu\t%.0f\n", round + 1, fmax(PLACE * bench->kept[round], 0));
    fprintf(out, "# section: ages\n# columns: from to ns count\n");
    for (size_t bucket = 0; bucket < bench->ages.count; bucket++) {
        char row[ROW_BYTES];
        snprintf(row, sizeof row, "%zu\t%zu\t", PLACE * bench->ages.begin[bucket],
                 PLACE * bench->ages.begin[bucket + 1]);
        histogram_print(&bench->aged[bucket], out, row);
    }
    return NULL;
}

sweep sweep_age;

const char *sweep_age(struct machine *machine, FILE *out) {
    struct bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL)
        return "no memory for the places";
    bench->machine = machine;
    bench->dice.state = 20040614;
    bench->line = longest_line(machine);
    const char *why = measure_rounds(bench);
    if (why == NULL)
        why = print_all(bench, out);
    release_places(bench);
    free(bench);
    return why;
}
