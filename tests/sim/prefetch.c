/* prefetch.c - prefetchers of next lines, pairs of lines, strides and pointers. */
#include "prefetch.h"

static size_t line_of(const struct prefetcher *prefetcher, const struct hierarchy *hierarchy) {
    return hierarchy->level[prefetcher->description->into].cache.line;
}

/* Fetches the line at OFFSET of the region, if it is on the page of the load. */
static void fetch(const struct prefetcher *prefetcher, struct hierarchy *hierarchy,
                  const struct loaded *loaded, int64_t offset) {
    unsigned bits = loaded->region->page_bits;
    if (offset < 0 || (uint64_t)offset >> bits != loaded->offset >> bits)
        return;
    struct place place = region_place(loaded->region, (uint64_t)offset);
    hierarchy_fetch(hierarchy, prefetcher->description->into, &place);
}

static bool missed(const struct prefetcher *prefetcher, const struct loaded *loaded) {
    return loaded->level > prefetcher->description->into;
}

static void next_lines(const struct prefetcher *prefetcher, struct hierarchy *hierarchy,
                       const struct loaded *loaded) {
    size_t line = line_of(prefetcher, hierarchy);
    for (size_t i = 1; missed(prefetcher, loaded) && i <= prefetcher->description->depth; i++)
        fetch(prefetcher, hierarchy, loaded, (int64_t)(loaded->offset + i * line));
}

static void pair(const struct prefetcher *prefetcher, struct hierarchy *hierarchy,
                 const struct loaded *loaded) {
    size_t line = line_of(prefetcher, hierarchy);
    if (missed(prefetcher, loaded))
        fetch(prefetcher, hierarchy, loaded, (int64_t)(loaded->offset ^ line));
}

/* ---- strides ---- */

/* Returns the stream of the page, or else the least recently used one, emptied. */
static struct stream *stream_of(struct prefetcher *prefetcher, uint64_t page) {
    struct stream *oldest = prefetcher->stream;
    for (size_t i = 0; i < STREAMS; i++) {
        struct stream *stream = &prefetcher->stream[i];
        if (stream->page == page + 1)
            return stream;
        if (stream->used < oldest->used)
            oldest = stream;
    }
    *oldest = (struct stream){.page = page + 1};
    return oldest;
}

static void stride(struct prefetcher *prefetcher, struct hierarchy *hierarchy,
                   const struct loaded *loaded) {
    uint64_t page = (loaded->region->start + loaded->offset) >> loaded->region->page_bits;
    struct stream *stream = stream_of(prefetcher, page);
    int64_t offset = (int64_t)loaded->offset, distance = offset - stream->last;
    bool same = stream->seen > 0 && distance == stream->distance && distance != 0;
    stream->used = ++prefetcher->now;
    stream->seen = same ? stream->seen + 1 : 1;
    stream->distance = distance;
    stream->last = offset;
    for (size_t i = 1; stream->seen >= 2 && i <= prefetcher->description->depth; i++)
        fetch(prefetcher, hierarchy, loaded, offset + (int64_t)i * distance);
}

/* ---- pointers ---- */

static void pointers(const struct prefetcher *prefetcher, struct hierarchy *hierarchy,
                     const struct loaded *loaded) {
    const struct region *region = loaded->region;
    size_t line = line_of(prefetcher, hierarchy), word = sizeof(uint64_t);
    uint64_t first = loaded->offset / line * line;
    if (!missed(prefetcher, loaded) || region->content == NULL)
        return;
    for (uint64_t at = first; at < first + line && at < region->bytes; at += word) {
        uint32_t content = region->content[at / word];
        if (content == 0 || at == loaded->offset / word * word)
            continue;
        struct place place = region_place(region, content - 1);
        hierarchy_fetch(hierarchy, prefetcher->description->into, &place);
    }
}

void prefetch_after(struct prefetcher *prefetcher, struct hierarchy *hierarchy,
                    const struct loaded *loaded) {
    switch (prefetcher->description->kind) {
    case PREFETCH_NEXT:
        next_lines(prefetcher, hierarchy, loaded);
        break;
    case PREFETCH_PAIR:
        pair(prefetcher, hierarchy, loaded);
        break;
    case PREFETCH_STRIDE:
        stride(prefetcher, hierarchy, loaded);
        break;
    case PREFETCH_POINTER:
        pointers(prefetcher, hierarchy, loaded);
        break;
    }
}
