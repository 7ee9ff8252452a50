/* search.h - finds the number at which something changes, by doubling and halving (X-Ray's Figure
   8). */
#ifndef SEARCH_H
#define SEARCH_H

#include <stdbool.h>
#include <stddef.h>

/* Is it so for NUMBER?  Monotone: false up to some number, and true from the next one on.  Where
   noise breaks that, a search still ends at a number that was true, next to one that was not. */
typedef bool search_test(void *context, size_t number);

/* By doubling: the first of 2 LOW, 4 LOW ... that is true, or 0 where none is.  The last one tested
   is MOST, however far it is from the one before.  LOW, at least 1, is taken to be false and not
   tested; *LOW becomes the largest number that was false. */
size_t search_double(search_test *test, void *context, size_t *low, size_t most);

/* By halving: the least number that is true, above LOW.  LOW is known to be false and HIGH to be
   true; neither is tested.  Tests at most as many numbers as HIGH - LOW has binary digits. */
size_t search_halve(search_test *test, void *context, size_t low, size_t high);

/* Both: the least number above LOW, up to MOST, that is true, or 0 where none is. */
size_t search_least(search_test *test, void *context, size_t low, size_t most);

#endif
