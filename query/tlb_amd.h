/* tlb_amd.h - the TLBs in AMD's leaves 0x80000005 and 0x80000006. */
#ifndef QUERY_TLB_AMD_H
#define QUERY_TLB_AMD_H

void say_amd_tlbs(void);
#endif
