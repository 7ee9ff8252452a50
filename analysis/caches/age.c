/* age.c - levels of cache by what loads cost at each age.

   A table of single loads, each with its age: how many other lines were touched since the loaded
   one was.  Loads whose age is beyond what the second level holds are served by the third if they
   hit: where they cost the same over a wide range of ages, that is its latency, although its
   capacity is not known; hits that cost more than those, again the same at many ages, are the
   fourth level's.

   The lines that hit in levels 1 to n (survival.h) are what a thread gets of level n, with what the
   levels in front hold besides where n is exclusive.  That holds if the places are a few times as
   many, so that they fill the level. */
#include "../deviation.h"
#include "../differ.h"
#include "../method.h"
#include "survival.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { FIRST_CYCLES, FIRST_NS, FIRST_LINE };
enum { KNOWN_LEVEL, KNOWN_LINES };
enum { ROUND_NUMBER, ROUND_LINES };
enum { BEHIND_MOST = 2, PLATEAU_AGES = 3, PLATEAU_HITS = 24 };

/* Places for each line that is resident, so that they fill also sets that have few by chance. */
static const double PLACES_ENOUGH = 2.7;
/* A level holds nothing of ages beyond so many times its lines, also where it is not LRU.  From any
   age on, a bucket ends within so many times that age: there are three to an octave. */
static const double AGED_OUT = 2, A_BUCKET = 1.6;
/* Of the hits on a plateau, in cycles; of their ages. */
static const double MOST_AGES = 0.6, HITS_FLAT = 1.15, MEANS_OFF = 2, STILL_HITS = 0.1;
/* Where few loads still hit, adjacent ages are pooled, up to so many times the youngest. */
static const double POOLED = 2.1;
/* The least share that hits of lines whose ages are a quarter to half of what the second level
   holds.  An inclusive third level that evicts young lines takes them out of the second level too;
   then old lines find room there, and their hits do not tell which level they are of. */
static const double YOUNG_KEPT = 0.8;
static const char NO_SUCH_HITS[] = "no lines hit at such a cost";
static const double AGES_SURE = 0.95;
/* An effective size is right within a quarter octave, after so many deviations and rounding to an
   eighth; a latency within a tenth; it changes within minutes, as the neighbours do. */
static const double SIZE_WITHIN = 1.19, SIZE_DEVIATIONS = 3, SIZE_EIGHTHS = 8;
static const double LATENCY_DRIFTS = 0.02, LATENCY_WITHIN = 0.1;

/* Hits that cost the same at several ages. */
struct flat {
    double ns, least, most, hits, youngest; /* the least of its ages */
    size_t ages;
};

struct levels_by_age {
    struct survival survival;
    const struct table *rounds; /* NULL in older tables */
    double first_cycles, first_ns, line;
    double lines[3]; /* of the first two levels, from 1 on; NOT_MEASURED where they are not known */
    struct ages old[SURVIVAL_AGES]; /* beyond what the second level holds; of few hits, pooled */
    size_t old_count;
    struct flat behind[BEHIND_MOST]; /* the levels behind the second */
    size_t levels_behind;
};

/* Cycles of a single load that takes so long with its timing. */
static double single_cycles(const struct levels_by_age *by_age, double ns) {
    double cycle_ns = by_age->first_ns / by_age->first_cycles;
    return by_age->first_cycles + (ns - by_age->survival.hit_ns) / cycle_ns;
}

/* Do the hits of AGES cost what those of FLAT do?  Each mean may be off by a few deviations. */
static bool is_of_flat(const struct levels_by_age *by_age, const struct flat *flat,
                       const struct ages *ages) {
    double off_ns = MEANS_OFF * by_age->survival.spread_ns / sqrt(ages->hits);
    double least = single_cycles(by_age, fmin(flat->least, ages->hit_ns) + off_ns);
    double most = single_cycles(by_age, fmax(flat->most, ages->hit_ns) - off_ns);
    return flat->ages == 0 || most <= HITS_FLAT * least;
}

/* The mean cost of hits, HITS that cost NS and MORE that cost MORE_NS.  What none cost is any
   number. */
