/* counters.c - counts events of this process with Linux's perf_event_open.  Fails in most virtual
   machines, and on other systems. */
#define _GNU_SOURCE
#include "../counters.h"

#include <math.h>
#include <string.h>

#if defined __linux__ && defined __has_include
#if __has_include(<linux/perf_event.h>) && __has_include(<sys/syscall.h>)
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef __NR_perf_event_open
#define HAS_COUNTERS
#endif
#endif
#endif

#ifdef HAS_COUNTERS
static int open_file(enum event event) {
    static const unsigned caches[EVENTS] = {PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_DTLB,
                                            PERF_COUNT_HW_CACHE_L1I};
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.type = PERF_TYPE_HW_CACHE;
    attributes.size = sizeof attributes;
    attributes.config =
        caches[event] | PERF_COUNT_HW_CACHE_OP_READ << 8 | PERF_COUNT_HW_CACHE_RESULT_MISS << 16;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    return (int)syscall(__NR_perf_event_open, &attributes, 0, -1, -1, 0UL);
}

static bool read_values(int file, uint64_t values[3]) {
    const ssize_t size = 3 * sizeof values[0];
    return read(file, values, (size_t)size) == size;
}

static void close_file(int file) {
    close(file);
}
#else
static int open_file(enum event event) {
    (void)event;
    return -1;
}

static bool read_values(int file, uint64_t values[3]) {
    (void)file;
    (void)values;
    return false;
}

static void close_file(int file) {
    (void)file;
}
#endif

bool counter_open(struct machine *machine, struct counter *counter, enum event event) {
    *counter = (struct counter){.event = event, .file = open_file(event)};
    (void)machine;
    return counter->file >= 0;
}

void counter_close(struct machine *machine, struct counter *counter) {
    (void)machine;
    if (counter->file >= 0)
        close_file(counter->file);
}

/* If the counter cannot be read, RUNNING becomes longer than ENABLED, so that counter_stop rejects
   the count. */
void counter_start(struct machine *machine, struct counter *counter) {
    uint64_t values[3] = {0, 0, 1};
    (void)machine;
    if (!read_values(counter->file, values))
        values[2] = values[1] + 1;
    counter->count = values[0];
    counter->enabled = values[1];
    counter->running = values[2];
}

/* With more events than counters the system multiplexes them: ENABLED and RUNNING differ. */
double counter_stop(struct machine *machine, struct counter *counter) {
    uint64_t values[3];
    (void)machine;
    if (!read_values(counter->file, values) ||
        values[1] - counter->enabled != values[2] - counter->running)
        return NOT_MEASURED;
    return fmax((double)(values[0] - counter->count) - counter->empty, 0);
}
