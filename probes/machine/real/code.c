/* code.c - executes straight-line code. */
#include "../code.h"

void code_run(struct machine *machine, const struct code *code, size_t times) {
    (void)machine;
    for (; times > 0; times--)
        code->run();
}
