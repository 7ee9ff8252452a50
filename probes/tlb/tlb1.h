/* tlb1.h - the sweep of the first data TLB, for small or huge pages. */
#ifndef TLB1_H
#define TLB1_H

#include "../machine/sweep.h"

/* Prints the table of the sweep `tlb', or `tlb_huge' where pages are to be HUGE (0 or 1): loads of
   one place on each of more and more pages (after lmbench's tlb.c); the column `places' or
   `huge_places' is their number.  A host may back huge pages with small ones, which places all over
   one page show (BlackjackBench 5).  Returns NULL, or why there is no table. */
sweep_of tlb1_sweep;

#endif
