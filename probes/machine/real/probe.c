/* probe.c - the program that runs a sweep by name: `probe SWEEP [NAME=VALUE]...'.

   Environment variables are passed as arguments, since a launcher may not pass the environment on.
   Exit status: 0 with a table on standard output, whose last line is the seconds that it took; 77
   with the reason on standard error if the sweep can never measure here; 75 if it cannot now; 2 for
   an unknown name; 1 for any other failure. */
#define _GNU_SOURCE
#include "../sweep.h"
#include "limit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NOT_NOW = 75, NEVER_AT_ALL = 77, DEFAULT_SECONDS = 10 };

/* configure writes sweeps.h: for each sweep that it needs, SWEEP(name), or the sweep's row of
   rows.h. */
#define SWEEP(name) sweep sweep_##name;
#define SWEEP_OF(name, header, function, argument)                                                 \
    sweep_of function;                                                                             \
    static const char *sweep_##name(struct machine *machine, FILE *out) {                          \
        return function(machine, argument, out);                                                   \
    }
#include "sweeps.h"
#undef SWEEP
#undef SWEEP_OF

static const struct {
    const char *name;
    sweep *run;
} sweeps[] = {
#define SWEEP(name) {#name, sweep_##name},
#define SWEEP_OF(name, header, function, argument) SWEEP(name)
#include "sweeps.h"
#undef SWEEP
#undef SWEEP_OF
    {NULL, NULL}};

static unsigned seconds(void) {
    const char *word = getenv("PROBE_SECONDS");
    unsigned long value = word != NULL ? strtoul(word, NULL, 10) : DEFAULT_SECONDS;
    return value > 0 && value < 100000 ? (unsigned)value : DEFAULT_SECONDS;
}

static sweep *find_sweep(const char *name) {
    size_t i = 0;
    while (sweeps[i].name != NULL && strcmp(sweeps[i].name, name) != 0)
        i++;
    return sweeps[i].run;
}

/* Runs the sweep, which prints its table.  Returns NULL, or why there is none. */
static const char *run_sweep(sweep *run) {
    const char *why;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    struct machine *machine = machine_open(&why);
    if (machine != NULL) {
        why = run(machine, stdout);
        machine_close(machine);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    if (why == NULL)
        printf("# seconds: %.3f\n",
               (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
    return why;
}

int main(int argc, char **argv) {
    sweep *run = argc > 1 ? find_sweep(argv[1]) : NULL;
    for (int i = 2; i < argc; i++)
        if (strchr(argv[i], '=') == NULL || putenv(argv[i]) != 0)
            run = NULL;
    if (run == NULL) {
        fprintf(stderr, "probe: no such sweep, or a word without =; "
                        "usage: probe SWEEP [NAME=VALUE]...\n");
        return 2;
    }
    limit_seconds(seconds());
    const char *why = run_sweep(run);
    if (why != NULL) {
        fprintf(stderr, "%s\n", why);
        return strncmp(why, NEVER_HERE, sizeof NEVER_HERE - 1) == 0 ? NEVER_AT_ALL : NOT_NOW;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
