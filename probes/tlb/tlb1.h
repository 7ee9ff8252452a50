/* tlb1.h - the sweep of a first data TLB, of pages of a kind. */
#ifndef TLB1_H
#define TLB1_H

#include "../machine/sweep.h"

/* Prints the table of the sweep `tlb', or `tlb_huge' where the pages are to be HUGE (0 or 1; a host
   may back those with small ones, which two places of one page tell; BlackjackBench 5): a load of
   one place on each of more and more pages (METHODS 0a.1 and 1.10, after lmbench's tlb.c), as many
   of each row as its column `places' or `huge_places' says.  Returns NULL, or why there is none. */
sweep_of tlb1_sweep;

#endif
