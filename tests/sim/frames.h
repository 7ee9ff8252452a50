/* frames.h - which physical memory backs a region of virtual memory. */
#ifndef SIM_FRAMES_H
#define SIM_FRAMES_H

#include "links.h"
#include "place.h"

#include <stdbool.h>
#include <stddef.h>

/* FRAMES_SCATTERED: random frames.  FRAMES_CONTIGUOUS: consecutive frames of small pages.
   FRAMES_HUGE: pages of 2 MB if they are asked for, and scattered small ones otherwise.
   FRAMES_SPLINTERED: the system says that pages are huge, but its host backs them with scattered
   small frames, so that TLBs hold small entries.  FRAMES_PROMOTED: scattered small pages, which the
   kernel copies into huge ones after some accesses if those were asked for. */
enum frames_kind {
    FRAMES_SCATTERED,
    FRAMES_CONTIGUOUS,
    FRAMES_HUGE,
    FRAMES_SPLINTERED,
    FRAMES_PROMOTED
};

struct sim_pages {
    size_t bytes; /* bytes of a small page, a power of two up to 2 MB */
    enum frames_kind frames;
    uint64_t after;   /* accesses after the allocation until promotion */
    size_t colours;   /* page colours that the kernel respects: a scattered frame has its virtual
                         page's number modulo this (Kessler and Hill 1992; Solaris, IRIX, the BSDs) */
    bool zeros_apart; /* pages that are only read have a frame each, as on macOS and in gVisor */
};

/* Draws frames, none twice until all have been drawn. */
struct frames {
    struct sim_pages pages;
    uint64_t key; /* determines the order in which frames are drawn */
    uint64_t drawn, drawn_huge;
    uint64_t start;         /* the next unused virtual address */
    struct region *regions; /* all regions that are in use */
};

enum { HUGE_BITS = 21 };

struct region {
    uint64_t start, bytes;
    uint64_t *frame; /* the physical address of each small page */
    unsigned page_bits;
    bool huge;           /* its TLB entries are huge */
    bool told;           /* the system says that it is huge */
    uint64_t promote_at; /* the access at which it is promoted; 0: never */
    struct region *next;
    struct links links;
    uint32_t *content; /* for each word the offset that it points to, plus 1; NULL: unknown */
};

struct frames frames_open(const struct sim_pages *pages, uint64_t seed);

/* Returns a new region, or NULL if there is no memory.  NOW is the number of accesses so far. */
struct region *frames_draw(struct frames *frames, size_t bytes, bool huge, uint64_t now);
void frames_release(struct frames *frames, struct region *region);
void frames_close(struct frames *frames);

/* Copies the region into huge pages. */
void frames_promote(struct frames *frames, struct region *region);

/* Puts one frame behind all pages. */
void frames_unite(struct region *region);

static inline struct place region_place(const struct region *region, uint64_t offset) {
    uint64_t within = offset & ((UINT64_C(1) << region->page_bits) - 1);
    return (struct place){region->start + offset,
                          region->frame[offset >> region->page_bits] + within};
}

#endif
