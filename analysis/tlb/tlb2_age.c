/* tlb2_age.c - decides how many pages the TLBs hold, and what a page walk adds, from the cost of
   loads of pages at each age.

   In a lap each page is touched once, so that the pages have the ages 0, 1, 2 and so on, each age
   once.  The sum over all ages of the share S(age) that still hits is therefore the number of pages
   that are held, whatever the ways, the index and the replacement policy.  Several loads are timed
   together, and S is where their mean lies between a miss and a hit of the second TLB: that is so
   if hits and misses cost the same at every age.

   The sum is the number of entries
   - if the pages fill every set: there are several times as many as are held, and none of the
   oldest is held;
   - if all held pages are in the second TLB.  Some may be in the first one only, as many as it
   holds at the most: where laps begin to hit the second one is the bound;
   - if nothing else has entries: the probe's own arrays have a few;
   - if an entry holds one page, and the cost of a line does not depend on the age: then a page that
     was translated just before costs what a few pages do.

   A hit costs what laps over ever more pages cost, over an octave and more, beyond the first TLB.
   Where there is such a plateau, and the sum is not less than its laps, there is a second level.
   What costs less than pages that no lap touches is no walk, since the line of the table is in the
   first cache for both.

   Of a lap over M pages that is repeated, no more pages hit than are held (a page that hits was
   held since the lap before).  So the sum must not be less than that.

   Unknown where there is no such plateau, where the bounds do not round to one value, or where the
   loads are too few for a coarse clock. */
#include "../method.h"
#include "../timings.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { CLOCK_LOADS, CLOCK_SLOW, CLOCK_FAST, CLOCK_STEP };
enum { LAP_PAGES, LAP_NS, LAP_COUNT };
enum { OLD_FROM, OLD_TO, OLD_NS, OLD_COUNT };
enum { LAPS_KEPT = 64, PLATEAU_LAPS = 5 };

/* Times the usual cost of a miss, and steps of the clock: what took longer was interrupted. */
static const double INTERRUPTED_BURST = 1.5, INTERRUPTED_STEPS = 2;
/* Ratios of bursts that cost the same, and the least of those that do not. */
static const double PAGES_ALIKE = 1.04, PAGES_DIFFER = 1.1;
/* Of what is between a hit of the first TLB and a miss of all: so much may lines add. */
static const double LINES_ADD = 0.1;
/* Shares that hit: of the youngest pages at the least, and of the oldest at the most. */
static const double YOUNGEST_HELD = 0.9, OLDEST_HELD = 0.1;
/* Pages for each one that is held, so that they fill sets of two ways to 98 %. */
static const double PAGES_ENOUGH = 2.7;
static const double DEVIATIONS_OF_AGES = 2;
/* Entries and misses by age are right within so much; the cost of a miss changes within minutes,
   as the neighbours do. */
static const double ENTRIES_WITHIN = 0.1, MISS_WITHIN = 0.1, MISS_DRIFTS = 0.02;
static const double BY_AGE_SURE = 0.95;

/* The mean of some bursts, and its deviation. */
struct burst {
    double ns, error;
};

struct lap_cost {
    double pages;
    struct burst burst;
};

struct pages_by_age {
    const struct table *ages;
    double limit_ns; /* what is not below was interrupted */
    struct burst line, missed, table, hit;
    struct lap_cost lap[LAPS_KEPT];
    size_t laps;
    double first_most;                /* pages that the first TLB holds, at the most */
    double held, error, room, oldest; /* ROOM: all pages */
};

/* ---- bursts ---- */

/* The mean of those that were not interrupted. */
static struct burst mean_burst(const struct timings *timings, double limit) {
    struct timings_mean mean = timings_mean_below(timings, limit);
    if (mean.count < 2)
        return (struct burst){NOT_MEASURED, NOT_MEASURED};
    return (struct burst){mean.ns, sqrt(mean.variance / (mean.count - 1))};
}

/* The first row from ROW on whose column KEY is another number. */
static size_t end_of_key(const struct table *table, size_t row, size_t key) {
    double number = table_at(table, row, key);
    while (row < table->rows && !(table_at(table, row, key) > number))
        row++;
    return row;
}

static struct burst control_burst(const struct table *controls, const char *kind, double limit) {
    struct timings timings = timings_of_kind(controls, kind);
    return mean_burst(&timings, limit);
}

