/* test_model.c - the model of one machine by hand: 16 registers of 32 bytes, FMA of 5 cycles and
   two in a cycle, 32 KB of 8 ways, 256 KB of 8 ways, 8 MB of 16 ways, lines of 64 bytes. */
#define ARCH_SIMD_BYTES 32
#define ARCH_REGISTERS_VEC 16
#define ARCH_FMA 1
#define ARCH_LATENCY_FMA_VF64 5
#define ARCH_THROUGHPUT_FMA_VF64 2000
#define ARCH_L1_SIZE 32768
#define ARCH_L1_ASSOC 8
#define ARCH_L1_LINE 64
#define ARCH_L2_SIZE 262144
#define ARCH_L2_ASSOC 8
#define ARCH_L3_SIZE 8388608
#define ARCH_L3_ASSOC 16

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../papers/blackjack.h"

/* 1 x 14, 2 x 6 and 3 x 4 vectors fit, of 14 / 15, 12 / 8 and 12 / 7 operations for each load. */
static void test_tile(void **unused) {
    (void)unused;
    assert_int_equal(MODEL_IN_FLIGHT, 10);
    assert_int_equal(MODEL_MV, 3);
    assert_int_equal(MODEL_NR, 4);
}

/* Slivers of A and B have 32 KB; a block of B has 4 ways of 32 KB, a panel of A the most rows,
   since 14 ways of 512 KB would have more. */
static void test_blocks(void **unused) {
    (void)unused;
    if (LANES == 4) {
        assert_int_equal(MODEL_KC, 32768 / ((12 + 4) * 8));
        assert_int_equal(MODEL_NC, 4 * 32768 / (256 * 8) / 4 * 4);
        assert_int_equal(MODEL_ROWS_3, 14 * 524288 / (256 * 8));
        assert_int_equal(MODEL_MC, MODEL_MC_MOST / 12 * 12);
    } else { /* without vectors */
        assert_int_equal(MODEL_KC, 32768 / ((3 + 4) * 8));
        assert_int_equal(MODEL_NC, 4 * 32768 / (585 * 8) / 4 * 4);
    }
}

/* 59 rows with whole lines, in tiles of 12 rows, or of 3 without vectors. */
static void test_schur(void **unused) {
    (void)unused;
    assert_int_equal(SCHUR_BLOCK, LANES == 4 ? 48 : 57);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tile), cmocka_unit_test(test_blocks),
                                       cmocka_unit_test(test_schur)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
