/* blocks.c - blocks of instructions that do nothing, each padded with no-ops to a whole line. */
#include "blocks.h"

#if defined __GNUC__ && !defined __TINYC__
#define BLOCK(kb)                                                                                  \
    __attribute__((noinline)) static void block_##kb(void) {                                       \
        __asm__ volatile("\t.rept 16 * " #kb "\n\tnop\n\t.p2align 6\n\t.endr");                    \
    }
#define BLOCK_OF(kb) {1024 * (kb), block_##kb},
#else
#define BLOCK(kb)
#define BLOCK_OF(kb) {1024 * (kb), NULL},
#endif
#define EACH_BLOCK(of)                                                                             \
    of(1) of(2) of(4) of(8) of(16) of(32) of(64) of(128) of(256) of(512) of(1024) of(2048) of(4096)

EACH_BLOCK(BLOCK)

const struct code blocks[BLOCKS] = {EACH_BLOCK(BLOCK_OF)};
