/* decoded.c - the sweep of decoded instructions: measures the cost of an operation in longer and
   longer straight-line code (X-Ray's trace cache: I-cache paper, 4.1).  Fails without an assembler
   that repeats instructions.

   A cache of decoded instructions delivers more of them per cycle than the decoders do.  Its
   entries hold a number of them from one window of code, and are partly empty if a window has
   another number.  So lines of 8 to 16 instructions, of up to 8 bytes each, are tried.  These are
   address calculations and loads in turn, without dependences, which no core fuses. */
#include "../machine/sweep.h"
#include "block_runs.h"

enum { LINE = 64, FEWEST = 512, MOST = 16384, PARTS = 16 };

#if defined __GNUC__ && !defined __TINYC__ && defined __x86_64__
#define LEA(place, to) "leal " place "(%rsp), %" to "\n\t"
#define LOAD(place, to) "movl " place "(%rsp), %" to "\n\t"
#define A4 LEA("8", "eax")
#define A5 LEA("8", "r8d")
#define A7 LEA("128", "eax")
#define A8 LEA("128", "r8d")
#define L4 LOAD("8", "ecx")
#define L5 LOAD("8", "r9d")
#define L7 LOAD("128", "ecx")
#define L8 LOAD("128", "r9d")
#define LINES(operations, line)                                                                    \
    __attribute__((noinline, aligned(4096))) static void straight_##operations(void) {             \
        __asm__ volatile("nop\n\t.p2align 12\n\t.rept 16384 / " #operations "\n\t" line            \
                         ".p2align 6\n\t.endr\n\tret");                                            \
    }
LINES(8, A8 A8 L8 A8 A8 L8 A8 L8)
LINES(9, A8 A7 L7 A7 A7 L7 A7 A7 L7)
LINES(10, A7 A5 L7 A7 A5 L7 A7 A5 L7 A7)
LINES(11, A8 A5 L5 A7 A5 L5 A7 A5 L5 A7 A5)
LINES(12, A7 A5 L5 A5 A5 L5 A7 A5 L5 A5 A5 L5)
LINES(13, A5 A5 L5 A5 A5 L5 A5 A5 L5 A5 A5 L5 A4)
LINES(14, A5 A5 L5 A5 A4 L4 A4 A5 L5 A5 A5 L4 A4 A4)
LINES(15, A5 A5 L5 A5 A4 L4 A4 A4 L4 A4 A4 L4 A4 A4 L4)
LINES(16, A4 A4 L4 A4 A4 L4 A4 A4 L4 A4 A4 L4 A4 A4 L4 A4)
#define LINES_OF(operations)                                                                       \
    { LINE, operations, MOST / (operations), BLOCK_RUN_STRAIGHT, straight_##operations }
#else
#define LINES_OF(operations)                                                                       \
    { LINE, operations, MOST / (operations), BLOCK_RUN_STRAIGHT, NULL }
#endif

sweep sweep_decoded;

const char *sweep_decoded(struct machine *machine, FILE *out) {
    static const struct block_run lines[] = {LINES_OF(8),  LINES_OF(9),  LINES_OF(10),
                                             LINES_OF(11), LINES_OF(12), LINES_OF(13),
                                             LINES_OF(14), LINES_OF(15), LINES_OF(16)};
    struct block_runs runs = {lines, NULL, sizeof lines / sizeof *lines, FEWEST, MOST, PARTS};
    return block_runs_measure(machine, &runs, "decoded", out);
}
