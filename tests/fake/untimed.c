/* untimed.c - runs the sweep of branches on a machine that ends the process where one is timed. */
#include "machine/branch.h"
#include "machine/sweep.h"
#include <stdlib.h>
sweep sweep_branches;
double machine_quantum_ns(const struct machine *machine) {
    (void)machine;
    exit(3);
}
bool branch_sample(struct machine *machine, const struct branches *branches, size_t rounds,
                   struct timing *timing) {
    (void)machine, (void)branches, (void)rounds, (void)timing;
    exit(3);
}
double machine_age_ns(const struct machine *machine) {
    (void)machine;
    exit(3);
}
double machine_contention(struct machine *machine) {
    (void)machine;
    exit(3);
}
void machine_move(struct machine *machine) {
    (void)machine;
}
int main(void) {
    puts(sweep_branches(NULL, stdout));
    return 0;
}
