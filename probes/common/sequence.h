/* sequence.h - places at equal distances, timed: do they fit the first level together?

   X-Ray's compact sets (sections 4.2 to 4.4): a sequence of `lines` places `stride` bytes apart is
   compact, which is to say a hit at each load, if and only if lines <= max(C / stride, A) (Theorem
   1), for a cache of capacity C and associativity A. */
#ifndef SEQUENCE_H
#define SEQUENCE_H

#include "../machine/machine.h"
#include "order.h"

enum {
    SEQUENCE_ARENA = 2 << 20, /* bytes; a level of a quarter of this would be missed */
    SEQUENCE_NARROWEST = 16,  /* bytes between places, to begin with: two pointers */
    SEQUENCE_PAGES = SEQUENCE_ARENA / 4096, /* at the most */
    SEQUENCE_BLOCK = 512 /* bytes, surely no less than a line (BlackjackBench 3.1.1) */
};

/* LINES places STRIDE bytes apart, the last shifted by SHIFT; beside each, where the stride has
   room, further ones in other sets. */
struct sequence {
    size_t stride, lines, shift;
};

/* Where sequences are measured: one layout. */
struct layout {
    struct machine *machine;
    struct pages pages;
    size_t *order;      /* all layouts have the same */
    const size_t *page; /* that stands for each in turn, or NULL: they stand for themselves */
    size_t sorted[SEQUENCE_PAGES];
    struct dice *dice;
    size_t way;            /* bytes, once it is known: sets repeat then */
    double hit, noisy_hit; /* cycles: the fastest and the slowest */
};

/* Returns false where there is no memory; release either way.  DICE stays the caller's. */
bool sequence_draw(struct layout *layout, struct machine *machine, struct dice *dice);
void sequence_release(struct layout *layout);

/* Sorts the pages by the sets they fall on, where that matters and shows (sorted.h). */
void sequence_sort(struct layout *layout);

/* chain_link for the first COUNT offsets in ORDER, which become those that stand for them. */
void sequence_link(struct layout *layout, struct chain *chain, size_t *order, size_t count);

/* Times what surely hits, a few times: its noise is what a rise must leave behind. */
void sequence_calibrate(struct layout *layout);

/* Does the sequence lie within the arena? */
bool sequence_fits(const struct sequence *sequence);

/* Cycles of a load, or NEVER where no sample was good. */
double sequence_measure(struct layout *layout, const struct sequence *sequence);

/* So many lines of the narrowest stride that most of them conflict. */
size_t sequence_far(struct layout *layout);

/* The smallest number of lines that is not compact, FAR at the most (Figure 8's inner search). */
size_t sequence_rise(struct layout *layout, size_t stride, size_t far);

#endif
