/* probe.c - the main program of every probe. */
#include "probe.h"
#include "real.h"

#include <stdlib.h>

enum { CANNOT_MEASURE = 77, DEFAULT_SECONDS = 10 };

static unsigned seconds(void) {
    const char *word = getenv("PROBE_SECONDS");
    unsigned long value = word != NULL ? strtoul(word, NULL, 10) : DEFAULT_SECONDS;
    return value > 0 && value < 100000 ? (unsigned)value : DEFAULT_SECONDS;
}

int probe_main(sweep *run) {
    const char *why;
    limit_seconds(seconds());
    struct machine *machine = machine_open(&why);
    if (machine != NULL) {
        why = run(machine, stdout);
        machine_close(machine);
    }
    if (why != NULL) {
        fprintf(stderr, "%s\n", why);
        return CANNOT_MEASURE;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
