/* machines.c - reads the machines of tests/zoo/. */
#define _GNU_SOURCE
#include "machines.h"

#include "../../analysis/room.h"
#include "../sim/read.h"
#include "../sim/zoo.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

struct subject zoo[MACHINES_MOST];
size_t zoo_count;
size_t zoo_all;

static void read_subject(const char *path) {
    struct subject *subject = &zoo[zoo_all++];
    char why[600];
    FILE *file = fopen(path, "r");
    if (file == NULL || !machine_read(&subject->sim, file, path, why, sizeof why)) {
        fprintf(stderr, "%s\n", file == NULL ? path : why);
        exit(1);
    }
    fclose(file);
    snprintf(subject->name, sizeof subject->name, "%s", strrchr(path, '/') + 1);
    subject->name[strcspn(subject->name, ".")] = '\0';
    subject->truths = truths_of(&subject->sim, subject->truth);
}

/* Reads those of FOUND whose names contain ONLY, or those whose names do not. */
static void read_subjects(const glob_t *found, const char *only, bool contain) {
    for (size_t i = 0; i < found->gl_pathc; i++)
        if ((strstr(strrchr(found->gl_pathv[i], '/') + 1, only) != NULL) == contain)
            read_subject(found->gl_pathv[i]);
}

void machines_read(const char *only) {
    char pattern[1000];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/tests/zoo/*.machine", zoo_source());
    if (glob(pattern, 0, NULL, &found) != 0) {
        fprintf(stderr, "no machines in %s\n", pattern);
        exit(1);
    }
    if (!room_for(MACHINES_MOST, found.gl_pathc, 1)) {
        fprintf(stderr, "more than %d machines\n", MACHINES_MOST);
        exit(1);
    }
    only = only != NULL ? only : "";
    read_subjects(&found, only, true);
    zoo_count = zoo_all;
    read_subjects(&found, only, false);
    globfree(&found);
    if (zoo_count == 0) {
        fprintf(stderr, "no machine of tests/zoo/ has %s in its name\n", only);
        exit(1);
    }
}

const struct truth *truth_named(const struct subject *subject, const char *name) {
    for (size_t i = 0; i < subject->truths; i++)
        if (strcmp(subject->truth[i].name, name) == 0)
            return &subject->truth[i];
    return NULL;
}

bool is_stated_elsewhere(const char *name) {
    for (size_t i = 0; i < zoo_all; i++) {
        const struct truth *truth = truth_named(&zoo[i], name);
        if (truth != NULL)
            return truth->stated;
    }
    return false;
}
