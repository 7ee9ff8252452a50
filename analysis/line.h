/* line.h - the line size from conflicts that end (X-Ray's Figure 10). */
#ifndef LINE_H
#define LINE_H

#include <stddef.h>

enum { SHIFTS_MOST = 40 };

/* What a load costs above a hit while the last of A + 1 places that conflict is shifted, in many
   sets at once: in the middle, and in the best case, since noise only adds.  FULL: where it is not.
 */
struct shifts {
    double bytes[SHIFTS_MOST], rise[SHIFTS_MOST], least[SHIFTS_MOST];
    size_t count;
    double full;
};

/* Shifts of data are by whole words of the probe, which has pointers of four or eight bytes. */
enum { LONGEST_WORD = 8 };

void shifts_add(struct shifts *shifts, double bytes, double rise, double least);

/* The smallest shift that ends all conflicts, where a STEP less, in bytes, keeps some, and all
   larger ones end them too; 0 where there is none.  Where lines are no power of two places lie
   anywhere in theirs, and a part of the conflicts ends sooner. */
double shifts_line(const struct shifts *shifts, double step);

#endif
