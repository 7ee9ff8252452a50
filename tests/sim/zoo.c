/* zoo.c - reads machines of tests/zoo/ by name, or all of them. */
#define _GNU_SOURCE
#include "zoo.h"

#include "read.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 1000 };

const char *zoo_source(void) {
    return getenv("srcdir") != NULL ? getenv("srcdir") : ".";
}

static void read_path(const char *path, struct sim_machine *sim) {
    char why[600];
    FILE *file = fopen(path, "r");
    if (file == NULL || !machine_read(sim, file, path, why, sizeof why)) {
        fprintf(stderr, "%s\n", file == NULL ? path : why);
        exit(1);
    }
    fclose(file);
}

void zoo_read(const char *name, struct sim_machine *sim) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/tests/zoo/%s.machine", zoo_source(), name);
    read_path(path, sim);
}

size_t zoo_cores(zoo_visitor *visit) {
    char pattern[PATH_BYTES];
    glob_t found;
    size_t cores = 0;
    snprintf(pattern, sizeof pattern, "%s/tests/zoo/*.machine", zoo_source());
    if (glob(pattern, 0, NULL, &found) != 0)
        return 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct sim_machine sim;
        read_path(found.gl_pathv[i], &sim);
        if (sim.execute.operations == 0)
            continue;
        visit(&sim, strrchr(found.gl_pathv[i], '/') + 1);
        cores++;
    }
    globfree(&found);
    return cores;
}
