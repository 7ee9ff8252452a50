/* query.c - what the system says of the machine: sysfs, sysconf, sysctl, CPUID, in this order.

   query              NAME=VALUE lines, each with a comment that says whose word it is
   query fingerprint  what measured values depend on, as ac_fn_probe_machine prints it
   query check        one known line, to try a launcher

   The first that says something believable is believed; what nobody says is left out.  It is one
   file, for any C99 compiler, and has of each system what is there.  QUERY_ROOT in the environment
   is put before the paths of /sys and /proc, so that recordings can be read. */
#if defined __APPLE__ && !defined _DARWIN_C_SOURCE
#define _DARWIN_C_SOURCE 1 /* sysctlbyname, whatever the user's flags ask for */
#endif
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <unistd.h>
#if defined __APPLE__ || defined __FreeBSD__ || defined __NetBSD__ || defined __DragonFly__
#define QUERY_BY_NAME
#endif
#if defined QUERY_BY_NAME || defined __OpenBSD__
#include <sys/sysctl.h>
#endif
#if defined __GNUC__ && (defined __i386__ || defined __x86_64__) && defined __has_include
#if __has_include(<cpuid.h>)
#include <cpuid.h>
#define QUERY_CPUID
#endif
#endif

enum { MOST_CPUS = 1 << 14, MOST_SAID = 128, LEVELS = 4, MOST_BYTES = 1 << 16 };
static const char CPU[] = "/sys/devices/system/cpu/cpu", STATUS[] = "/proc/self/status",
                  ALLOWED[] = "Cpus_allowed_list:";

/* ---- answers ---- */

enum { NONE = -1, FLAG_0 = -2 };
static struct {
    char name[24];
    long long value;
} answers[MOST_SAID];
static size_t said;

/* Returns 0 where nobody has said it. */
static long long answer(const char *name) {
    for (size_t i = 0; i < said; i++)
        if (strcmp(answers[i].name, name) == 0)
            return answers[i].value;
    return 0;
}

/* Counts and sizes, or NONE, or a flag that is 0; the value 0 says nothing. */
static void say(const char *name, long long value, const char *source) {
    if (value == 0 || answer(name) != 0 || said == MOST_SAID)
        return;
    snprintf(answers[said].name, sizeof answers->name, "%s", name);
    answers[said++].value = value;
    if (value == NONE)
        printf("%s=none\n", name);
    else
        printf("%s=%lld\n", name, value == FLAG_0 ? 0 : value);
    printf("# %s from %s\n", name, source);
}

static void say_of(const char *prefix, const char *what, long long value, const char *source) {
    char name[sizeof answers->name];
    snprintf(name, sizeof name, "%s_%s", prefix, what);
    say(name, value, source);
}

/* ---- files ---- */

static FILE *open_path(const char *path) {
    char full[4096];
    const char *root = getenv("QUERY_ROOT");
    snprintf(full, sizeof full, "%s%s", root != NULL ? root : "", path);
    return fopen(full, "r");
}

/* What follows START in the first line that begins with it; NULL: there is none. */
static const char *line_of(const char *path, const char *start) {
    static char line[MOST_BYTES];
    FILE *file = open_path(path);
    bool found = false;
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        found = strncmp(line, start, strlen(start)) == 0;
    if (file != NULL)
        fclose(file);
    return found ? line + strlen(start) : NULL;
}

/* The first line of BEFORE, NUMBER, AFTER. */
static const char *text_of(const char *before, long number, const char *after) {
    char path[600];
    snprintf(path, sizeof path, "%s%ld%s", before, number, after);
    return line_of(path, "");
}

/* A decimal, with K, M or G behind it or not; 0: it is none. */
static long long number_in(const char *text) {
    static const char units[] = "KMG";
    long long number = 0;
    if (text == NULL)
        return 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        number = 10 * number + (*text - '0');
        if (number > LLONG_MAX >> 30)
            return 0;
    }
    const char *unit = *text != '\0' ? strchr(units, *text) : NULL;
    if (unit != NULL) {
        number <<= 10 * (unit - units + 1);
        text++;
    }
    return *text == '\0' || *text == '\n' ? number : 0;
}

