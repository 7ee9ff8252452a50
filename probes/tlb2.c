/* tlb2.c - the sweep of the second TLB: blocks of pages, far apart.

   METHODS 0a.1 and 1.10.  What misses the first TLB and hits a second one costs alike whatever its
   pages are; what hits neither costs a walk of the tables.  As many pages as a second TLB holds
   would not fit the first cache, a line of each, so its sets are filled by blocks: neighbouring
   pages, which fall on sets of their own, and more such blocks some distance apart, on the same
   sets where the distance is a multiple of their number (X-Ray's Figure 14).  A block too many is a
   miss for all of them.

   At each distance the most blocks that fit are found by doubling and halving (Figure 8).  Of those
   that do not fit, blocks are taken away as long as the others do not fit either: what is left is
   one more than there are ways, however pages are mapped to sets.  With every other page of one
   block gone half of the sets have room, unless it is no page that is missed: where an entry, a
   line of the tables or a table serves several pages, they miss as before.

   Where a host's translations have entries too, no edge is that sharp.  But pages in a row that are
   more and more show where they are too many, and if it is lines of the tables that are, or tables,
   then fewer pages are as much too many where each has a line of its own, all over the area.

   With the ways known, larger blocks and the distances at which they fit tell the entries, also
   where the index is a fold of the page's number: a block of a power of two of pages stays on its
   sets then, as long as there are no more blocks than pages in it. */
#include "harness/probe.h"
#include "harness/spread.h"
#include "laps/laps.h"
#include "places/places.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    LAYOUTS = 10,
    LEAST_LAYOUTS = 3,
    SEARCHES = 3,
    CONFIRM = 4,    /* times that something must be slow */
    FEW = 4,        /* pages: few enough for any first TLB */
    FIRST = 512,    /* the most that it may hold */
    STRAY = 5,      /* pages from one to the next, where sets do not matter */
    BLOCKS = 512,   /* at the most */
    PAGES = 8192,   /* the same, of all blocks */
    PLACES = 16384, /* the same, that a lap visits */
    MOST_SETS = 1024,
    LAP_LAYOUTS = 3,
    MIXED = 64,       /* lines */
    SEARCHED = 1024,  /* pages, of which more are not searched among */
    DISTANCES = 13,   /* the powers of two, in pages */
    TRIED = 4,        /* of these */
    SINGLE = 64,      /* ways, from which on blocks are single pages */
    SETS = 4,         /* of blocks that do not fit, of which none can go */
    BEYOND_FIRST = 3, /* times what the first TLB holds */
    QUARTER = 4,      /* of pages in a row, by which there are more and more, */
    FEWER = 5,        /* eighths of these, which with a line of the tables each are more lines, */
    SPARSEST = 23,    /* pages apart at the most, */
    SPARSE_KINDS = 4, /* in turn */
    ENOUGH = 4,       /* the same, at the most, of pages of all blocks, */
    PLENTY = 16,      /* or so many where these show nothing */
    SHIFTS = 4,       /* blocks that may be the first: folds need those whose numbers begin at a
                         multiple of a power of two, */
    STEP = 4,         /* from one to the next */
    MOST_ROWS = 80
};
static const size_t AREA = (size_t)1 << 28; /* bytes */
static const double PAUSE_NS = 5e6, MOMENT_NS = 1e6;
/* Of the sweep's time: from then on no search begins, and no layout.  It is too busy here, or there
   is nothing to find. */
static const double SEARCH_NS = 0.8e9, LAYOUT_NS = 1.6e9;
static const double RISE = 1.04, ABOVE = 1.25, PART = 0.125, MUCH = 0.25, MOST_OF = 0.5;

/* What a row is about: pages in the first TLB, and beyond it; blocks at a distance, one more; those
   that do not fit and of which none can go, the same without one, and without half of one; pages in
   a row; the first of these that are too many, and fewer; these all over the area; and some more
   blocks than those of which none can go; a visit of a lap (laps.h). */
