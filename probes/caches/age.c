/* age.c - the sweep of ages: times single loads by age, which is how many other lines were touched
   after the loaded one.

   Places are touched at random, more of them than the caches hold.  Then a few are loaded one by
   one, and each load is recorded with its age, which counts places in this file and lines in the
   table.  The sum over all ages of the share that still hits is the number of lines that are
   resident, whatever the ways, the index and the replacement policy, and the cost of hits that are
   older than what the second level holds is the next level's latency, although its capacity is not
   known.

   Some places are touched again soon, as in most programs: where each is touched once a lap, a Zen
   5's third level goes from 6 MB to 19 and back.

   Every line belongs to a place, so that what a prefetcher brings counts too.  A place is a pair of
   lines: on the same CPU the caches keep fewer if only one line of each pair is touched, and a
   third if untouched lines lie between pairs, because these are fetched as well.  The order is
   computed, since an array of it would take room in the caches.  Before a load is timed, another
   place of its page is loaded, so that the TLB holds the page.

   Controls are loads that hit the first level, and loads of flushed lines.  The sweep fails if no
   line can be flushed, or there is no memory for a few places. */
#include "../../analysis/deviation.h"
#include "../common/age_buckets.h"
#include "../common/histogram.h"
#include "../common/sample.h"
#include "../common/sizes.h"
#include "../machine/pairs.h"
#include "../machine/sweep.h"
#include "draws.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    LINE = 64,        /* bytes, where configure has not found another size */
    FEWEST = 1 << 13, /* places, to begin with */
    LEAST = 1 << 10,  /* with fewer nothing is aged */
    TIMES_SECOND = 8, /* the second level */
    YOUNGEST = 128,   /* places: the first bucket of ages begins here */
    EACH = 24,        /* probes of a bucket in each round, */
    PROBED_PART = 96, /* fewer if a round would probe more than 1/96 of the places */
    MOST_PROBES = AGE_BUCKETS_MOST * EACH,
    MOST_TRIES = 1024,  /* to find a probe: of the oldest places, one in 60 was not touched again */
    FLUSHED_ROUNDS = 6, /* the first ones time flushed loads */
    MANY_ROUNDS = 128,  /* where rounds are not alike */
    NEAR = 16,          /* places of the control that hits, */
    NEAR_LAPS = 4,
    MOST_LEVELS = 4,
    ROW_BYTES = 64
};
/* Places for each that is resident, to begin with.  2.7 fill a cache of two ways to 98 %. */
static const double ENOUGH = 4;
/* Of a flushed load's time: what costs less is taken for a hit when the sweep chooses how many
   places and rounds there are. */
static const double HIT = 0.6;
static const double LONGEST_NS = 3e9;
/* Rounds that vary by more than this times what chance in their loads explains are not alike. */
static const double ALIKE = 2;
/* The sweep ends when the deviation is at most this share of the resident places. */
static const double SURE = 0.03;

/* A line that is loaded alone, and how many places were touched since its own. */
struct probe {
    size_t place, age;
};

struct bench {
    struct machine *machine;
    struct pages pages;
    struct pairs pairs;
    struct dice dice;
    size_t line, places;
    struct draws draws;
    double resident, deviation; /* the resident places by all rounds, and its deviation */
    double kept[SERIES_MOST];   /* the same by each span, a run of SPAN_ROUNDS rounds */
    double before;              /* the sum of the rounds of all spans */
    size_t spans, span_rounds, rounds;
    size_t each, probes; /* probes of a bucket, and of all buckets, in each round */
    struct probe probe[MOST_PROBES];
    size_t near[NEAR];
    struct age_buckets ages; /* in places */
    struct histogram aged[AGE_BUCKETS_MOST], hit, flushed;
    struct timing first; /* a load that hits the first level, the least of all rounds */
};

/* ---- places and probes ---- */

static size_t places_in_page(const struct bench *bench) {
    size_t count = bench->pages.page_bytes / (PAIR_LINES * bench->line);
    return count > 0 ? count : 1;
}

/* Returns a place in the other half of PLACE's page, or its neighbour if a page has an odd number
   of places.  No two places get the same. */
static size_t beside(const struct bench *bench, size_t place) {
    size_t in_page = places_in_page(bench);
    if (in_page % 2 == 0)
        return place / in_page * in_page + (place + in_page / 2) % in_page;
    return place ^ 1;
}

/* Touches the places of the last COUNT draws, the oldest first. */
static void touch_drawn(struct bench *bench, size_t count) {
    for (size_t back = count; back-- > 0;) {
        bench->pairs.order = *draws_before(&bench->draws, back);
        pairs_touch(bench->machine, &bench->pairs);
    }
}

static bool is_probed(const struct bench *bench, size_t place) {
    for (size_t i = 0; i < bench->probes; i++)
        if (bench->probe[i].place == place)
            return true;
    return false;
}

/* Chooses a probe of age FROM or of the next COUNT - 1.  It is not touched later, is no probe yet,
   and no place that another probe loads first.  Returns false if it finds none. */
