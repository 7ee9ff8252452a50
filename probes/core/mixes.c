/* mixes.c - measures how many instructions a cycle can issue, by mixes of integer adds, adds of
   doubles and loads that need different units (X-Ray 3.4).  Fails if the compiler keeps values in
   memory. */
#include "mixes.h"

enum { MOST_MIXES = 16 };

const char *mixes_sweep(struct machine *machine, const struct mix *mixes, size_t count, FILE *out) {
    struct mix_text text[MOST_MIXES];
    struct statement_loop loop[2 * MOST_MIXES] = {{NULL, NULL, 0, 0, false, NULL}};
    struct statement_row row[2 * MOST_MIXES];
    count = count < MOST_MIXES ? count : MOST_MIXES;
    if (mixes->run[0] == NULL)
        return NEVER_HERE "this compiler, with these flags, keeps values in memory";
    for (size_t i = 0; i < count; i++)
        mix_loops(&mixes[i], &text[i], &loop[2 * i]);
    statement_measure(machine, loop, 2 * count, row);
    fprintf(out, "# sweep: width\n# columns: mix instructions cycles alone_percent\n");
    statement_print_contention(row, out);
    for (size_t i = 0; i < 2 * count; i++)
        statement_print(i / 2 + 1, loop[i].unrolled * mix_instructions(&mixes[i / 2]), &row[i],
                        out);
    fprintf(out, "# section: kinds\n# columns: mix integers floats loads\n");
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%zu\t%zu\t%zu\t%zu\n", i + 1, mixes[i].integers, mixes[i].floats,
                mixes[i].loads);
    return NULL;
}
