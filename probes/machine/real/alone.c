/* alone.c - reads how many threads run, and how many CPUs there are, from Linux's statistics. */
#define _GNU_SOURCE
#include "../alone.h"

#include "pin.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Threads of a core share its units.  Which CPUs are threads of one core is not known here, so no
   other thread may run on any CPU. */
bool machine_alone(struct machine *machine) {
    FILE *file = fopen("/proc/loadavg", "r");
    unsigned running = 1;
    (void)machine;
    if (file == NULL || fscanf(file, "%*f %*f %*f %u/", &running) != 1)
        running = 1;
    if (file != NULL)
        fclose(file);
    return running <= 1;
}

#ifdef __linux__
/* In a container another file may stand for the kernel's, which has other CPUs (lxcfs). */
static bool is_the_kernels(const char *path) {
    struct stat its, process;
    return stat(path, &its) == 0 && stat("/proc/self", &process) == 0 &&
           its.st_dev == process.st_dev;
}

/* The C library's count may be that of the CPUs that this process may use (musl's is). */
bool machine_has_all_cpus(struct machine *machine) {
    static const char *const statistics = "/proc/stat";
    FILE *file = is_the_kernels(statistics) ? fopen(statistics, "r") : NULL;
    char line[64];
    int cpus = 0;
    (void)machine;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        cpus += strncmp(line, "cpu", 3) == 0 && isdigit((unsigned char)line[3]);
    if (file != NULL)
        fclose(file);
    return cpus > 0 && CPU_COUNT(&pin_mask) >= cpus;
}
#else
bool machine_has_all_cpus(struct machine *machine) {
    (void)machine;
    return false;
}
#endif
