/* replacement.c - the sweep replacement of a fake tree: two ways that are replaced in order of
 * their last use. */
#include "../machine/sweep.h"

const char *sweep_replacement(struct machine *machine, FILE *out);
const char *sweep_replacement(struct machine *machine, FILE *out) {
    static const int block[] = {1, 2, 3, 1, 2, 3, 1, 2, 1, 3, 2, 2, 1, 3, 3, 1};
    static const int miss[] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 1, 1, 0, 0};
    (void)machine;
    fprintf(out, "# columns: step block ways way sets ns\n");
    for (int i = 0; i < 16; i++)
        fprintf(out, "%d\t%d\t2\t4096\t32\t%d\n", i + 1, block[i], miss[i] ? 9 : 2);
    return NULL;
}
