/* topology.c - divides the usable CPUs by sysfs's lists, and compares such partitions. */
#include "topology.h"

/* ---- partitions ---- */

void begin_partition(struct partition *partition) {
    memset(partition, 0, sizeof *partition);
    partition->known = cpus > 0;
}

void put_list(struct partition *partition, number place, const char *list) {
    static struct set set;
    int lowest = 0;
    if (read_set(list, &set) == 0 || !set.has[usable[place]]) {
        partition->known = false;
        return;
    }
    while (!set.has[usable[lowest]])
        lowest++;
    partition->lowest[place] = lowest;
    partition->size[place] = (int)usable_in(&set);
}

/* Lists which differ within a part, or overlap, give a lowest place other than its size of CPUs. */
void end_partition(struct partition *partition) {
    static int counts[CPUS];
    memset(counts, 0, sizeof counts);
    for (number i = 0; i < cpus; i++)
        counts[partition->lowest[i]]++;
    for (number i = 0; i < cpus; i++)
        if (partition->size[i] != counts[partition->lowest[i]])
            partition->known = false;
}

number largest_part(const struct partition *partition) {
    int most = 0;
    for (number i = 0; i < cpus; i++)
        most = partition->size[i] > most ? partition->size[i] : most;
    return partition->known ? most : 0;
}

bool is_even(const struct partition *partition) {
    for (number i = 0; i < cpus; i++)
        if (partition->size[i] != partition->size[0])
            return false;
    return true;
}

bool is_within(const struct partition *inner, const struct partition *outer) {
    for (number i = 0; i < cpus && inner->known && outer->known; i++)
        if (outer->lowest[i] != outer->lowest[inner->lowest[i]])
            return false;
    return true;
}

/* ---- what sysfs divides them into ---- */

/* By a list in each CPU's directory, which older kernels call otherwise. */
static void divide_by_list(struct partition *partition, const char *name, const char *older) {
    begin_partition(partition);
    for (number i = 0; i < cpus && partition->known; i++) {
        const char *list = cpu_file(usable[i], name);
        put_list(partition, i, *list != '\0' ? list : cpu_file(usable[i], older));
    }
    end_partition(partition);
}

void find_cores(struct partition *cores) {
    divide_by_list(cores, "topology/core_cpus_list", "topology/thread_siblings_list");
}

static void divide_by_number(struct partition *partition, const char *name) {
    static number seen[CPUS];
    begin_partition(partition);
    for (number i = 0; i < cpus && partition->known; i++) {
        const char *text = cpu_file(usable[i], name);
        seen[i] = decimal(&text);
        while (seen[partition->lowest[i]] != seen[i])
            partition->lowest[i]++;
        partition->size[partition->lowest[i]]++;
        partition->known = seen[i] >= 0 && at_end(text);
    }
    for (number i = 0; i < cpus; i++)
        partition->size[i] = partition->size[partition->lowest[i]];
}

/* Gives NODE the usable CPUs in its list, which no other node may have. */
static void put_node(struct partition *nodes, number node) {
    static struct set set;
    int lowest = NONE;
    (void)read_set(text_of("/sys/devices/system/node/node%lld/cpulist", node), &set);
    for (int i = 0; i < cpus; i++)
        if (set.has[usable[i]]) {
            lowest = lowest == NONE ? i : lowest;
            nodes->known = nodes->known && nodes->size[i] == 0;
            nodes->lowest[i] = lowest;
            nodes->size[i] = (int)usable_in(&set);
        }
}

void find_nodes(struct partition *nodes, const char *list) {
    static struct set set;
    begin_partition(nodes);
    if (read_set(list, &set) == 0)
        nodes->known = false;
    for (number node = 0; node < CPUS && nodes->known; node++)
        if (set.has[node])
            put_node(nodes, node);
    end_partition(nodes);
}

bool is_local(const struct partition *partition) {
    static struct partition outer;
    find_nodes(&outer, "0-1023"); /* any that there are, with memory or without */
    if (!is_within(partition, &outer))
        return false;
    divide_by_list(&outer, "topology/package_cpus_list", "topology/core_siblings_list");
    if (!is_within(partition, &outer))
        return false;
    divide_by_number(&outer, "topology/physical_package_id");
    return is_within(partition, &outer);
}
