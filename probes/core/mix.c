/* mix.c - the loops of a mix, as sets of statements. */
#include "mix.h"

#include <stdbool.h>
#include <stdio.h>

size_t mix_instructions(const struct mix *mix) {
    return mix->integers + mix->floats + mix->loads;
}

/* Writes the mix as a set of statements over p0, p1, ..., and their types. */
static void describe_mix(const struct mix *mix, char *text, char *types) {
    size_t all = mix_instructions(mix);
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

void mix_loops(const struct mix *mix, struct mix_text *text, struct statement_loop loop[2]) {
    static const size_t unrolled[] = {MIX_FEW, MIX_MANY};
    describe_mix(mix, text->statements, text->types);
    for (size_t i = 0; i < 2; i++)
        loop[i] = (struct statement_loop){text->statements, text->types, 1,
                                          unrolled[i],      true,        mix->run[i]};
}