enum role { SOME, BEYOND, DISTANT, LEAST, WITHOUT, HALF, RUN, GROWN, SPARSE, MORE, LAP };

/* COUNT blocks of EACH pages, one every APART pages: the first ones, or those in KEPT. */
struct blocks {
    size_t start, apart, count, each;
    const size_t *kept;
};

struct row {
    enum role role;
    struct blocks blocks;
    double cycles[LAYOUTS];
    size_t measured;
};

struct bench {
    struct places places;
    struct dice dice;
    size_t order[PLACES], turn[MOST_SETS], kept[SETS][BLOCKS];
    size_t line[MIXED];
    double packed[PAGES + 1]; /* cycles of so many lines; 0: not known yet */
    size_t area, most;        /* pages; of those, that the first TLB may hold */
    size_t first;             /* pages that the first TLB holds */
    double few, miss, walk;   /* cycles of a hit in it, what a miss adds, and one in both */
    size_t enough, start;     /* times FIRST; the page at which the first block begins */
    struct blocks least[SETS];
    size_t leasts;
    struct row row[MOST_ROWS];
    size_t rows;
    size_t entries; /* 0: not known */
    struct timed_lap {
        struct lap lap;
        double cycles[LAP_LAYOUTS], same[LAP_LAYOUTS];
    } lap[LAPS];
    double begun_ns;
};

static bool late(const struct bench *bench, double ns) {
    return machine_age_ns(bench->places.machine) - bench->begun_ns > ns;
}

/* ---- places ---- */

/* The next place, on PAGE: of the next MIXED lines any that has not had its turn.  A cache that
   finds its ways by a hash of the address mixes up many at equal distances, and hardly any of
   others. */
static size_t add_place(struct bench *bench, size_t count, size_t page) {
    size_t page_bytes = bench->places.pages.page_bytes, lines = page_bytes / PLACES_LINE;
    size_t turn = count % MIXED;
    for (size_t i = 0; i < MIXED && turn == 0; i++)
        bench->line[i] = i;
    if (turn == 0)
        order_shuffle(&bench->dice, bench->line, MIXED);
    size_t line = (count - turn + bench->line[turn]) % lines;
    bench->order[count] = page * page_bytes + line * PLACES_LINE;
    return count + 1;
}

/* SPARED of the blocks is left out; of the first one every STEP-th page is in. */
static size_t place(struct bench *bench, const struct blocks *blocks, size_t spared, size_t step) {
    size_t count = 0;
    for (size_t i = 0; i < blocks->count; i++) {
        size_t block = blocks->kept != NULL ? blocks->kept[i] : i;
        size_t first = blocks->start + block * blocks->apart;
        for (size_t j = 0; j < blocks->each && i != spared; j += i == 0 ? step : 1)
            count = add_place(bench, count, first + j);
    }
    return count;
}

/* Where the first TLB holds them easily, packed lines are two apart, on odd lines of every other
   page: caches may have longer ones. */
static size_t packed_line(const struct bench *bench, size_t count, size_t i) {
    size_t half = bench->places.pages.page_bytes / PLACES_LINE / 2;
    return 2 * count < bench->first * half ? 2 * i + i / half % 2 : i;
}

/* What as many lines cost that are packed, at their best. */
static double packed(struct bench *bench, size_t count) {
    double *cycles = &bench->packed[count];
    for (size_t turn = *cycles > 0 ? CONFIRM : 0; turn < CONFIRM; turn++) {
        for (size_t i = 0; i < count; i++)
            bench->order[i] = packed_line(bench, count, i) * PLACES_LINE;
        double again = places_measure(&bench->places, count);
        *cycles = turn > 0 ? fmin(*cycles, again) : again;
    }
    return *cycles;
}

