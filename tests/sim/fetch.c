/* fetch.c - the cost of calls, predicted or not, of code that is decoded, cached or in memory. */
#include "fetch.h"

#include <stdlib.h>

/* A call and a return, both predicted. */
static const double PREDICTED_CYCLES = 2;
/* The cost of a misprediction if the machine's file has none. */
static const double USUAL_MISS = 12;
/* After a warm-up lap and the calls that the predictor needs, LAPS laps and at least FEWEST calls
   are simulated; if laps differ, also one EIGHTH of all calls. */
enum { LAPS = 2, FEWEST = 32, EIGHTH = 8 };
enum { HISTORY = 1 << 14, HISTORY_BITS = 14, PATH = 16 /* calls */ };
/* The lines of the loop that makes the calls. */
enum { LOOP_LINES = 2, LOOP_LINE = 64 };

/* Creates a cache of entries that are looked up by a number. */
static struct cache *create_numbered(size_t entries, size_t ways, bool hashed, uint64_t seed) {
    struct cache_geometry geometry = {.bytes = entries,
                                      .ways = ways,
                                      .line = 1,
                                      .index = hashed ? INDEX_HASHED : INDEX_VIRTUAL,
                                      .policy = {.kind = POLICY_LRU}};
    return cache_create(&geometry, seed);
}

bool fetch_open(struct fetch *fetch, struct core *core, uint64_t seed) {
    const struct sim_machine *machine = core->description;
    const struct sim_decoded *decoded = &machine->decoded;
    *fetch = (struct fetch){.target = calloc(HISTORY, sizeof *fetch->target)};
    bool opened = fetch->target != NULL;
    if (decoded->entries > 0) {
        fetch->decoded = create_numbered(decoded->entries, decoded->ways, false, seed);
        opened = opened && fetch->decoded != NULL;
    }
    for (size_t i = 0; i < machine->btbs; i++) {
        const struct sim_btb *btb = &machine->btb[i];
        fetch->btb[i] = create_numbered(btb->entries, btb->ways, btb->hashed, seed);
        opened = opened && fetch->btb[i] != NULL;
        if (btb->far == 0)
            continue;
        fetch->far[i] = create_numbered(btb->far, btb->far_ways, btb->hashed, seed);
        opened = opened && fetch->far[i] != NULL;
    }
    return opened;
}

void fetch_close(struct fetch *fetch) {
    cache_destroy(fetch->decoded);
    for (size_t i = 0; i < SIM_BTBS; i++) {
        cache_destroy(fetch->btb[i]);
        cache_destroy(fetch->far[i]);
    }
    free(fetch->target);
}

/* Returns the predicted target: that of the last call after the same history, or, if that history
   is not stored, that of the last call.  Then it stores the true target. */
static uint32_t predict_call(struct fetch *fetch, uint32_t offset) {
    uint32_t scattered = offset * UINT32_C(2654435761);
    struct target *target = &fetch->target[fetch->path >> (32 - HISTORY_BITS)];
    uint32_t predicted = target->path == fetch->path ? target->offset : fetch->last;
    *target = (struct target){fetch->path, offset};
    fetch->path = fetch->path << (32 / PATH) ^ scattered;
    fetch->last = offset;
    return predicted;
}

/* The window is the line's number, and the offset in it distinguishes entries. */
bool fetch_kept(struct cache *cache, size_t window, uint64_t address) {
    if (cache == NULL) /* then there is no window either */
        return false;
    return cache_access(cache, address % window << 40 | address / window);
}

/* Code that is called, and the loop that calls it. */
struct callee {
    struct region *area, *text;
    uint64_t loop; /* in the text */
};

/* Returns the cycles until the code at OFFSET is decoded, after its translation. */
static double fetch_chunk(struct fetch *fetch, struct core *core, const struct region *area,
                          uint32_t offset) {
    struct place place = region_place(area, offset);
    if (fetch_kept(fetch->decoded, core->description->decoded.window, place.seen))
        return 0;
    return FETCH_DECODE + core_fetch(core, &place);
}

