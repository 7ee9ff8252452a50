/* crowd.c - who else is there: on this system, or, by what it takes away, on this core. */
#include "keep.h"
#include "real.h"

#include <stdio.h>

/* Where the system does not count them it is taken for granted that there are none. */
bool crowd_of_system(void) {
    FILE *file = fopen("/proc/loadavg", "r");
    unsigned running = 1;
    if (file == NULL || fscanf(file, "%*f %*f %*f %u/", &running) != 1)
        running = 1;
    if (file != NULL)
        fclose(file);
    return running > 1;
}

/* Of one sum none waits for another, and so they take all that the core can begin in a cycle. */
#if defined __OPTIMIZE__ && defined KEEP_i32
#define ADD(sum)                                                                                   \
    sum += 3;                                                                                      \
    KEEP_i32(sum)
#else
#define ADD(sum) sum += 3;
#endif
#define ADD_EACH ADD(a) ADD(b) ADD(c) ADD(d) ADD(e)

static volatile unsigned sink;

void crowd_work(size_t rounds) {
    unsigned a = 1, b = 2, c = 3, d = 4, e = 5;
    for (; rounds > 0; rounds--) {
        ADD_EACH ADD_EACH ADD_EACH ADD_EACH
    }
    sink = a ^ b ^ c ^ d ^ e;
}
