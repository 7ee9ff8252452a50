/* skewed.h - a skewed TLB: each way has a hash of its own, so that no pages compete in all ways
   (Seznec 1993; AMD's second TLBs since Zen). */
#ifndef SIM_SKEWED_H
#define SIM_SKEWED_H

#include "policy.h"

struct skewed;

/* An empty TLB.  The victim is the entry that was used least lately of those where the page may
   be, or any of them if POLICY is random.  Returns NULL where there is no memory. */
struct skewed *skewed_create(size_t entries, size_t ways, const struct policy *policy,
                             uint64_t seed);
void skewed_destroy(struct skewed *skewed);

/* Was page NUMBER held?  It is from now on. */
bool skewed_access(struct skewed *skewed, uint64_t number);

#endif
