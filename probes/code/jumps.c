/* jumps.c - the sweep of taken branches: measures chains of more and more jumps, each to the next
   one (after Microbenchmarks' BtbTest).  Fails without an assembler.

   While the branch target buffer holds all targets, each jump is fetched before the one in front of
   it is decoded.  Without an entry, a jump is recognized only when it is decoded.  Jumps are at
   several distances, so that a limit on jumps differs from one on bytes.  They are not in address
   order, in which a predictor may hold more or fewer jumps than in other orders.

   An entry for a target on the branch's own page needs fewer bits, and a predictor may have entries
   only for such targets, and others for the rest: 4096 of 6656 on Zen 3.  Jumps of one kind fill
   only a part of it.  So a chain of far jumps, to other pages, is followed by one of near jumps, in
   several proportions. */
#include "../machine/sweep.h"
#include "block_runs.h"

enum { JUMPS = 32768, FAR_JUMPS = JUMPS / 2, FEWEST = 128, PARTS = 8 };

#if defined __GNUC__ && !defined __TINYC__ && (defined __x86_64__ || defined __i386__)
/* The last block of a run comes first, and returns.  Blocks are mixed by 37 of 64 (block_run.h), so
   the next block to jump to is 37 places before or, in the same group, 27 places behind.  In a far
   run it is on the next page, AHEAD, a page of so many blocks, and from there each block jumps
   back. */
#define LAST(bits) "ret\n\t.p2align " #bits "\n\t"
#define JUMP(by, bytes, bits) "jmp . + (" by ") * " #bytes "\n\t.p2align " #bits "\n\t"
#define JUMPS_OF(count, by, bytes, bits) ".rept " count "\n\t" JUMP(by, bytes, bits) ".endr\n\t"
#define BEFORE(ahead, bytes, bits) JUMP(ahead " - 37", bytes, bits)
#define GROUP(first, ahead, bytes, bits)                                                           \
    first JUMPS_OF("36", ahead " + 27", bytes, bits) JUMPS_OF("27", ahead " - 37", bytes, bits)
#define GROUPS(first, count, ahead, bytes, bits)                                                   \
    GROUP(first, ahead, bytes, bits)                                                               \
    ".rept " count " - 1\n\t" GROUP(BEFORE(ahead, bytes, bits), ahead, bytes, bits) ".endr\n\t"
#define PAGES(first, page, bytes, bits)                                                            \
    GROUPS(first, page " / 64", page, bytes, bits)                                                 \
    JUMPS_OF(page, "-" page, bytes, bits)
#define CHAIN(name, blocks)                                                                        \
    __attribute__((noinline, aligned(4096))) static void name(void) {                              \
        __asm__ volatile("nop\n\t.p2align 12\n\t" blocks);                                         \
    }
#define NEAR(name, bytes, bits) CHAIN(name, GROUPS(LAST(bits), "512", "0", bytes, bits))
#define FAR(name, page, bytes, bits)                                                               \
    CHAIN(name, PAGES(LAST(bits), page, bytes, bits) ".rept 16384 / " page " / 2 - 1\n\t" PAGES(   \
                    BEFORE("0", bytes, bits), page, bytes, bits) ".endr")
NEAR(near_8, 8, 3)
NEAR(near_16, 16, 4)
NEAR(near_32, 32, 5)
FAR(far_16, "256", 16, 4)
FAR(far_32, "128", 32, 5)
#define CODE(name) name
#else
#define CODE(name) NULL
#endif

sweep sweep_jumps;

const char *sweep_jumps(struct machine *machine, FILE *out) {
    static const struct block_run near[] = {{8, 1, JUMPS, BLOCK_RUN_NEAR, CODE(near_8)},
                                            {16, 1, JUMPS, BLOCK_RUN_NEAR, CODE(near_16)},
                                            {32, 1, JUMPS, BLOCK_RUN_NEAR, CODE(near_32)}};
    static const struct block_run other_16 = {16, 1, FAR_JUMPS, BLOCK_RUN_FAR, CODE(far_16)},
                                  other_32 = {32, 1, FAR_JUMPS, BLOCK_RUN_FAR, CODE(far_32)};
    static const struct block_run *const far[] = {NULL, &other_16, &other_32};
    struct block_runs runs = {near, far, sizeof near / sizeof *near, FEWEST, JUMPS, PARTS};
    return block_runs_measure(machine, &runs, "jumps", out);
}
