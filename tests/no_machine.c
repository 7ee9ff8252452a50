/* no_machine.c - a seam without a machine behind it, for what is tested without one. */
#include "../probes/harness/harness.h"

bool chain_sample(struct machine *machine, size_t loads, struct timing *timing) {
    (void)machine;
    (void)loads;
    (void)timing;
    return false;
}

bool chain_flush(struct machine *machine) {
    (void)machine;
    return false;
}

double machine_quantum_ns(const struct machine *machine) {
    (void)machine;
    return 1;
}
