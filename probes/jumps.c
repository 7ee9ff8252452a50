/* jumps.c - the sweep of taken branches: a chain of more and more jumps, each to the next one.

   METHODS 1.21, after Microbenchmarks' BtbTest.  As long as a predictor keeps where all of them go
   the next is fetched before the one before it is decoded; one that it has no entry for is found
   out where it is decoded.  Jumps are so many bytes apart, so that what counts jumps is told from
   what counts bytes.  In straight order a predictor may keep more, or fewer, than of any jumps. */
#include "harness/probe.h"
#include "stretches/stretches.h"

enum { JUMPS = 32768, FEWEST = 128, PARTS = 8 };

#if defined __GNUC__ && !defined __TINYC__ && (defined __x86_64__ || defined __i386__)
/* The last block comes first, and returns.  After a mix of 37 of 64, the next one is 37 places
   before or, in the same group, 27 behind (stretch.h). */
#define THREE(text) text text text
#define NINE(text) THREE(THREE(text))
#define JUMP(by, bytes, bits) "jmp . " by " * " #bytes "\n\t.p2align " #bits "\n\t"
#define OTHERS(bytes, bits)                                                                        \
    NINE(JUMP("+ 27", bytes, bits) THREE(JUMP("+ 27", bytes, bits)))                               \
    NINE(THREE(JUMP("- 37", bytes, bits)))
#define CHAIN(bytes, bits)                                                                         \
    __attribute__((noinline, aligned(4096))) static void jumps_##bytes(void) {                     \
        __asm__ volatile("nop\n\t.p2align 12\n\tret\n\t.p2align " #bits "\n\t" OTHERS(             \
            bytes, bits) ".rept 511\n\t" JUMP("- 37", bytes, bits) OTHERS(bytes, bits) ".endr");   \
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
