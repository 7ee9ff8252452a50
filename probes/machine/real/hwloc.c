/* hwloc.c - pins threads through hwloc, if the build asks for it, on systems whose calls mask.c
   does not know.  Nothing that hwloc knows of the machine is used. */
#define _GNU_SOURCE
#include "hwloc.h"

#include "pin.h"

#ifdef PROBE_HWLOC
#include <hwloc.h>
#ifdef __linux__
#include <hwloc/glibc-sched.h>

static bool read_mask(hwloc_topology_t topology, hwloc_bitmap_t mask) {
    return hwloc_cpuset_from_glibc_sched_affinity(topology, mask, &pin_mask, sizeof pin_mask) == 0;
}
#else
static bool read_mask(hwloc_topology_t topology, hwloc_bitmap_t mask) {
    return hwloc_get_cpubind(topology, mask, HWLOC_CPUBIND_PROCESS) == 0;
}
#endif

static hwloc_topology_t topology;
static hwloc_bitmap_t mask; /* empty: unknown */

/* With a topology from a file every call would succeed and pin nothing. */
static void open_mask(void) {
    if (mask != NULL)
        return;
    mask = hwloc_bitmap_alloc();
    if (mask == NULL || hwloc_topology_init(&topology) != 0)
        return;
    if (hwloc_topology_load(topology) != 0 || !hwloc_topology_is_thissystem(topology) ||
        !read_mask(topology, mask))
        hwloc_bitmap_zero(mask);
}

size_t hwloc_mask_count(void) {
    open_mask();
    int count = mask != NULL ? hwloc_bitmap_weight(mask) : 0;
    return count > 0 ? (size_t)count : 0;
}

bool hwloc_mask_bind(size_t first, size_t count) {
    if (first + count > hwloc_mask_count())
        return false;
    hwloc_bitmap_t some = hwloc_bitmap_alloc();
    int number = hwloc_bitmap_first(mask);
    if (some == NULL)
        return false;
    for (size_t cpu = 0; cpu < first + count && number >= 0; cpu++) {
        if (cpu >= first)
            hwloc_bitmap_set(some, (unsigned)number);
        number = hwloc_bitmap_next(mask, number);
    }
    bool bound =
        (size_t)hwloc_bitmap_weight(some) == count &&
        hwloc_set_cpubind(topology, some, HWLOC_CPUBIND_THREAD | HWLOC_CPUBIND_STRICT) == 0;
    hwloc_bitmap_free(some);
    return bound;
}
#endif
