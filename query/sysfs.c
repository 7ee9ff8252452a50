/* sysfs.c - reads the caches of each usable CPU, and says of them what is the same for all. */
#include "sysfs.h"
#include "levels.h"
#include "topology.h"

/* ---- the caches of one CPU ---- */

static number number_of(number cpu, number index, const char *name) {
    return number_in(cache_file(cpu, index, name));
}

static char kind_of(number cpu, number index) {
    static const char *const kinds_of[] = {"Data", "Instruction", "Unified"};
    const char *text = cache_file(cpu, index, "type");
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(kinds_of[i]);
        if (strncmp(text, kinds_of[i], length) == 0 && at_end(text + length))
            return *text;
    }
    return 0;
}

/* Returns whether there are any. */
static bool read_caches(number cpu, struct levels *levels) {
    struct listing list = {.whole = true};
    bool any = false;
    for (number index = 0; index < ROWS; index++) {
        struct cache cache = {.index = index};
        if (*cache_file(cpu, index, "level") == '\0')
            continue;
        any = true;
        cache.level = number_of(cpu, index, "level");
        cache.kind = kind_of(cpu, index);
        cache.bytes = number_of(cpu, index, "size");
        cache.ways = number_of(cpu, index, "ways_of_associativity");
        cache.line = number_of(cpu, index, "coherency_line_size");
        cache.sets = number_of(cpu, index, "number_of_sets");
        list_cache(&list, cache);
    }
    sort_levels(&list, levels);
    return any;
}

/* ---- those of all CPUs ---- */

/* Withholds what differs; returns false if anything does. */
static bool keep_common(struct cache *common, const struct cache *other) {
    number *values[] = {&common->bytes, &common->ways, &common->line};
    const number others[] = {other->bytes, other->ways, other->line};
    bool missing = (common->bytes == 0) != (other->bytes == 0), same = true;
    for (int i = 0; i < 3; i++)
        if (missing || *values[i] != others[i]) {
            *values[i] = WITHHELD;
            same = false;
        }
    if (missing || common->kind != other->kind) {
        common->kind = '?';
        same = false;
    }
    return same;
}

/* Returns false if the CPUs' caches differ, which makes them several kinds. */
static bool keep_common_levels(struct levels *common, const struct levels *other) {
    bool same = true;
    for (int level = 0; level <= LEVELS; level++)
        if (common->of[level].bytes != 0 || other->of[level].bytes != 0)
            same = keep_common(&common->of[level], &other->of[level]) && same;
    common->whole = common->whole && other->whole;
    return same;
}

static void list_sharers(struct partition *shared, number place, const struct levels *levels) {
    for (int level = 1; level <= LEVELS; level++)
        if (levels->of[level].bytes != 0)
            put_list(&shared[level], place,
                     cache_file(usable[place], levels->of[level].index, "shared_cpu_list"));
        else
            shared[level].known = false;
}

/* ---- sharing ---- */

/* One core's cache is shared by its threads only, and what a level's CPUs share they share in the
   levels behind it: where this is not so the lists are not those of the machine. */
static bool is_consistent(const struct levels *levels, const struct partition *shared) {
    static struct partition cores;
    find_cores(&cores);
    for (int level = 1; level <= LEVELS; level++) {
        bool of_core = levels->of[level].level == 1;
        if (of_core && (!is_within(&shared[level], &cores) ||
                        (!cores.known && largest_part(&shared[level]) > 1)))
            return false;
        if (level < LEVELS && !is_within(&shared[level], &shared[level + 1]))
            return false;
    }
    return true;
}

/* Behind a level whose sharers are unknown, or in several packages or nodes, nothing is known.  If
   the KINDS_DIFFER only what is the same for all may be said. */
static void count_sharers(struct levels *levels, const struct partition *shared,
                          bool kinds_differ) {
    bool believed = is_consistent(levels, shared);
    for (int level = 1; level <= LEVELS; level++) {
        believed = believed && shared[level].known && is_local(&shared[level]);
        if (believed && (!kinds_differ || is_even(&shared[level])))
            levels->of[level].members = largest_part(&shared[level]);
        else
            levels->of[level].members = WITHHELD;
    }
}

/* A CPU without any files may be described elsewhere, but leaves open who shares what. */
void ask_sysfs(void) {
    static struct partition shared[LEVELS + 1];
    struct levels common, other;
    bool any = false, differ = kinds() > 1;
    memset(&common, 0, sizeof common);
    for (int level = 1; level <= LEVELS; level++)
        begin_partition(&shared[level]);
    for (number place = 0; place < cpus; place++) {
        bool here = read_caches(usable[place], &other);
        list_sharers(shared, place, &other);
        if (here && any)
            differ = !keep_common_levels(&common, &other) || differ;
        else if (here)
            common = other;
        any = any || here;
    }
    for (int level = 1; level <= LEVELS; level++) {
        end_partition(&shared[level]);
        common.whole = common.whole && common.of[level].kind != '?';
    }
    if (!any)
        return;
    count_sharers(&common, shared, differ);
    say_levels(&common, "sysfs");
}
