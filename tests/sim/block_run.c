/* block_run.c - executes a run of code blocks: jumps that hit or miss the branch target buffer, and
   straight-line code that comes from the decoders or from the cache of decoded instructions. */
#include "fetch.h"

#include <math.h>
#include <stdlib.h>

/* The shortest line of any instruction cache; and the width of a core whose file does not say
   it. */
enum { LEAST_LINE = 16, USUAL_WIDTH = 4 };

/* ---- jumps ---- */

/* The address of a jump, and whether its target is on another page. */
struct jump {
    uint64_t address;
    bool far;
};

/* Returns the cycles beyond the first until the next jump is fetched.  FOUND says whether some
   level had an entry.  All levels have one afterwards. */
static double find_target(struct fetch *fetch, const struct core *core, const struct jump *jump,
                          bool *found) {
    const struct sim_machine *machine = core->description;
    double cycles = machine->btbs > 0 ? machine->btb[machine->btbs - 1].miss : 0;
    *found = machine->btbs == 0;
    for (size_t i = machine->btbs; i-- > 0;) {
        struct cache *kept = jump->far && fetch->far[i] != NULL ? fetch->far[i] : fetch->btb[i];
        if (fetch_kept(kept, machine->btb[i].window, jump->address)) {
            cycles = machine->btb[i].bubble;
            *found = true;
        }
    }
    return cycles;
}

static double execute_jump(struct fetch *fetch, struct core *core, const struct region *region,
                           uint64_t offset, uint64_t target) {
    struct place place = region_place(region, offset);
    bool found, kept = fetch_kept(fetch->decoded, core->description->decoded.window, place.seen);
    double fetched = core_translate_code(core, region, offset) + core_fetch(core, &place);
    size_t page = core->description->pages.bytes;
    struct jump jump = {place.seen, offset / page != target / page};
    double learned = find_target(fetch, core, &jump, &found);
    return 1 + learned + (kept ? 0 : 1) + fmax(0, fetched - (found ? FETCH_AHEAD : 0));
}

/* ---- straight code ---- */

/* Returns the cycles of COUNT operations of so many BYTES, which were KEPT in decoded form or
   not. */
static double deliver(const struct sim_decoded *decoded, bool kept, size_t count, double bytes) {
    double operations = (double)count;
    return kept ? operations / decoded->rate
                : fmax(operations / decoded->decode, bytes / decoded->bytes);
}

/* Delivers COUNT operations of one window, the first of which is at ADDRESS. */
static double deliver_window(struct fetch *fetch, const struct sim_decoded *decoded,
                             uint64_t address, size_t count, double bytes_each) {
    double cycles = 0;
    for (size_t i = 0; i < count; i += decoded->operations) {
        size_t some = count - i < decoded->operations ? count - i : decoded->operations;
        bool kept = fetch_kept(fetch->decoded, decoded->window, address + i);
        cycles += deliver(decoded, kept, some, bytes_each * (double)some);
    }
    return cycles;
}

/* Delivers one block.  Operations that begin in the same window share its entries. */
static double deliver_block(struct fetch *fetch, const struct sim_decoded *decoded,
                            const struct block_run *run, uint64_t address) {
    double cycles = 0, each = (double)run->bytes / (double)run->operations;
    size_t first = 0;
    for (size_t i = 1; i <= run->operations; i++) {
        size_t began = first * run->bytes / run->operations / decoded->window;
        size_t window = i * run->bytes / run->operations / decoded->window;
        if (i < run->operations && window == began)
            continue;
        cycles +=
            deliver_window(fetch, decoded, address + began * decoded->window, i - first, each);
        first = i;
    }
    return cycles;
}

/* Delivers a run from a trace cache.  It keeps operations in the order of execution, a fixed number
   to a line, whatever windows they are in, and its lines use the sets in turn. */