/* What the pages of all BLOCKS but SPARED cost beyond misses of the first TLB. */
static double over(struct bench *bench, const struct blocks *blocks, size_t spared) {
    double same = packed(bench, (blocks->count - (spared < blocks->count)) * blocks->each);
    size_t count = place(bench, blocks, spared, 1);
    return places_measure(&bench->places, count) - same - bench->miss;
}

/* The least of a few that are more than LIMIT. */
static double least_over(struct bench *bench, const struct blocks *blocks, size_t spared,
                         double limit) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < CONFIRM && least > limit; i++)
        least = fmin(least, over(bench, blocks, spared));
    return least;
}

/* ---- the first TLB ---- */

static double stray(void *all, size_t count) {
    struct bench *bench = all;
    struct blocks blocks = {.apart = STRAY, .count = count, .each = 1};
    return places_measure(&bench->places, place(bench, &blocks, count, 1));
}

/* By the best of a few searches: who shares the TLB takes entries. */
static bool find_first(struct bench *bench) {
    bench->few = bench->miss = HUGE_VAL;
    for (size_t i = 0; i < SEARCHES; i++) {
        double limit = RISE * stray(bench, FEW);
        size_t pages = places_most(stray, bench, FEW, bench->most, limit);
        bench->first = pages > bench->first ? pages : bench->first;
        places_wait(&bench->places, PAUSE_NS);
    }
    if (bench->first == 0)
        return false;
    for (size_t i = 0; i < SEARCHES; i++) {
        bench->few = fmin(bench->few, stray(bench, FEW));
        bench->miss = fmin(bench->miss, stray(bench, BEYOND_FIRST * bench->first));
    }
    bench->miss -= packed(bench, BEYOND_FIRST * bench->first);
    return bench->miss > 0 && bench->miss < HUGE_VAL;
}

/* ---- blocks that fit ---- */

/* Pages of each of COUNT blocks APART, a power of two: so many that together they miss the first
   TLB twice over, if there is room for them. */
static size_t pages_of(const struct bench *bench, size_t apart, size_t count) {
    size_t each = 1;
    while (2 * each * count <= bench->enough * bench->first && 2 * each <= apart)
        each *= 2;
    return each;
}

/* EACH 0: as many pages as are enough. */
static struct blocks blocks_of(const struct bench *bench, size_t apart, size_t count, size_t each) {
    size_t pages = each > 0 ? each : pages_of(bench, apart, count);
    return (struct blocks){bench->start, apart, count, pages, NULL};
}

static bool exist(const struct bench *bench, const struct blocks *blocks) {
    return blocks->count * blocks->each <= PAGES &&
           blocks->start + (blocks->count - 1) * blocks->apart + blocks->each <= bench->area;
}

/* What is surely no hit in the second TLB takes as much more than one. */
static double rises(const struct bench *bench) {
    return (ABOVE - 1) * (bench->few + bench->miss);
}

static bool fit(struct bench *bench, const struct blocks *blocks, double limit) {
    return least_over(bench, blocks, blocks->count, limit) <= limit;
}

/* Or a little later. */
static bool fit_yet(struct bench *bench, const struct blocks *blocks, double limit) {
    bool fits = fit(bench, blocks, limit);
    for (size_t i = 0; i < SEARCHES && !fits; i++) {
        places_wait(&bench->places, PAUSE_NS);
        fits = fit(bench, blocks, limit);
    }
    return fits;
}

/* The fewest blocks so far APART that do not fit, or 0 where MOST do; it must be so a little later,
   too. */
