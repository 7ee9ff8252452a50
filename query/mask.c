/* mask.c - finds the CPUs of this process by its affinity mask and sysfs's list of those online. */
#include "mask.h"

number cpus, usable[CPUS];
const char *cpus_from;

/* The kernel writes ascending lists only, which also bounds the work on any other text. */
number read_set(const char *list, struct set *set) {
    number count = 0, next = 0;
    memset(set, 0, sizeof *set);
    list += strspn(list, " \t");
    for (;; list++) {
        number first = decimal(&list), last = first;
        if (*list == '-') {
            list++;
            last = decimal(&list);
        }
        if (first < next || last < first || last >= CPUS)
            break;
        for (next = first; next <= last; next++)
            set->has[next] = true;
        count += last - first + 1;
        if (at_end(list))
            return count;
        if (*list != ',')
            break;
    }
    memset(set, 0, sizeof *set);
    return 0;
}

number usable_in(const struct set *set) {
    number count = 0;
    for (number i = 0; i < cpus; i++)
        count += set->has[usable[i]];
    return count;
}

const char *cpu_file(number cpu, const char *name) {
    return text_of("/sys/devices/system/cpu/cpu%lld/%s", cpu, name);
}

const char *cache_file(number cpu, number index, const char *name) {
    return text_of("/sys/devices/system/cpu/cpu%lld/cache/index%lld/%s", cpu, index, name);
}

/* ---- the CPUs of this process ---- */

/* sysfs describes the core and the caches of online CPUs only; some have a file that says so. */
static bool is_described(number cpu) {
    static const char *const names[] = {"topology/core_cpus_list", "topology/thread_siblings_list",
                                        "topology/physical_package_id", "cache/index0/level"};
    const char state = *cpu_file(cpu, "online");
    for (size_t i = 0; i < sizeof names / sizeof *names && state == '\0'; i++)
        if (*cpu_file(cpu, names[i]) != '\0')
            return true;
    return state == '1';
}

/* The mask names CPUs that are not in ONLINE.  They may be offline: then the rest of the mask
   counts.  Or a container is shown its CPUs numbered from 0 on, as lxcfs does, while the mask has
   the host's numbers: then the mask alone counts, although both may share some numbers. */
static bool renumbered(const struct set *mask, const struct set *online) {
    static struct set offline;
    number both = 0, absent = 0, seen = 0, others = 0;
    (void)read_set(text_of("/sys/devices/system/cpu/offline"), &offline);
    for (number cpu = 0; cpu < CPUS; cpu++) {
        if (!mask->has[cpu])
            others += online->has[cpu];
        else if (online->has[cpu]) {
            both++;
            seen += is_described(cpu);
        } else if (!offline.has[cpu]) {
            if (is_described(cpu))
                return true;
            absent += *cpu_file(cpu, "online") != '0';
        }
    }
    if (both == 0)
        return true;
    if (others == 0 || absent == 0) /* all that are online are in the mask, or it is explained */
        return false;
    return seen == 0 || both <= absent;
}

static bool named_in_mask(struct set *mask) {
    static const char name[] = "Cpus_allowed_list:";
    const char *text = text_of("/proc/self/status");
    while (strncmp(text, name, sizeof name - 1) != 0) {
        text = strchr(text, '\n');
        if (text++ == NULL)
            return false;
    }
    return read_set(text + sizeof name - 1, mask) > 0;
}

void find_cpus(void) {
    static struct set mask, online;
    if (cpus_from != NULL)
        return;
    bool masked = named_in_mask(&mask);
    bool listed = read_set(text_of("/sys/devices/system/cpu/online"), &online) > 0;
    bool both = masked && listed && !renumbered(&mask, &online);
    const struct set *from = masked ? &mask : &online;
    cpus_from = masked ? "mask" : "sysfs";
    for (number cpu = 0; cpu < CPUS; cpu++)
        if (from->has[cpu] && (!both || online.has[cpu]))
            usable[cpus++] = cpu;
}

/* ---- kinds of core ---- */

/* The kernel names kinds whose counters differ.  They are all kinds if each usable CPU is in one.
 */
static number named_kinds(void) {
    static const char *const names[] = {"core", "atom", "lowpower"};
    static struct set kind;
    number found = 0, counted = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        (void)read_set(text_of("/sys/devices/cpu_%s/cpus", names[i]), &kind);
        number count = usable_in(&kind);
        found += count > 0;
        counted += count;
    }
    return counted == cpus ? found : 0;
}

/* By how much each core can do. */
static number capacities(void) {
    enum { KINDS = 16 };
    number found = 0, seen[KINDS];
    for (number i = 0; i < cpus; i++) {
        number kind = 0, capacity = number_in(cpu_file(usable[i], "cpu_capacity"));
        while (kind < found && seen[kind] != capacity)
            kind++;
        if (capacity == 0 || kind == KINDS)
            return 0;
        seen[kind] = capacity;
        found += kind == found;
    }
    return found;
}

static bool compare_caches(void) {
    enum { INDICES = 5 };
    for (number index = 0; index < INDICES; index++) {
        number first = cpus > 0 ? number_in(cache_file(usable[0], index, "size")) : 0;
        for (number i = 1; i < cpus && first > 0; i++) {
            number bytes = number_in(cache_file(usable[i], index, "size"));
            if (bytes > 0 && bytes != first)
                return true;
        }
    }
    return false;
}

bool have_other_caches(void) {
    static int known = NONE;
    if (known == NONE)
        known = compare_caches();
    return known != 0;
}

/* Equal capacities do not make cores with other caches one kind. */
number kinds(void) {
    static number known = NONE;
    if (known != NONE)
        return known;
    known = named_kinds();
    if (known == 0)
        known = capacities();
    if (known == 1 && have_other_caches())
        known = 0;
    return known;
}