static long long number_of(const char *before, long number, const char *after) {
    return number_in(text_of(before, number, after));
}

/* ---- the CPUs of this process ---- */

static unsigned char usable[MOST_CPUS];
static long cpus, first_cpu;
static const char *cpus_source = "sysfs";

/* The next range of a list as `0-3,8'; false at its end, and where it is no list. */
static bool next_range(const char **list, long *from, long *to) {
    char *end;
    *from = *to = strtol(*list, &end, 10);
    if (end == *list)
        return false;
    const char *second = end + 1;
    if (*end == '-')
        *to = strtol(second, &end, 10);
    if (end == second || *from < 0 || *from > *to || *to >= MOST_CPUS)
        return false;
    *list = *end == ',' ? end + 1 : end;
    return true;
}

/* How many usable CPUs a list names, and the FIRST of them; 0 where it is no list.  BIT makes them
   usable before. */
static long walk(const char *list, unsigned bit, long *first) {
    long count = 0, from, to;
    while (list != NULL && next_range(&list, &from, &to))
        for (long cpu = from; cpu <= to; cpu++) {
            usable[cpu] = (unsigned char)(usable[cpu] | bit);
            if (usable[cpu] != 0 && count++ == 0)
                *first = cpu;
        }
    return list != NULL && (*list == '\n' || *list == '\0') ? count : 0;
}

/* The mask may have CPUs that are not online, and a container may be shown other numbers of those
   that are: then the mask alone counts, and without a mask these alone. */
static void find_cpus(void) {
    long masked = walk(line_of(STATUS, ALLOWED), 1, &first_cpu), both = 0;
    (void)walk(line_of("/sys/devices/system/cpu/online", ""), 2, &first_cpu);
    for (long cpu = 0; cpu < MOST_CPUS; cpu++)
        both += usable[cpu] == 3;
    unsigned wanted = both > 0 ? 3 : masked > 0 ? 1 : 2;
    if (masked > 0)
        cpus_source = "mask";
    for (long cpu = MOST_CPUS - 1; cpu >= 0; cpu--) {
        usable[cpu] = (usable[cpu] & wanted) == wanted;
        cpus += usable[cpu];
        first_cpu = usable[cpu] != 0 ? cpu : first_cpu;
    }
}

/* A number in the line of a group's FILE, and the one behind it. */
static long long group_number(const char *group, const char *file, long long *behind) {
    char path[1200], *end = NULL;
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/%s", group, file);
    const char *text = line_of(path, "");
    long long number = text != NULL ? strtoll(text, &end, 10) : 0;
    *behind = end != NULL ? strtoll(end, NULL, 10) : 0;
    return number;
}

/* CPUs' worth of time that the quota of a control group is, rounded up: `QUOTA PERIOD' in one file,
   or each in one of its own. */
static long long paid(const char *group) {
    long long period, unused, quota = group_number(group, "cpu.max", &period);
    if (quota <= 0) {
        quota = group_number(group, "cpu.cfs_quota_us", &unused);
        period = group_number(group, "cpu.cfs_period_us", &unused);
    }
    return quota > 0 && period > 0 ? (quota - 1) / period + 1 : LLONG_MAX;
}

/* The least that a group and those above it allow.  A line is `0::/NAME' of the one hierarchy, or
   `N:cpu,cpuacct:/NAME' of one of many. */
static long long least_paid(char *line) {
    char *kind = strchr(line, ':'), *name = kind != NULL ? strchr(kind + 1, ':') : NULL;
    char group[1100];
    long long least = LLONG_MAX;
    if (name == NULL)
        return least;
    *name++ = '\0';
    name[strcspn(name, "\n")] = '\0';
    bool one = strcmp(kind, ":") == 0;
    if (!one && strstr(kind, "cpu,") == NULL && strcmp(kind, ":cpu") != 0)
        return least;
    for (;;) {
        snprintf(group, sizeof group, "%s%s", one ? "" : "/cpu", name);
        long long here = paid(group);
        least = here < least ? here : least;
        char *slash = strrchr(name, '/');
        if (slash == NULL)
            return least;
        *slash = '\0';
    }
}

