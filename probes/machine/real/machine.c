/* machine.c - samples on the real machine: work between two rulers, which convert ns to cycles and
   reveal a sample during which the frequency changed. */
#include "contention.h"
#include "pin.h"
#include "real.h"
#include "ruler.h"
#include "walk.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

struct machine {
    double opened_ns, resolution_ns, overhead_ns;
    double least_ns;          /* the fastest recent ruler */
    double last_ns, ended_ns; /* the last ruler's length, and when it ended */
    struct ruler ruler;
};

/* A reading is off by one step of the clock, which is half a percent of 200 steps. */
enum { STEPS = 200 };
static const double SHORTEST_NS = 1000; /* of a ruler, with a fine clock */
static const double LATELY_NS = 20000;
static const double RULERS_AGREE = 0.02;
static const double STEADY = 1.04, FORGET = 1.001;

/* ---- opening ---- */

/* Independent loads overlap on every pipelined machine.  If they do not, each load pays for
   something else, such as a sanitizer's call or an emulator. */
static const char *instrumented(const struct machine *machine) {
    static void *self = &self;
    double one = NOT_MEASURED, four = NOT_MEASURED;
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
    return four < 0.75 * one ? NULL
                             : NEVER_HERE "loads do not overlap: instrumented or emulated code";
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
    return NEVER_HERE "the compiler's flags instrument every load (-fsanitize)";
#endif
    machine->opened_ns = clock_ns();
    pin_here();
    machine->resolution_ns = clock_resolution_ns();
    machine->overhead_ns = clock_overhead_ns();
    if (!(machine->resolution_ns < 1e8))
        return "the clock does not advance";
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

double machine_resolution_ns(const struct machine *machine) {
    return machine->resolution_ns;
}

double machine_age_ns(const struct machine *machine) {
    return clock_ns() - machine->opened_ns;
}

double machine_since(const struct machine *machine, double start_ns) {
    return clock_ns() - start_ns - machine->overhead_ns;
}

/* ---- chains ---- */

static void **address(const struct chain *chain, size_t i) {
    return (void **)(void *)(chain->pages->base + chain->order[i]);
}

void chain_link(struct machine *machine, struct chain *chain, const struct pages *pages,
                const size_t *order, size_t count) {
    (void)machine;
    *chain = (struct chain){.pages = pages, .order = order, .count = count};
    for (size_t i = 0; i < count; i++)
        *address(chain, i) = address(chain, i + 1 < count ? i + 1 : 0);
    chain->at = address(chain, 0);
}

void chain_walk(struct machine *machine, struct chain *chain, size_t loads) {
    (void)machine;
    chain->at = walk(chain->at, loads);
}

double chain_burst(struct machine *machine, struct chain *chain, size_t loads) {
    double start = clock_ns();
    chain->at = walk(chain->at, loads);
    return machine_since(machine, start);
}

/* The clock is never negative, so nothing is added to the address; the compiler cannot know
   that. */
double chain_single(struct machine *machine, struct chain *chain) {
    double start = clock_ns();
    chain->at = walk((void **)chain->at + (start < 0), 1);
    return machine_since(machine, start);
}

/* The work that is timed between the rulers. */
struct work {
    enum { WALK, WALK_ALL, STORE, FILL, RUN } kind;
    struct chain *chains;
    size_t count, times;
    void (*run)(void *with);
    void *with;
};

static void work(const struct work *work) {
    if (work->kind == WALK)
        work->chains->at = walk(work->chains->at, work->times);
    else if (work->kind == WALK_ALL)
        walk_all(work->chains, work->count, work->times);
    else if (work->kind == FILL)
        fill_core(work->times);
    else if (work->kind == RUN)
        work->run(work->with);
    else
        for (size_t lap = 0; lap < work->times; lap++)
            store_beside(work->chains);
}

/* A ruler that is far slower than an earlier one was disturbed, or the frequency has changed.  If
   rulers stay slow, the fast one is gradually forgotten. */
static bool is_steady(struct machine *machine, double ruler) {
    if (!(machine->least_ns > 0) || ruler < machine->least_ns)
        machine->least_ns = ruler;
    if (ruler <= STEADY * machine->least_ns)
        return true;
    machine->least_ns *= FORGET;
    return false;
}

/* The ruler after the last sample also serves before the next one, if that follows soon: a change
   of frequency in between shows in the next ruler. */
static double ruler_before(const struct machine *machine) {
    bool lately = clock_ns() - machine->ended_ns < LATELY_NS;
    return lately ? machine->last_ns : ruler_ns(&machine->ruler);
}

/* *TIMING is the cost of one of UNITS. */
static bool between_rulers(struct machine *machine, const struct work *todo, double units,
                           struct timing *timing) {
    double before = ruler_before(machine);
    double start = clock_ns();
    work(todo);
    double end = clock_ns();
    double after = ruler_ns(&machine->ruler);
    machine->last_ns = after;
    machine->ended_ns = clock_ns();
    double least = fmin(before, after), span = end - start - machine->overhead_ns;
    if (!(least > machine->overhead_ns) || !(span > 0))
        return false;
    double cycle = (least - machine->overhead_ns) / machine->ruler.cycles;
    timing->ns = span / units;
    timing->cycles = timing->ns / cycle;
    return fabs(before - after) <= RULERS_AGREE * least && is_steady(machine, least);
}

bool chain_sample(struct machine *machine, struct chain *chain, size_t loads,
                  struct timing *timing) {
    struct work todo = {.kind = WALK, .chains = chain, .times = loads};
    return between_rulers(machine, &todo, (double)loads, timing);
}

bool chain_sample_all(struct machine *machine, struct chain *chains, size_t count, size_t loads,
                      struct timing *timing) {
    struct work todo = {.kind = WALK_ALL, .chains = chains, .count = count, .times = loads};
    return between_rulers(machine, &todo, (double)(loads * count), timing);
}

bool chain_store(struct machine *machine, struct chain *chain, size_t laps, struct timing *timing) {
    struct work todo = {.kind = STORE, .chains = chain, .times = laps};
    return between_rulers(machine, &todo, (double)(laps * chain->count), timing);
}

void chain_write(struct machine *machine, struct chain *chain) {
    (void)machine;
    store_beside(chain);
}

bool machine_time(struct machine *machine, void (*run)(void *with), void *with, double units,
                  struct timing *timing) {
    struct work todo = {.kind = RUN, .run = run, .with = with};
    return between_rulers(machine, &todo, units, timing);
}

double machine_contention(struct machine *machine) {
    struct work todo = {.kind = FILL, .times = machine->ruler.rounds * 16};
    struct timing timing;
    return between_rulers(machine, &todo, (double)todo.times, &timing) ? timing.cycles
                                                                       : NOT_MEASURED;
}

void machine_move(struct machine *machine) {
    (void)machine;
    pin_here();
}

/* ---- flushing ---- */

#if (defined __x86_64__ || defined __i386__) && defined __GNUC__ && !defined __TINYC__
#define CAN_FLUSH true
/* A CPU that is too old for it ends this probe only. */
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

static void flush(const struct chain *chain, size_t first, size_t count) {
    for (size_t i = first; CAN_FLUSH && i < first + count; i++)
        flush_line(address(chain, i));
    flush_end();
}

bool chain_flush(struct machine *machine, struct chain *chain) {
    (void)machine;
    flush(chain, 0, chain->count);
    return CAN_FLUSH;
}

/* The barrier keeps a load from beginning before those of the last group have completed. */
double chain_at_once(struct machine *machine, const struct chain *chain, size_t first, size_t count,
                     size_t each) {
    flush(chain, first, count);
    double start = clock_ns();
    for (size_t i = first; i < first + count; i += each) {
        load_at_once(chain->pages->base, chain->order + i, each);
        flush_end();
    }
    double ns = clock_ns() - start - machine->overhead_ns;
    return CAN_FLUSH ? ns : NOT_MEASURED;
}
