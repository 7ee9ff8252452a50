/* level_rows.c - plans the rows of a level, and tries them until they settle. */
#include "level_rows.h"

#include "../../analysis/differ.h"
#include "../../analysis/room.h"
#include "../common/shift.h"

#include <math.h>
#include <stdlib.h>

enum {
    LAYOUTS = 8,     /* colours that a row is measured on, or tries if there are fewer colours */
    FEW_LAYOUTS = 3, /* layouts of a row of all colours */
    MOST_LAYOUTS = 16,
    MOST_TRIES = 64, /* the most tries of a row, if there is noise */
    FEW_WAYS = 3
};
/* The time for which a whole row of a level behind the second is tried. */
static const double SHORT_NS = 2e9;
/* The factor by which costs differ beyond noise, and the part of the cost of one unit too many
   that is beyond noise. */
static const double DIFFERENT = 1.3, SURELY = 0.75;

static void add_row(struct level_rows *rows, size_t colours, size_t ways, size_t shift) {
    if (ways == 0)
        return;
    bool room = room_for(ROOM_OF(rows->row), rows->count + 1, 1);
    double *cycles = room ? malloc(colours * MOST_TRIES * sizeof *cycles) : NULL;
    rows->lost = rows->lost || cycles == NULL;
    if (cycles != NULL)
        rows->row[rows->count++] = (struct level_row){colours, ways, shift, 0, cycles};
}

/* Measures ROW once.  Disturbances last, so the tries of a row are spread over time. */
static void measure_row(struct level *level, struct level_row *row, size_t layout) {
    if (row->colours == 1) {
        size_t colour = layout % level->colours.count + 1;
        double cycles = groups_measure(&level->groups, colour, row->ways, row->shift);
        if (cycles > 0)
            row->cycles[row->layouts++] = cycles;
    } else if (groups_measure_all(&level->groups, row->ways, row->shift, level->colours.cost)) {
        for (size_t i = 0; i < row->colours; i++)
            row->cycles[i * MOST_TRIES + row->layouts] = level->colours.cost[i];
        row->layouts++;
    }
}

/* Returns whether this is the row of all places of most units that the level holds.  It takes so
   long that another thread evicts some of them. */
static bool is_whole(const struct level_row *row) {
    return row->colours > 1 && row->shift == 0;
}

struct spread level_row_spread(const struct level_row *row) {
    struct spread most = {0, 0, 0};
    size_t least = is_whole(row) ? FEW_LAYOUTS : LAYOUTS;
    for (size_t i = 0; i < row->colours && row->layouts >= least; i++) {
        struct spread spread = spread_of(row->cycles + i * MOST_TRIES, row->layouts);
        most.median = fmax(most.median, spread.median);
        most.low = fmax(most.low, spread.low);
    }
    return most;
}

/* Returns the least cycles of UNITS units of one colour. */
static double cost_of_units(const struct level_rows *rows, size_t units) {
    for (size_t i = 0; i < rows->count; i++)
        if (rows->row[i].colours == 1 && rows->row[i].ways == units && rows->row[i].shift == 0)
            return level_row_spread(&rows->row[i]).low;
    return 0;
}

/* The least cycles of as many units of a colour as fit, of one more, and of far too many. */
struct ends {
    double fits, misses, many;
};

/* Returns whether the median of a shifted row is certainly a hit or certainly a miss.  The median
   counts, since the line follows from most layouts. */
static bool is_shift_settled(const struct level_row *row, const struct ends *ends) {
    double median = level_row_spread(row).median, rise = ends->misses - ends->fits;
    return median <= ends->fits + rise * (1 - SURELY) || median >= ends->fits + rise * SURELY;
}

/* Returns the most cycles of a ROW that fits: those of hits, and less than half a miss a lap
   more. */
static double most_of_fitting(const struct level_row *row, const struct ends *ends, double hit) {
    double alike = HITS_ALIKE * hit;
    if (row->colours != 1 || !(ends->many > hit))
        return alike;
    return fmin(alike, hit + (ends->many - hit) / (double)row->ways / 2);
}

/* Returns the least cycles of a row that certainly misses.  If a miss adds little, the row of one
   unit too many shows how much. */
static double least_of_missing(const struct ends *ends, double hit) {
    double rise = fmax(ends->misses - hit, 0);
    return fmin(DIFFERENT * hit, hit + rise * SURELY);
}

/* Returns whether ROW at its best certainly fits or certainly misses, since noise only adds.  A
   whole row that misses never settles: it does so because of noise, or because one colour was
   taken for two. */
