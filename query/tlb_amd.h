/* tlb_amd.h - AMD's leaves 0x80000005 and 0x80000006: TLBs, and caches of CPUs without 0x8000001D.
 */
#ifndef QUERY_TLB_AMD_H
#define QUERY_TLB_AMD_H
#include "levels.h"

void say_amd_tlbs(void);
void list_amd_caches(struct listing *list);
#endif
