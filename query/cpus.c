/* cpus.c - how many CPUs this process may use, and what they are of. */
#include "query.h"
#include <limits.h>

/* CPUs' worth of time that the quota of a control group is, rounded up: `QUOTA PERIOD' in one file,
   or each in one of its own. */
static number paid(const char *group) {
    char *end;
    number quota = strtoll(text_of("/sys/fs/cgroup%s/cpu.max", group), &end, 10);
    number period = strtoll(end, NULL, 10);
    if (quota <= 0) {
        quota = number_in(text_of("/sys/fs/cgroup%s/cpu.cfs_quota_us", group));
        period = number_in(text_of("/sys/fs/cgroup%s/cpu.cfs_period_us", group));
    }
    return quota > 0 && period > 0 ? (quota - 1) / period + 1 : LLONG_MAX;
}

/* The least that a group and those above it allow.  A line is `0::/NAME' of the one hierarchy, or
   `N:cpu,cpuacct:/NAME' of one of many. */
static number least_paid(char *line) {
    char *kind = strchr(line, ':'), *name = kind != NULL ? strchr(kind + 1, ':') : NULL;
    char group[1100];
    number least = LLONG_MAX;
    if (name == NULL)
        return least;
    *name++ = '\0';
    bool one = strcmp(kind, ":") == 0;
    if (!one && strstr(kind, "cpu,") == NULL && strcmp(kind, ":cpu") != 0)
        return least;
    for (;;) {
        snprintf(group, sizeof group, "%s%s", one ? "" : "/cpu", name);
        number here = paid(group);
        least = here < least ? here : least;
        char *slash = strrchr(name, '/');
        if (slash == NULL)
            return least;
        *slash = '\0';
    }
}

static void ask_cpus(void) {
    char lines[8192];
    number count = cpus;
#ifdef _SC_NPROCESSORS_ONLN
    if (count == 0)
        count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    number allowed = count;
    snprintf(lines, sizeof lines, "%s", text_of("/proc/self/cgroup"));
    for (char *line = strtok(lines, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        number here = least_paid(line);
        allowed = here < allowed ? here : allowed;
    }
    if (count > 0)
        say("", "cpus", allowed,
            allowed < count               ? "cgroup"
            : cpus == 0                   ? "sysconf"
            : (marks[usable[0]] & 1) != 0 ? "mask"
                                          : "sysfs");
}

static void ask_cores(void) {
    number cores = 0, most = 0;
    for (number i = 0; i < cpus; i++) {
        static const char file[] = "/sys/devices/system/cpu/cpu%lld/topology/%s";
        const char *list = text_of(file, usable[i], "core_cpus_list");
        if (*list == '\0') /* its older name */
            list = text_of(file, usable[i], "thread_siblings_list");
        cores += (marks[usable[i]] & 4) == 0;
        number count = walk(list, 4);
        if (count == 0)
            return;
        most = count > most ? count : most;
    }
    if (cores * most < cpus) /* some are of no core */
        return;
    say("", "cores", cores, "sysfs");
    say("", "threads_per_core", most, "sysfs");
}

static void ask_nodes(void) {
    number count = 0, counted = 0;
    (void)walk(text_of("/sys/devices/system/node/has_memory"), 8);
    for (number node = 0; node < CPUS; node++)
        if ((marks[node] & 8) != 0) {
            number here = walk(text_of("/sys/devices/system/node/node%lld/cpulist", node), 0);
            count += here > 0;
            counted += here;
        }
    if (counted == cpus) /* none is without memory of its own */
        say("", "numa_nodes", count, "sysfs");
}

void query_cpus(void) {
    number told = 0;
    ask_cpus();
    ask_cores();
    ask_nodes();
    say("", "core_kinds", kinds(), "sysfs");
#ifdef __APPLE__
    size_t size = sizeof told;
    sysctlbyname("hw.nperflevels", &told, &size, NULL, 0);
#endif
    say("", "core_kinds", told, "sysctl");
}