static double deliver_trace(struct fetch *fetch, const struct sim_decoded *decoded,
                            const struct block_run *run, size_t count) {
    size_t all = count * run->operations, begin = run->blocks * run->operations - all;
    double cycles = 0, each = (double)run->bytes / (double)run->operations;
    for (size_t i = 0; i < all; i += decoded->operations) {
        size_t some = all - i < decoded->operations ? all - i : decoded->operations;
        bool kept = cache_access(fetch->decoded, (begin + i) / decoded->operations);
        cycles += deliver(decoded, kept, some, each * (double)some);
    }
    return cycles;
}

/* Consecutive lines are fetched ahead, which hides a part of their cost. */
static double fetch_block(struct core *core, const struct region *region, uint64_t offset,
                          size_t bytes) {
    double cycles = core_translate_code(core, region, offset);
    for (size_t i = 0; i < bytes; i += LEAST_LINE) {
        struct place place = region_place(region, offset + i);
        cycles += core_fetch(core, &place);
    }
    return fmax(0, cycles - FETCH_AHEAD);
}

static double execute_line(struct fetch *fetch, struct core *core, const struct region *region,
                           const struct block_run *run, uint64_t offset) {
    const struct sim_decoded *decoded = &core->description->decoded;
    double width = core->description->execute.width;
    double cycles = (double)run->operations / (width > 0 ? width : USUAL_WIDTH);
    if (decoded->alone)
        return cycles;
    if (decoded->operations > 0)
        cycles = deliver_block(fetch, decoded, run, region_place(region, offset).seen);
    return cycles + fetch_block(core, region, offset, run->bytes);
}

/* ---- runs ---- */

static const struct region *region_of_run(struct fetch *fetch, struct core *core,
                                          const struct block_run *run) {
    size_t i = 0;
    while (i < FETCH_BLOCK_RUNS && fetch->placed[i].run != NULL && fetch->placed[i].run != run)
        i++;
    if (i == FETCH_BLOCK_RUNS)
        abort();
    struct placed_run *placed = &fetch->placed[i];
    if (placed->run == NULL) {
        placed->run = run;
        placed->region =
            frames_draw(&core->frames, run->blocks * run->bytes, false, core->accesses);
    }
    if (placed->region == NULL)
        abort();
    return placed->region;
}

static double run_blocks(struct fetch *fetch, struct core *core, const struct block_run *run,
                         size_t count) {
    const struct region *region = region_of_run(fetch, core, run);
    const struct sim_decoded *decoded = &core->description->decoded;
    double cycles = 0;
    for (size_t left = count; left > 0; left--) {
        uint64_t offset = block_run_entry(run, left);
        uint64_t target = block_run_entry(run, left > 1 ? left - 1 : left);
        cycles += run->kind == BLOCK_RUN_STRAIGHT
                      ? execute_line(fetch, core, region, run, offset)
                      : execute_jump(fetch, core, region, offset, target);
    }
    if (run->kind == BLOCK_RUN_STRAIGHT && decoded->alone && decoded->operations > 0)
        cycles = fmax(cycles, deliver_trace(fetch, decoded, run, count));
    return cycles;
}

static double run_all(struct fetch *fetch, struct core *core, const struct calls *calls) {
    double far = calls->far != NULL ? run_blocks(fetch, core, calls->far, calls->far_lap) : 0;
    return far + run_blocks(fetch, core, calls->block_run, calls->lap);
}

double fetch_block_run(struct fetch *fetch, struct core *core, const struct calls *calls) {
    const struct calls *again = &fetch->again;
    bool same = again->block_run == calls->block_run && again->lap == calls->lap &&
                again->far == calls->far && again->far_lap == calls->far_lap;
    fetch->again = *calls;
    double first = run_all(fetch, core, calls);
    if (calls->count == 1 || same)
        return first * (double)calls->count;
    double second = run_all(fetch, core, calls);
    return first + second * (double)(calls->count - 1);
}
