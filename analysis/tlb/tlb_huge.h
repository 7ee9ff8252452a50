/* tlb_huge.h - entries of the TLBs for huge pages. */
#ifndef TLB_HUGE_H
#define TLB_HUGE_H

#include "tlb_rows.h"

void tlb_huge_answer(struct answers *answers, const struct tlb *tlb);

#endif