static bool draw_probe(struct bench *bench, size_t from, size_t count, struct probe *probe) {
    for (size_t tries = 0; tries < MOST_TRIES; tries++) {
        size_t back;
        probe->age = from + dice_below(&bench->dice, count);
        probe->place = draws_of_age(&bench->draws, probe->age, &back);
        if (!draws_touched(&bench->draws, probe->place, back) && !is_probed(bench, probe->place) &&
            !is_probed(bench, beside(bench, probe->place)))
            return true;
    }
    return false;
}

/* Chooses this round's probes, of all buckets; the youngest first, since each load makes the later
   ones older. */
static void draw_probes(struct bench *bench) {
    bench->probes = 0;
    for (size_t bucket = 0; bucket < bench->ages.count; bucket++) {
        size_t width = age_buckets_width(&bench->ages, bucket);
        size_t each = width < bench->each ? width : bench->each;
        for (size_t i = 0; i < each; i++) {
            size_t from = i * width / each, end = (i + 1) * width / each;
            if (draw_probe(bench, bench->ages.begin[bucket] + from, end - from,
                           &bench->probe[bench->probes]))
                bench->probes++;
        }
    }
}

/* ---- rounds ---- */

/* Loads the place beside PROBE's, and then one line of PROBE's, whose time it returns in ns. */
static double load_probe(struct bench *bench, const struct probe *probe) {
    size_t line = dice_below(&bench->dice, PAIR_LINES) * bench->line;
    return pairs_load(bench->machine, &bench->pairs, beside(bench, probe->place),
                      pairs_offset(&bench->pairs, probe->place) + line);
}

/* Loads each probe once.  Each earlier one also loaded the place beside it, which makes this one
   older if that place was older; as many of them were as of all places.  The earlier probes
   themselves are younger, and are counted. */
static void probe_ages(struct bench *bench) {
    for (size_t i = 0; i < bench->probes; i++) {
        const struct probe *probe = &bench->probe[i];
        double ns = load_probe(bench, probe);
        size_t older = bench->places - probe->age;
        size_t age = probe->age + (size_t)((double)i * (double)older / (double)bench->places);
        histogram_add(&bench->aged[age_buckets_find(&bench->ages, age)], ns);
    }
}

/* Loads that hit the first level: single ones, each after a load of a random place, which mostly
   misses like the one before each probe, and a chain of them.  Without optimisation, a Zen 5 needs
   8 cycles more for a load after a miss. */
static void probe_hits(struct bench *bench) {
    struct chain near;
    struct timing first;
    chain_link(bench->machine, &near, &bench->pages, bench->near, NEAR);
    chain_walk(bench->machine, &near, 2 * NEAR);
    for (size_t i = 0; i < NEAR_LAPS * NEAR; i++) {
        size_t number = i % NEAR, any = dice_below(&bench->dice, bench->places);
        /* The loads of other places may have evicted it. */
        (void)pairs_load(bench->machine, &bench->pairs, number, bench->near[number]);
        histogram_add(&bench->hit,
                      pairs_load(bench->machine, &bench->pairs, any, bench->near[number]));
    }
    if (sample_chain(bench->machine, &near, &first) && first.ns < bench->first.ns)
        bench->first = first;
}

/* Flushes both lines of each probe, and loads one of them.  Returns false where no line can be
   flushed. */
static bool probe_controls(struct bench *bench) {
    struct chain flushed;
    size_t offset[PAIR_LINES * MOST_PROBES];
    for (size_t i = 0; i < bench->probes; i++)
        for (size_t line = 0; line < PAIR_LINES; line++)
            offset[PAIR_LINES * i + line] =
                pairs_offset(&bench->pairs, bench->probe[i].place) + line * bench->line;
    chain_link(bench->machine, &flushed, &bench->pages, offset, PAIR_LINES * bench->probes);
    if (!chain_flush(bench->machine, &flushed))
        return false;
    for (size_t i = 0; i < bench->probes; i++)
        histogram_add(&bench->flushed, load_probe(bench, &bench->probe[i]));
    return true;
}

/* Estimates the resident places, and the deviation of that number. */
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

/* Joins spans in pairs. */
static void join_spans(struct bench *bench) {
    bench->spans /= 2;
    bench->span_rounds *= 2;
    for (size_t i = 0; i < bench->spans; i++)
        bench->kept[i] = (bench->kept[2 * i] + bench->kept[2 * i + 1]) / 2;
}

/* Ends a round.  All have about as many loads of each age, so rounds times resident places is a
   running sum, and what a span says is the difference of two such sums. */
static void note_round(struct bench *bench) {
    count_resident(bench);
    bench->rounds++;
    if (bench->rounds % bench->span_rounds != 0)
        return;
    double sum = (double)bench->rounds * bench->resident;
    bench->kept[bench->spans++] = (sum - bench->before) / (double)bench->span_rounds;
    bench->before = sum;
    if (bench->spans == SERIES_MOST)
        join_spans(bench);
}

