/* context.c - places each operand in its level of the hierarchy before a call (Whaley & Castaldo 3
   and 4).  Fails if the sizes of the levels are unknown, or an operand exceeds its level.

   Reading an operand brings it near; reading other data evicts it from the levels in front of its
   own.  With LRU, reading as much data once as those levels hold is enough.  With other policies it
   is not, and more data would evict the operand from its own level too; so the same data is read
   again and again, until reads of what was evicted get no slower. */
#include "context.h"

#include "../common/order.h"
#include "../common/sizes.h"
#include "../machine/pages.h"
#include "../machine/stream.h"
#include "binding.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* Bytes read to flush a level: this many times the size of the levels in front of it, since page
   colours fill their sets unevenly, but at most this part of the level itself. */
static const double FLUSH_TIMES = 2, FLUSH_PART = 0.5;
/* If reads become slower by less than this factor, more laps would evict no more; and other
   limits. */
static const double NO_SLOWER = 1.03;
enum {
    FLUSH_TRIES = 3,
    LAPS_MOST = 64,
    SURE_LAST = 3,
    SHORTEST_LINE = 32,
    LEAST_SEEN = 16,
    FLUSHED_SETS = 1024,
    FLUSHED_BYTES = 1 << 20,
    FLUSHED_EXTENT = 32 << 20
};

static size_t whole(double bytes, size_t step) {
    return (size_t)(ceil(bytes / (double)step)) * step;
}

static void stay(struct context *context, size_t cpu) {
    if (context->cpus > 1)
        cpus_stay(context->machine, cpu);
}

static void stream_part(struct context *context, struct streaming stream) {
    struct timing ignored;
    if (stream.bytes > 0)
        (void)stream_sample(context->machine, &stream, 1, &ignored);
}

/* Lets each CPU stream over its part.  The first CPU comes last, and the thread stays there. */
static void stream_parts(struct context *context, struct streaming stream) {
    size_t steps = stream.bytes / STREAM_STEP, begin = stream.at;
    for (size_t cpu = context->cpus; cpu-- > 0;) {
        size_t first = steps * cpu / context->cpus, last = steps * (cpu + 1) / context->cpus;
        stay(context, cpu);
        stream.at = begin + first * STREAM_STEP;
        stream.bytes = (last - first) * STREAM_STEP;
        stream_part(context, stream);
    }
}

static void flush(struct context *context, size_t level) {
    size_t half = context->flush[level].bytes / 2;
    struct streaming stream = {STREAM_READ, &context->flush_buffer, half, 0, 0};
    for (size_t lap = 0; lap < 2 * context->flush[level].laps; lap++) {
        stream.at = lap % 2 * half;
        stream_part(context, stream);
    }
}

/* ---- how often to read ---- */

static double seen_ns(struct context *context, struct chain *seen, size_t level) {
    double least = NOT_MEASURED;
    for (size_t i = 0; i < FLUSH_TRIES; i++) {
        chain_walk(context->machine, seen, seen->count);
        flush(context, level);
        least = fmin(least, chain_burst(context->machine, seen, seen->count));
    }
    return least;
}

/* Adds laps until a walk of SEEN no longer becomes slower. */
static void grow_wash(struct context *context, struct chain *seen, size_t level) {
    double last, ns = seen_ns(context, seen, level);
    do {
        last = ns;
        context->flush[level].laps *= 2;
        ns = seen_ns(context, seen, level);
    } while (ns > NO_SLOWER * last && context->flush[level].laps < LAPS_MOST);
}

/* Finds how many laps evict a level: those that evict a walk through half of the level in front, in
   an order that no prefetcher follows. */
