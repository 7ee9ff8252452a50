/* jumps.c - the sweep of taken branches: a chain of more and more jumps, each to the next one.

   METHODS 1.21, after Microbenchmarks' BtbTest.  As long as a predictor keeps where all of them go
   the next is fetched before the one before it is decoded; one that it has no entry for is found
   out where it is decoded.  Jumps are so many bytes apart, so that what counts jumps is told from
   what counts bytes.  In straight order a predictor may keep more, or fewer, than of any jumps. */
#include "harness/probe.h"
#include "stretches/stretches.h"

enum { JUMPS = 32768, FEWEST = 128, PARTS = 8 };

#if defined __GNUC__ && !defined __TINYC__ && (defined __x86_64__ || defined __i386__)
/* The last block comes first, and returns.  The one at each place is unmixed, which 45 does
   after 37 of 64, and jumps to where the one of the number before is (stretch.h). */
#define CHAIN(bytes, bits)                                                                         \
    __attribute__((noinline, aligned(4096))) static void jumps_##bytes(void) {                     \
        __asm__ volatile("nop\n\t.p2align 12\n1:\tret\n\t.p2align " #bits "\n\t"                   \
                         ".set jumps_place, 1\n\t.rept 32767\n\t"                                  \
                         ".set jumps_next, (jumps_place & -64) + (jumps_place * 45 & 63) - 1\n\t"  \
                         "jmp 1b + ((jumps_next & -64) + (jumps_next * 37 & 63)) * " #bytes "\n\t" \
                         ".p2align " #bits "\n\t.set jumps_place, jumps_place + 1\n\t.endr");      \
    }
#define CHAIN_OF(bytes)                                                                            \
    { bytes, 1, JUMPS, true, jumps_##bytes }
CHAIN(8, 3)
CHAIN(16, 4)
CHAIN(32, 5)
#else
#define CHAIN_OF(bytes)                                                                            \
    { bytes, 1, JUMPS, true, NULL }
#endif

sweep sweep_jumps;

const char *sweep_jumps(struct machine *machine, FILE *out) {
    static const struct stretch chain[] = {CHAIN_OF(8), CHAIN_OF(16), CHAIN_OF(32)};
    struct stretches stretches = {chain, sizeof chain / sizeof *chain, FEWEST, JUMPS, PARTS};
    return stretches_measure(machine, &stretches, "jumps", out);
}
