/* alone.c - does another thread run beside this one? */
#include "../alone.h"

#include <stdio.h>

/* Threads of one core share its units, and which CPUs are of one core is not told here: so none may
   run anywhere.  Where the system does not count them that is taken for granted. */
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
