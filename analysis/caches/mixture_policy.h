/* mixture_policy.h - how many lines replacement policies keep in a set. */
#ifndef MIXTURE_POLICY_H
#define MIXTURE_POLICY_H

#include <stddef.h>

enum { POLICY_LRU, POLICY_QLRU, POLICY_RANDOM, POLICY_RETAINING, POLICIES };

/* The share of hits of cyclic accesses to LINES lines in a set of WAYS. */
double policy_hits(size_t policy, size_t ways, size_t lines);

const char *policy_name(size_t policy);

#endif