static size_t rising(struct bench *bench, size_t apart, size_t each, size_t most) {
    double limit = rises(bench);
    size_t fast = 1, slow = 2;
    struct blocks blocks = blocks_of(bench, apart, slow, each);
    while (exist(bench, &blocks) && fast < most && !late(bench, SEARCH_NS) &&
           fit(bench, &blocks, limit)) {
        fast = slow;
        blocks = blocks_of(bench, apart, slow *= 2, each);
    }
    if (!exist(bench, &blocks) || fast >= most || late(bench, SEARCH_NS))
        return 0;
    limit = PART * (bench->walk > 0 ? bench->walk : over(bench, &blocks, slow));
    while (slow - fast > 1) {
        size_t middle = fast + (slow - fast) / 2;
        blocks = blocks_of(bench, apart, middle, each);
        bool fits = fit(bench, &blocks, limit);
        fast = fits ? middle : fast;
        slow = fits ? slow : middle;
    }
    for (;; slow++) {
        places_wait(&bench->places, MOMENT_NS);
        blocks = blocks_of(bench, apart, slow, each);
        if (!exist(bench, &blocks) || !fit(bench, &blocks, limit))
            return slow;
    }
}

/* Do blocks of which none can go mostly fit without one?  Where other translations have entries
   too, as those of a host, they do not. */
static bool are_sharp(struct bench *bench) {
    for (size_t set = 0; set < bench->leasts; set++) {
        const struct blocks *blocks = &bench->least[set];
        size_t fits = 0;
        for (size_t i = 0; i < blocks->count; i++)
            fits += over(bench, blocks, i) <= MUCH * bench->walk;
        if (2 * fits < blocks->count)
            return false;
    }
    return bench->leasts > 0;
}

/* ---- rows ---- */

/* Does ROW come before one like that? */
static bool precedes(const struct row *row, enum role role, const struct blocks *blocks) {
    if (row->role != role)
        return row->role < role;
    if (row->blocks.start != blocks->start)
        return row->blocks.start < blocks->start;
    if (row->blocks.apart != blocks->apart)
        return row->blocks.apart < blocks->apart;
    return row->blocks.count < blocks->count;
}

/* In ascending order. */
static void add_row(struct bench *bench, enum role role, struct blocks blocks) {
    size_t at = 0;
    if (bench->rows == MOST_ROWS || !exist(bench, &blocks))
        return;
    while (at < bench->rows && precedes(&bench->row[at], role, &blocks))
        at++;
    memmove(bench->row + at + 1, bench->row + at, (bench->rows++ - at) * sizeof *bench->row);
    bench->row[at] = (struct row){role, blocks, {0}, 0};
}

/* Takes away what the others do not need not to fit, by a LIMIT. */
static void reduce(struct bench *bench, struct blocks *blocks, size_t *kept, double limit) {
    for (size_t i = blocks->count; i-- > 0 && blocks->count > 2 && !late(bench, SEARCH_NS);)
        if (least_over(bench, blocks, i, limit) > limit) {
            blocks->count--;
            memmove(kept + i, kept + i + 1, (blocks->count - i) * sizeof *kept);
        }
}

/* The same, by a part of what it costs where nothing fits, and once more with larger blocks where
   the first TLB holds nearly as many pages: without one block it would hold all. */
static void reduce_all(struct bench *bench, struct blocks *blocks, size_t *kept, double more) {
    for (size_t i = 0; i < blocks->count; i++)
        kept[i] = i;
    blocks->kept = kept;
    reduce(bench, blocks, kept, PART * more);
    while (blocks->each * blocks->count < 2 * bench->first && 2 * blocks->each <= blocks->apart) {
        blocks->each *= 2;
        reduce(bench, blocks, kept, PART * more);
    }
}

/* At a distance the fewest blocks that do not fit and of which none can go.  Returns false where it
   was something else that took so long. */
static bool find_least(struct bench *bench, size_t apart, struct blocks *blocks, size_t *kept) {
    for (size_t i = 0; i < SEARCHES; i++) {
        size_t count = rising(bench, apart, 0, BLOCKS);
        *blocks = blocks_of(bench, apart, count, 0);
        double more = count > 0 ? least_over(bench, blocks, count, rises(bench)) : 0;
        if (more > rises(bench)) {
            reduce_all(bench, blocks, kept, more);
            places_wait(&bench->places, PAUSE_NS);
            if (!fit(bench, blocks, fmax(rises(bench), MOST_OF * more)))
                return true;
        }
    }
    return false;
}

