/* query.c - what the system says of the machine: sysfs, sysconf, sysctl, CPUID, in this order.

   query        NAME=VALUE lines, each with a comment that says whose word it is
   query check  one known line, to try a launcher

   The first that says something believable is believed; what nobody says is left out.  It is for
   any C99 compiler, and has of each system what is there.  PROBE_QUERY_ROOT in the environment is
   put before the paths of /sys and /proc, so that recordings can be read. */
#include "query.h"
#include <stdarg.h>
#if (defined __i386__ || defined __x86_64__) && defined __has_include
#if __has_include(<cpuid.h>)
#include <cpuid.h>
#endif
#endif

enum { BYTES = 1 << 16 };

/* ---- answers and files ---- */

void say(const char *group, const char *name, number value, const char *from) {
    static char said[BYTES]; /* there are not so many parameters */
    char line[64];
    snprintf(line, sizeof line, "\n%s%s=", group, name);
    if (value == 0 || strstr(said, line) != NULL)
        return;
    strcat(said, line);
    if (value == NONE)
        printf("%snone", line + 1);
    else
        printf("%s%lld", line + 1, value == FLAG_0 ? 0 : value);
    printf("\n# %s%s from %s\n", group, name, from);
}

const char *text_of(const char *format, ...) {
    static char text[BYTES];
    const char *root = getenv("PROBE_QUERY_ROOT");
    char path[BYTES];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    snprintf(path, sizeof path, "%s%s", root != NULL ? root : "", text);
    FILE *file = fopen(path, "r");
    size_t bytes = 0;
    if (file != NULL) {
        bytes = fread(text, 1, sizeof text - 1, file);
        fclose(file);
    }
    text[bytes] = '\0';
    return text;
}

number number_in(const char *text) {
    char *end;
    number value = strtoll(text, &end, 10);
    const int shift = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
    end += shift != 0;
    return value >> 33 != 0 || strchr("\n", *end) == NULL ? 0 : value << shift;
}

/* ---- the CPUs of this process ---- */

number cpus, usable[CPUS];
unsigned marks[CPUS];
static unsigned set = 1;

number walk(const char *list, unsigned bit) {
    number count = 0;
    for (;;) {
        char *end;
        number first = strtol(list, &end, 10), last = first;
        if (*end == '-') /* a number has to follow it */
            last = end[1] < '0' ? NONE : strtol(end + 1, &end, 10);
        if (end == list || first < 0 || first > last || last >= CPUS)
            return strchr("\n", *list) != NULL ? count : 0;
        for (; first <= last; first++) {
            marks[first] |= bit;
            count += (marks[first] & set) == set;
        }
        list = *end == ',' ? end + 1 : end;
    }
}

/* The mask may have CPUs that are not online, and a container may be shown other numbers of those
   that are: then the mask alone counts, and without a mask these alone. */
static void find_cpus(void) {
    static const char mask[] = "Cpus_allowed_list:";
    const char *list = strstr(text_of("/proc/self/status"), mask);
    number count = list != NULL ? walk(list + sizeof mask - 1, 1) : 0;
    set = 3;
    if (walk(text_of("/sys/devices/system/cpu/online"), 2) == 0)
        set = count > 0 ? 1 : 2;
    for (number cpu = 0; cpu < CPUS; cpu++)
        if ((marks[cpu] & set) == set)
            usable[cpus++] = cpu;
}

/* What the kernel calls kinds, where they differ in their counters, or how much each core can do.
 */
number kinds(void) {
    enum { KINDS = 16 };
    static const char *const names[] = {"core", "atom", "lowpower"};
    number found = 0, counted = 0, capacities[KINDS];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        number count = walk(text_of("/sys/devices/cpu_%s/cpus", names[i]), 0);
        found += count > 0;
        counted += count;
    }
    if (found > 0 && counted == cpus)
        return found;
    found = 0;
    for (number i = 0; i < cpus; i++) {
        number kind = 0,
               capacity =
                   number_in(text_of("/sys/devices/system/cpu/cpu%lld/cpu_capacity", usable[i]));
        while (kind < found && capacities[kind] != capacity)
            kind++;
        if (capacity == 0 || kind == KINDS)
            return 0;
        capacities[kind] = capacity;
        found += kind == found;
    }
    return found;
}

/* ---- CPUID ---- */

static unsigned words[4];

bool cpuid(unsigned leaf, unsigned sub) {
    unsigned last = 0;
#ifdef __cpuid_count
    last = (unsigned)__get_cpuid_max(leaf & 0x80000000U, NULL);
    if (leaf <= last)
        __cpuid_count(leaf, sub, words[EAX], words[EBX], words[ECX], words[EDX]);
#else
    (void)sub;
#endif
    return last != 0 && leaf <= last;
}

unsigned bits(int word, unsigned high, unsigned low) {
    return words[word] >> low & ((2U << (high - low)) - 1);
}

/* On cores of several kinds the answer would be that of the one where this happens to run. */
unsigned list_leaf(void) {
    number known = kinds();
    if (known > 1 || !cpuid(0, 0))
        return 0;
    unsigned begin = bits(EBX, 31, 0);
    if (known == 0 && cpuid(7, 0) && bits(EDX, 15, 15) != 0)
        return 0;
    return begin == 0x68747541 || begin == 0x6f677948 ? 0x8000001DU : 4; /* Auth, Hygo */
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "check") == 0)
        printf("archparams query 42\n");
    else if (argc == 1) {
        find_cpus();
#define PART(name) query_##name();
#include "parts.h"
        say("", "page_size", sysconf(_SC_PAGESIZE), "sysconf");
    } else {
        fprintf(stderr, "query: it is check or nothing, not '%s'\n", argv[argc - 1]);
        return 2;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "query: cannot write\n");
        return 1;
    }
    return 0;
}