static double mean_of_hits(double hits, double ns, double more, double more_ns) {
    if (!(hits > 0))
        return more_ns;
    return more > 0 ? (hits * ns + more * more_ns) / (hits + more) : ns;
}

static void add_ages(struct flat *flat, const struct ages *ages) {
    flat->ns = mean_of_hits(flat->hits, flat->ns, ages->hits, ages->hit_ns);
    flat->hits += ages->hits;
    flat->youngest = flat->ages > 0 ? flat->youngest : ages->from;
    flat->least = flat->ages > 0 ? fmin(flat->least, ages->hit_ns) : ages->hit_ns;
    flat->most = flat->ages > 0 ? fmax(flat->most, ages->hit_ns) : ages->hit_ns;
    flat->ages++;
}

static bool says_enough(const struct ages *ages) {
    return ages->hits >= PLATEAU_HITS && survival_share(ages) >= STILL_HITS;
}

/* The hits of all ages between FROM and TO. */
static struct flat hits_between(const struct levels_by_age *by_age, double from, double to) {
    struct flat flat = {0, 0, 0, 0, 0, 0};
    for (size_t i = 0; i < by_age->survival.count; i++) {
        const struct ages *ages = &by_age->survival.ages[i];
        if (ages->from >= from && ages->to <= to && says_enough(ages))
            add_ages(&flat, ages);
    }
    return flat;
}

/* The hits of ages I and the next ones, as long as they cost the same.  Returns where they end. */
static size_t flat_from(const struct levels_by_age *by_age, size_t i, struct flat *flat) {
    const struct ages *old = by_age->old;
    *flat = (struct flat){0, 0, 0, 0, 0, 0};
    do {
        if (says_enough(&old[i]))
            add_ages(flat, &old[i]);
        i++;
    } while (i < by_age->old_count && says_enough(&old[i]) && is_of_flat(by_age, flat, &old[i]));
    return i;
}

static void pool_ages(struct ages *pool, const struct ages *next) {
    pool->hit_ns = mean_of_hits(pool->hits, pool->hit_ns, next->hits, next->hit_ns);
    pool->hits += next->hits;
    pool->count += next->count;
    pool->to = next->to;
}

/* Finds the ages beyond what the second level holds. */
static void pool_old_ages(struct levels_by_age *by_age) {
    for (size_t i = 0; i < by_age->survival.count; i++) {
        const struct ages *next = &by_age->survival.ages[i];
        struct ages *last = by_age->old_count > 0 ? &by_age->old[by_age->old_count - 1] : NULL;
        if (next->from < AGED_OUT * by_age->lines[2])
            continue;
        if (last != NULL && last->hits < PLATEAU_HITS && next->to <= POOLED * last->from)
            pool_ages(last, next);
        else
            by_age->old[by_age->old_count++] = *next;
    }
}

/* Does the second level keep its young lines, so that it has no room for old ones? */
static bool keeps_young(const struct levels_by_age *by_age) {
    double hits = 0, count = 0;
    for (size_t i = 0; i < by_age->survival.count; i++) {
        const struct ages *ages = &by_age->survival.ages[i];
        bool young = ages->from >= by_age->lines[2] / 4 && ages->to <= by_age->lines[2] / 2;
        hits += young ? ages->hits : 0;
        count += young ? ages->count : 0;
    }
    return hits >= YOUNG_KEPT * count;
}

/* Adds the level whose hits are FLAT.  Returns NULL, or why there is no such level. */
static const char *add_behind(struct levels_by_age *by_age, const struct flat *flat) {
    struct flat *next = by_age->behind + by_age->levels_behind;
    if (by_age->levels_behind == BEHIND_MOST)
        return "hits behind the second level have more costs than there are levels";
    if (by_age->levels_behind > 0 &&
        single_cycles(by_age, flat->ns) < LEVELS_DIFFER * single_cycles(by_age, next[-1].ns))
        return "hits behind the second level do not cost the same at all ages";
    *next = *flat;
    by_age->levels_behind++;
    return NULL;
}

/* Finds the levels behind the second by the hits of lines older than it holds: most ages are of one
   of them, and few in between.  Returns NULL, or why it cannot say how many there are. */
