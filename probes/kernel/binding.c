/* binding.c - binds a kernel's threads to CPUs by the affinity mask. */
#include "binding.h"

#include "../machine/real/mask.h"

/* cpus_spread has succeeded before, so this cannot fail. */
void cpus_stay(struct machine *machine, size_t cpu) {
    (void)machine;
    (void)mask_pin(cpu);
}

bool cpus_spread(struct machine *machine, size_t count) {
    (void)machine;
    return count <= mask_count() && mask_bind(0, count);
}