/* A quarter more, or one. */
static struct blocks more_of(const struct blocks *blocks) {
    struct blocks more = *blocks;
    more.count += more.count < 4 ? 1 : more.count / 4;
    more.kept = NULL;
    return more;
}

/* Returns their number, or 0. */
static size_t add_least(struct bench *bench, size_t apart) {
    struct blocks blocks;
    if (!find_least(bench, apart, &blocks, bench->kept[bench->leasts]))
        return 0;
    add_row(bench, LEAST, blocks);
    add_row(bench, WITHOUT, blocks);
    add_row(bench, HALF, blocks);
    add_row(bench, MORE, more_of(&blocks));
    bench->walk = over(bench, &blocks, blocks.count);
    bench->least[bench->leasts++] = blocks;
    return blocks.each;
}

/* And of the pages behind these. */
static void add_both(struct bench *bench, size_t apart) {
    size_t pages = add_least(bench, apart);
    bench->start += pages;
    if (pages > 0)
        add_least(bench, apart);
}

/* At each distance the fewest blocks that do not fit, the first of them SHIFT blocks from the
   beginning; 0 where at another one there are far fewer. */
static void find_fewest(struct bench *bench, size_t shift, size_t *fewest) {
    for (size_t i = DISTANCES, most = BLOCKS; i-- > 0;) {
        bench->start = shift << i;
        fewest[i] = rising(bench, (size_t)1 << i, 0, most);
        most = fewest[i] > 0 && 2 * fewest[i] < most ? 2 * fewest[i] : most;
    }
}

/* Those distances at which the fewest do not. */
static void add_ways(struct bench *bench, size_t shift) {
    size_t fewest[DISTANCES];
    find_fewest(bench, shift, fewest);
    for (size_t turn = 0; turn < TRIED && bench->leasts + 2 <= SETS; turn++) {
        size_t best = 0;
        for (size_t i = 1; i < DISTANCES; i++)
            if (fewest[i] > 0 && (fewest[best] == 0 || fewest[i] < fewest[best]))
                best = i;
        bench->start = shift << best;
        if (fewest[best] > 0)
            add_both(bench, (size_t)1 << best);
        fewest[best] = 0;
    }
}

/* Those on which two agree, or the first ones. */
static const struct blocks *agreed(const struct bench *bench) {
    for (size_t i = 0; i < bench->leasts; i++)
        for (size_t j = 0; j < i; j++)
            if (bench->least[i].count == bench->least[j].count)
                return &bench->least[j];
    return bench->least;
}

static size_t ways_of(const struct bench *bench) {
    return agreed(bench)->count - 1;
}

/* Blocks of no less pages than there are of them on one set, and more than the first TLB holds. */
static size_t pages_for(const struct bench *bench, size_t count) {
    size_t each = 1;
    while (count <= SINGLE && (each < count || each * count < 2 * bench->first))
        each *= 2;
    return each;
}

static struct blocks run_of(size_t pages) {
    return (struct blocks){.apart = pages, .count = 1, .each = pages};
}

/* A fold of the page's number has some of these distances on few sets, and hardly all. */
static struct blocks sparse_on(size_t pages, size_t layout) {
    size_t apart = SPARSEST - layout % SPARSE_KINDS * 2;
    return (struct blocks){.apart = apart, .count = pages, .each = 1};
}

/* Beyond those that surely miss the first TLB. */
static void add_grown(struct bench *bench) {
    size_t pages = BEYOND_FIRST * bench->first;
    struct blocks grown = run_of(pages);
    while (exist(bench, &grown) && fit_yet(bench, &grown, rises(bench)))
        grown = run_of(pages += pages / QUARTER);
    add_row(bench, GROWN, grown);
    add_row(bench, GROWN, run_of(pages / 8 * FEWER));
    add_row(bench, SPARSE, sparse_on(pages / 8 * FEWER, 0));
}

