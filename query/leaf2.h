/* leaf2.h - the descriptors of CPUID's leaf 2, which older Intel CPUs have instead of leaves 4 and
   0x18. */
#ifndef QUERY_LEAF2_H
#define QUERY_LEAF2_H
#include "query.h"

/* CODE of a level, DATA of a level (of TLBs for loads of 4 KB pages), pages of 2 MB. */
enum { CACHE = 'c', CODE_CACHE = 'i', TLB = 't', SECOND_TLB = 's', CODE_TLB = 'p', HUGE_TLB = 'h' };

/* KB are of caches; of TLBs it is their entries.  WAYS: 0 if the manual names none. */
struct descriptor {
    int code;
    char what;
    number level, size, ways, line;
};

/* The I-th descriptor of this CPU that is about WHAT; NULL if there are no more, or if leaf 2 has
   any that the manual does not define. */
const struct descriptor *described_as(char what, int i);
#endif
