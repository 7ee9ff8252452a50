/* core_clock.c - the CPU's frequency, with the digits on which the samples agree, and the step of
   the system's clock. */
#include "../helper.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

extern const struct method clock_method;

enum { TEXT = 60000 };

/* Decides on samples of a CPU of 2500 MHz, of which every second one is slower if SLOWER, and on
   bursts of loads of LOAD ns each.  A burst begins at random in a STEP of the clock, whose readings
   are cut to whole ns.  SHARE of the bursts are interrupted. */
static char *decide_clock(double step, double load, bool slower, double share) {
    char *text = malloc(TEXT), *end = text;
    unsigned random = 1;
    end += sprintf(end, "# columns: sample cycle_ns load_ns burst_ns\n");
    for (int i = 1; i <= 128; i++) {
        random = random * 1103515245 + 12345;
        double begin = (double)(random >> 16) / 65536 * step;
        random = random * 1103515245 + 12345;
        double ns = floor((4 * step + (double)(random >> 16) / 8192 * step) / load + 1) * load;
        if (i % 32 < share * 32)
            ns += 20000 + 17 * i;
        double first = floor(floor(begin / step) * step);
        double last = floor(floor((begin + ns) / step) * step);
        end += sprintf(end, "%d %g %g %g\n", i, slower && i % 2 == 0 ? 0.5 : 0.4, load,
                       fmax(last - first, 0.1));
    }
    char *output = run_method(&clock_method, text, USUAL);
    free(text);
    return output;
}

static void check_clock(char *output, const char *mhz, const char *resolution) {
    assert_string_equal(answer_of(output, "cpu_mhz"), mhz);
    assert_string_equal(answer_of(output, "timer_resolution_ps"), resolution);
    free(output);
}

static void the_step_is_found_through_cuts_and_interruptions(void **state) {
    (void)state;
    check_clock(decide_clock(1, 1.3, false, 0), "2500", "1000");
    check_clock(decide_clock(10, 1.3, false, 0.04), "2500", "10000");
    check_clock(decide_clock(1000 / 19.2, 2, false, 0), "2500", "52000");
    check_clock(decide_clock(40, 2, false, 0.04), "2500", "40000");
}

/* Checks 128 samples, of which PERCENT have the cycle OTHER. */
static void check_mhz(double cycle, double other, int percent, const char *mhz) {
    char *text = malloc(TEXT), *end = text;
    end += sprintf(end, "# columns: sample cycle_ns load_ns burst_ns\n");
    for (int i = 1; i <= 128; i++)
        end += sprintf(end, "%d %g 1 %d\n", i, i % 100 < percent ? other : cycle, 60 + i % 17);
    char *output = run_method(&clock_method, text, USUAL);
    assert_string_equal(answer_of(output, "cpu_mhz"), mhz);
    free(output);
    free(text);
}

/* A CPU that slows down while its neighbours work has the rate of its fastest quarter. */
static void only_digits_that_fast_samples_share_are_published(void **state) {
    (void)state;
    check_mhz(1 / 2.9, 1 / 2.9, 0, "2900");
    check_mhz(1 / 2.907, 1 / 2.907, 0, "2900");
    check_mhz(1 / 2.9, 1 / 2.872, 40, "2900");
    check_mhz(1 / 3.1, 1 / 2.98, 40, "3100");
    check_mhz(1 / 3.1, 1 / 2.98, 80, "3000");
    check_mhz(1 / 2.445, 1 / 2.456, 40, "2500");
    check_mhz(1 / 2.445, 1 / 2.456, 15, "2400");
    check_mhz(1 / 2.95, 1 / 2.79, 40, "unknown");
    check_mhz(1 / 2.9, 1 / 2.79, 5, "2900");
}

/* Steps of 10 ns that the system slews by up to 3 ns are not steps of 1 ns. */
static void slewed_steps_are_unknown(void **state) {
    char *text = malloc(TEXT), *end = text;
    unsigned random = 1;
    (void)state;
    end += sprintf(end, "# columns: sample cycle_ns load_ns burst_ns\n");
    for (int i = 1; i <= 128; i++) {
        random = random * 1103515245 + 12345;
        end += sprintf(end, "%d 0.4 1 %u\n", i, 60 + random / 65536 % 17 * 10 + random / 8192 % 4);
    }
    check_clock(run_method(&clock_method, text, USUAL), "2500", "unknown");
    free(text);
}

/* The steps that show may be the time of a load, and two of them are no clock. */
static void steps_of_loads_are_no_clock(void **state) {
    (void)state;
    check_clock(decide_clock(1, 10, true, 0), "unknown", "unknown");
    check_clock(run_method(&clock_method,
                           "# columns: sample cycle_ns load_ns burst_ns\n1 1 1 1\n2 1 1 2\n",
                           USUAL),
                "unknown", "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_step_is_found_through_cuts_and_interruptions),
        cmocka_unit_test(only_digits_that_fast_samples_share_are_published),
        cmocka_unit_test(slewed_steps_are_unknown),
        cmocka_unit_test(steps_of_loads_are_no_clock),
    };
    return cmocka_run_group_tests_name("core_clock", tests, NULL, NULL);
}
