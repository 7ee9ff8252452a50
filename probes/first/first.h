/* first.h - the sweep of a first data TLB, of pages of a kind. */
#ifndef FIRST_H
#define FIRST_H

#include "../harness/harness.h"
#include "../harness/pages.h"

#include <stdio.h>

/* Prints the table of the sweep NAME: a load of one place on each of more and more pages, as many
   PLACES of each row as its column of that name says.  Returns NULL, or why there is none. */
const char *first_tlb(struct machine *machine, enum page_policy policy, const char *name,
                      const char *places, FILE *out);

#endif