static void read_repeated_laps(struct pages_by_age *pages, const struct table *laps) {
    for (size_t row = 0, end; row < laps->rows && pages->laps < LAPS_KEPT; row = end) {
        end = end_of_key(laps, row, LAP_PAGES);
        struct timings timings = {laps, row, end, LAP_NS};
        struct burst burst = mean_burst(&timings, pages->limit_ns);
        if (is_measured(burst.ns))
            pages->lap[pages->laps++] = (struct lap_cost){table_at(laps, row, LAP_PAGES), burst};
    }
}

/* ---- what a hit costs ---- */

static double above_first(const struct pages_by_age *pages) {
    return pages->missed.ns - pages->lap[0].burst.ns;
}

/* Is lap I beyond the first TLB, and far from a miss? */
static bool is_between_rows(const struct pages_by_age *pages, size_t i) {
    double ns = pages->lap[i].burst.ns;
    return ns >= PAGES_DIFFER * pages->lap[0].burst.ns && PAGES_DIFFER * ns <= pages->missed.ns;
}

/* The laps from I on that cost the same.  Returns how many these are. */
static size_t alike_from(const struct pages_by_age *pages, size_t i) {
    double least = pages->lap[i].burst.ns, most = least;
    size_t end = i;
    for (; end < pages->laps && is_between_rows(pages, end); end++) {
        least = fmin(least, pages->lap[end].burst.ns);
        most = fmax(most, pages->lap[end].burst.ns);
        if (most > PAGES_ALIKE * least)
            break;
    }
    return end - i;
}

/* The mean of the COUNT laps from I on. */
static struct burst mean_of_laps(const struct pages_by_age *pages, size_t i, size_t count) {
    struct burst mean = {0, 0};
    for (size_t lap = i; lap < i + count; lap++) {
        mean.ns += pages->lap[lap].burst.ns / (double)count;
        mean.error = hypot(mean.error, pages->lap[lap].burst.error / (double)count);
    }
    return mean;
}

/* The longest plateau of laps.  Returns false where none is long enough. */
static bool find_hit_plateau(struct pages_by_age *pages) {
    size_t longest = 0;
    for (size_t i = 1; i < pages->laps; i++) {
        size_t count = alike_from(pages, i);
        if (count < PLATEAU_LAPS || count <= longest)
            continue;
        longest = count;
        pages->hit = mean_of_laps(pages, i, count);
        pages->first_most = pages->lap[i].pages;
    }
    return longest > 0;
}

/* ---- what is held ---- */

static double share_held(const struct pages_by_age *pages, const struct burst *burst) {
    return (pages->missed.ns - burst->ns) / (pages->missed.ns - pages->hit.ns);
}

/* Pages younger than the first bucket are held if most of those in it are.  Returns NULL, or why
   the sum says nothing. */
static const char *sum_ages(struct pages_by_age *pages) {
    const struct table *ages = pages->ages;
    double differ = pages->missed.ns - pages->hit.ns, variance = 0;
    pages->held = table_at(ages, 0, OLD_FROM);
    for (size_t row = 0, end; row < ages->rows; row = end) {
        end = end_of_key(ages, row, OLD_FROM);
        struct timings timings = {ages, row, end, OLD_NS};
        struct burst burst = mean_burst(&timings, pages->limit_ns);
        double width = table_at(ages, row, OLD_TO) - table_at(ages, row, OLD_FROM);
        if (!is_measured(burst.ns))
            return "loads of some ages were all interrupted";
        double share = fmin(share_held(pages, &burst), 1);
        if (row == 0 && share < YOUNGEST_HELD)
            return "the second TLB does not hold the youngest pages";
        pages->held += share * width;
        variance += pow(width * burst.error / differ, 2);
        pages->room = table_at(ages, row, OLD_TO);
        pages->oldest = share;
    }
    variance += pow((pages->room - pages->held) * pages->missed.error / differ, 2);
    variance += pow(pages->held * pages->hit.error / differ, 2);
    pages->error = sqrt(variance);
    return NULL;
}

/* The most pages of a lap that hit, of which no more can hit than are held. */
static double held_by_laps(const struct pages_by_age *pages) {
    double most = 0;
    for (size_t i = 0; i < pages->laps; i++) {
        const struct lap_cost *lap = &pages->lap[i];
        most = fmax(most, lap->pages * fmin(share_held(pages, &lap->burst), 1));
    }
    return most;
}

/* Returns NULL, or why the sum is not what the TLBs hold. */
static const char *check_sum(const struct pages_by_age *pages) {
    if (pages->room < PAGES_ENOUGH * pages->held || pages->oldest > OLDEST_HELD)
        return "the pages are too few to fill the second TLB, or some are held at any age";
    if (held_by_laps(pages) > (1 + ENTRIES_WITHIN) * pages->held)
        return "more pages of a lap hit than are held by their ages";
    return NULL;
}

