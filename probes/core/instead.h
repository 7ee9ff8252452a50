/* instead.h - what stands instead of a sweep whose source does not compile. */
#ifndef INSTEAD_H
#define INSTEAD_H

#include "../machine/sweep.h"

#define SWEEP_INSTEAD(name)                                                                        \
    sweep name;                                                                                    \
    const char *name(struct machine *machine, FILE *out) {                                         \
        (void)machine;                                                                             \
        (void)out;                                                                                 \
        return "it does not compile";                                                              \
    }

#endif
