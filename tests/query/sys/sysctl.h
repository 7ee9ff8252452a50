/* sysctl.h - in place of the system's: what sysctl says of a machine of two kinds of cores. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#undef _SC_LEVEL4_CACHE_LINESIZE
#define fopen(path, mode) NULL
static int fake_answer(const void *value, size_t bytes, void *to, size_t *size) {
    if (bytes > *size)
        return -1;
    memcpy(to, value, *size = bytes);
    return 0;
}
static int sysctlbyname(const char *name, void *to, size_t *size, void *from, size_t none) {
    static const struct {
        const char *name;
        long long value;
    } wide[] = {{"hw.perflevel0.l1dcachesize", 131072},
                {"hw.l1dcachesize", 65536},
                {"hw.l1icachesize", 131072},
                {"hw.perflevel0.l2cachesize", 12582912},
                {"hw.cachelinesize", 128},
                {"hw.l3cachesize", 0}};
    int kinds = 2;
    (void)from;
    (void)none;
    if (strcmp(name, "hw.nperflevels") == 0)
        return fake_answer(&kinds, sizeof kinds, to, size);
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (strcmp(name, wide[i].name) == 0)
            return fake_answer(&wide[i].value, sizeof wide[i].value, to, size);
    return -1;
}
