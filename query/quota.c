/* quota.c - reads the quota of each control group that this process is in, and of those above. */
#include "quota.h"

enum { WORDS = 4, NAME = 4096 };

static number least;
static bool unreadable;

/* ---- the files of one group ---- */

/* QUOTA microseconds of each PERIOD: rounded up, in CPUs. */
static void take(number quota, number period) {
    if (quota <= 0 || period <= 0) {
        unreadable = true;
        return;
    }
    number allowed = (quota - 1) / period + 1;
    least = least == 0 || allowed < least ? allowed : least;
}

/* `QUOTA PERIOD', or `max PERIOD'. */
static void read_unified(const char *group) {
    const char *text = text_of("/sys/fs/cgroup%s/cpu.max", group);
    if (*text == '\0' || (strncmp(text, "max", 3) == 0 && (text[3] == ' ' || at_end(text + 3))))
        return;
    number quota = decimal(&text);
    text += strspn(text, " \t");
    number period = decimal(&text);
    take(quota, at_end(text) ? period : NONE);
}

/* Each in a file of its own; -1 is no limit. */
static void read_separate(const char *group) {
    const char *text = text_of("/sys/fs/cgroup%s/cpu.cfs_quota_us", group);
    if (*text == '\0' || (strncmp(text, "-1", 2) == 0 && at_end(text + 2)))
        return;
    number quota = decimal(&text);
    quota = at_end(text) ? quota : NONE;
    text = text_of("/sys/fs/cgroup%s/cpu.cfs_period_us", group);
    number period = decimal(&text);
    take(quota, at_end(text) ? period : NONE);
}

/* The group called NAME below MOUNT and all those above it, to the mount itself: in a container
   the group may be mounted there. */
static void climb(const char *mount, const char *name, void (*read)(const char *)) {
    static char group[2 * NAME];
    if (strlen(mount) >= NAME || strlen(name) >= NAME)
        return;
    /* A group outside of what the container sees is called /../NAME. */
    snprintf(group, sizeof group, "%s%s", mount, strstr(name, "/..") != NULL ? "" : name);
    for (;;) {
        read(group);
        char *slash = strrchr(group, '/');
        if (slash == NULL || slash < group + strlen(mount))
            return;
        *slash = '\0';
    }
}

/* ---- the hierarchies ---- */

/* Splits the controllers of a hierarchy, and says whether cpu is one.  A word name=... is not a
   controller but what a hierarchy without any is called. */
static number split(char *list, const char **words, bool *has_cpu) {
    number count = 0;
    *has_cpu = false;
    for (char *word = strtok(list, ","); word != NULL; word = strtok(NULL, ",")) {
        if (strncmp(word, "name=", 5) == 0)
            break;
        *has_cpu = *has_cpu || strcmp(word, "cpu") == 0;
        if (count < WORDS)
            words[count] = word;
        count++;
    }
    return count;
}

/* A hierarchy may be mounted at its controllers in any order.  Bit I of LEFT: WORDS has a word I
   that is not in MOUNT yet. */
static void try_orders(const char *mount, const char *const *words, unsigned left,
                       const char *name) {
    char longer[NAME];
    if (left == 0)
        climb(mount, name, read_separate);
    for (unsigned i = 0; i < WORDS; i++)
        if ((left >> i & 1) != 0) {
            snprintf(longer, sizeof longer, "%s%s%s", mount, mount[1] != '\0' ? "," : "", words[i]);
            try_orders(longer, words, left & ~(1U << i), name);
        }
}

/* A line is `0::/NAME' of the unified hierarchy, or `N:cpu,cpuacct:/NAME' of one of many. */
static void read_line(char *line) {
    const char *words[WORDS];
    char mount[NAME], *list = strchr(line, ':'), *name = list != NULL ? strchr(++list, ':') : NULL;
    bool has_cpu;
    if (name == NULL)
        return;
    *name++ = '\0';
    if (*list == '\0') {
        climb("", name, read_unified);
        climb("/unified", name, read_unified);
        return;
    }
    snprintf(mount, sizeof mount, "/%s", list);
    number count = split(list, words, &has_cpu);
    if (!has_cpu)
        return;
    climb(mount, name, read_separate);
    climb("/cpu", name, read_separate);
    climb("/cpu,cpuacct", name, read_separate);
    climb("/cpuacct,cpu", name, read_separate);
    if (count > 1 && count <= WORDS)
        try_orders("/", words, (1U << count) - 1, name);
}

number quota_cpus(void) {
    static char lines[1 << 16];
    least = 0;
    unreadable = false;
    snprintf(lines, sizeof lines, "%s", text_of("/proc/self/cgroup"));
    for (char *line = lines, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        read_line(line);
    }
    return unreadable ? NONE : least;
}
