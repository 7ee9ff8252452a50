/* l3.c - the sweep l3 of a fake tree: 8 MB of two ways, in lines of 64 bytes. */
#include "../machine/sweep.h"

static void row(FILE *out, int ways, int shift, int cycles) {
    fprintf(out, "1\t%d\t%d\t%d\t%d\n", ways, shift, cycles, cycles);
}

const char *sweep_l3(struct machine *machine, FILE *out);
const char *sweep_l3(struct machine *machine, FILE *out) {
    (void)machine;
    fprintf(out,
            "# section: level\n# columns: level colours ways bytes ordered\n3\t1\t2\t4096\t0.1\n"
            "# section: groups\n# columns: colours ways shift cycles low\n");
    row(out, 1, 0, 50);
    row(out, 2, 0, 50);
    row(out, 3, 0, 300);
    for (int shift = 16; shift <= 512; shift *= 2) {
        row(out, 3, shift, shift < 64 ? 300 : 50);
        row(out, 3, shift * 2 - 8, shift < 64 ? 300 : 50);
    }
    row(out, 4, 0, 300);
    row(out, 5, 0, 300);
    return NULL;
}