static bool find_wash(struct context *context, size_t level, size_t front) {
    size_t line = sizes_of_line(context->machine, 1), count;
    struct dice dice = {20080501};
    struct pages pages;
    struct chain seen;
    line = line > 0 ? line : SHORTEST_LINE;
    count = front / 2 / line;
    size_t *order = calloc(count > LEAST_SEEN ? count : LEAST_SEEN, sizeof *order);
    if (order == NULL || count < LEAST_SEEN ||
        !pages_draw(context->machine, &pages, front / 2, PAGES_SMALL)) {
        free(order);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        order[i] = i * line;
    order_shuffle(&dice, order, count);
    chain_link(context->machine, &seen, &pages, order, count);
    grow_wash(context, &seen, level);
    pages_release(context->machine, &pages);
    free(order);
    return true;
}

/* ---- opening ---- */

static double size_of(const struct context *context, size_t level) {
    return (double)sizes_of_level(context->machine, level);
}

/* Returns the last level in front of this one whose size is known, or 0. */
static size_t front_of(const struct context *context, size_t level) {
    size_t front = level - 1;
    while (front > 0 && !(size_of(context, front) > 0))
        front--;
    return front;
}

/* Allocates the largest buffer that any level needs. */
static bool open_flush_buffer(struct context *context) {
    double last = FLUSH_TIMES * size_of(context, front_of(context, IN_MEMORY));
    return context->flush_buffer.bytes > 0 ||
           (last <= (double)pages_limit(context->machine) &&
            pages_draw(context->machine, &context->flush_buffer, whole(last, 2 * STREAM_STEP),
                       PAGES_SMALL));
}

static const char *open_wash(struct context *context, size_t level) {
    size_t front = front_of(context, level);
    double size = front > 0 ? size_of(context, front) : 0, bytes = FLUSH_TIMES * size;
    if (level != IN_MEMORY)
        bytes = fmin(bytes, FLUSH_PART * size_of(context, level));
    if (level == IN_MEMORY && front < SURE_LAST)
        return NEVER_HERE
            "no line can be flushed, and there may be a level of cache behind the known ones";
    bool next = front + 1 == level && size_of(context, level) > 0;
    if (front == 0 || (level != IN_MEMORY && !next))
        return NEVER_HERE
            "the size of an operand's level, or of the level in front of it, is unknown";
    if (!(size <= bytes))
        return NEVER_HERE
            "an operand's level is less than twice as large as the level in front of it";
    if (!open_flush_buffer(context))
        return "no memory";
    context->flush[level] = (struct flush){whole(bytes, 2 * STREAM_STEP), 1};
    return find_wash(context, level, (size_t)size) ? NULL : "no memory";
}

/* Lists the lines of a set that hold elements, and no others. */
static void list_set(const struct context *context, const struct operand *operand,
                     struct area *area, size_t line, size_t set) {
    size_t *of_set = area->line + set * area->lines, lines = 0, last = SIZE_MAX;
    for (size_t i = 0; i < operand->count; i++) {
        size_t at = context->align + i * operand->stride * operand->bytes;
        for (size_t of = at / line; of <= (at + operand->bytes - 1) / line; of++)
            if (of != last) {
                last = of;
                of_set[lines++] = set * area->set_bytes + of * line;
            }
    }
    area->lines = lines;
}

static bool list_lines(struct context *context, const struct operand *operand, struct area *area) {
    size_t line = sizes_of_line(context->machine, 1);
    line = line > 0 ? line : SHORTEST_LINE;
    area->line = calloc((area->set_bytes / line + 1) * area->sets, sizeof *area->line);
    for (size_t set = 0; set < area->sets && area->line != NULL; set++)
        list_set(context, operand, area, line, set);
    return area->line != NULL;
}

/* Returns the bytes that one pass through the sets must exceed: as many as the laps read, but no
   more than the level itself can hold. */
static double flushed_by(const struct context *context, size_t level) {
    const struct flush *flush = &context->flush[level];
    double bytes = (double)flush->bytes * (double)flush->laps * (double)context->cpus;
    return level == IN_MEMORY ? bytes : fmin(bytes, FLUSH_PART * size_of(context, level));
}

/* Returns the number of sets.  A set that is flushed line by line serves one call: FLUSHED_BYTES
   make a sample long enough, and FLUSHED_EXTENT limits the memory of elements that are far
   apart. */
static size_t sets_of(const struct context *context, size_t level, double used, double extent) {
    double sets = context->flush[level].bytes > 0
                      ? 1 + ceil(flushed_by(context, level) / used)
                      : fmin(FLUSHED_SETS, fmin(FLUSHED_BYTES / used, FLUSHED_EXTENT / extent));
    return sets > 1 ? (size_t)sets : 1;
}

/* A page lies in the node of the CPU that touches it first. */
static void touch_first(struct context *context, const struct area *area) {
    struct streaming stream = {STREAM_WRITE, &area->pages, area->set_bytes, 0, 0};
    for (; stream.at < area->pages.bytes && context->cpus > 1; stream.at += area->set_bytes)
        stream_parts(context, stream);
}

static bool draw_area(struct context *context, struct area *area) {
    double bytes = (double)area->set_bytes * (double)area->sets;
    bool drawn =
        bytes <= (double)pages_limit(context->machine) &&
        pages_draw(context->machine, &area->pages, area->set_bytes * area->sets, PAGES_SHARED);
    if (drawn)
        touch_first(context, area);
    return drawn;
}

static bool open_area(struct context *context, size_t number) {
    const struct operand *operand = &context->operand[number];
    struct area *area = &context->area[number];
    double bytes = (double)operand->bytes * (double)operand->stride * (double)operand->count;
    double used = (double)operand->bytes * (double)operand->count;
    area->set_bytes = whole(bytes + (double)context->align, STREAM_STEP);
    area->sets = context->many && operand->level > 1
                     ? sets_of(context, operand->level, used, (double)area->set_bytes)
                     : 1;
    return list_lines(context, operand, area) && draw_area(context, area);
}

/* Operands in memory are flushed line by line, if the machine can. */
static bool needs_wash(const struct context *context, size_t level) {
    struct chain none = {.count = 0};
    bool flushes = level == IN_MEMORY && chain_flush(context->machine, &none);
    return level > 1 && !flushes && context->flush[level].bytes == 0;
}

/* Returns whether a level holds its operands and those of the levels in front. */
static bool fits(const struct context *context, size_t level) {
    size_t line = sizes_of_line(context->machine, 1), lines = 0;
    for (size_t i = 0; i < context->operands; i++)
        lines += context->operand[i].level <= level ? context->area[i].lines : 0;
    return (double)lines * (double)line <= size_of(context, level);
}

static const char *all_fit(const struct context *context) {
    for (size_t i = 0; i < context->operands; i++)
        if (context->operand[i].level != IN_MEMORY && !fits(context, context->operand[i].level))
            return NEVER_HERE "operands are larger than their level, or its size is unknown";
    return NULL;
}

const char *context_open(struct context *context, bool many) {
    const char *why = NULL;
    context->many = many;
    stay(context, 0);
    for (size_t i = 0; i < context->operands && why == NULL; i++) {
        size_t level = context->operand[i].level;
        why = needs_wash(context, level) ? open_wash(context, level) : NULL;
        if (why == NULL && !open_area(context, i))
            why = "no memory";
    }
    return why == NULL ? all_fit(context) : why;
}

void context_close(struct context *context) {
    for (size_t i = 0; i < context->operands; i++) {
        struct area *area = &context->area[i];
        if (area->pages.bytes > 0)
            pages_release(context->machine, &area->pages);
        free(area->line);
        *area = (struct area){.sets = 0};
    }
    if (context->flush_buffer.bytes > 0)
        pages_release(context->machine, &context->flush_buffer);
}

/* ---- placing ---- */

static size_t set_of(const struct context *context, const struct area *area, size_t call) {
    return area->sets - 1 - (context->first + call) % area->sets;
}

/* Returns false if the machine cannot flush lines. */
static bool flush_sets(struct context *context, const struct area *area, size_t calls) {
    bool flushed = true;
    for (size_t call = 0; call < calls && call < area->sets && flushed; call++) {
        const size_t *line = area->line + set_of(context, area, call) * area->lines;
        struct chain lines = {&area->pages, line, area->lines, NULL};
        flushed = chain_flush(context->machine, &lines);
    }
    return flushed;
}

static void wash_all(struct context *context, size_t level) {
    for (size_t cpu = context->cpus; cpu-- > 0;) {
        stay(context, cpu);
        flush(context, level);
    }
}

static void place_level(struct context *context, size_t level, size_t calls) {
    bool any = false, flushed = level == IN_MEMORY;
    for (size_t i = 0; i < context->operands; i++)
        if (context->operand[i].level == level) {
            const struct area *area = &context->area[i];
            struct streaming stream = {STREAM_READ, &area->pages, area->set_bytes, 0, 0};
            if (!context->many || level == 1)
                stream_parts(context, stream);
            flushed = flushed && flush_sets(context, area, calls);
            any = true;
        }
    if (any && !flushed && !context->many)
        wash_all(context, level);
}

void context_place(struct context *context, size_t calls) {
    for (size_t level = IN_MEMORY; level > 0; level--)
        place_level(context, level, calls);
    if (context->cpus > 1)
        (void)cpus_spread(context->machine, context->cpus);
}

size_t context_offset(const struct context *context, size_t operand, size_t call) {
    const struct area *area = &context->area[operand];
    return context->align + set_of(context, area, call) * area->set_bytes;
}

size_t context_calls(const struct context *context) {
    size_t calls = SIZE_MAX;
    for (size_t i = 0; i < context->operands; i++)
        if (context->operand[i].level == IN_MEMORY && context->flush[IN_MEMORY].bytes == 0)
            calls = context->area[i].sets < calls ? context->area[i].sets : calls;
    return calls;
}
