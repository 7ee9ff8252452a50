/* caches.c - the caches' sizes, and how many CPUs share each. */
#include "query.h"

enum { LEVELS = 4, ROWS = 32 };

/* 0: unknown. */
struct cache {
    number bytes, ways, line, sets, members;
    char kind; /* Data, Instruction, Unified */
};

/* That of code, then those of data by level. */
static struct cache cached[LEVELS + 1];

/* What no cache is counts as not said.  Fully associative is a cache of one set, whose ways some
   call 0 and some 0xFF. */
static void drop_absurd(struct cache *cache) {
    number bytes = cache->bytes, ways = cache->ways, line = cache->line, sets = cache->sets;
    if (line < 4 || line > 4096 || (line & (line - 1)) != 0)
        line = 0;
    if (bytes < 256 || bytes >> 40 != 0 || (line != 0 && bytes % line != 0))
        bytes = 0;
    number lines = bytes / (line != 0 ? line : 1);
    if (line != 0 && (sets == 1 || (sets == 0 && ways != 0)) &&
        (ways == 0 || ways == 0xFF || ways == 0xFFFF))
        ways = lines;
    else if (ways < 1 || ways > lines || lines % ways != 0 ||
             (sets > 0 && line != 0 && lines / ways != sets))
        ways = 0;
    cache->bytes = bytes;
    cache->ways = ways;
    cache->line = line;
}

static void say_cache(number level, bool none, const char *from) {
    static const char *const groups[] = {"l1i_", "l1_", "l2_", "l3_", "l4_"},
                             *const names[] = {"size",        "assoc",        "line",
                                               "shared_cpus", "size_per_cpu", "unified"};
    struct cache *cache = &cached[level];
    drop_absurd(cache);
    const number members = cache->members, values[] = {cache->bytes,
                                                       cache->ways,
                                                       cache->line,
                                                       members,
                                                       members != 0 ? cache->bytes / members : 0,
                                                       cache->kind == 0     ? 0
                                                       : cache->kind == 'U' ? 1
                                                                            : FLAG_0};
    for (number i = 0; i < (level == 1 || level == 2 ? 6 : 5); i++)
        say(groups[level], names[i], none ? NONE : values[i], from);
}

/* Where ALL that the source lists is believable, from the first level on, there are no others. */
static void say_caches(bool all, const char *from) {
    number last = 0;
    for (number level = 0; level <= LEVELS; level++) {
        say_cache(level, false, from);
        if (cached[level].bytes > 0 && level == last + 1)
            last = level;
        else if (level > 0 && cached[level].kind != 0)
            all = false;
    }
    if (all && last > 0) {
        say("", "cache_levels", last, from);
        while (++last <= LEVELS)
            say_cache(last, true, from);
    }
    memset(cached, 0, sizeof cached);
}

/* ---- sysfs ---- */

static const char *file_of(number cpu, number row, const char *name) {
    return text_of("/sys/devices/system/cpu/cpu%lld/cache/index%lld/%s", cpu, row, name);
}

static number number_of(number cpu, number row, const char *name) {
    return number_in(file_of(cpu, row, name));
}

/* The most usable CPUs that share an instance of what is in ROW; 0 where CPUs have others there. */
static number sharing(number row, number level, number bytes) {
    number most = 0;
    for (number i = 0; i < cpus; i++) {
        number cpu = usable[i], count = walk(file_of(cpu, row, "shared_cpu_list"), 0);
        if (count == 0 || number_of(cpu, row, "level") != level ||
            number_of(cpu, row, "size") != bytes)
            return 0;
        most = count > most ? count : most;
    }
    return most;
}

/* Returns false where it is not clear what this is. */
static bool read_row(number row) {
    number cpu = usable[0], level = number_of(cpu, row, "level");
    char kind = *file_of(cpu, row, "type");
    if (kind == 'I' && level > 1) /* nobody asks for it */
        return true;
    if (level < 1 || level > LEVELS || (kind != 'D' && kind != 'I' && kind != 'U'))
        return false;
    struct cache *cache = &cached[kind == 'I' ? 0 : level];
    cache->kind = kind;
    cache->bytes = number_of(cpu, row, "size");
    cache->ways = number_of(cpu, row, "ways_of_associativity");
    cache->line = number_of(cpu, row, "coherency_line_size");
    cache->sets = number_of(cpu, row, "number_of_sets");
    cache->members = kind != 'I' ? sharing(row, level, cache->bytes) : 0;
    return true;
}

static void ask_sysfs(void) {
    bool all = true;
    for (number row = 0; row < ROWS; row++)
        if (*file_of(usable[0], row, "level") != '\0')
            all = read_row(row) && all;
    say_caches(all, "sysfs");
}

/* ---- the others ---- */

/* Where its names are numbered in this order. */
static void ask_sysconf(void) {
#ifdef _SC_LEVEL4_CACHE_LINESIZE
    int name = _SC_LEVEL1_ICACHE_SIZE;
    if (name + 3 * LEVELS + 2 != _SC_LEVEL4_CACHE_LINESIZE)
        return;
    for (struct cache *cache = cached; cache <= cached + LEVELS; cache++) {
        cache->bytes = sysconf(name++);
        cache->ways = sysconf(name++);
        cache->line = sysconf(name++);
    }
    say_caches(false, "sysconf");
#endif
}

#ifdef __APPLE__
static number named(const char *group, const char *name) {
    number value = 0;
    size_t bytes = sizeof value;
    char full[80];
    snprintf(full, sizeof full, "hw.%s%s", group, name);
    sysctlbyname(full, &value, &bytes, NULL, 0);
    return value;
}

/* Of the fastest kind of cores, where there are kinds. */
static void ask_sysctl(void) {
    static const char *const names[] = {"l1i", "l1d", "l2", "l3"};
    for (number level = 0; level < LEVELS; level++) {
        char name[16];
        snprintf(name, sizeof name, "%scachesize", names[level]);
        number bytes = named("perflevel0.", name);
        cached[level].bytes = bytes > 0 ? bytes : named("", name);
        cached[level].line = cached[level].bytes > 0 ? named("", "cachelinesize") : 0;
    }
    say_caches(false, "sysctl");
}
#endif

/* Who shares them CPUID tells by numbers of threads that may not be there. */
static void ask_cpuid(void) {
    unsigned leaf = list_leaf(), kind;
    bool all = true;
    for (unsigned sub = 0; leaf != 0 && cpuid(leaf, sub) && (kind = bits(EAX, 4, 0)) != 0; sub++) {
        unsigned level = bits(EAX, 7, 5);
        all = all && kind < 4 && level >= 1 && level <= LEVELS;
        if (!all || (kind == 2 && level > 1))
            continue;
        struct cache *cache = &cached[kind == 2 ? 0 : level];
        cache->kind = "?DIU"[kind];
        cache->line = bits(EBX, 11, 0) + 1;
        cache->ways = bits(EBX, 31, 22) + 1;
        cache->sets = (number)bits(ECX, 31, 0) + 1;
        cache->bytes = cache->line * cache->ways * cache->sets * (bits(EBX, 21, 12) + 1);
        if (bits(EAX, 9, 9) != 0)
            cache->ways = cache->sets > 1 ? 0 : cache->bytes / cache->line;
    }
    say_caches(all, "cpuid");
}

void query_caches(void) {
    ask_sysfs();
    ask_sysconf();
#ifdef __APPLE__
    ask_sysctl();
#endif
    ask_cpuid();
}
