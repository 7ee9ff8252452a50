/* sim_frames.c - which frames the pages of a region get: contiguous, scattered, coloured or huge.
 */
#include "sim_parts.h"

#include <stdlib.h>

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Returns how many pages directly follow their predecessor in memory, and checks that no two pages
   have the same frame. */
static size_t followers(const struct region *region, size_t pages) {
    uint64_t *sorted = malloc(pages * sizeof *sorted);
    size_t count = 0;
    for (size_t i = 0; i < pages; i++) {
        sorted[i] = region->frame[i];
        count +=
            i > 0 && region->frame[i] == region->frame[i - 1] + ((uint64_t)1 << region->page_bits);
    }
    qsort(sorted, pages, sizeof *sorted, compare);
    for (size_t i = 1; i < pages; i++)
        assert_true(sorted[i] != sorted[i - 1]);
    free(sorted);
    return count;
}

static void frames_are_scattered_or_not(void **state) {
    (void)state;
    static const struct {
        enum frames_kind kind;
        bool asked, told, huge, together;
    } rows[] = {{FRAMES_SCATTERED, true, false, false, false},
                {FRAMES_CONTIGUOUS, true, false, false, true},
                {FRAMES_HUGE, true, true, true, true},
                {FRAMES_HUGE, false, false, false, false},
                {FRAMES_SPLINTERED, true, true, false, false},
                {FRAMES_SPLINTERED, false, false, false, false},
                {FRAMES_PROMOTED, true, false, false, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t page = 4096; page <= 65536; page *= 2) {
            struct frames frames;
            struct region *region = draw(rows[i].kind, page, rows[i].asked, &frames);
            size_t pages = 4 * MB / page, follow = followers(region, pages);
            assert_true(region->told == rows[i].told && region->huge == rows[i].huge);
            assert_true(rows[i].together ? follow >= pages - 2 : follow <= 4);
            frames_release(&frames, region);
        }
}

/* A kernel that respects colours still scatters pages. */
static void coloured_frames_follow_their_pages(void **state) {
    struct sim_pages pages = {.bytes = 8192, .frames = FRAMES_SCATTERED, .colours = 64};
    struct frames frames = frames_open(&pages, 5);
    struct region *region = frames_draw(&frames, 4 * MB, false, 0);
    (void)state;
    assert_true(followers(region, 512) <= 4);
    for (size_t i = 0; i < 512; i++)
        assert_int_equal(region->frame[i] / 8192 % 64, (region->start / 8192 + i) % 64);
    frames_close(&frames);
}

/* A physically indexed cache's colours have about equally many pages each. */
static void scattered_frames_have_all_colours(void **state) {
    (void)state;
    struct frames frames;
    struct region *region = draw(FRAMES_SCATTERED, 4096, false, &frames);
    size_t colour[16] = {0};
    for (size_t i = 0; i < 1024; i++)
        colour[region->frame[i] / 4096 % 16]++;
    for (size_t i = 0; i < 16; i++)
        assert_true(colour[i] > 30 && colour[i] < 100); /* 64, give or take 8 */
    struct region *next = frames_draw(&frames, 4 * MB, false, 0);
    for (size_t i = 0; i < 1024; i++)
        assert_true(next->frame[i] != region->frame[i]);
    assert_true(next->start >= region->start + 4 * MB);
    frames_release(&frames, next);
    frames_release(&frames, region);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_scattered_or_not),
        cmocka_unit_test(scattered_frames_have_all_colours),
        cmocka_unit_test(coloured_frames_follow_their_pages),
    };
    return cmocka_run_group_tests_name("sim_frames", tests, NULL, NULL);
}
