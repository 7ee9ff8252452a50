/* trace_pages.c - takes the first pages of the arena that are fit for a trace. */
#include "trace_pages.h"

#include "micro_tags.h"

/* Is the distance from some page of COUNT to NEXT that of two others? */
static bool repeats_a_distance(const size_t *page, size_t count, size_t next) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            for (size_t k = 0; k < count; k++)
                if (i != j && next + page[i] == page[j] + page[k])
                    return true;
    return false;
}

/* May NEXT join the first COUNT pages of the pool? */
static bool joins(const struct trace_pages *pages, const size_t *page, size_t count, size_t next) {
    bool fine = !pages->apart || !repeats_a_distance(page, count, next);
    for (size_t i = 0; i < count && fine && pages->ways > 1; i++)
        fine = !micro_tags_equal(pages->layout, page[i] * pages->way, next * pages->way);
    return fine;
}

static bool is_among(const size_t *page, size_t count, size_t wanted) {
    for (size_t i = 0; i < count; i++)
        if (page[i] == wanted)
            return true;
    return false;
}

bool trace_pages_draw(const struct trace_pages *pages, size_t *page, size_t pool, size_t count) {
    size_t most = SEQUENCE_ARENA / pages->way, drawn = 0, last = pool;
    for (size_t next = 0; next < most && drawn < pool; next++)
        if (joins(pages, page, drawn, next))
            page[drawn++] = next;
    for (size_t next = 0; next < most && last < count; next++)
        if (!is_among(page, drawn, next))
            page[last++] = next;
    return drawn == pool && last == count;
}
