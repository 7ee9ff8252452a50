/* zoo.c - a machine a row: X-Ray's Table 4 without the Power3, later machines whose first level
   is out of the ordinary, and the two ends of associativity.

   The first level is the published one.  What lies behind it is near to the real machine and only
   there to be missed into. */
#include "zoo.h"

enum { KB = 1024, MB = 1024 * KB };

#define LEVEL(bytes, ways, line, cycles)                                                           \
    { {bytes, ways, line, POLICY_LRU}, cycles }
#define MACHINE(ghz, memory_cycles, ...)                                                           \
    {                                                                                              \
        {__VA_ARGS__}, memory_cycles, ghz, 10, 64 * MB, {                                          \
            0, 0, 0, 0, 0                                                                          \
        }                                                                                          \
    }

const struct zoo_machine zoo[] = {
    {"Pentium III", MACHINE(1.0, 130, LEVEL(16 * KB, 4, 32, 3), LEVEL(256 * KB, 8, 32, 8))},
    {"Pentium 4", MACHINE(2.4, 300, LEVEL(8 * KB, 4, 64, 2), LEVEL(512 * KB, 8, 64, 18))},
    {"Athlon MP", MACHINE(1.8, 260, LEVEL(64 * KB, 2, 64, 3), LEVEL(256 * KB, 16, 64, 20))},
    /* as X-Ray found it; four ways in truth */
    {"UltraSPARC III", MACHINE(0.9, 180, LEVEL(64 * KB, 1, 32, 2), LEVEL(8 * MB, 2, 64, 15))},
    {"Ice Lake", MACHINE(3.1, 280, LEVEL(48 * KB, 12, 64, 5), LEVEL(1280 * KB, 20, 64, 14),
                         LEVEL(24 * MB, 12, 64, 70))},
    {"Neoverse N1", MACHINE(2.5, 300, LEVEL(64 * KB, 4, 64, 4), LEVEL(1 * MB, 8, 64, 11),
                            LEVEL(32 * MB, 16, 64, 90))},
    {"like Apple's", MACHINE(3.2, 330, LEVEL(192 * KB, 6, 128, 3), LEVEL(12 * MB, 12, 128, 18))},
    /* near to the R4400 */
    {"direct-mapped", MACHINE(0.2, 60, LEVEL(16 * KB, 1, 32, 3), LEVEL(1 * MB, 1, 128, 12))},
    {"fully associative", MACHINE(1.0, 150, LEVEL(4 * KB, 64, 64, 2), LEVEL(256 * KB, 8, 64, 12))},
    {NULL, MACHINE(0, 0, LEVEL(0, 0, 0, 0))}};

struct sim_machine zoo_variant(const struct sim_machine *sim, enum cache_policy policy,
                               const struct noise *noise) {
    struct sim_machine variant = *sim;
    for (size_t i = 0; i < SIM_LEVELS; i++)
        variant.level[i].cache.policy = policy;
    variant.noise = *noise;
    return variant;
}
