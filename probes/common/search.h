/* search.h - finds the number at which something changes, by doubling and halving (X-Ray's Figure
   8). */
#ifndef SEARCH_H
#define SEARCH_H

#include <stdbool.h>
#include <stddef.h>

/* Tests NUMBER.  A test is monotone: false up to some number, and true from the next one on.  If
   noise breaks that, a search still ends at a number for which the test was true, next to one for
   which it was false. */
typedef bool search_test(void *context, size_t number);

/* Searches by doubling: returns the first of 2 LOW, 4 LOW ... that is true, or 0 if none is.  The
   last one tested is MOST, however far it is from the one before.  LOW, at least 1, is taken to be
   false and not tested; *LOW becomes the largest number that was false. */
size_t search_double(search_test *test, void *context, size_t *low, size_t most);

/* Searches by halving: returns the least number above LOW that is true.  LOW is known to be false
   and HIGH to be true; neither is tested.  Tests at most as many numbers as HIGH - LOW has binary
   digits. */
size_t search_halve(search_test *test, void *context, size_t low, size_t high);

/* Searches by both: returns the least number above LOW, up to MOST, that is true, or 0 if none
   is. */
size_t search_least(search_test *test, void *context, size_t low, size_t most);

#endif