/* More than half of the entries, which twice as many as there are would not be; other pages that
   are translated have some room. */
static struct blocks held_of(size_t entries) {
    return run_of(entries / 8 * 5);
}

/* A quarter more, or one for each set. */
static struct blocks missed_of(const struct bench *bench, size_t entries) {
    size_t ways = ways_of(bench);
    return run_of(entries + (ways < 4 ? entries / ways : entries / 4));
}

/* At each distance its product with the blocks of EACH pages that fit, where these are not too many
   pages; 0: not known. */
static void find_products(struct bench *bench, size_t each, size_t *product) {
    for (size_t i = DISTANCES, pages = 0; i-- > 0 && (size_t)1 << i >= each;) {
        size_t blocks = pages <= SEARCHED ? rising(bench, (size_t)1 << i, each, BLOCKS) : 0;
        product[i] = blocks > 0 ? (blocks - 1) << i : 0;
        pages = blocks > 0 ? blocks * each : pages;
    }
}

/* Do blocks of so many entries fit at a distance, each set full of them, and not one more? */
static bool are_all(struct bench *bench, size_t apart, size_t each, size_t entries) {
    struct blocks blocks = blocks_of(bench, apart, entries / apart, each);
    struct blocks more = blocks_of(bench, apart, entries / apart + 1, each);
    return blocks.count > 0 && blocks.count % ways_of(bench) == 0 && !late(bench, SEARCH_NS) &&
           more.count * each <= 2 * SEARCHED && exist(bench, &more) &&
           fit(bench, &blocks, PART * bench->walk) && !fit(bench, &more, MUCH * bench->walk);
}

/* Do so many pages in a row fit, and no more? */
static bool run_fits(struct bench *bench, size_t entries) {
    struct blocks held = held_of(entries), missed = missed_of(bench, entries);
    double limit = MOST_OF * bench->walk;
    return exist(bench, &missed) && fit(bench, &held, limit) && !fit(bench, &missed, limit);
}

/* At two distances, or at one where that is of single pages? */
static bool are_entries(struct bench *bench, size_t each, size_t entries) {
    size_t distances = 0, enough = each > 1 ? 2 : 1;
    for (size_t i = DISTANCES; i-- > 0 && distances < enough && (size_t)1 << i >= each;)
        distances += are_all(bench, (size_t)1 << i, each, entries);
    return distances == enough && run_fits(bench, entries);
}

/* The least product of which that is true, or 0: what disturbs makes some less. */
static size_t find_entries(struct bench *bench, size_t each, const size_t *product) {
    size_t found = 0;
    for (size_t i = 0; i < DISTANCES; i++)
        if (product[i] > 0 && (found == 0 || product[i] < found) &&
            are_entries(bench, each, product[i]))
            found = product[i];
    return found;
}

/* Blocks that fit at each distance, and one more. */
static void add_pairs(struct bench *bench, size_t each, size_t entries, const size_t *product) {
    for (size_t i = 0; i < DISTANCES; i++) {
        size_t most = (product[i] > entries ? product[i] : entries) >> i;
        for (size_t more = 0; more < 2 && most > 0 && (size_t)1 << i >= each; more++)
            add_row(bench, DISTANT, blocks_of(bench, (size_t)1 << i, most + more, each));
    }
}

static void add_distances(struct bench *bench) {
    const struct blocks *blocks = agreed(bench);
    size_t each = pages_for(bench, blocks->count), product[DISTANCES] = {0};
    for (size_t shift = 0; shift < SHIFTS * STEP && bench->entries == 0; shift += STEP) {
        bench->start = blocks->start + shift * blocks->apart;
        find_products(bench, each, product);
        bench->entries = find_entries(bench, each, product);
    }
    add_pairs(bench, each, bench->entries, product);
    if (bench->entries > 0) {
        add_row(bench, RUN, held_of(bench->entries));
        add_row(bench, RUN, missed_of(bench, bench->entries));
    }
}

