/* levels.c - sorts listed caches into levels, and says them. */
#include "levels.h"

void list_cache(struct listing *list, struct cache cache) {
    if (cache.kind == 'I' && cache.level > 1) /* no parameter asks for it */
        return;
    if (list->count == ROWS || cache.level < 1 || cache.level > LEVELS ||
        (cache.kind != 'D' && cache.kind != 'I' && cache.kind != 'U')) {
        list->whole = false;
        return;
    }
    tidy(&cache);
    list->rows[list->count++] = cache;
}

/* ---- order ---- */

static bool is_before(const struct cache *a, const struct cache *b) {
    return a->level != b->level ? a->level < b->level : a->bytes < b->bytes;
}

/* Of caches of code the smallest is the nearest; of two that are alike, neither is known. */
static void take_code(struct cache *nearest, const struct cache *cache) {
    if (nearest->kind == 0 || cache->bytes < nearest->bytes)
        *nearest = *cache;
    else if (cache->bytes == nearest->bytes)
        nearest->bytes = 0;
}

/* Row I is the next level behind those before it.  A source may list several caches of data in one
   level: then a smaller one is nearer.  Two alike leave it open what they are, as does one that is
   no smaller than what is listed behind it. */
static bool is_next(const struct cache *data, int i, int count) {
    const struct cache *row = &data[i];
    bool further = i > 0 && data[i - 1].level == row->level;
    int behind = i + 1;
    if (row->bytes == 0 || row->level > (i > 0 ? data[i - 1].level : 0) + 1)
        return false;
    if (behind < count && data[behind].level == row->level && data[behind].bytes == row->bytes)
        return false;
    while (behind < count && data[behind].level == row->level)
        behind++;
    return !further || behind == count || row->bytes < data[behind].bytes;
}

void sort_levels(const struct listing *list, struct levels *levels) {
    struct cache data[ROWS];
    int count = 0, level = 0;
    memset(levels, 0, sizeof *levels);
    levels->whole = list->whole;
    for (int i = 0; i < list->count; i++) {
        const struct cache *row = &list->rows[i];
        if (row->kind == 'I') {
            take_code(&levels->of[0], row);
            continue;
        }
        int place = count++;
        for (; place > 0 && is_before(row, &data[place - 1]); place--)
            data[place] = data[place - 1];
        data[place] = *row;
    }
    while (level < count && level < LEVELS && is_next(data, level, count)) {
        levels->of[level + 1] = data[level];
        level++;
    }
    /* A list that lacks the cache of code may lack others. */
    if (level < count || level == 0 || (data[0].kind != 'U' && levels->of[0].kind == 0))
        levels->whole = false;
}

/* ---- answers ---- */

static void say_cache(number level, const struct cache *cache, const char *from) {
    static const char *const groups[] = {"l1i_", "l1_", "l2_", "l3_", "l4_"};
    const char *group = groups[level];
    number members = cache->members;
    bool shared = members > 0 && cache->bytes > 0;
    say(group, "size", cache->bytes, from);
    say(group, "assoc", cache->ways, from);
    say(group, "line", cache->line, from);
    say(group, "shared_cpus", members, from);
    say(group, "size_per_cpu", shared ? cache->bytes / members : members < 0 ? members : 0, from);
    if (level == 1 || level == 2)
        say(group, "unified",
            cache->kind == 'U'   ? 1
            : cache->kind == 'D' ? FLAG_0
            : cache->kind == '?' ? WITHHELD
                                 : 0,
            from);
}

static void say_none(number level, const char *from) {
    static const struct cache none = {0, 0, NONE, NONE, NONE, 0, NONE, 0};
    say_cache(level, &none, from);
}

/* A level is described by one source, and by others that agree on its size.  Where the list is
   whole and no source knows of more, there are no further levels. */
void say_levels(const struct levels *levels, const char *from) {
    static number told[LEVELS + 1];
    bool whole = levels->whole;
    number last = 0;
    for (number level = 0; level <= LEVELS; level++) {
        const struct cache *cache = &levels->of[level];
        bool agrees = told[level] == 0 || told[level] == cache->bytes;
        whole = whole && (level == 0 || agrees);
        if (cache->bytes == 0 || !agrees)
            continue;
        say_cache(level, cache, from);
        told[level] = cache->bytes;
        last = level;
    }
    if (!whole || last == 0)
        return;
    say("", "cache_levels", last, from);
    while (++last <= LEVELS)
        say_none(last, from);
}
