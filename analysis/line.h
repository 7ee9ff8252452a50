/* line.h - the line size from shifts that end conflicts (X-Ray's Figure 10). */
#ifndef LINE_H
#define LINE_H

#include <stddef.h>

enum { SHIFTS_MOST = 40 };

/* The cost of a load above a hit while the last of A + 1 conflicting places is shifted, in many
   sets at once: the median, and the best case, since noise only adds.  FULL: without a shift. */
struct shifts {
    double bytes[SHIFTS_MOST], rise[SHIFTS_MOST], least[SHIFTS_MOST];
    size_t count;
    double full;
};

/* Shifts of data are by whole words of the probe, whose pointers have four or eight bytes. */
enum { LONGEST_WORD = 8 };

void shifts_add(struct shifts *shifts, double bytes, double rise, double least);

/* The smallest shift that ends all conflicts, if a shift STEP bytes less keeps some and all larger
   ones end them too; 0 where there is none.  Where lines are no power of two, places have any
   offset in their lines, and some of the conflicts end earlier. */
double shifts_line(const struct shifts *shifts, double step);

#endif
