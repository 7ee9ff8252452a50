/* sequence.h - measures whether places at equal distances fit the first level together.

   X-Ray's compact sets (sections 4.2 to 4.4): a sequence of `lines` places `stride` bytes apart is
   compact, that is, every load hits, if and only if lines <= max(C / stride, A) (Theorem 1), for a
   cache of capacity C and associativity A. */
#ifndef SEQUENCE_H
#define SEQUENCE_H

#include "../machine/machine.h"
#include "order.h"

enum {
    SEQUENCE_ARENA = 2 << 20, /* bytes; a larger first level than a quarter of this is not found */
    SEQUENCE_NARROWEST = 16,  /* bytes of the narrowest stride: two pointers */
    SEQUENCE_PAGES = SEQUENCE_ARENA / 4096, /* the most pages of an arena */
    SEQUENCE_BLOCK = 512 /* bytes, no less than any line (BlackjackBench 3.1.1) */
};

/* LINES places STRIDE bytes apart, the last shifted by SHIFT bytes.  If the stride has room, there
   are further places in other sets beside each. */
struct sequence {
    size_t stride, lines, shift;
};

/* A layout: the pages on which sequences are measured. */
struct layout {
    struct machine *machine;
    struct pages pages;
    size_t *order;      /* shared by all layouts */
    const size_t *page; /* the page that replaces each page, or NULL: no page is replaced */
    size_t sorted[SEQUENCE_PAGES];
    struct dice *dice;
    size_t way;            /* bytes after which sets repeat, or 0 until that is known */
    double hit, noisy_hit; /* cycles of the fastest and of the slowest hit */
};

/* Draws pages.  Returns false if there is no memory; release either way.  DICE stays the
   caller's. */
bool sequence_draw(struct layout *layout, struct machine *machine, struct dice *dice);
void sequence_release(struct layout *layout);

/* Sorts the pages by the sets that they map to, if that matters and can be found (sorted.h). */
void sequence_sort(struct layout *layout);

/* Links the first COUNT offsets of ORDER as chain_link does, after replacing each by its offset on
   the page that replaces its own. */
void sequence_link(struct layout *layout, struct chain *chain, size_t *order, size_t count);

/* Times a sequence that certainly hits, a few times.  A rise must exceed the noise of these
   times. */
void sequence_calibrate(struct layout *layout);

/* Returns whether the sequence lies within the arena. */
bool sequence_fits(const struct sequence *sequence);

/* Returns the cycles of a load, or NOT_MEASURED if all samples were disturbed. */
double sequence_measure(struct layout *layout, const struct sequence *sequence);

/* Returns a number of lines of the narrowest stride so large that most of them conflict. */
size_t sequence_far(struct layout *layout);

/* Returns the smallest number of lines that is not compact, at most FAR (Figure 8's inner
   search). */
size_t sequence_rise(struct layout *layout, size_t stride, size_t far);

#endif
