/* sizes.c - configure says them in the environment: PROBE_L1_SIZE and so on. */
#include "sizes.h"

#include <stdlib.h>

size_t sizes_of_level(struct machine *machine, size_t level) {
    static const char *const names[SIZES_LEVELS] = {"PROBE_L1_SIZE", "PROBE_L2_SIZE",
                                                    "PROBE_L3_SIZE", "PROBE_L4_SIZE"};
    (void)machine;
    const char *text = level > 0 && level <= SIZES_LEVELS ? getenv(names[level - 1]) : NULL;
    return text != NULL ? (size_t)strtoul(text, NULL, 10) : 0;
}
