/* pages.c - maps fresh pages, small or huge.  They are touched only when a chain is linked through
   them, so that a large draw costs nothing until it is used. */
#define _GNU_SOURCE
#include "../pages.h"

#include "real.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

static unsigned char *align(void *mapping, size_t alignment) {
    uintptr_t address = (uintptr_t)mapping;
    return (unsigned char *)((address + alignment - 1) / alignment * alignment);
}

/* Returns whether the mapping that begins at BASE has huge pages, by the process's own smaps. */
static bool granted(const unsigned char *base) {
    char line[256];
    unsigned long start = 0, end, kilobytes;
    bool inside = false, huge = false;
    FILE *smaps = fopen("/proc/self/smaps", "r");
    while (smaps != NULL && fgets(line, sizeof line, smaps) != NULL) {
        if (sscanf(line, "%lx-%lx ", &start, &end) == 2)
            inside = (uintptr_t)base >= start && (uintptr_t)base < end;
        else if (inside && sscanf(line, "AnonHugePages: %lu", &kilobytes) == 1)
            huge = kilobytes > 0;
    }
    if (smaps != NULL)
        fclose(smaps);
    return huge;
}

static void advise(struct pages *pages, enum page_policy policy) {
#if defined MADV_HUGEPAGE && defined MADV_NOHUGEPAGE
    (void)madvise(pages->base, pages->bytes,
                  policy == PAGES_HUGE ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#else
    (void)pages;
    (void)policy;
#endif
}

bool pages_draw(struct machine *machine, struct pages *pages, size_t bytes,
                enum page_policy policy) {
    long page = sysconf(_SC_PAGESIZE);
    int access = policy == PAGES_ZEROS ? PROT_READ : PROT_READ | PROT_WRITE;
    (void)machine;
    pages->bytes = bytes;
    pages->page_bytes = page > 0 ? (size_t)page : 4096;
    pages->mapped = bytes + PAGES_HUGE_BYTES;
    pages->mapping =
        mmap(NULL, pages->mapped, access,
             (policy == PAGES_SHARED ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS, -1, 0);
    if (pages->mapping == MAP_FAILED)
        return false;
    pages->base = align(pages->mapping, PAGES_HUGE_BYTES);
    advise(pages, policy);
    if (policy != PAGES_ZEROS)
        pages->base[0] = 1; /* a write, so that the system provides the huge page */
    pages->huge = policy == PAGES_HUGE && granted(pages->base);
    return true;
}

void pages_release(struct machine *machine, struct pages *pages) {
    (void)machine;
    if (pages->mapped > 0)
        munmap(pages->mapping, pages->mapped);
    memset(pages, 0, sizeof *pages);
}

/* Returns LIMIT, or a quarter of the bytes that a container may use, if that is less. */
static double group_limit(double limit) {
    static const char *const files[] = {"/sys/fs/cgroup/memory.max",
                                        "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        double bytes;
        FILE *file = fopen(files[i], "r");
        if (file != NULL && fscanf(file, "%lf", &bytes) == 1)
            limit = fmin(limit, bytes / 4);
        if (file != NULL)
            fclose(file);
    }
    return limit;
}

size_t pages_limit(struct machine *machine) {
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    double limit = pages > 0 && page > 0 ? (double)pages * (double)page / 8 : 64e6;
    struct rlimit space;
    (void)machine;
    if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
        limit = fmin(limit, (double)space.rlim_cur / 4);
    return (size_t)fmin(group_limit(limit), (double)(SIZE_MAX / 8));
}
