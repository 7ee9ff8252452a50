/* mixes.c - measures how many instructions a cycle can issue, by mixes of integer adds, adds of
   doubles and loads that need different units (X-Ray 3.4).  Fails if the compiler keeps values in
   memory. */
#include "mixes.h"

enum { MOST_MIXES = 16, MIX_TEXT = 1200 };

static size_t instructions_of(const struct mix *mix) {
    return mix->integers + mix->floats + mix->loads;
}

/* Writes the mix as a set of statements over p0, p1, ..., and their types. */
static void describe_mix(const struct mix *mix, char *text, char *types) {
    size_t all = instructions_of(mix);
    for (size_t i = 0; i < all; i++) {
        bool floating = i >= mix->integers && i < mix->integers + mix->floats;
        bool load = i >= mix->integers + mix->floats;
        size_t first = load ? all + 2 : floating ? i : all, second = floating ? all + 1 : all;
        text += sprintf(text, load ? "%sp%zu = LOAD(i32, p%zu)" : "%sp%zu = p%zu + p%zu",
                        i > 0 ? "; " : "", i, first, second);
        types += sprintf(types, "p%zu:%s ", i, floating ? "f64" : "i32");
    }
    sprintf(types, "p%zu:i32 p%zu:f64 p%zu:address", all, all + 1, all + 2);
}

const char *mixes_sweep(struct machine *machine, const struct mix *mixes, size_t count, FILE *out) {
    char text[MOST_MIXES][MIX_TEXT], types[MOST_MIXES][MIX_TEXT];
    struct statement_loop loop[2 * MOST_MIXES] = {{NULL, NULL, 0, 0, false, NULL}};
    struct statement_row row[2 * MOST_MIXES];
    count = count < MOST_MIXES ? count : MOST_MIXES;
    if (mixes->run[0] == NULL)
        return NEVER_HERE "this compiler, with these flags, keeps values in memory";
    for (size_t i = 0; i < count; i++) {
        describe_mix(&mixes[i], text[i], types[i]);
        loop[2 * i] = (struct statement_loop){text[i], types[i], 1, MIX_FEW, true, mixes[i].run[0]};
        loop[2 * i + 1] =
            (struct statement_loop){text[i], types[i], 1, MIX_MANY, true, mixes[i].run[1]};
    }
    statement_measure(machine, loop, 2 * count, row);
    fprintf(out, "# sweep: width\n# columns: mix instructions cycles alone_percent\n");
    statement_print_contention(row, out);
    for (size_t i = 0; i < 2 * count; i++)
        statement_print(i / 2 + 1, loop[i].unrolled * instructions_of(&mixes[i / 2]), &row[i], out);
    fprintf(out, "# section: kinds\n# columns: mix integers floats loads\n");
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%zu\t%zu\t%zu\t%zu\n", i + 1, mixes[i].integers, mixes[i].floats,
                mixes[i].loads);
    return NULL;
}
