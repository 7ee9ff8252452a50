/* cpus.c - how many CPUs this process may use, and their cores, nodes and kinds. */
#include "quota.h"
#include "topology.h"

/* With a quota that cannot be read, only a single CPU is certain: less than one is rounded up. */
static void ask_cpus(void) {
    number count = cpus, quota = quota_cpus();
    const char *from = cpus_from;
#ifdef _SC_NPROCESSORS_ONLN
    if (count == 0 && !recorded()) {
        count = sysconf(_SC_NPROCESSORS_ONLN);
        from = "sysconf";
    }
#endif
    if (count <= 0 || (quota == NONE && count > 1))
        return;
    bool limited = quota > 0 && quota < count;
    say("", "cpus", limited ? quota : count, limited ? "cgroup" : from);
}

static number count_parts(const struct partition *partition) {
    number count = 0;
    for (number i = 0; i < cpus; i++)
        count += partition->lowest[i] == i;
    return partition->known ? count : 0;
}

static void ask_cores(void) {
    static struct partition cores;
    find_cores(&cores);
    if (!is_local(&cores))
        return;
    say("", "cores", count_parts(&cores), "sysfs");
    say("", "threads_per_core", largest_part(&cores), "sysfs");
}

/* Of the nodes that have memory, if all usable CPUs are of these. */
static void ask_nodes(void) {
    static struct partition nodes;
    find_nodes(&nodes, text_of("/sys/devices/system/node/has_memory"));
    say("", "numa_nodes", count_parts(&nodes), "sysfs");
}

void query_cpus(void) {
    find_cpus();
    ask_cpus();
    ask_cores();
    ask_nodes();
    say("", "core_kinds", kinds(), "sysfs");
#ifdef __APPLE__
    int told = 0;
    size_t size = sizeof told;
    if (!recorded() && sysctlbyname("hw.nperflevels", &told, &size, NULL, 0) == 0)
        say("", "core_kinds", told, "sysctl");
#endif
}
