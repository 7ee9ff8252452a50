/* page_groups.c - draws groups of pages, and loads them. */
#include "page_groups.h"

#include "../../analysis/room.h"

#include <stdlib.h>

enum { WARMS = PAGES_IN_LAPS };

uint32_t page_groups_page(const struct page_groups *groups, size_t group, size_t role) {
    return (uint32_t)(group * PAGE_GROUP + (role + groups->group[group].turned) % PAGE_GROUP);
}

void page_groups_walk(const struct page_groups *groups, const uint32_t *page, size_t count,
                      size_t within) {
    struct zeros zeros = {&groups->pages, page, count, within};
    zeros_walk(groups->machine, &zeros);
}

double page_groups_burst(const struct page_groups *groups, const uint32_t *page, size_t count) {
    struct zeros zeros = {&groups->pages, page, count, 0};
    return zeros_burst(groups->machine, &zeros);
}

bool page_groups_used(const struct page_groups *groups, size_t group) {
    return groups->group[group].used == groups->lap;
}

void page_groups_set(struct page_groups *groups, size_t i, size_t group, size_t role) {
    groups->probe[i] = page_groups_page(groups, group, role);
    groups->warm[i] = page_groups_page(groups, group, WARMS);
    groups->group[group].used = groups->lap;
}

double page_groups_time(const struct page_groups *groups) {
    page_groups_walk(groups, groups->warm, PAGES_TIMED, 0);
    return page_groups_burst(groups, groups->probe, PAGES_TIMED);
}

static void touch_all(const struct page_groups *groups) {
    for (size_t page = 0; page < groups->count * PAGE_GROUP; page++) {
        uint32_t number = (uint32_t)page;
        page_groups_walk(groups, &number, 1, 0);
    }
}

bool page_groups_draw(struct page_groups *groups, struct dice *dice, size_t count,
                      size_t page_bytes) {
    groups->count = count;
    groups->group = calloc(count, sizeof *groups->group);
    if (groups->group == NULL || !room_for(SIZE_MAX / 2, count * PAGE_GROUP, page_bytes) ||
        !pages_draw(groups->machine, &groups->pages, count * PAGE_GROUP * page_bytes, PAGES_ZEROS))
        return false;
    for (size_t i = 0; i < count; i++)
        groups->group[i].turned = dice_below(dice, PAGE_GROUP);
    touch_all(groups);
    return true;
}

void page_groups_release(struct page_groups *groups) {
    if (groups->pages.base != NULL)
        pages_release(groups->machine, &groups->pages);
    free(groups->group);
    groups->pages.base = NULL;
    groups->group = NULL;
}
