/* test_one_level.c - the model of a machine without a second cache: blocks share the first. */
#define ARCH_SIMD_BYTES 32
#define ARCH_REGISTERS_VEC 16
#define ARCH_FMA 0
#define ARCH_LATENCY_ADD_VF64 4
#define ARCH_THROUGHPUT_ADD_VF64 1000
#define ARCH_L1_SIZE 32768
#define ARCH_L1_ASSOC 8
#define ARCH_L1_LINE 64
#define ARCH_L2_SIZE 262144 /* without its ways */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../model.h"

static void blocks_share_the_first_level(void **unused) {
    (void)unused;
    assert_int_equal(MODEL_WAY_2, 32768 / 8);
    assert_true(MODEL_NC >= MODEL_NR);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(blocks_share_the_first_level)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