static void ask_cpus(void) {
    char line[1000];
    long long count = cpus;
    FILE *file = open_path("/proc/self/cgroup");
#ifdef _SC_NPROCESSORS_ONLN
    if (count == 0)
        count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    long long allowed = count;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        long long here = least_paid(line);
        allowed = here < allowed ? here : allowed;
    }
    if (file != NULL)
        fclose(file);
    if (count > 0)
        say("cpus", allowed, allowed < count ? "cgroup" : cpus > 0 ? cpus_source : "sysconf");
}

/* ---- topology ---- */

static void ask_cores(void) {
    long cores = 0, most = 0, first = 0;
    for (long cpu = 0; cpu < MOST_CPUS; cpu++) {
        if (usable[cpu] == 0)
            continue;
        const char *list = text_of(CPU, cpu, "/topology/core_cpus_list");
        if (list == NULL) /* its older name */
            list = text_of(CPU, cpu, "/topology/thread_siblings_list");
        long count = walk(list, 0, &first);
        if (count == 0)
            return;
        cores += first == cpu;
        most = count > most ? count : most;
    }
    if (cores * most < cpus) /* some are of no core */
        return;
    say("cores", cores, "sysfs");
    say("threads_per_core", most, "sysfs");
}

/* What the kernel calls kinds, where they differ in their counters. */
static long named_kinds(void) {
    static const char *const lists[] = {"/sys/devices/cpu_core/cpus", "/sys/devices/cpu_atom/cpus",
                                        "/sys/devices/cpu_lowpower/cpus"};
    long kinds = 0, counted = 0, first;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        long count = walk(line_of(lists[i], ""), 0, &first);
        kinds += count > 0;
        counted += count;
    }
    return counted == cpus ? kinds : 0;
}

/* Where it says how much each core can do. */
static long kinds_by_capacity(void) {
    enum { MOST_KINDS = 16 };
    long long capacities[MOST_KINDS];
    long kinds = 0;
    for (long cpu = 0; cpu < MOST_CPUS; cpu++) {
        if (usable[cpu] == 0)
            continue;
        long long capacity = number_of(CPU, cpu, "/cpu_capacity");
        long kind = 0;
        while (kind < kinds && capacities[kind] != capacity)
            kind++;
        if (capacity == 0 || kind == MOST_KINDS)
            return 0;
        capacities[kind] = capacity;
        kinds = kind == kinds ? kinds + 1 : kinds;
    }
    return kinds;
}

static void ask_nodes(void) {
    static const char nodes[] = "/sys/devices/system/node/node";
    char memory[4096];
    const char *text = line_of("/sys/devices/system/node/has_memory", ""), *list = memory;
    long count = 0, counted = 0, from, to, first;
    snprintf(memory, sizeof memory, "%s", text != NULL ? text : "");
    while (next_range(&list, &from, &to))
        for (long node = from; node <= to; node++) {
            long here = walk(text_of(nodes, node, "/cpulist"), 0, &first);
            count += here > 0;
            counted += here;
        }
    if (counted == cpus) /* none is without memory of its own */
        say("numa_nodes", count, "sysfs");
}

/* ---- caches ---- */

/* 0: unknown. */
struct cache {
    long long size, ways, line, sets, shared;
    char type; /* Data, Instruction, Unified */
};

/* That of code, then those of data by level. */
static struct cache caches[LEVELS + 1];
static const char *const prefixes[] = {"l1i", "l1", "l2", "l3", "l4"};

/* Fully associative is a cache of one set, whose ways some call 0 and some 0xFF. */
static long long ways_of(const struct cache *cache) {
    long long line = cache->line != 0 ? cache->line : 1, ways = cache->ways;
    if (cache->line != 0 && (cache->sets == 1 || (cache->sets == 0 && ways != 0)) &&
        (ways == 0 || ways == 0xFF || ways == 0xFFFF))
        return cache->size / line;
    if (ways < 1 || ways > cache->size / line || cache->size % (ways * line) != 0 ||
        (cache->sets > 0 && cache->line != 0 && cache->size / (ways * line) != cache->sets))
        return 0;
    return ways;
}

