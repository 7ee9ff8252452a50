/* counted_data.c - the sweep counted_data of a fake tree: counts of a cache whose ways have WAY
   bytes each, and of which there are eight; without WAY there are no counters. */
#include "../machine/sweep.h"
#include <stdlib.h>

static void row(FILE *out, int stride, int places, int last, int misses) {
    fprintf(out, "l1d\tagain\t%d\t%d\t%d\t%d\t%d\t%s\n", stride, places, last, misses, misses,
            misses ? "-" : "4");
}

const char *sweep_counted_data(struct machine *machine, FILE *out);
const char *sweep_counted_data(struct machine *machine, FILE *out) {
    int way = getenv("WAY") != NULL ? atoi(getenv("WAY")) : 0;
    (void)machine;
    if (way == 0)
        return "no counters";
    fprintf(out, "# columns: event kind stride places last least most cycles\n");
    row(out, 16, 2, 16, 0);
    for (int stride = way / 2; stride <= 2 * way; stride *= 2) {
        row(out, stride, stride < way ? 16 : 8, stride, 0);
        row(out, stride, stride < way ? 17 : 9, stride, 9);
    }
    row(out, way, 9, way + 48, 9);
    row(out, way, 9, way + 64, 0);
    row(out, way, 9, way - 16, 0);
    return NULL;
}
