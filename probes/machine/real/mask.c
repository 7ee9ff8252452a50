/* mask.c - reads and narrows the affinity mask, and reads the CPU quota of the control groups. */
#define _GNU_SOURCE
#include "mask.h"

#include "hwloc.h"
#include "pin.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Fails on systems without a call that pins, even if their scheduler spreads threads well.  An
   unpinned thread may land on a slower core or beside a busy one, and look as if others slowed it;
   what it does beside others may not run on the CPU on which it ran alone; and it would be unknown
   which pair of CPUs passes a line. */
bool mask_pin(size_t cpu) {
    return mask_count() == 1 || mask_bind(cpu, 1);
}

/* If this fails, nothing was pinned. */
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

/* Returns the CPUs' worth of time that a control group allows.  The file QUOTA holds `QUOTA
   PERIOD', or the period is in a file of its own. */
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

/* Returns the least that the group NAME and its parents allow. */
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

/* The lines are `0::/NAME' of control groups version 2, or `N:cpu,cpuacct:/NAME' of version 1. */
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