/* What no cache is counts as not said. */
static void drop_absurd(struct cache *cache) {
    long long line = cache->line, smallest = 256;
    if (line < 4 || line > 4096 || (line & (line - 1)) != 0)
        cache->line = line = 0;
    if (cache->size < smallest || cache->size >> 40 != 0 || (line != 0 && cache->size % line != 0))
        cache->size = 0;
    cache->ways = ways_of(cache);
}

static void say_cache(long level, const char *source) {
    const char *prefix = prefixes[level];
    struct cache *cache = &caches[level];
    drop_absurd(cache);
    say_of(prefix, "size", cache->size, source);
    say_of(prefix, "assoc", cache->ways, source);
    say_of(prefix, "line", cache->line, source);
    if (cache->type != 0 && (level == 1 || level == 2))
        say_of(prefix, "unified", cache->type == 'U' ? 1 : FLAG_0, source);
    if (cache->shared == 0)
        return;
    say_of(prefix, "shared_cpus", cache->shared, source);
    say_of(prefix, "size_per_cpu", cache->size / cache->shared, source);
}

/* Where all that the source lists is believable, from the first level on, there are no others. */
static void say_none(const char *source) {
    static const char *const whats[] = {"size",        "assoc",        "line",
                                        "shared_cpus", "size_per_cpu", "unified"};
    long level = 1, last;
    while (level <= LEVELS && caches[level].size > 0)
        level++;
    last = level - 1;
    for (; level <= LEVELS; level++)
        if (caches[level].type != 0)
            return;
    if (last == 0)
        return;
    say("cache_levels", last, source);
    for (level = last + 1; level <= LEVELS; level++)
        for (size_t i = 0; i < sizeof whats / sizeof *whats - (level > 2); i++)
            say_of(prefixes[level], whats[i], NONE, source);
}

static void say_caches(bool all, const char *source) {
    for (long level = 0; level <= LEVELS; level++)
        say_cache(level, source);
    if (all)
        say_none(source);
    memset(caches, 0, sizeof caches);
}

/* ---- sysfs ---- */

/* The most usable CPUs that share an instance of what is at INDEX; 0 where CPUs have others there.
 */
static long sharing(long index, long long level, long long size) {
    char directory[100];
    long most = 0, first;
    for (long cpu = 0; cpu < MOST_CPUS; cpu++) {
        if (usable[cpu] == 0)
            continue;
        snprintf(directory, sizeof directory, "%s%ld/cache/index", CPU, cpu);
        long count = walk(text_of(directory, index, "/shared_cpu_list"), 0, &first);
        if (count == 0 || number_of(directory, index, "/level") != level ||
            number_of(directory, index, "/size") != size)
            return 0;
        most = count > most ? count : most;
    }
    return most;
}

/* Returns false where it is not clear what this is. */
static bool read_cache(const char *directory, long index) {
    long long level = number_of(directory, index, "/level");
    const char *text = text_of(directory, index, "/type");
    char type = text != NULL ? *text : '\0';
    if (type == 'I' && level > 1) /* nobody asks for it */
        return true;
    if (level < 1 || level > LEVELS || (type != 'D' && type != 'I' && type != 'U'))
        return false;
    struct cache *cache = &caches[type == 'I' ? 0 : level];
    cache->type = type;
    cache->size = number_of(directory, index, "/size");
    cache->ways = number_of(directory, index, "/ways_of_associativity");
    cache->line = number_of(directory, index, "/coherency_line_size");
    cache->sets = number_of(directory, index, "/number_of_sets");
    cache->shared = type != 'I' ? sharing(index, level, cache->size) : 0;
    return true;
}

