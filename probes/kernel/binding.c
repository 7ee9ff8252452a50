/* binding.c - the real machine behind the seam of cpus.h. */
#include "binding.h"

#include "../machine/real/mask.h"

/* Where cpus_spread was possible, this is. */
void cpus_stay(struct machine *machine, size_t cpu) {
    (void)machine;
    (void)mask_pin(cpu);
}

bool cpus_spread(struct machine *machine, size_t count) {
    (void)machine;
    return count <= mask_count() && mask_bind(0, count);
}
