/* tlb.c - the sweep of the first TLB: one place on each of more and more pages (METHODS 0a.1 and
   1.10, after lmbench's tlb.c). */
#include "first/first.h"
#include "harness/pages.h"
#include "harness/probe.h"

sweep sweep_tlb;

const char *sweep_tlb(struct machine *machine, FILE *out) {
    return first_tlb(machine, PAGES_SMALL, "tlb", "places", out);
}