static void ask_sysfs(void) {
    enum { MOST_INDICES = 32 };
    char directory[100];
    bool all = true;
    snprintf(directory, sizeof directory, "%s%ld/cache/index", CPU, first_cpu);
    for (long index = 0; index < MOST_INDICES; index++)
        if (text_of(directory, index, "/level") != NULL)
            all = read_cache(directory, index) && all;
    say_caches(all, "sysfs");
    if (cpus == 0)
        return;
    ask_cores();
    ask_nodes();
    long kinds = named_kinds();
    say("core_kinds", kinds != 0 ? kinds : kinds_by_capacity(), "sysfs");
}

/* ---- sysconf ---- */

static void ask_sysconf(void) {
#if defined _SC_LEVEL1_ICACHE_SIZE && defined _SC_LEVEL4_CACHE_LINESIZE
    static const int names[][3] = {
        {_SC_LEVEL1_ICACHE_SIZE, _SC_LEVEL1_ICACHE_ASSOC, _SC_LEVEL1_ICACHE_LINESIZE},
        {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL1_DCACHE_ASSOC, _SC_LEVEL1_DCACHE_LINESIZE},
        {_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL2_CACHE_ASSOC, _SC_LEVEL2_CACHE_LINESIZE},
        {_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL3_CACHE_ASSOC, _SC_LEVEL3_CACHE_LINESIZE},
        {_SC_LEVEL4_CACHE_SIZE, _SC_LEVEL4_CACHE_ASSOC, _SC_LEVEL4_CACHE_LINESIZE}};
    for (size_t level = 0; level <= LEVELS; level++) {
        caches[level].size = sysconf(names[level][0]);
        caches[level].ways = sysconf(names[level][1]);
        caches[level].line = sysconf(names[level][2]);
    }
    say_caches(false, "sysconf");
#endif
    say("page_size", sysconf(_SC_PAGESIZE), "sysconf");
}

/* ---- sysctl ---- */

#ifdef QUERY_BY_NAME
static long long named(const char *prefix, const char *name) {
    union {
        int narrow;
        long long wide;
    } value = {0};
    size_t size = sizeof value;
    char full[80];
    snprintf(full, sizeof full, "hw.%s%s", prefix, name);
    if (sysctlbyname(full, &value, &size, NULL, 0) != 0)
        return 0;
    return size == sizeof value.narrow ? value.narrow : size == sizeof value ? value.wide : 0;
}

/* Of the fastest kind of cores, where there are kinds. */
static void ask_sysctl(void) {
    static const char *const sizes[] = {"l1icachesize", "l1dcachesize", "l2cachesize",
                                        "l3cachesize"};
    for (size_t level = 0; level < sizeof sizes / sizeof *sizes; level++) {
        long long size = named("perflevel0.", sizes[level]);
        caches[level].size = size > 0 ? size : named("", sizes[level]);
        caches[level].line = caches[level].size > 0 ? named("", "cachelinesize") : 0;
    }
    say_caches(false, "sysctl");
    say("core_kinds", named("", "nperflevels"), "sysctl");
}
#endif

/* ---- CPUID ---- */

#ifdef QUERY_CPUID
enum { EAX, EBX, ECX, EDX };

static bool cpuid(unsigned leaf, unsigned sub, unsigned *regs) {
    if ((unsigned)__get_cpuid_max(leaf & 0x80000000U, NULL) < leaf)
        return false;
    __cpuid_count(leaf, sub, regs[EAX], regs[EBX], regs[ECX], regs[EDX]);
    return true;
}

static unsigned bits(unsigned value, unsigned high, unsigned low) {
    return value >> low & ((2U << (high - low)) - 1);
}