static bool measure_round(struct bench *bench) {
    draws_make(&bench->draws, &bench->dice, DRAWS_ALL);
    draw_probes(bench);
    touch_drawn(bench, DRAWS_ALL);
    probe_ages(bench);
    bool flushed = bench->rounds >= FLUSHED_ROUNDS || probe_controls(bench);
    probe_hits(bench);
    note_round(bench);
    return flushed;
}

/* ---- how many places ---- */

/* Draws pages for PLACES, and uses a few fewer: whole pages, and a multiple of DRAWS_PART. */
static bool draw_places(struct bench *bench, size_t places) {
    size_t bytes = places * PAIR_LINES * bench->line;
    if (!pages_draw(bench->machine, &bench->pages, bytes, PAGES_HUGE))
        return false;
    size_t in_page = places_in_page(bench);
    size_t unit = in_page % DRAWS_PART == 0 ? in_page : in_page * DRAWS_PART;
    bench->places = places / unit * unit;
    if (bench->places < LEAST)
        return false;
    draws_begin(&bench->draws, bench->places);
    bench->pairs =
        (struct pairs){.pages = &bench->pages, .line = bench->line, .touched = bench->draws.part};
    for (size_t i = 0; i < NEAR; i++)
        bench->near[i] = pairs_offset(&bench->pairs, i);
    age_buckets_divide(&bench->ages, YOUNGEST, draws_oldest(&bench->draws));
    size_t most = bench->places / PROBED_PART / bench->ages.count;
    bench->each = most < EACH ? most : EACH;
    return true;
}

static void release_places(struct bench *bench) {
    if (bench->pages.base != NULL)
        pages_release(bench->machine, &bench->pages);
    bench->pages.base = NULL;
}

static void forget(struct bench *bench) {
    static const struct histogram EMPTY;
    for (size_t i = 0; i < AGE_BUCKETS_MOST; i++)
        bench->aged[i] = EMPTY;
    bench->hit = bench->flushed = EMPTY;
    bench->first.ns = NOT_MEASURED;
    bench->rounds = bench->spans = 0;
    bench->span_rounds = 1;
    bench->before = 0;
}

/* Draws pages for PLACES, touches them until the age of 98 % is known, and measures the first
   round.  Returns NULL or why it cannot. */
static const char *try_places(struct bench *bench, size_t places) {
    if (!draw_places(bench, places))
        return "no memory for the places";
    forget(bench);
    draws_make(&bench->draws, &bench->dice, DRAWS_KEPT);
    touch_drawn(bench, DRAWS_KEPT);
    return measure_round(bench) ? NULL : NEVER_HERE "no line can be flushed";
}

/* Eight times what the second level holds, so that the third shows. */
static size_t fewest_places(const struct bench *bench) {
    size_t second = sizes_of_level(bench->machine, 2) / bench->line;
    return TIMES_SECOND * second / PAIR_LINES > FEWEST ? TIMES_SECOND * second / PAIR_LINES
                                                       : FEWEST;
}

static bool may_double(const struct bench *bench, size_t most) {
    return bench->places < most && (double)bench->places < ENOUGH * bench->resident &&
           machine_age_ns(bench->machine) < LONGEST_NS / 2;
}

/* Returns whether to measure another round.  If rounds are not alike, other programs come and go,
   and many are needed. */
static bool needs_round(const struct bench *bench) {
    double of_rounds = deviation_of_series(bench->kept, bench->spans);
    bool enough = of_rounds <= ALIKE * bench->deviation || bench->rounds >= MANY_ROUNDS;
    bool sure = enough && fmax(bench->deviation, of_rounds) <= SURE * bench->resident;
    return !sure && machine_age_ns(bench->machine) < LONGEST_NS;
}

/* Doubles the places until they are enough, memory ends or half of the time is used: each attempt
   takes about as long as all before it. */
static const char *find_places(struct bench *bench, size_t places, size_t most) {
    const char *why = try_places(bench, places < most ? places : most);
    while (why == NULL && may_double(bench, most)) {
        release_places(bench);
        places = 2 * bench->places < most ? 2 * bench->places : most;
        why = try_places(bench, places);
    }
    return why;
}

/* Finds enough places and measures as many rounds as it needs.  If another program ends meanwhile,
   more lines stay and the places are too few; then it begins again with more. */
static const char *measure_rounds(struct bench *bench) {
    size_t most = pages_limit(bench->machine) / (PAIR_LINES * bench->line);
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
    for (size_t i = 0; i < bench->spans; i++)
        fprintf(out, "%zu\t%.0f\n", (i + 1) * bench->span_rounds,
                fmax(PAIR_LINES * bench->kept[i], 0));
    fprintf(out, "# section: ages\n# columns: from to ns count\n");
    for (size_t bucket = 0; bucket < bench->ages.count; bucket++) {
        char row[ROW_BYTES];
        snprintf(row, sizeof row, "%zu\t%zu\t", PAIR_LINES * bench->ages.begin[bucket],
                 PAIR_LINES * bench->ages.begin[bucket + 1]);
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