static bool plan_rows(struct bench *bench) {
    if (!find_first(bench))
        return false;
    add_row(bench, SOME, blocks_of(bench, STRAY, FEW, 1));
    add_row(bench, BEYOND, blocks_of(bench, STRAY, BEYOND_FIRST * bench->first, 1));
    add_grown(bench);
    for (bench->enough = ENOUGH; bench->enough <= PLENTY; bench->enough *= ENOUGH)
        for (size_t shift = 0; shift < SHIFTS * STEP && bench->leasts == 0; shift += STEP)
            add_ways(bench, shift);
    if (are_sharp(bench))
        add_distances(bench);
    return true;
}

/* ---- laps ---- */

/* A block is a page of each set, and more pages than the first TLB holds: whatever comes behind
   misses that. */
static size_t pages_of_set(const struct bench *bench) {
    size_t ways = bench->entries > 0 ? ways_of(bench) : 0;
    size_t each = ways > 1 && ways <= LAPS_MOST_WAYS ? bench->entries / ways : 0;
    bool room = LAPS_BLOCKS(ways) * each <= bench->area && each <= MOST_SETS;
    return room && 2 * each >= 3 * bench->first ? each : 0;
}

/* All pages of each block that is visited, always in the same order, at another word each time; or
   PACKED, by which the same sets of a cache are visited.  Returns how many places that are. */
static size_t place_lap(struct bench *bench, const struct lap *lap, size_t each, bool is_packed) {
    size_t page_bytes = bench->places.pages.page_bytes, lines = page_bytes / PLACES_LINE;
    size_t times[LAPS_BLOCKS(LAPS_MOST_WAYS)] = {0}, count = 0;
    for (size_t i = 0; i < lap->visits; i++) {
        size_t block = lap->block[i], word = times[block]++ * sizeof(uint64_t);
        for (size_t j = 0; j < each; j++) {
            size_t page = block * each + bench->turn[j];
            size_t line = page * PLACES_LINE;
            if (!is_packed)
                line = page * page_bytes + (page + page / lines) % lines * PLACES_LINE;
            bench->order[count++] = line + word;
        }
    }
    return count;
}

static void time_lap(struct bench *bench, struct timed_lap *timed, size_t each, size_t layout) {
    size_t count = place_lap(bench, &timed->lap, each, false);
    timed->cycles[layout] = places_in_order(&bench->places, count);
    place_lap(bench, &timed->lap, each, true);
    timed->same[layout] = places_in_order(&bench->places, count);
}

/* Returns the number of laps that there are. */
static size_t measure_laps(struct bench *bench) {
    size_t each = pages_of_set(bench);
    for (size_t i = 0; i < LAPS && each > 0; i++)
        lap_write(&bench->lap[i].lap, i, ways_of(bench));
    for (size_t i = 0; i < LAPS && each > 0; i++)
        if (bench->lap[i].lap.visits * each > PLACES)
            each = 0;
    for (size_t i = 0; i < each; i++)
        bench->turn[i] = i;
    order_shuffle(&bench->dice, bench->turn, each);
    for (size_t layout = 0; layout < LAP_LAYOUTS && each > 0; layout++)
        for (size_t i = 0; i < LAPS; i++)
            time_lap(bench, &bench->lap[i], each, layout);
    return each > 0 ? LAPS : 0;
}