/* The list of caches; who shares them it tells by numbers of threads that may not be there. */
static void ask_cpuid_caches(unsigned leaf) {
    static const char types[] = "?DIU";
    unsigned regs[4];
    bool all = true;
    for (unsigned sub = 0; cpuid(leaf, sub, regs) && bits(regs[EAX], 4, 0) != 0; sub++) {
        unsigned type = bits(regs[EAX], 4, 0), level = bits(regs[EAX], 7, 5);
        all = all && type < 4 && level >= 1 && level <= LEVELS;
        if (!all || (type == 2 && level > 1))
            continue;
        struct cache *cache = &caches[type == 2 ? 0 : level];
        cache->type = types[type];
        cache->line = bits(regs[EBX], 11, 0) + 1;
        cache->ways = bits(regs[EBX], 31, 22) + 1;
        cache->sets = (long long)regs[ECX] + 1;
        cache->size = cache->line * cache->ways * cache->sets * (bits(regs[EBX], 21, 12) + 1);
        if (bits(regs[EAX], 9, 9) != 0)
            cache->ways = cache->sets > 1 ? 0 : cache->size / cache->line;
    }
    say_caches(all, "cpuid");
}

/* Entries and ways of a TLB; no ways where these have no number of sets that an index can have. */
static void say_tlb(const char *prefix, long long entries, long long ways) {
    long long sets = ways > 0 && entries % ways == 0 ? entries / ways : 0;
    say_of(prefix, "entries", entries, "cpuid");
    if (sets > 0 && (sets & (sets - 1)) == 0)
        say_of(prefix, "assoc", ways, "cpuid");
}

static void ask_intel_tlbs(void) {
    enum { DATA = 1, CODE = 2, BOTH = 3, LOADS = 4, PAGES_4K = 1, PAGES_2M_4M = 6 };
    static const char *const levels[] = {"", "tlb1", "tlb2"};
    unsigned regs[4], most = 0, deepest = 0;
    for (unsigned sub = 0; sub <= most && cpuid(0x18, sub, regs); sub++) {
        unsigned type = bits(regs[EDX], 4, 0), level = bits(regs[EDX], 7, 5);
        unsigned pages = bits(regs[EBX], 3, 0);
        long long ways = bits(regs[EBX], 31, 16), entries = ways * regs[ECX];
        most = sub == 0 ? regs[EAX] : most;
        if (bits(regs[EDX], 8, 8) != 0)
            ways = entries;
        bool data = type == DATA || type == BOTH || type == LOADS;
        if (data && level <= 2 && level > 0 && (pages & PAGES_4K) != 0) {
            say_tlb(levels[level], entries, ways);
            deepest = level > deepest ? level : deepest;
        }
        if (data && level <= 2 && level > 0 && (pages & PAGES_2M_4M) != 0)
            say_of(levels[level], "huge_entries", entries, "cpuid");
        if (level == 1 && (type == CODE || type == BOTH) && (pages & PAGES_4K) != 0)
            say_tlb("itlb", entries, ways);
    }
    say("tlb_levels", deepest, "cpuid");
}

/* Of the second TLB it tells the ways by codes that mean from so many up to others: not plainly. */
static void ask_amd_tlbs(void) {
    unsigned regs[4];
    if (!cpuid(0x80000005U, 0, regs))
        return;
    unsigned data = bits(regs[EBX], 23, 16), code = bits(regs[EBX], 7, 0);
    unsigned data_ways = bits(regs[EBX], 31, 24), code_ways = bits(regs[EBX], 15, 8);
    say_tlb("tlb1", data, data_ways == 0xFF ? data : data_ways);
    say_tlb("itlb", code, code_ways == 0xFF ? code : code_ways);
    say("tlb1_huge_entries", bits(regs[EAX], 23, 16), "cpuid");
    if (!cpuid(0x80000006U, 0, regs))
        return;
    data = bits(regs[EBX], 27, 16);
    if (data == 0 || data == 0xFFF) /* which is all that the field holds */
        return;
    say("tlb2_entries", data, "cpuid");
    say("tlb2_huge_entries", bits(regs[EAX], 27, 16), "cpuid");
    say("tlb_levels", 2, "cpuid");
}

/* On cores of several kinds the answer would be that of the one where this happens to run. */
static void ask_cpuid(void) {
    unsigned regs[4];
    if (answer("core_kinds") > 1 || !cpuid(0, 0, regs))
        return;
    bool amd = memcmp(&regs[EBX], "Auth", 4) == 0 || memcmp(&regs[EBX], "Hygo", 4) == 0;
    if (answer("core_kinds") == 0 && cpuid(7, 0, regs) && bits(regs[EDX], 15, 15) != 0)
        return;
    ask_cpuid_caches(amd ? 0x8000001DU : 4);
    if (amd)
        ask_amd_tlbs();
    else
        ask_intel_tlbs();
}
#endif

