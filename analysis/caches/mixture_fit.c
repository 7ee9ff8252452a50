/* mixture_fit.c - fits the occupancy of page colours to an edge.

   A cache with physical indices has K colours of W pages each.  Of N pages in random frames, a page
   shares its colour with a binomial number of others.  Where these exceed W, the replacement policy
   loses some.  So the edge is smeared over an octave or more, and where on it the capacity lies
   depends on the policy, which the edge hardly shows.  No single best fit is believed: the answer
   is the range of capacities of all caches that explain every row.  It is narrow for a sharp edge
   and wide for a smeared one.  Contiguous pages fill the colours evenly.  A hash over slices
   distributes lines to sets as frames distribute pages to colours, so the model applies to it,
   too. */
#include "mixture_fit.h"
#include "mixture_policy.h"

#include <math.h>
#include <string.h>

enum {
    MIXTURE_ROWS = 48, /* of a finer table every second or third row */
    WAYS_LEAST = 4,    /* no last level of this century has fewer, and two explain any edge */
    WAYS_MOST = 64,    /* no last level is known to have more */
    FULLEST = 16,      /* times its ways in a colour: rows go to 8 times twice the least size */
    LINES_MOST = FULLEST * WAYS_MOST + 2
};
static const double PAGE_BYTES = 4096; /* larger pages fill more evenly, which is tried as well */
static const double LEAST_PAGES =
    48; /* with fewer, there are so few colours that sizes lie far apart */
static const double COLOURED =
    4; /* times its ways in a colour: all colours are about equally full */
static const double NO_FIT = 1e9;
static const double LEAST_STEP = 1e-3; /* relative to the low plateau: a smaller step is no edge */
/* Relative to the step: the standard deviation of a row for reasons other than the random pages
   (other CPUs, a TLB, whole cycles).  A cache fits if no row is off by more than DEVIATIONS.
   Chosen from the model (random pages, 2 to 8 rows an octave, 1 % of noise) and not from
   recordings: with 2.5 the true capacity is in the range in 99 of 100 draws; with 2 in 97, and of
   the ranges narrow enough to be published one in 40 was wrong. */
static const double OTHERWISE = 0.03, DEVIATIONS = 2.5;
/* The error of a policy's formula, relative to hits and to misses: simulated policies lose lines in
   steps, where the formula is smooth. */
static const double ROUGHLY = 0.1;

/* The mean misses of each policy, and their variance over draws of pages. */
struct law {
    double misses[POLICIES], variance[POLICIES];
};

/* One cache: WAYS pages in each of COLOURS, and the hits for each number of lines in a set. */
struct geometry {
    size_t ways;
    double colours;
    bool evenly;
    double hits[POLICIES][LINES_MOST];
};

/* ---- the law ---- */

static void set_ways(struct geometry *cache, size_t ways) {
    cache->ways = ways;
    for (size_t policy = 0; policy < POLICIES; policy++)
        for (size_t lines = 0; lines < FULLEST * ways + 2; lines++)
            cache->hits[policy][lines] = policy_hits(policy, ways, lines);
}

/* All colours have the same number of pages, or one more. */
static void law_of_even(const struct geometry *cache, double pages, struct law *law) {
    double each = floor(pages / cache->colours), fuller = pages - each * cache->colours;
    size_t lines = (size_t)fmin(each, (double)(FULLEST * cache->ways));
    for (size_t policy = 0; policy < POLICIES; policy++) {
        const double *hits = cache->hits[policy];
        double kept =
            (cache->colours - fuller) * each * hits[lines] + fuller * (each + 1) * hits[lines + 1];
        law->misses[policy] = 1 - kept / pages;
        law->variance[policy] = 0;
    }
}

/* Sums over the number of pages in one page's colour: its hits, hits times that number, and the
   number's square. */
struct moments {
    double hits[POLICIES], pages[POLICIES], square[POLICIES];
};

static void add_moments(const struct geometry *cache, size_t lines, double chance,
                        struct moments *sum) {
    for (size_t policy = 0; policy < POLICIES; policy++) {
        double hits = chance * cache->hits[policy][lines];
        sum->hits[policy] += hits;
        sum->pages[policy] += hits * (double)lines;
        sum->square[policy] += hits * (double)lines * cache->hits[policy][lines];
    }
}

/* Each of the other N - 1 pages has the colour of a page with probability 1/K.  The variance is K
   times that of the hits in one colour, less the part due to the number of pages, whose sum is
   fixed. */
static void law_of_random(const struct geometry *cache, double pages, struct law *law) {
    double others = pages - 1, mean = others / cache->colours, full = pages / cache->colours;
    double chance = pow(1 - 1 / cache->colours, others);
    double var_pages = full * (1 - 1 / cache->colours);
    struct moments sum;
    memset(&sum, 0, sizeof sum);
    for (size_t lines = 1; lines < FULLEST * cache->ways && (double)lines <= pages; lines++) {
        add_moments(cache, lines, chance, &sum);
        if ((double)lines > mean && chance < 1e-7)
            break;
        chance *= (pages - (double)lines) / (double)lines / (cache->colours - 1);
    }
    for (size_t policy = 0; policy < POLICIES; policy++) {
        double hits = full * sum.hits[policy];
        double var_hits = full * sum.square[policy] - hits * hits;
        double shared = full * sum.pages[policy] - hits * full;
        double variance = fmax(var_hits - shared * shared / var_pages, 0);
        law->misses[policy] = 1 - sum.hits[policy];
        law->variance[policy] = variance / (full * pages);
    }
}

