/* page_groups.h - pages of zeros in groups of eight, whose entries of the page table share a line.

   One page of a group is loaded just before any other of them is timed: so a walk always finds its
   line in the first cache, and what the table costs does not depend on the age. */
#ifndef PAGE_GROUPS_H
#define PAGE_GROUPS_H

#include "../common/order.h"
#include "../machine/zeros.h"

enum {
    PAGE_GROUP = 8,    /* pages: */
    PAGES_IN_LAPS = 6, /* those that laps touch, one that brings the line, and one that is missed */
    PAGE_MISSED = 7,   /* its role */
    PAGES_TABLE = 64,  /* groups whose entries share a page */
    PAGES_TIMED = 16   /* that are timed together */
};

struct page_group {
    size_t turned; /* by how many pages the roles are shifted */
    size_t used;   /* the last lap after which one of its pages was probed */
};

struct page_groups {
    struct machine *machine;
    struct pages pages;
    struct page_group *group;
    size_t count, lap; /* of the groups; the number of the last lap */
    uint32_t probe[PAGES_TIMED], warm[PAGES_TIMED];
};

/* Draws COUNT groups.  Returns false if there is no memory. */
bool page_groups_draw(struct page_groups *groups, struct dice *dice, size_t count,
                      size_t page_bytes);
void page_groups_release(struct page_groups *groups);

/* The page with a ROLE in a group: those below PAGES_IN_LAPS are touched by laps. */
uint32_t page_groups_page(const struct page_groups *groups, size_t group, size_t role);

/* Load COUNT pages, WITHIN bytes from their beginning; the second returns the time in ns. */
void page_groups_walk(const struct page_groups *groups, const uint32_t *page, size_t count,
                      size_t within);
double page_groups_burst(const struct page_groups *groups, const uint32_t *page, size_t count);

/* Was a page of the group probed since the lap?  Then the TLB still has the one that brings their
   line. */
bool page_groups_used(const struct page_groups *groups, size_t group);

/* Makes a page probe number I; and times all probes. */
void page_groups_set(struct page_groups *groups, size_t i, size_t group, size_t role);
double page_groups_time(const struct page_groups *groups);

#endif
