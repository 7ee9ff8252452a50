/* topology.h - how sysfs divides the usable CPUs into cores, packages, nodes, sharers of a cache.
 */
#ifndef QUERY_TOPOLOGY_H
#define QUERY_TOPOLOGY_H
#include "mask.h"

/* Of the CPU at each place in usable: the lowest place in its part, and how many are in it.
   Unknown where the lists do not divide the CPUs: each has to be in one part only. */
struct partition {
    bool known;
    int lowest[CPUS], size[CPUS];
};

/* Start with begin_partition, put the list of each place's part, end with end_partition. */
void begin_partition(struct partition *partition);
void put_list(struct partition *partition, number place, const char *list);
void end_partition(struct partition *partition);

/* The size of the largest part. */
number largest_part(const struct partition *partition);

/* All parts are of one size. */
bool is_even(const struct partition *partition);

/* Each part of INNER is in one part of OUTER, as far as both are known. */
bool is_within(const struct partition *inner, const struct partition *outer);

void find_cores(struct partition *cores);

/* By the nodes in a list of sysfs, such as `has_memory'. */
void find_nodes(struct partition *nodes, const char *list);

/* No part has CPUs of several packages or NUMA nodes, as far as these are known. */
bool is_local(const struct partition *partition);
#endif