static void law_of(const struct geometry *cache, double pages, struct law *law) {
    bool full = pages > COLOURED * cache->colours * (double)cache->ways;
    if (cache->evenly || full || cache->colours < 2)
        law_of_even(cache, pages, law);
    else
        law_of_random(cache, pages, law);
}

/* ---- the fit ---- */

struct smear {
    double pages[MIXTURE_ROWS], latency[MIXTURE_ROWS];
    size_t rows;
};

/* Latency is LOW + STEP * misses; both by weighted least squares. */
struct line {
    double low, step;
};

/* The variance of a row's misses. */
static double variance_of(const struct law *law, size_t policy) {
    double misses = law->misses[policy];
    double roughly = policy == POLICY_LRU ? 0 : ROUGHLY * misses * (1 - misses);
    return OTHERWISE * OTHERWISE + roughly * roughly + law->variance[policy];
}

static bool fit_line(const struct smear *smear, const struct law *law, size_t policy,
                     struct line *line) {
    double sum = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < smear->rows; i++) {
        double weight = 1 / variance_of(&law[i], policy);
        double misses = law[i].misses[policy];
        sum += weight;
        x += weight * misses;
        y += weight * smear->latency[i];
        xx += weight * misses * misses;
        xy += weight * misses * smear->latency[i];
    }
    double divisor = sum * xx - x * x;
    if (!(divisor > 1e-6 * sum * sum))
        return false;
    line->step = (sum * xy - x * y) / divisor;
    line->low = (y - line->step * x) / sum;
    return line->step > LEAST_STEP * fabs(line->low);
}

/* The misfit of the worst row in standard deviations.  Not the mean, which would forgive more the
   more rows the plateaus have. */
static double misfit_of(const struct smear *smear, const struct law *law, size_t policy) {
    struct line line;
    double worst = 0;
    if (!fit_line(smear, law, policy, &line))
        return NO_FIT;
    for (size_t i = 0; i < smear->rows; i++) {
        double off = smear->latency[i] - line.low - line.step * law[i].misses[policy];
        worst = fmax(worst, fabs(off) / (line.step * sqrt(variance_of(&law[i], policy))));
    }
    return worst;
}

static void try_policy(const struct smear *smear, const struct geometry *cache,
                       const struct law *law, size_t policy, struct mixture *mixture) {
    double size = cache->colours * (double)cache->ways * PAGE_BYTES;
    double misfit = misfit_of(smear, law, policy);
    if (misfit < mixture->misfit) {
        mixture->misfit = misfit;
        mixture->size = size;
        mixture->ways = cache->ways;
        mixture->policy = policy;
    }
    if (misfit <= DEVIATIONS) {
        mixture->least = mixture->most > 0 ? fmin(mixture->least, size) : size;
        mixture->most = fmax(mixture->most, size);
    }
}

static void try_cache(const struct smear *smear, struct geometry *cache, struct mixture *mixture) {
    struct law law[MIXTURE_ROWS];
    for (int evenly = 0; evenly < 2; evenly++) {
        cache->evenly = evenly;
        for (size_t i = 0; i < smear->rows; i++)
            law_of(cache, smear->pages[i], &law[i]);
        for (size_t policy = 0; policy < POLICIES; policy++)
            try_policy(smear, cache, law, policy, mixture);
    }
}

/* ---- the search ---- */

/* From half a size to its double, in steps of 1/32 octave where colours allow that: an eighth of
   the allowed error. */
static void try_sizes(const struct smear *smear, struct geometry *cache, double pages,
                      struct mixture *mixture) {
    double before = 0;
    for (int step = -32; step <= 32; step++) {
        cache->colours = floor(pages * pow(2, step / 32.0) / (double)cache->ways + 0.5);
        if (cache->colours >= 1 && cache->colours > before)
            try_cache(smear, cache, mixture);
        before = cache->colours;
    }
}

static void select_rows(const double *bytes, const double *latency, size_t n, double around,
                        struct smear *smear) {
    size_t from = 0;
    while (from < n && bytes[from] < around / 4)
        from++;
    while (n > from && bytes[n - 1] > around * 8)
        n--;
    smear->rows = 0;
    for (size_t i = from; i < n; i += 1 + (n - from - 1) / MIXTURE_ROWS) {
        smear->pages[smear->rows] = fmax(floor(bytes[i] / PAGE_BYTES + 0.5), 1);
        smear->latency[smear->rows++] = latency[i];
    }
}

/* All numbers of ways up to 12, and some above, where neighbours hardly differ. */
bool mixture_fit(const double *bytes, const double *latency, size_t n, double around,
                 struct mixture *mixture) {
    struct smear smear;
    struct geometry cache;
    *mixture = (struct mixture){.misfit = NO_FIT};
    if (!(around >= LEAST_PAGES * PAGE_BYTES && around < 1e15))
        return false;
    select_rows(bytes, latency, n, around, &smear);
    for (size_t ways = WAYS_LEAST; smear.rows >= 5 && ways <= WAYS_MOST;
         ways += ways < 12 ? 1 : ways / 6) {
        set_ways(&cache, ways);
        try_sizes(&smear, &cache, around / PAGE_BYTES, mixture);
    }
    return mixture->misfit < NO_FIT;
}