static const char *find_behind(struct levels_by_age *by_age) {
    size_t i = 0, ages = 0, on_plateaus = 0;
    const char *why = NULL;
    pool_old_ages(by_age);
    while (i < by_age->old_count && why == NULL) {
        struct flat flat;
        i = flat_from(by_age, i, &flat);
        ages += flat.ages;
        if (flat.ages >= PLATEAU_AGES) {
            on_plateaus += flat.ages;
            why = add_behind(by_age, &flat);
        }
    }
    if (why == NULL && by_age->levels_behind > 0 && (double)on_plateaus < MOST_AGES * (double)ages)
        why = "hits behind the second level do not cost the same at most ages";
    if (why == NULL && by_age->levels_behind > 0 && !keeps_young(by_age))
        why = "the second level loses young lines, so that old ones may hit in it";
    return why;
}

/* ---- answers ---- */

static void answer_latency_by_age(const struct levels_by_age *by_age, size_t level,
                                  const struct flat *flat, struct answers *answers) {
    char name[ANSWER_NAME];
    double cycles = single_cycles(by_age, flat->ns);
    double off_ns = (flat->most - flat->least) / (2 * sqrt((double)flat->ages));
    double error = single_cycles(by_age, flat->ns + off_ns) - cycles;
    answer_name(name, (double)level, "latency");
    answer_note(answers, "%s: %.1f cycles, give or take %.1f", name, cycles, error);
    answer_drifting(answers, name, cycles - error, cycles + error, LATENCY_DRIFTS, LATENCY_WITHIN,
                    AGES_SURE);
}

/* The error of the mean of the rounds, in lines: others may take more of a level in some rounds
   than in the next ones, which the loads of all rounds together do not show. */
static double error_of_rounds(const struct table *rounds) {
    double lines[SERIES_MOST];
    size_t count = 0;
    if (rounds == NULL)
        return 0;
    for (; count < rounds->rows && count < SERIES_MOST; count++)
        lines[count] = table_at(rounds, count, ROUND_LINES);
    return deviation_of_series(lines, count);
}

/* Bytes of so many lines, to an eighth of an octave. */
static void answer_effective(const struct levels_by_age *by_age, size_t level, double lines,
                             double error, struct answers *answers) {
    char name[ANSWER_NAME];
    double eighths = floor(SIZE_EIGHTHS * log2(lines * by_age->line) + 0.5);
    double off = SIZE_DEVIATIONS * error, rounded = exp2(0.5 / SIZE_EIGHTHS);
    const struct ages *oldest = &by_age->survival.ages[by_age->survival.count - 1];
    answer_name(name, (double)level, "effective_size");
    if (error == HUGE_VAL) {
        answer_unknown(answers, name, "too few rounds to show whether others take more at times");
        return;
    }
    answer_note(answers, "%s: %.0f lines hit, give or take %.0f", name, lines, error);
    if (oldest->to < PLACES_ENOUGH * lines)
        answer_unknown(answers, name, "the places are too few to fill the level");
    else if (level == 2 && lines > SIZE_WITHIN * (by_age->lines[1] + by_age->lines[2]))
        answer_unknown(answers, name, "more lines hit than two levels hold, and show no third");
    else if (rounded * lines > SIZE_WITHIN * (lines - off))
        answer_unknown(answers, name,
                       "%.0f to %.0f lines hit: too few loads, or others take more at times",
                       fmax(lines - off, 0), lines + off);
    else
        answer_integer(answers, name, exp2(eighths / SIZE_EIGHTHS), AGES_SURE);
}

/* Level 2 + BEHIND, which costs NEAR_NS: the lines that hit in it and in front of it. */
static void answer_level_by_age(const struct levels_by_age *by_age, size_t behind, double near_ns,
                                struct answers *answers) {
    struct survival_level level = {near_ns, NOT_MEASURED, NOT_MEASURED};
    double error;
    if (behind < by_age->levels_behind) {
        level.far_ns = by_age->behind[behind].ns;
        level.oldest = AGED_OUT * by_age->behind[behind].youngest;
    }
    double lines = survival_lines(&by_age->survival, &level, &error);
    if (behind == by_age->levels_behind)
        error = fmax(error, error_of_rounds(by_age->rounds));
    answer_effective(by_age, 2 + behind, lines, error, answers);
}

