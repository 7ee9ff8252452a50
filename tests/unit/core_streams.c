/* core_streams.c - latency and throughput of an operation, from independent streams of it that are
   disturbed by other threads. */
#include "../helper.h"

#include <math.h>
#include <stdlib.h>

extern const struct method streams_method;

enum { TEXT = 60000 };

/* Checks the latency if a single stream takes ONE cycles, with ALONE percent of its samples taken
   while no other thread ran, and many streams begin one operation per cycle. */
static void check_latency(double one, double alone, const char *latency) {
    char text[TEXT], *end = text;
    end += sprintf(end, "# columns: streams unrolled op_cycles alone_percent\n");
    for (int unrolled = 8; unrolled <= 16; unrolled += 8)
        end += sprintf(end, "1 %d %g %g\n", unrolled, unrolled * one, alone);
    for (int streams = 4; streams <= 10; streams++)
        for (int unrolled = 4; unrolled <= 8; unrolled += 4)
            end += sprintf(end, "%d %d %g 100\n", streams, unrolled,
                           unrolled * fmax(one, (double)streams));
    char *output = run_method(&streams_method, text, USUAL);
    assert_string_equal(answer_of(output, "latency_op"), latency);
    free(output);
}

/* Another thread may take every second cycle of a unit that begins one operation per cycle. */
static void half_of_the_units_may_delay_a_stream(void **state) {
    (void)state;
    check_latency(2, 100, "2");
    check_latency(2, 10, "unknown");
    check_latency(3, 10, "3");
}

/* A ruler that is off by 1.5 percent makes an error of one cycle in 65. */
static void a_long_latency_is_a_whole_number_by_chance(void **state) {
    (void)state;
    check_latency(40.1, 100, "40");
    check_latency(65.1, 100, "unknown");
}

/* Checks the rate of streams.  BEGIN is how many operations begin in a cycle, in few and in many
   streams; LOOP is the loop's own cost with few; PERCENT of the samples agree, or NONE_AGREE. */
enum { NONE_AGREE = -1 };

static void check_rate(const double begin[2], double loop, const double percent[2],
                       const char *rate) {
    static const int STREAMS[] = {2, 3, 4, 5, 8, 10, 12, 13};
    char text[TEXT], *end = text;
    end += sprintf(end, "# columns: streams unrolled op_cycles alone_percent\n"
                        "1 8 16 100\n1 16 32 100\n");
    for (size_t i = 0; i < sizeof STREAMS / sizeof *STREAMS; i++)
        for (int unrolled = 4, many = STREAMS[i] >= 8; unrolled <= 8; unrolled += 4) {
            end += sprintf(end, "%d %d %g ", STREAMS[i], unrolled,
                           (many ? 0 : loop) + unrolled * STREAMS[i] / begin[many]);
            end += percent[many] < 0 ? sprintf(end, "-\n") : sprintf(end, "%g\n", percent[many]);
        }
    char *output = run_method(&streams_method, text, USUAL);
    assert_string_equal(answer_of(output, "throughput_op"), rate);
    free(output);
}

#define PAIR(few, many) ((const double[]){few, many})

/* The order in which few streams fill the units varies. */
static void many_streams_tell_the_rate_of_few(void **state) {
    (void)state;
    check_rate(PAIR(2, 2), 0, PAIR(NONE_AGREE, 100), "2000");
    check_rate(PAIR(1.8, 2), 0, PAIR(NONE_AGREE, 70), "2000");
    check_rate(PAIR(2, 2), 0, PAIR(NONE_AGREE, 10), "2000");
    check_rate(PAIR(2, 2), 0, PAIR(40, 40), "2000");
    check_rate(PAIR(2, 2), 0, PAIR(0, 0), "unknown");
    check_rate(PAIR(3, 2), 0, PAIR(NONE_AGREE, 100), "unknown");
    check_rate(PAIR(3.2, 3.2), 0, PAIR(100, 100), "unknown");
}

/* The values of many streams exceed the registers, and a large loop hides how fast few streams are.
   Then the rate of many is not the best. */
static void a_loop_hides_no_faster_rate(void **state) {
    (void)state;
    check_rate(PAIR(4, 3), 3, PAIR(100, 100), "unknown");
    check_rate(PAIR(4, 3), 0, PAIR(100, 100), "4000");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_of_the_units_may_delay_a_stream),
        cmocka_unit_test(many_streams_tell_the_rate_of_few),
        cmocka_unit_test(a_loop_hides_no_faster_rate),
        cmocka_unit_test(a_long_latency_is_a_whole_number_by_chance),
    };
    return cmocka_run_group_tests_name("core_streams", tests, NULL, NULL);
}
