/* test_kernels.c - all the kernels of a function do the same, whichever is chosen: sums of whole
   numbers, which are exact in any order.  They have one name, so each is included under another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define ddot_kernel ddot_u1
#define sum_lanes ddot_u1_lanes
#include "../kernels/ddot_u1.c"
#undef ddot_kernel
#undef sum_lanes

#define ddot_kernel ddot_u4
#define sum_lanes ddot_u4_lanes
#include "../kernels/ddot_u4.c"
#undef ddot_kernel
#undef sum_lanes

#define ddot_kernel ddot_u8
#define sum_lanes ddot_u8_lanes
#include "../kernels/ddot_u8.c"
#undef ddot_kernel
#undef sum_lanes

#define daxpy_kernel daxpy_u1
#define ask_for daxpy_u1_ask
#include "../kernels/daxpy_u1.c"
#undef daxpy_kernel
#undef ask_for

#define daxpy_kernel daxpy_u1_prefetch
#define ask_for daxpy_u1_prefetch_ask
#include "../kernels/daxpy_u1_prefetch.c"
#undef daxpy_kernel
#undef ask_for

#define daxpy_kernel daxpy_u4
#define ask_for daxpy_u4_ask
#include "../kernels/daxpy_u4.c"
#undef daxpy_kernel
#undef ask_for

#define daxpy_kernel daxpy_u4_prefetch
#define ask_for daxpy_u4_prefetch_ask
#include "../kernels/daxpy_u4_prefetch.c"
#undef daxpy_kernel
#undef ask_for

#define daxpy_kernel daxpy_u8
#define ask_for daxpy_u8_ask
#include "../kernels/daxpy_u8.c"
#undef daxpy_kernel
#undef ask_for

#define daxpy_kernel daxpy_u8_prefetch
#define ask_for daxpy_u8_prefetch_ask
#include "../kernels/daxpy_u8_prefetch.c"
#undef daxpy_kernel
#undef ask_for

enum { MOST = 300, GUARD = 4 };

static double x[MOST], y[MOST + GUARD];

static void fill(void) {
    for (size_t i = 0; i < MOST; i++)
        x[i] = (double)(i * 7 % 23) - 11;
    for (size_t i = 0; i < MOST + GUARD; i++)
        y[i] = (double)(i * 5 % 19) - 9;
}

static void test_ddot(void **unused) {
    double (*const kernel[])(size_t, const double *, const double *) = {ddot_u1, ddot_u4, ddot_u8};
    (void)unused;
    fill();
    for (size_t k = 0; k < sizeof kernel / sizeof *kernel; k++) {
        double sum = 0;
        for (size_t n = 0; n < MOST; sum += x[n] * y[n], n++)
            assert_true(kernel[k](n, x, y) == sum);
    }
}

/* Elements behind the last stay as they are. */
static void check_daxpy(void (*kernel)(size_t, double, const double *, double *), size_t n) {
    fill();
    kernel(n, 3, x, y);
    for (size_t i = 0; i < MOST + GUARD; i++)
        assert_true(y[i] == (double)(i * 5 % 19) - 9 + (i < n ? 3 * x[i] : 0));
}

static void test_daxpy(void **unused) {
    void (*const kernel[])(size_t, double, const double *, double *) = {
        daxpy_u1, daxpy_u1_prefetch, daxpy_u4, daxpy_u4_prefetch, daxpy_u8, daxpy_u8_prefetch};
    (void)unused;
    for (size_t k = 0; k < sizeof kernel / sizeof *kernel; k++)
        for (size_t n = 0; n <= MOST; n++)
            check_daxpy(kernel[k], n);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ddot), cmocka_unit_test(test_daxpy)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
