/* machine.c - the real machine behind the seam. */
#include "real.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

struct machine {
    double opened_ns, resolution_ns, overhead_ns;
    struct ruler ruler;
    const struct pages *pages; /* of the chain */
    const size_t *order;
    size_t count;
    void **at;
};

/* A reading is off by the clock's step: with 200 steps in it, by half a percent. */
enum { STEPS = 200 };
static const double SHORTEST_NS = 1000; /* a ruler, where the clock is fine */
static const double RULERS_AGREE = 0.02;

/* ---- opening ---- */

/* Independent loads overlap on any machine since the first pipelines.  Where they do not, each
   load pays for something else: a sanitizer's call, an emulator. */
static const char *instrumented(const struct machine *machine) {
    static void *self = &self;
    double one = HUGE_VAL, four = HUGE_VAL;
    size_t loads = machine->ruler.rounds * 16;
    for (int i = 0; i < 9; i++) {
        double start = clock_ns();
        walk(&self, loads * 4);
        double middle = clock_ns();
        walk_four(&self, loads);
        double end = clock_ns();
        one = fmin(one, middle - start);
        four = fmin(four, end - middle);
    }
    return four < 0.75 * one ? NULL : "loads do not overlap: instrumented or emulated code";
}

#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1
#endif

static const char *open_parts(struct machine *machine) {
#ifdef SANITIZED
    return "the compiler's flags instrument every load (-fsanitize)";
#endif
    machine->opened_ns = clock_ns();
    pin_here();
    machine->resolution_ns = clock_resolution_ns();
    machine->overhead_ns = clock_overhead_ns();
    if (!(machine->resolution_ns < 1e8))
        return "the clock stands still";
    double shortest = fmax(SHORTEST_NS, machine->resolution_ns * STEPS);
    const char *why = ruler_open(&machine->ruler, shortest);
    return why != NULL ? why : instrumented(machine);
}

struct machine *machine_open(const char **why) {
    struct machine *machine = calloc(1, sizeof *machine);
    if (machine == NULL) {
        *why = "no memory";
        return NULL;
    }
    *why = open_parts(machine);
    if (*why == NULL)
        return machine;
    free(machine);
    return NULL;
}

void machine_close(struct machine *machine) {
    free(machine);
}

double machine_quantum_ns(const struct machine *machine) {
    return fmax(20 * SHORTEST_NS, machine->resolution_ns * STEPS);
}

double machine_age_ns(const struct machine *machine) {
    return clock_ns() - machine->opened_ns;
}

/* ---- chains ---- */

static void **address(const struct machine *machine, size_t i) {
    return (void **)(void *)(machine->pages->base + machine->order[i]);
}

void chain_link(struct machine *machine, const struct pages *pages, const size_t *order,
                size_t count) {
    machine->pages = pages;
    machine->order = order;
    machine->count = count;
    for (size_t i = 0; i < count; i++)
        *address(machine, i) = address(machine, i + 1 < count ? i + 1 : 0);
    machine->at = address(machine, 0);
}

bool chain_sample(struct machine *machine, size_t loads, struct timing *timing) {
    double before = ruler_ns(&machine->ruler);
    double start = clock_ns();
    machine->at = walk(machine->at, loads);
    double end = clock_ns();
    double after = ruler_ns(&machine->ruler);
    double least = fmin(before, after), span = end - start - machine->overhead_ns;
    if (!(least > machine->overhead_ns) || !(span > 0))
        return false;
    double cycle = (least - machine->overhead_ns) / machine->ruler.cycles;
    timing->ns = span / (double)loads;
    timing->cycles = timing->ns / cycle;
    return fabs(before - after) <= RULERS_AGREE * least;
}

/* ---- flushing ---- */

#if (defined __x86_64__ || defined __i386__) && defined __GNUC__ && !defined __TINYC__
#define CAN_FLUSH true
/* Where the CPU is too old for it, that is the end of this probe only. */
__attribute__((target("sse2"))) static void flush_line(void *line) {
    __builtin_ia32_clflush(line);
}
__attribute__((target("sse2"))) static void flush_end(void) {
    __builtin_ia32_mfence();
}
#elif defined __aarch64__ && defined __GNUC__
#define CAN_FLUSH true
static void flush_line(void *line) {
    __asm__ volatile("dc civac, %0" : : "r"(line) : "memory");
}
static void flush_end(void) {
    __asm__ volatile("dsb ish" : : : "memory");
}
#else
#define CAN_FLUSH false
static void flush_line(void *line) {
    (void)line;
}
static void flush_end(void) {
}
#endif

bool chain_flush(struct machine *machine) {
    for (size_t i = 0; CAN_FLUSH && i < machine->count; i++)
        flush_line(address(machine, i));
    flush_end();
    return CAN_FLUSH;
}