/* As a table of laps has it, but for the cost of packed lines, which stands here twice. */
static void print_lap(struct bench *bench, size_t number, FILE *out) {
    struct timed_lap *timed = &bench->lap[number];
    double cycles = spread_of(timed->cycles, LAP_LAYOUTS).median;
    double same = spread_of(timed->same, LAP_LAYOUTS).median;
    for (size_t i = 0; i < timed->lap.visits && cycles < HUGE_VAL && same < HUGE_VAL; i++)
        fprintf(out, "%d\t%zu\t%zu\t%zu\t%zu\t%.4f\t%.4f\t%.4f\n", (int)LAP, number + 1, i + 1,
                timed->lap.block[i] + 1, ways_of(bench), cycles, same, same);
}

/* ---- the table ---- */

static void measure_row(struct bench *bench, struct row *row, size_t layout) {
    struct blocks blocks = row->blocks;
    if (row->role == SPARSE)
        blocks = sparse_on(blocks.count, layout);
    size_t spared = row->role == WITHOUT ? layout % blocks.count : blocks.count;
    size_t count = place(bench, &blocks, spared, row->role == HALF ? 2 : 1);
    row->cycles[row->measured++] = places_measure(&bench->places, count);
}

static void measure_layout(struct bench *bench, size_t layout) {
    size_t order[MOST_ROWS];
    for (size_t i = 0; i < bench->rows; i++)
        order[i] = i;
    order_shuffle(&bench->dice, order, bench->rows);
    for (size_t i = 0; i < bench->rows; i++)
        measure_row(bench, &bench->row[order[i]], layout);
}

static void print_row(struct bench *bench, struct row *row, FILE *out) {
    const struct blocks *blocks = &row->blocks;
    double same = packed(bench, blocks->count * blocks->each);
    struct spread spread = spread_of(row->cycles, row->measured);
    if (spread.median < HUGE_VAL && same < HUGE_VAL)
        fprintf(out, "%d\t%zu\t%zu\t%zu\t%zu\t%.4f\t%.4f\t%.4f\n", (int)row->role, blocks->start,
                blocks->apart, blocks->count, blocks->each, spread.median, spread.low, same);
}

static const char *measure_all(struct bench *bench, FILE *out) {
    if (!plan_rows(bench))
        return "no number of pages costs more than others that miss the first TLB";
    size_t layouts = 0;
    for (; layouts < LAYOUTS && !late(bench, LAYOUT_NS); layouts++) {
        measure_layout(bench, layouts);
        places_wait(&bench->places, PAUSE_NS);
    }
    if (layouts < LEAST_LAYOUTS)
        return "it is too busy here";
    size_t laps = measure_laps(bench);
    fprintf(out, "# sweep: tlb2\n# columns: role start apart blocks pages cycles low same\n");
    for (size_t i = 0; i < bench->rows; i++)
        print_row(bench, &bench->row[i], out);
    for (size_t i = 0; i < laps; i++)
        print_lap(bench, i, out);
    return NULL;
}

/* As many pages as memory and limits allow. */
static bool open_bench(struct bench *bench) {
    size_t limit = pages_limit(bench->places.machine);
    if (!places_draw(&bench->places, 1))
        return false;
    size_t page = bench->places.pages.page_bytes;
    bench->area = (limit < AREA ? limit : AREA) / page;
    bench->most = bench->area / STRAY / BEYOND_FIRST;
    bench->most = bench->most < FIRST ? bench->most : FIRST;
    return bench->most >= FEW && places_draw(&bench->places, bench->area * page);
}

sweep sweep_tlb2;

const char *sweep_tlb2(struct machine *machine, FILE *out) {
    if (!chain_walks_alone(machine))
        return "without optimisation the stack takes an entry of the TLB";
    struct bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL)
        return "no memory for the pages";
    bench->places.machine = machine;
    bench->places.order = bench->order;
    bench->dice.state = 20040614;
    bench->places.dice = &bench->dice;
    bench->begun_ns = machine_age_ns(machine);
    const char *why = open_bench(bench) ? measure_all(bench, out) : "no memory for the pages";
    pages_release(machine, &bench->places.pages);
    free(bench);
    return why;
}
