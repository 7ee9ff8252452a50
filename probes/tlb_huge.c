/* tlb_huge.c - the sweep of the first TLB with huge pages (BlackjackBench 5): a host may back them
   with small ones, which two places of one page tell. */
#include "first/first.h"
#include "harness/pages.h"
#include "harness/probe.h"

sweep sweep_tlb_huge;

const char *sweep_tlb_huge(struct machine *machine, FILE *out) {
    return first_tlb(machine, PAGES_HUGE, "tlb_huge", "huge_places", out);
}
