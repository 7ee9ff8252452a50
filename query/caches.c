/* caches.c - the caches' sizes, and how many CPUs share each. */
#include "amd.h"
#include "cpuid.h"
#include "leaf2.h"
#include "levels.h"
#include "mask.h"
#include "sysfs.h"

/* ---- CPUID ---- */

/* One row of leaf 4, or of AMD's leaf of the same form.  It says how many numbers of threads are
   set aside for those that share the cache, not how many threads there are. */
static struct cache read_row(void) {
    struct cache cache = {.level = bits(EAX, 7, 5)};
    const number partitions = bits(EBX, 21, 12) + 1;
    unsigned type = bits(EAX, 4, 0);
    cache.kind = type < 4 ? "?DIU"[type] : '?';
    cache.line = bits(EBX, 11, 0) + 1;
    cache.ways = bits(EBX, 31, 22) + 1;
    cache.sets = ((number)bits(ECX, 31, 0) + 1) * partitions;
    if (cache.sets < 1 << 24) /* no more than 2^46 bytes */
        cache.bytes = cache.line * cache.ways * cache.sets;
    if (bits(EAX, 9, 9) != 0)
        cache.ways = cache.sets > 1 ? 0 : cache.bytes / cache.line;
    return cache;
}

/* Returns false if the list is not one: some hypervisors answer each subleaf alike. */
static bool list_rows(unsigned leaf, struct listing *list) {
    unsigned seen[ROWS][4];
    for (unsigned sub = 0; sub < ROWS; sub++) {
        if (!cpuid(leaf, sub) || bits(EAX, 4, 0) == 0)
            return true;
        memcpy(seen[sub], answered, sizeof answered);
        for (unsigned i = 0; i < sub; i++)
            if (memcmp(seen[i], answered, sizeof answered) == 0)
                return false;
        list_cache(list, read_row());
    }
    return false;
}

/* Of two descriptors of one cache neither is known to be right. */
static void drop_twins(struct listing *list) {
    for (int i = 0; i < list->count; i++)
        for (int j = 0; j < i; j++)
            if (list->rows[i].level == list->rows[j].level &&
                list->rows[i].kind == list->rows[j].kind)
                list->rows[i].bytes = list->rows[j].bytes = 0;
}

static void read_descriptors(struct listing *list) {
    static const char about[] = {CACHE, CODE_CACHE};
    const struct descriptor *found;
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; (found = described_as(about[kind], i)) != NULL; i++) {
            struct cache cache = {.level = found->level, .bytes = found->size << 10};
            cache.ways = found->ways;
            cache.line = found->line;
            cache.kind = about[kind] == CODE_CACHE ? 'I' : found->level == 1 ? 'D' : 'U';
            list_cache(list, cache);
        }
    drop_twins(list);
}

static struct cache read_first_cache(int word, char kind) {
    struct cache cache = {.level = 1, .kind = kind};
    cache.bytes = (number)bits(word, 31, 24) << 10;
    cache.ways = bits(word, 23, 16);
    cache.line = bits(word, 7, 0);
    return cache;
}

/* AMD's leaves 0x80000005 and 0x80000006, of CPUs without 0x8000001D. */
static void list_amd_caches(struct listing *list) {
    if (!cpuid(0x80000005U, 0) || amd_is_invented())
        return;
    list_cache(list, read_first_cache(ECX, 'D'));
    list_cache(list, read_first_cache(EDX, 'I'));
    if (!cpuid(0x80000006U, 0) || bits(ECX, 31, 16) == 0)
        return;
    struct cache second = {.level = 2, .kind = 'U'};
    second.bytes = (number)bits(ECX, 31, 16) << 10;
    second.line = bits(ECX, 7, 0);
    if (second.line != 0)
        second.ways = amd_ways(bits(ECX, 15, 12), second.bytes / second.line);
    list_cache(list, second);
}

static void ask_cpuid(void) {
    struct listing list = {.whole = true};
    struct levels levels;
    enum vendor whose = vendor();
    if (whose == UNSURE || !list_rows(whose == AMD ? 0x8000001DU : 4, &list))
        return;
    if (list.count == 0) {
        list.whole = false; /* of a third cache AMD's older leaf gives only a range */
        if (whose == AMD)
            list_amd_caches(&list);
        else
            read_descriptors(&list);
    }
    sort_levels(&list, &levels);
    say_levels(&levels, "cpuid");
}

/* ---- the others ---- */

/* libc's names are asked where they are numbered in this order.  It answers for one CPU. */
static void ask_sysconf(void) {
#ifdef _SC_LEVEL4_CACHE_LINESIZE
    struct levels levels;
    int name = _SC_LEVEL1_ICACHE_SIZE;
    if (name + 3 * LEVELS + 2 != _SC_LEVEL4_CACHE_LINESIZE || recorded() || !is_one_kind())
        return;
    memset(&levels, 0, sizeof levels);
    for (int level = 0; level <= LEVELS; level++) {
        struct cache *cache = &levels.of[level];
        cache->bytes = sysconf(name++);
        cache->ways = sysconf(name++);
        cache->line = sysconf(name++);
        tidy(cache);
        if (level > 1 && levels.of[level - 1].bytes == 0)
            cache->bytes = 0;
    }
    say_levels(&levels, "sysconf");
#endif
}

#ifdef __APPLE__
static number named(const char *group, const char *name) {
    number value = 0;
    size_t bytes = sizeof value;
    char full[80];
    snprintf(full, sizeof full, "hw.%s%s", group, name);
    return sysctlbyname(full, &value, &bytes, NULL, 0) == 0 ? value : 0;
}

/* The same for both kinds of core, or unknown. */
static number size_named(const char *name) {
    number fast = named("perflevel0.", name), slow = named("perflevel1.", name);
    if (fast <= 0)
        return named("", name);
    return slow <= 0 || slow == fast ? fast : WITHHELD;
}

static void ask_sysctl(void) {
    static const char *const names[] = {"l1icachesize", "l1dcachesize", "l2cachesize",
                                        "l3cachesize"};
    struct levels levels;
    memset(&levels, 0, sizeof levels);
    for (int level = 0; level < LEVELS && !recorded(); level++) {
        struct cache *cache = &levels.of[level];
        cache->bytes = size_named(names[level]);
        cache->line = named("", "cachelinesize");
        if (cache->bytes != WITHHELD)
            tidy(cache);
        if (level > 1 && levels.of[level - 1].bytes == 0)
            cache->bytes = 0;
    }
    say_levels(&levels, "sysctl");
}
#endif

void query_caches(void) {
    open_recording();
    find_cpus();
    ask_sysfs();
    ask_cpuid();
    ask_sysconf();
#ifdef __APPLE__
    ask_sysctl();
#endif
}
