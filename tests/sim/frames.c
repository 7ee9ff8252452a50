/* frames.c - the page allocator. */
#include "frames.h"

#include "rng.h"

#include <stdlib.h>

/* Each kind of frame has its own part of memory, far larger than what a test draws: 16 GB of small
   frames of 4 KB, and 32 GB of huge ones. */
enum { SMALL_BITS = 22, LARGE_BITS = 14 };
static const uint64_t CONTIGUOUS = UINT64_C(1) << 42, LARGE = UINT64_C(1) << 41;
static const uint64_t HUGE_BYTES = UINT64_C(1) << HUGE_BITS;

/* Returns a permutation of the numbers of BITS bits, an even number of bits: four rounds of a
   Feistel network. */
static uint64_t permute(uint64_t key, uint64_t number, unsigned bits) {
    uint64_t mask = (UINT64_C(1) << bits / 2) - 1;
    uint64_t left = number >> bits / 2 & mask, right = number & mask;
    for (uint64_t round = 0; round < 4; round++) {
        struct rng rng = {key ^ (round << 32 | right)};
        uint64_t kept = right;
        right = left ^ (rng_next(&rng) & mask);
        left = kept;
    }
    return left << bits / 2 | right;
}

static unsigned bits_of(size_t page) {
    unsigned bits = 0;
    while (((size_t)1 << bits) < page)
        bits++;
    return bits;
}

struct frames frames_open(const struct sim_pages *pages, uint64_t seed) {
    return (struct frames){.pages = *pages, .key = seed, .start = HUGE_BYTES};
}

static void scatter(struct frames *frames, struct region *region, size_t count) {
    uint64_t colours = frames->pages.colours > 0 ? frames->pages.colours : 1;
    uint64_t first = region->start >> region->page_bits;
    for (size_t i = 0; i < count; i++) {
        uint64_t any = permute(frames->key, frames->drawn++, SMALL_BITS);
        region->frame[i] = (any * colours + (first + i) % colours) << region->page_bits;
    }
}

/* Backs the region by huge frames, which are scattered too. */
static void in_huge_frames(struct frames *frames, struct region *region, size_t count) {
    uint64_t frame = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t within = (uint64_t)i << region->page_bits & (HUGE_BYTES - 1);
        if (within == 0)
            frame = LARGE + (permute(frames->key, frames->drawn_huge++, LARGE_BITS) << HUGE_BITS);
        region->frame[i] = frame + within;
    }
    region->huge = true;
}

static void contiguous(struct region *region, size_t count) {
    for (size_t i = 0; i < count; i++)
        region->frame[i] = CONTIGUOUS + region->start + ((uint64_t)i << region->page_bits);
}

static size_t pages_in(const struct region *region) {
    return (size_t)(region->bytes >> region->page_bits) + 1;
}

static void back(struct frames *frames, struct region *region, bool huge, uint64_t now) {
    size_t count = pages_in(region);
    enum frames_kind kind = frames->pages.frames;
    region->told = huge && (kind == FRAMES_HUGE || kind == FRAMES_SPLINTERED);
    if (kind == FRAMES_CONTIGUOUS)
        contiguous(region, count);
    else if (kind == FRAMES_HUGE && huge)
        in_huge_frames(frames, region, count);
    else
        scatter(frames, region, count);
    if (kind == FRAMES_PROMOTED && huge)
        region->promote_at = now + frames->pages.after + 1;
}

static void discard(struct region *region) {
    free(region->frame);
    free(region->content);
    links_close(&region->links);
    free(region);
}

struct region *frames_draw(struct frames *frames, size_t bytes, bool huge, uint64_t now) {
    struct region *region = calloc(1, sizeof *region);
    if (region == NULL)
        return NULL;
    *region = (struct region){.start = frames->start, .bytes = bytes};
    region->page_bits = bits_of(frames->pages.bytes);
    region->frame = calloc(pages_in(region), sizeof *region->frame);
    frames->start += (bytes / HUGE_BYTES + 1) * HUGE_BYTES;
    if (region->frame == NULL || !links_open(&region->links, bytes)) {
        discard(region);
        return NULL;
    }
    back(frames, region, huge, now);
    region->next = frames->regions;
    frames->regions = region;
    return region;
}

void frames_release(struct frames *frames, struct region *region) {
    struct region **link = &frames->regions;
    while (*link != NULL && *link != region)
        link = &(*link)->next;
    if (*link == NULL)
        return;
    *link = region->next;
    discard(region);
}

void frames_close(struct frames *frames) {
    while (frames->regions != NULL)
        frames_release(frames, frames->regions);
}

void frames_promote(struct frames *frames, struct region *region) {
    in_huge_frames(frames, region, pages_in(region));
    region->promote_at = 0;
}

void frames_unite(struct region *region) {
    for (size_t i = 0; i < pages_in(region); i++)
        region->frame[i] = region->frame[0];
}
