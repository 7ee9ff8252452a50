/* sweeps.h - for tests: the sweeps of probes/rows.h as functions, sweep_l2 and so on. */
#ifndef SWEEPS_H
#define SWEEPS_H

#include "../probes/caches/level.h"
#include "../probes/cpus/sharing.h"
#include "../probes/memory/bandwidth.h"
#include "../probes/tlb/tlb1.h"

#define SWEEP_OF(name, header, function, argument)                                                 \
    static inline const char *sweep_##name(struct machine *machine, FILE *out) {                   \
        return function(machine, argument, out);                                                   \
    }
#include "../probes/rows.h"
#undef SWEEP_OF

#endif
