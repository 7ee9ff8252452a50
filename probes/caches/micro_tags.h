/* micro_tags.h - finds lines that the first level cannot hold together, though their set has room.

   AMD's first level finds the way of a load by a hash of its virtual address, the micro-tag.  Of
   two lines of a set with the same one, each evicts or hides the other (Lipp et al. 2020, "Take A
   Way", section 3), which is no choice of the replacement policy. */
#ifndef MICRO_TAGS_H
#define MICRO_TAGS_H

#include "../common/sequence.h"

/* Returns whether the lines at the offsets A and B cost clearly more than a hit each, when they are
   loaded in turns.  The layout must be calibrated. */
bool micro_tags_equal(struct layout *layout, size_t a, size_t b);

#endif