/* The second level's own hits are those of the youngest ages that the first does not hold, and of
   no more than half of what the second holds, where that leaves a bucket. */
static void answer_second_by_age(const struct levels_by_age *by_age, struct answers *answers) {
    double youngest = AGED_OUT * by_age->lines[1], half = by_age->lines[2] / 2;
    double oldest = fmin(2 * youngest, fmax(half, A_BUCKET * youngest));
    struct flat second = hits_between(by_age, youngest, oldest);
    bool apart = by_age->levels_behind == 0 ||
                 (second.ages > 0 && LEVELS_DIFFER * single_cycles(by_age, second.ns) <
                                         single_cycles(by_age, by_age->behind[0].ns));
    if (apart)
        answer_level_by_age(by_age, 0, second.ns, answers);
    else
        answer_unknown(answers, "l2_effective_size", "no ages show the second level alone");
}

static void answer_found(const struct levels_by_age *by_age, struct answers *answers) {
    answer_second_by_age(by_age, answers);
    for (size_t behind = 1; behind <= BEHIND_MOST; behind++) {
        const struct flat *flat = &by_age->behind[behind - 1];
        char name[ANSWER_NAME];
        if (behind <= by_age->levels_behind) {
            answer_latency_by_age(by_age, 2 + behind, flat, answers);
            answer_level_by_age(by_age, behind, flat->ns, answers);
            continue;
        }
        answer_unknown(answers, answer_name(name, 2 + (double)behind, "latency"), "%s",
                       NO_SUCH_HITS);
        answer_unknown(answers, answer_name(name, 2 + (double)behind, "effective_size"), "%s",
                       NO_SUCH_HITS);
    }
}

/* ---- the rule ---- */

static const char *read_levels(struct levels_by_age *by_age, const struct table *table) {
    const struct table *first = table_section(table, "first");
    const struct table *levels = table_section(table, "levels");
    by_age->first_cycles = table_at(first, 0, FIRST_CYCLES);
    by_age->first_ns = table_at(first, 0, FIRST_NS);
    by_age->line = table_at(first, 0, FIRST_LINE);
    by_age->rounds = table_section(table, "rounds");
    for (size_t level = 1; level <= 2; level++) {
        by_age->lines[level] = NOT_MEASURED;
        for (size_t row = 0; row < levels->rows; row++)
            if (table_is(levels, row, KNOWN_LEVEL, (double)level))
                by_age->lines[level] = table_at(levels, row, KNOWN_LINES);
        if (!is_measured(by_age->lines[level]))
            return "the sizes of the first two levels are not known";
    }
    return survival_read(&by_age->survival, table);
}

static void answer_nothing(const char *why, struct answers *answers) {
    char name[ANSWER_NAME];
    for (size_t level = 2; level <= 2 + BEHIND_MOST; level++) {
        answer_unknown(answers, answer_name(name, (double)level, "effective_size"), "%s", why);
        if (level > 2)
            answer_unknown(answers, answer_name(name, (double)level, "latency"), "%s", why);
    }
}

static void age_decide(const struct table *table, const struct options *options,
                       struct answers *answers) {
    struct levels_by_age *by_age = calloc(1, sizeof *by_age);
    const char *why = by_age == NULL ? "no memory" : read_levels(by_age, table);
    (void)options;
    if (why == NULL)
        why = find_behind(by_age);
    if (why == NULL)
        answer_found(by_age, answers);
    else
        answer_nothing(why, answers);
    free(by_age);
}

const struct method age_method = {
    .name = "age",
    .summary = "levels by the cost of loads at each age",
    .form = {{.section = "first", .columns = 3, .above_zero = "cycles ns line"},
             {.section = "levels", .keys = 1, .columns = 2, .may_lack = "lines"},
             {.section = "controls",
              .keys = 2,
              .columns = 3,
              .above_zero = "count",
              .words = {"kind hit flushed"}},
             {.section = "rounds", .keys = 1, .columns = 2, .optional = true},
             {.section = "ages", .keys = 3, .columns = 4, .above_zero = "count"}},
    .rows = 4096,
    .decide = age_decide};