/* ---- the fingerprint ---- */

static bool identifies(const char *line) {
    static const char fields[] =
        ":vendor_id:cpu family:model:model name:stepping:cpu:revision:isa:uarch:CPU implementer:"
        "CPU architecture:CPU variant:CPU part:CPU revision:";
    char field[32];
    size_t length = strcspn(line, ":");
    if (length == 0 || length >= sizeof field - 2 || line[length] == '\0')
        return false;
    while (length > 1 && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        length--;
    snprintf(field, sizeof field, ":%.*s:", (int)length, line);
    return strstr(fields, field) != NULL;
}

/* Each line of a CPU that identifies it, once, between the line ends by which it is found again. */
static void print_cpuinfo(void) {
    static char buffer[MOST_BYTES] = "\n", seen[MOST_BYTES];
    char *const line = buffer + 1;
    size_t used = 0;
    bool guest = false;
    FILE *file = open_path("/proc/cpuinfo");
    while (file != NULL && fgets(line, sizeof buffer - 1, file) != NULL) {
        size_t length = strlen(buffer);
        if (identifies(line) && strstr(seen, buffer) == NULL && length < sizeof seen - used) {
            memcpy(seen + used, buffer, length + 1);
            used += length;
            const char *value = strchr(line, ':') + 1;
            printf("%.*s\n", (int)strcspn(value, ":\n"), value);
        }
        if (!guest && strncmp(line, "flags", 5) == 0 && strstr(line, " hypervisor") != NULL) {
            printf("hypervisor\n");
            guest = true;
        }
    }
    if (file != NULL)
        fclose(file);
}

static void print_sysctl(void) {
#if defined QUERY_BY_NAME
    static const char *const names[] = {"hw.model", "machdep.cpu.brand_string"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[256] = "";
        size_t size = sizeof text - 1;
        if (sysctlbyname(names[i], text, &size, NULL, 0) == 0)
            printf("%s\n", text);
    }
#elif defined __OpenBSD__
    int name[] = {CTL_HW, HW_MODEL};
    char text[256] = "";
    size_t size = sizeof text - 1;
    if (sysctl(name, 2, text, &size, NULL, 0) == 0)
        printf("%s\n", text);
#endif
}

static void print_fingerprint(void) {
    struct utsname names;
    const char *text;
    if (uname(&names) >= 0)
        printf("%s\n", names.machine);
    print_cpuinfo();
    print_sysctl();
    if ((text = line_of("/sys/hypervisor/type", "")) != NULL)
        printf("%s", text);
    if ((text = line_of(STATUS, ALLOWED)) != NULL)
        printf("cpus %s", text);
#ifdef _SC_NPROCESSORS_ONLN
    else if (line_of(STATUS, "") == NULL)
        printf("%ld\n", sysconf(_SC_NPROCESSORS_ONLN));
#endif
    printf("page %ld\n", sysconf(_SC_PAGESIZE));
}

static void print_answers(void) {
    find_cpus();
    ask_cpus();
    ask_sysfs();
    ask_sysconf();
#ifdef QUERY_BY_NAME
    ask_sysctl();
#endif
#ifdef QUERY_CPUID
    ask_cpuid();
#endif
}

int main(int argc, char **argv) {
    if (argc == 1)
        print_answers();
    else if (argc == 2 && strcmp(argv[1], "fingerprint") == 0)
        print_fingerprint();
    else if (argc == 2 && strcmp(argv[1], "check") == 0)
        printf("archparams query 42\n");
    else {
        fprintf(stderr, "query: it is fingerprint, check or nothing, not '%s'\n", argv[argc - 1]);
        return 2;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "query: cannot write\n");
        return 1;
    }
    return 0;
}
