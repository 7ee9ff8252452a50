/* amd.h - the fields of AMD's leaves 0x80000005 and 0x80000006, which tell of TLBs and of caches.
 */
#ifndef QUERY_AMD_H
#define QUERY_AMD_H
#include "believe.h"

/* A first TLB. */
struct amd_tlb {
    number entries, ways;
};

/* The one that is in two bytes of WORD from bit LOW on. */
struct amd_tlb amd_first_tlb(int word, unsigned low);

/* Does the last answer, of leaf 0x80000005, have what cannot be a TLB?  Then it was not read from
   this CPU, nor was what stands beside it. */
bool amd_is_invented(void);

/* The ways of leaf 0x80000006's CODE that leave sets which bits of an address index; 0 if none
   do. */
number amd_ways(unsigned code, number entries);

/* Does the code stand for any ways? */
bool amd_has_ways(unsigned code);
#endif
