/* mask.c - the CPUs that this process may use, and what a quota pays for. */
#define _GNU_SOURCE
#include "mask.h"

#include "hwloc.h"
#include "pin.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Where no call pins the scheduler is not trusted to give each thread a CPU of its own, however
   well it spreads them: who is put on what is left, a slower core or a thread of a busy one, looks
   as if others slowed it; what is compared with what one CPU did alone may have been done by
   another; and of pairs that pass a line nobody knows which ones they are. */
bool mask_pin(size_t cpu) {
    return mask_count() == 1 || mask_bind(cpu, 1);
}

/* Where it is refused nothing was pinned. */
void mask_unpin(void) {
    (void)mask_bind(0, mask_count());
}

#if defined PROBE_HWLOC
size_t mask_count(void) {
    return hwloc_mask_count();
}

bool mask_bind(size_t first, size_t count) {
    return hwloc_mask_bind(first, count);
}
#elif defined __linux__
size_t mask_count(void) {
    return (size_t)CPU_COUNT(&pin_mask);
}

bool mask_bind(size_t first, size_t count) {
    size_t cpu = 0;
    cpu_set_t some;
    CPU_ZERO(&some);
    for (size_t number = 0; number < CPU_SETSIZE; number++)
        if (CPU_ISSET(number, &pin_mask) && cpu++ >= first && cpu <= first + count)
            CPU_SET(number, &some);
    return (size_t)CPU_COUNT(&some) == count && sched_setaffinity(0, sizeof some, &some) == 0;
}
#else
#include <unistd.h>

size_t mask_count(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (size_t)count : 0;
}

bool mask_bind(size_t first, size_t count) {
    (void)first;
    (void)count;
    return false;
}
#endif

/* ---- quota ---- */

/* CPUs' worth of a control group's file: `QUOTA PERIOD' in one, or each in one of its own. */
static double quota_of(const char *group, const char *quota, const char *period) {
    char path[600];
    double allowed = 0, each = 0;
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/%s", group, quota);
    FILE *file = fopen(path, "r");
    int read = file != NULL ? fscanf(file, "%lf %lf", &allowed, &each) : 0;
    if (file != NULL)
        fclose(file);
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/%s", group, period);
    file = read == 1 ? fopen(path, "r") : NULL;
    if (file != NULL) {
        read += fscanf(file, "%lf", &each);
        fclose(file);
    }
    return read == 2 && allowed > 0 && each > 0 ? allowed / each : HUGE_VAL;
}

/* The least that the group of NAME and those above it allow. */
static double least_quota(const char *root, char *name, const char *quota, const char *period) {
    double least = HUGE_VAL;
    char group[500];
    for (;;) {
        snprintf(group, sizeof group, "%s%s", root, strcmp(name, "/") == 0 ? "" : name);
        least = fmin(least, quota_of(group, quota, period));
        char *slash = strrchr(name, '/');
        if (slash == NULL)
            return least;
        *slash = '\0';
    }
}

/* The lines are `0::/NAME' of the one hierarchy, or `N:cpu,cpuacct:/NAME' of one of many. */
double mask_quota(void) {
    FILE *file = fopen("/proc/self/cgroup", "r");
    char line[400];
    double least = HUGE_VAL;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *of = strchr(line, ':'), *name = of != NULL ? strchr(of + 1, ':') : NULL;
        if (name == NULL)
            continue;
        *name++ = '\0';
        if (strcmp(of, ":") == 0)
            least = fmin(least, least_quota("", name, "cpu.max", ""));
        else if (strstr(of, "cpu,") != NULL || strcmp(of, ":cpu") == 0)
            least = fmin(least, least_quota("/cpu", name, "cpu.cfs_quota_us", "cpu.cfs_period_us"));
    }
    if (file != NULL)
        fclose(file);
    return least;
}
