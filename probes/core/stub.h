/* stub.h - the sweep that replaces one whose source does not compile. */
#ifndef STUB_H
#define STUB_H

#include "../machine/sweep.h"

#define SWEEP_STUB(name)                                                                           \
    sweep name;                                                                                    \
    const char *name(struct machine *machine, FILE *out) {                                         \
        (void)machine;                                                                             \
        (void)out;                                                                                 \
        return "it does not compile";                                                              \
    }

#endif