/* ---- answers ---- */

static const char *read_pages(struct pages_by_age *pages, const struct table *table) {
    const struct table *controls = table_section(table, "controls");
    double step = table_at(table_section(table, "clock"), 0, CLOCK_STEP);
    pages->ages = table_section(table, "ages");
    struct timings missed = timings_of_kind(controls, "missed");
    pages->limit_ns = INTERRUPTED_BURST * timings_median(&missed) + INTERRUPTED_STEPS * step;
    pages->line = control_burst(controls, "line", pages->limit_ns);
    pages->missed = control_burst(controls, "missed", pages->limit_ns);
    pages->table = control_burst(controls, "table", pages->limit_ns);
    read_repeated_laps(pages, table_section(table, "laps"));
    if (pages->laps == 0 || !is_measured(pages->missed.ns) || !is_measured(pages->line.ns) ||
        !is_measured(pages->table.ns))
        return "all loads were interrupted";
    double noise = DEVIATIONS_OF_AGES * hypot(pages->line.error, pages->lap[0].burst.error);
    if (pages->line.ns - pages->lap[0].burst.ns > LINES_ADD * above_first(pages) + noise)
        return "lines of pages that were never written do not stay in the first cache";
    if (!find_hit_plateau(pages))
        return "no numbers of pages cost more than the first TLB's and less than page walks";
    return NULL;
}

static void answer_entries_by_age(const struct pages_by_age *pages, struct answers *answers) {
    double error = DEVIATIONS_OF_AGES * pages->error;
    answer_note(answers, "tlb2_entries: %.0f pages are held, give or take %.0f", pages->held,
                error);
    answer_between(answers, "tlb2_entries", pages->held - pages->first_most - error,
                   pages->held + error, ENTRIES_WITHIN, BY_AGE_SURE);
}

/* Pages all over the area and those of one table bound what a walk adds. */
static void answer_miss_by_age(const struct pages_by_age *pages, const struct table *clock,
                               struct answers *answers) {
    double loads = table_at(clock, 0, CLOCK_LOADS);
    double error = DEVIATIONS_OF_AGES * hypot(pages->missed.error, pages->hit.error);
    double least = fmin(pages->missed.ns, pages->table.ns) - pages->hit.ns - error;
    double most = fmax(pages->missed.ns, pages->table.ns) - pages->hit.ns + error;
    least *= table_at(clock, 0, CLOCK_SLOW) / loads;
    most *= table_at(clock, 0, CLOCK_FAST) / loads;
    answer_note(answers, "tlb2_miss: %.2f to %.2f cycles", least, most);
    if (least > 0)
        answer_drifting(answers, "tlb2_miss", least, most, MISS_DRIFTS, MISS_WITHIN, BY_AGE_SURE);
    else
        answer_unknown(answers, "tlb2_miss", "a page walk costs little more than a hit");
}

static void tlb2_age_decide(const struct table *table, const struct options *options,
                            struct answers *answers) {
    struct pages_by_age pages;
    memset(&pages, 0, sizeof pages);
    (void)options;
    const char *why = read_pages(&pages, table);
    if (why == NULL)
        answer_miss_by_age(&pages, table_section(table, "clock"), answers);
    else
        answer_unknown(answers, "tlb2_miss", "%s", why);
    if (why == NULL)
        why = sum_ages(&pages);
    if (why == NULL)
        why = check_sum(&pages);
    if (why == NULL) {
        answer_entries_by_age(&pages, answers);
        answer_integer(answers, "tlb_levels", 2, BY_AGE_SURE);
    } else {
        answer_unknown(answers, "tlb2_entries", "%s", why);
        answer_unknown(answers, "tlb_levels", "%s", why);
    }
}

const struct method tlb2_age_method = {
    .name = "tlb2_age",
    .summary = "the second TLB, from the cost of loads of pages at each age",
    .form = {{.section = "clock", .columns = 4, .above_zero = "loads slow_ghz fast_ghz"},
             {.section = "controls",
              .keys = 2,
              .columns = 3,
              .above_zero = "count",
              .words = {"kind line missed table"}},
             {.section = "laps", .keys = 2, .columns = 3, .above_zero = "count"},
             {.section = "ages", .keys = 3, .columns = 4, .above_zero = "count"}},
    .rows = 16384,
    .decide = tlb2_age_decide};