/* The loop that makes the calls is code too, and is fetched each time. */
static double fetch_loop(struct core *core, const struct callee *callee) {
    double cycles = 0;
    for (uint64_t i = 0; i < LOOP_LINES; i++) {
        struct place place = region_place(callee->text, callee->loop + i * LOOP_LINE);
        cycles += core_fetch(core, &place);
    }
    return cycles;
}

/* A wrongly predicted target is fetched too, and its line and translation stay, unless it is code
   elsewhere. */
static void fetch_predicted(struct core *core, const struct region *area, uint32_t predicted) {
    if (predicted >= area->bytes)
        return;
    struct place place = region_place(area, predicted);
    core_translate_code(core, area, predicted);
    core_fetch(core, &place);
}

/* Lines are fetched in parallel, but pages are translated one after the other. */
static double fetch_call(struct fetch *fetch, struct core *core, const struct callee *callee,
                         uint32_t offset) {
    double miss =
        core->description->execute.miss > 0 ? core->description->execute.miss : USUAL_MISS;
    uint32_t predicted = predict_call(fetch, offset);
    if (predicted != offset)
        fetch_predicted(core, callee->area, predicted);
    double translated = core_translate_code(core, callee->area, offset);
    double cycles = fetch_chunk(fetch, core, callee->area, offset) + fetch_loop(core, callee);
    translated += core_translate_code(core, callee->text, callee->loop);
    if (predicted != offset)
        return PREDICTED_CYCLES + miss + translated + cycles;
    return PREDICTED_CYCLES + translated + (cycles > FETCH_AHEAD ? cycles - FETCH_AHEAD : 0);
}

static struct region *draw_code(struct core *core, size_t bytes) {
    struct region *region = frames_draw(&core->frames, bytes, false, core->accesses);
    if (region == NULL)
        abort();
    return region;
}

double fetch_return(struct fetch *fetch, struct core *core, struct region *region,
                    uint32_t offset) {
    if (fetch->text == NULL)
        fetch->text = draw_code(core, LOOP_LINES * LOOP_LINE);
    return fetch_call(fetch, core, &(struct callee){region, fetch->text, 0}, offset);
}

static double fetch_some(struct fetch *fetch, struct core *core, const struct calls *calls,
                         size_t first, size_t end) {
    struct callee callee = {fetch->area, fetch->area, calls->loop};
    double cycles = 0;
    for (size_t i = first; i < end; i++)
        cycles += fetch_call(fetch, core, &callee, calls->offset[i]);
    return cycles;
}

/* Returns whether each call of the second lap has the same target as in the first. */
static bool is_repeated(const struct calls *calls) {
    for (size_t i = 0; i < calls->lap && i + calls->lap < calls->count; i++)
        if (calls->offset[i] != calls->offset[i + calls->lap])
            return false;
    return true;
}

double fetch_calls(struct fetch *fetch, struct core *core, const struct calls *calls) {
    size_t lap = calls->lap < calls->count ? calls->lap : calls->count;
    size_t fewest = is_repeated(calls) ? FEWEST : FEWEST + calls->count / EIGHTH;
    size_t some = lap + PATH + (LAPS * lap > fewest ? LAPS * lap : fewest);
    size_t end = some < calls->count ? some : calls->count;
    size_t first = lap + PATH < end ? lap + PATH : end;
    if (fetch->area == NULL || fetch->area->bytes < calls->bytes)
        fetch->area = draw_code(core, calls->bytes);
    double cold = fetch_some(fetch, core, calls, 0, first);
    struct counts before = core->counts;
    double warm = fetch_some(fetch, core, calls, first, end);
    double rest = (double)(calls->count - end) / (double)(end > first ? end - first : 1);
    core_count_again(core, &before, rest);
    return cold + warm * (1 + rest);
}
