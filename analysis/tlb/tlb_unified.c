/* tlb_unified.c - whether the last TLB serves code as well as data (METHODS 1.9, after AMP 3.6).

   A table of numbers of `pages': what a load on each of them costs in `alone_ns' after nothing,
   in `data_ns' after as many others of data as there are pages of code, and in `code_ns' after
   calls on all of these, which cost `call_cycles' each, and `packed_cycles' where they share pages.

   Where others push the pages out of the last TLB, and code does as much, that serves code; where
   code does hardly anything, it does not.  Pages that the first TLB of data holds tell whether code
   does something else, as its tables do that come through the caches: then it cannot be said to do
   as much.  They tell no more: a second TLB decides, which shows in what more of them cost, and out
   of which others push them.  Code that does not cost more on pages of its own is not translated
   page by page, and tells nothing. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { PAGES_BETWEEN, ALONE_TLB, DATA_TLB, CODE_TLB, CALL_FAR, CALL_PACKED };

/* Parts of what a load costs: what a second TLB adds at least, and what others do that push out. */
static const double SECOND_ADDS = 1.15, SECOND_ALIKE = 1.05, PUSHED = 0.12;
/* Parts of what data do: code that does as much, or next to nothing, or so little that its lines
   and tables explain it, and not its pages. */
static const double MOST_OF_THAT = 0.85, NEXT_TO_NOTHING = 0.25, SPARED = 0.5;
/* Of the numbers of pages that show something, so many must agree: one may be disturbed. */
static const double ALL_BUT_ONE = 0.9;
/* Of a call: what translations add at least. */
static const double TRANSLATED = 1.2;
/* So many numbers of pages must agree. */
enum { NUMBERS = 2 };
static const double SERVES_SURE = 0.97;

static double adds(const struct table *table, size_t row, size_t column) {
    return table_at(table, row, column) - table_at(table, row, ALONE_TLB);
}

static bool pushes_pages_out(const struct table *table, size_t row) {
    double more = adds(table, row, DATA_TLB);
    return more > 0 && more >= PUSHED * table_at(table, row, ALONE_TLB);
}

/* Of the rows from FIRST on that data push out: how many, and of them those that code does, and
   those that it does not. */
struct shown {
    size_t all, full, none;
};

static struct shown count_shown_pages(const struct table *table, size_t first) {
    struct shown shown = {0, 0, 0};
    for (size_t row = first; row < table->rows; row++)
        if (pushes_pages_out(table, row)) {
            double part = adds(table, row, CODE_TLB) / adds(table, row, DATA_TLB);
            shown.all++;
            shown.full += part >= MOST_OF_THAT;
            shown.none += part <= NEXT_TO_NOTHING;
        }
    return shown;
}

/* What a load costs if the first TLB holds all pages: the least, because noise only adds. */
static double first_hit(const struct table *table) {
    double hit = NOT_MEASURED;
    for (size_t row = 0; row < table->rows; row++)
        hit = fmin(hit, table_at(table, row, ALONE_TLB));
    return hit;
}

/* The first row that a second TLB serves alone, as it does the next, or the number of rows.  A row
   that costs more than the next is one whose pages are partly in the first TLB. */
static size_t second_tlb(const struct table *table) {
    double hit = first_hit(table);
    for (size_t row = 0; row + 1 < table->rows; row++) {
        double ns = table_at(table, row, ALONE_TLB), next = table_at(table, row + 1, ALONE_TLB);
        if (ns > hit && ns >= SECOND_ADDS * hit && fmax(ns, next) <= SECOND_ALIKE * fmin(ns, next))
            return row;
    }
    return table->rows;
}

/* Does code push out few of the pages that the first TLB holds, which is for data only? */
static bool spares_the_first(const struct table *table) {
    double hit = first_hit(table);
    size_t held = 0;
    for (size_t row = 0; row < table->rows; row++) {
        if (table_at(table, row, ALONE_TLB) > SECOND_ALIKE * hit)
            continue;
        held++;
        if (!pushes_pages_out(table, row) ||
            adds(table, row, CODE_TLB) > SPARED * adds(table, row, DATA_TLB))
            return false;
    }
    return held > 0;
}

static bool is_translated(const struct table *table) {
    double far = NOT_MEASURED, packed = NOT_MEASURED;
    for (size_t row = 0; row < table->rows; row++) {
        far = fmin(far, table_at(table, row, CALL_FAR));
        packed = fmin(packed, table_at(table, row, CALL_PACKED));
    }
    return far >= TRANSLATED * packed;
}

static bool serves_nearly_all(const struct shown *shown) {
    return shown->none == 0 && (double)shown->full >= ALL_BUT_ONE * (double)shown->all;
}

static void tlb_unified_decide(const struct table *table, const struct options *options,
                               struct answers *answers) {
    static const char name[] = "tlb_unified";
    struct shown shown = count_shown_pages(table, second_tlb(table));
    (void)options;
    if (shown.all < NUMBERS)
        answer_unknown(answers, name, "others push too few numbers of pages out of a second TLB");
    else if (!is_translated(table))
        answer_unknown(answers, name, "calls on pages of their own cost no more than others");
    else if (shown.none == shown.all || (serves_nearly_all(&shown) && spares_the_first(table)))
        answer_integer(answers, name, shown.full > 0, SERVES_SURE);
    else
        answer_unknown(answers, name, "code pushes out some pages, and not all, or others as well");
}

const struct method tlb_unified_method = {.name = "tlb_unified",
                                          .summary = "whether the last TLB serves code",
                                          .form = {{.keys = 1, .columns = 6}},
                                          .rows = 64,
                                          .decide = tlb_unified_decide};
