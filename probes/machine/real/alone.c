/* alone.c - reads how many threads run from Linux's load average. */
#include "../alone.h"

#include <stdio.h>

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