static bool is_settled(const struct level_rows *rows, const struct level_row *row,
                       const struct ends *ends) {
    double low = level_row_spread(row).low, hit = level_row_spread(&rows->row[0]).median;
    if (is_whole(row))
        return !(hit > 0) || low <= HITS_ALIKE * hit;
    if (low >= least_of_missing(ends, hit))
        return true;
    bool shifted = row->colours == 1 && row->shift > 0;
    return shifted ? is_shift_settled(row, ends) : low <= most_of_fitting(row, ends, hit);
}

/* Adds rows of WAYS units, some shifted by a power of two or thrice one, up to MOST bytes, and by
   a word less. */
static void add_shifts(struct level_rows *rows, size_t ways, size_t most) {
    const size_t word = sizeof(void *);
    for (size_t shift = 2 * word; shift <= most; shift = shift_next(shift)) {
        if (!shift_is_near(shift))
            add_row(rows, 1, ways, shift - word);
        add_row(rows, 1, ways, shift);
    }
}

/* Returns three quarters of the ways. */
size_t level_surely_fit(const struct level *level) {
    size_t ways = colours_ways(&level->colours);
    return ways > FEW_WAYS ? ways * 3 / 4 : ways;
}

/* Adds a row of all places of three quarters of the units that fit.  If different places of pages
   compete with each other, adds rows of a few places, and of places whose addresses differ from
   those in one bit. */
static void add_together(const struct level *level, struct level_rows *rows) {
    size_t colours = level->colours.count, some = level_surely_fit(level);
    if (!level->eviction.parted)
        add_row(rows, colours, some, 0);
    else
        for (size_t bit = 2 * sizeof(void *); bit < level->units.spacing; bit *= 2)
            add_row(rows, colours, some, bit);
}

static void plan_rows(const struct level *level, struct level_rows *rows) {
    size_t ways = colours_ways(&level->colours);
    if (ways > 2)
        add_row(rows, 1, 1, 0);
    if (ways > 1)
        add_row(rows, 1, ways - 1, 0);
    add_row(rows, 1, ways, 0);
    add_row(rows, 1, ways + 1, 0);
    add_shifts(rows, ways + 1, level->units.block / TIMED);
    add_row(rows, 1, ways + 2, 0);
    if (ways > 1)
        add_row(rows, 1, colours_most_units(&level->colours), 0);
    if (level->colours.count > 1)
        add_together(level, rows);
}

static struct ends ends_of(const struct level *level, const struct level_rows *rows) {
    size_t ways = colours_ways(&level->colours);
    return (struct ends){cost_of_units(rows, ways), cost_of_units(rows, ways + 1),
                         cost_of_units(rows, colours_most_units(&level->colours))};
}

/* Returns the tries that ROW has even if it settles early: one for each colour. */
static size_t least_tries(const struct level *level, const struct level_row *row) {
    size_t colours = level->colours.count;
    if (row->colours > 1 || colours < LAYOUTS)
        return LAYOUTS;
    return colours < MOST_LAYOUTS ? colours : MOST_LAYOUTS;
}

/* Returns whether ROW is measured at this TRY.  Whole rows begin later, and have few tries behind
   the second level, where they take long. */
static bool is_due(const struct level *level, const struct level_rows *rows,
                   const struct level_row *row, const struct ends *ends, size_t try) {
    size_t least = least_tries(level, row), first = is_whole(row) ? least - FEW_LAYOUTS : 0;
    if (try < least)
        return try >= first;
    bool late =
        level->level > 2 && is_whole(row) && machine_age_ns(level->units.machine) > SHORT_NS;
    return !late && !is_settled(rows, row, ends);
}

/* Measures the rows that are due at this TRY.  Returns their number. */
static size_t measure_due(struct level *level, struct level_rows *rows, size_t try) {
    struct ends ends = ends_of(level, rows);
    size_t measured = 0;
    for (size_t k = 0; k < rows->count; k++)
        if (is_due(level, rows, &rows->row[k], &ends, try)) {
            measure_row(level, &rows->row[k], try);
            measured++;
        }
    return measured;
}

bool level_rows_measure(struct level_rows *rows, struct level *level) {
    plan_rows(level, rows);
    for (size_t try = 0; try < MOST_TRIES && !rows->lost; try++)
        if (measure_due(level, rows, try) == 0)
            return true;
    return false;
}

void level_rows_free(struct level_rows *rows) {
    for (size_t i = 0; i < rows->count; i++)
        free(rows->row[i].cycles);
}
