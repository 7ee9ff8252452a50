/* tlb_unified.c - decides whether the last TLB serves code as well as data (after AMP 3.6).

   The table has numbers of `pages' and the cost of a load on each of them: `alone_ns' after
   nothing, `data_ns' after loads from as many other pages as there are pages of code, and `code_ns'
   after calls on all pages of code.  A call costs `call_ns', or `packed_ns' where the calls
   share pages.

   Where other data evict the pages from the last TLB and code evicts as many, the TLB serves code;
   where code evicts hardly any, it does not.  Pages that fit in the first TLB of data, which never
   holds code, show whether code has another effect, such as its page tables in the caches.  Then
   the comparison is not used.

   Only numbers of pages count that the second TLB holds: the cost of a walk depends on where the
   page tables are, which both evict from the caches.

   Unknown where code on pages of its own costs no more than packed code, since its pages are not
   translated one by one, and where the evidence lies between the limits. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { PAGES_BETWEEN, ALONE_TLB, DATA_TLB, CODE_TLB, CALL_FAR, CALL_PACKED };

/* Relative to the cost of a load: the least that a second TLB adds, the range within which costs
   are the same, and the least that eviction adds. */
static const double SECOND_ADDS = 1.15, SECOND_ALIKE = 1.05, PUSHED = 0.12;
/* Relative to the effect of data: code that has the same effect, next to none, or so little that
   its lines and tables explain it. */
static const double MOST_OF_THAT = 0.85, NEXT_TO_NOTHING = 0.25, SPARED = 0.5;
/* The share of the numbers of pages that must agree: one may be disturbed. */
static const double ALL_BUT_ONE = 0.9;
/* The least ratio that translations add to a call. */
static const double TRANSLATED = 1.2;
/* The least numbers of pages that must agree. */
enum { NUMBERS = 2 };
static const double SERVES_SURE = 0.97;

static double adds(const struct table *table, size_t row, size_t column) {
    return table_at(table, row, column) - table_at(table, row, ALONE_TLB);
}

static bool evicts_pages(const struct table *table, size_t row) {
    double more = adds(table, row, DATA_TLB);
    return more > 0 && more >= PUSHED * table_at(table, row, ALONE_TLB);
}

/* The cost of a load if the first TLB holds all pages: the least, because noise only adds. */
static double first_hit(const struct table *table) {
    double hit = NOT_MEASURED;
    for (size_t row = 0; row < table->rows; row++)
        hit = fmin(hit, table_at(table, row, ALONE_TLB));
    return hit;
}

/* The first row that the second TLB alone serves, as it serves the next, or the number of rows.  In
   a row that costs less than the next, some pages hit the first TLB. */
static size_t second_tlb(const struct table *table) {
    double hit = first_hit(table);
    for (size_t row = 0; row + 1 < table->rows; row++) {
        double ns = table_at(table, row, ALONE_TLB), next = table_at(table, row + 1, ALONE_TLB);
        if (ns > hit && ns >= SECOND_ADDS * hit && fmax(ns, next) <= SECOND_ALIKE * fmin(ns, next))
            return row;
    }
    return table->rows;
}

/* Rows that the second TLB alone serves, as it does row FIRST, and whose pages data evict: all of
   them, those that code evicts fully, and those that it does not. */
struct evicted_rows {
    size_t all, full, none;
};

static struct evicted_rows count_evicted_rows(const struct table *table, size_t first) {
    struct evicted_rows evicted_rows = {0, 0, 0};
    for (size_t row = first; row < table->rows; row++)
        if (evicts_pages(table, row) &&
            table_at(table, row, ALONE_TLB) <= SECOND_ALIKE * table_at(table, first, ALONE_TLB)) {
            double part = adds(table, row, CODE_TLB) / adds(table, row, DATA_TLB);
            evicted_rows.all++;
            evicted_rows.full += part >= MOST_OF_THAT;
            evicted_rows.none += part <= NEXT_TO_NOTHING;
        }
    return evicted_rows;
}

/* Does code evict few of the pages in the first TLB, which holds data only? */
static bool spares_first_tlb(const struct table *table) {
    double hit = first_hit(table);
    size_t held = 0;
    for (size_t row = 0; row < table->rows; row++) {
        if (table_at(table, row, ALONE_TLB) > SECOND_ALIKE * hit)
            continue;
        held++;
        if (!evicts_pages(table, row) ||
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

static bool serves_nearly_all(const struct evicted_rows *evicted_rows) {
    return evicted_rows->none == 0 &&
           (double)evicted_rows->full >= ALL_BUT_ONE * (double)evicted_rows->all;
}

static void tlb_unified_decide(const struct table *table, const struct options *options,
                               struct answers *answers) {
    static const char name[] = "tlb_unified";
    struct evicted_rows evicted_rows = count_evicted_rows(table, second_tlb(table));
    (void)options;
    if (evicted_rows.all < NUMBERS)
        answer_unknown(
            answers, name,
            "other data evict too few of the tested numbers of pages from the second TLB");
    else if (!is_translated(table))
        answer_unknown(answers, name, "calls on pages of their own cost no more than packed calls");
    else if (evicted_rows.none == evicted_rows.all ||
             (serves_nearly_all(&evicted_rows) && spares_first_tlb(table)))
        answer_integer(answers, name, evicted_rows.full > 0, SERVES_SURE);
    else
        answer_unknown(answers, name,
                       "code evicts only part of the pages, or also pages that a data TLB holds");
}

const struct method tlb_unified_method = {.name = "tlb_unified",
                                          .summary = "whether the last TLB serves code",
                                          .form = {{.keys = 1, .columns = 6}},
                                          .rows = 64,
                                          .decide = tlb_unified_decide};
