/* caches_latency.c - the latency of a level is that of its flat part; unknown where TLB misses or
   partial hits leave no flat part. */
#include "../helper.h"

#include "caches_curve.h"

#include "../../analysis/caches/plateau_latency.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct method levels_method, mixture_method;

static void flat_part_is_the_latency(void **state) {
    static const struct {
        double latency[16], value;
        bool sure;
    } plateau[] = {
        /* Points that partly hit the level above, then agreement, then TLB misses. */
        {{13.5, 13.7, 14.06, 14.06, 14.1, 14.06, 14.06, 14.13, 14.06, 15, 16, 17}, 14, true},
        {{12, 12, 12, 12, 14, 16}, 12, true},
        /* Slow points in between do not matter. */
        {{4.02, 9, 4.01, 4.02, 30, 4.03}, 4, true},
        /* A whole number on which two points agree, before a plateau of TLB misses. */
        {{14, 14, 16, 16, 16, 16, 16, 16}, 16, false},
        {{14, 14, 15, 15, 15, 16, 16, 16, 16}, 16, false},
        /* TLB misses in every point: no whole number. */
        {{14.45, 14.5, 14.45, 14.44, 14.5, 14.48}, 14, false},
        /* No flat part. */
        {{12, 12.4, 12.8, 13.2, 13.6, 14, 14.4}, 12, false},
        {{4.1}, 4, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof plateau / sizeof plateau[0]; i++) {
        size_t n = 0;
        while (n < 16 && plateau[i].latency[n] > 0)
            n++;
        struct plateau_latency found = latency_of(plateau[i].latency, n, 2, false);
        assert_int_equal(floor(found.value + 0.5), plateau[i].value);
        assert_int_equal(found.sure, plateau[i].sure);
    }
}

/* From 72 KB on each page misses the TLB, which adds a cycle to each load.  The latency without
   these misses is known only if the TLB's reach is. */
static void a_miss_of_the_tlb_is_no_latency(void **state) {
    static const double size[] = {32768, 1 << 20, 0}, cost[] = {4, 14, 140},
                        reach[] = {1 << 20, 65536, 32768};
    double bytes[POINTS], latency[POINTS], cell[POINTS][3];
    struct table table = {
        .rows = POINTS, .columns = 3, .column = {"bytes", "cycles", "reach"}, .cell = &cell[0][0]};
    (void)state;
    make(bytes, latency, size, cost);
    for (size_t k = 0; k < sizeof reach / sizeof reach[0]; k++) {
        for (size_t i = 0; i < POINTS; i++) {
            double row[] = {bytes[i], latency[i] + (bytes[i] > 72 << 10), reach[k]};
            memcpy(cell[i], row, sizeof row);
        }
        char *output = run_table(&levels_method, &table, SURE_ENOUGH);
        assert_string_equal(answer_of(output, "l1_latency"), "4");
        assert_string_equal(answer_of(output, "l2_latency"), k == 1 ? "14" : "unknown");
        free(output);
    }
}

/* A Zen 5 in a virtual machine, its huge pages backed by small ones: L1 of 48 KB and 4 cycles, L2
   of 1 MB and 14 cycles, and an L3 of which one thread gets a part that the curve does not show
   clearly. */
static const char zen5[] = "# columns: bytes cycles ns flushed\n"
                           "8192 4.0237 1.0151 547.81\n10240 4.0208 0.9983 559.80\n"
                           "12288 4.0231 0.9956 561.01\n14336 4.0162 0.9934 545.21\n"
                           "16384 4.0191 1.0139 563.62\n20480 4.0087 0.9905 528.34\n"
                           "24576 4.0158 1.0134 550.69\n28672 4.0190 1.0139 534.40\n"
                           "32768 4.0252 1.0139 509.69\n40960 4.0226 1.0148 419.74\n"
                           "49152 4.0378 1.0186 515.84\n57344 13.7197 3.3942 573.30\n"
                           "65536 13.4582 3.3727 546.42\n81920 14.0781 3.4943 558.26\n"
                           "98304 14.0899 3.5442 559.10\n114688 14.1044 3.5700 547.33\n"
                           "131072 14.0987 3.5694 549.52\n163840 14.0586 3.5672 560.93\n"
                           "196608 14.0632 3.5651 608.27\n229376 14.1333 3.5469 591.90\n"
                           "262144 14.0557 3.5585 562.76\n327680 14.0604 3.5585 555.44\n"
                           "393216 14.0869 3.5620 554.84\n458752 15.1642 3.8216 592.20\n"
                           "524288 16.0096 4.0141 568.31\n655360 16.9707 4.2528 565.99\n"
                           "786432 18.3553 4.5993 586.13\n917504 20.6821 5.1777 546.20\n"
                           "1048576 26.9356 6.7514 539.66\n1310720 39.5048 9.9051 553.79\n"
                           "1572864 49.5693 12.4285 555.32\n1835008 51.4306 12.7278 562.56\n"
                           "2097152 53.2658 13.0476 578.03\n2621440 51.8013 13.2411 554.85\n"
                           "3145728 55.4960 13.9145 568.29\n3670016 51.7818 12.9369 553.82\n"
                           "4194304 52.0177 12.8731 538.05\n5242880 72.2469 18.0499 783.00\n"
                           "6291456 52.0138 12.9102 576.89\n7340032 52.3609 12.9580 575.27\n"
                           "8388608 53.6508 13.1856 551.20\n10485760 188.7970 46.5536 554.52\n"
                           "14680064 350.6144 86.7685 529.48\n16777216 411.3262 101.7597 546.61\n"
                           "25165824 626.6911 153.5098 553.44\n33554432 596.9132 148.1586 566.41\n"
                           "50331648 608.2810 151.5247 566.62\n";

static void partial_hits_are_no_latency(void **state) {
    char *output = run_method(&mixture_method, zen5, SURE_ENOUGH);
    (void)state;
    assert_string_equal(answer_of(output, "l1_latency"), "4");
    assert_string_equal(answer_of(output, "l2_latency"), "14");
    assert_string_equal(answer_of(output, "l3_latency"), "unknown");
    assert_string_equal(answer_of(output, "l3_size"), "unknown");
    assert_true(strstr(output, "# witness: l2 by the colour mixture: 1") != NULL);
    free(output);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_part_is_the_latency),
        cmocka_unit_test(a_miss_of_the_tlb_is_no_latency),
        cmocka_unit_test(partial_hits_are_no_latency),
    };
    return cmocka_run_group_tests_name("caches_latency", tests, NULL, NULL);
}
