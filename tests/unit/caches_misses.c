/* caches_misses.c - the misses in flight are where the time of a burst rises by a miss, and again
   at twice as many loads; unknown without two such rises. */
#include "../helper.h"

#include <math.h>
#include <stdlib.h>

extern const struct method misses_method;

enum { TEXT = 60000 };
static const double MISS = 100;

/* A burst on a machine with so many misses IN_FLIGHT, which memory delivers INTERVAL apart. */
static double burst_ns(size_t loads, size_t in_flight, double interval) {
    double end[200], bus = 0;
    for (size_t i = 0; i < loads; i++) {
        double begin = i < in_flight ? 0 : end[i - in_flight];
        end[i] = bus = fmax(begin + MISS, bus + interval);
    }
    return bus;
}

struct bursts {
    size_t in_flight;
    double interval;
    double reading; /* the clock */
    size_t row;     /* that is slower by, */
    double by;
};

static char *decide_misses(const struct bursts *bursts) {
    char *text = malloc(TEXT), *end = text;
    end += sprintf(end, "# columns: loads ns\n");
    for (size_t k = 1; k <= 96; k++) {
        double ns = burst_ns(k, bursts->in_flight, bursts->interval) + bursts->reading;
        end += sprintf(end, "%zu %g\n", k, ns + (k == bursts->row ? bursts->by : 0));
    }
    char *output = run_method(&misses_method, text, USUAL);
    free(text);
    return output;
}

static void rises_are_the_answer(void **state) {
    (void)state;
    for (size_t n = 1; n <= 47; n++)
        for (double reading = 0; reading < 50; reading += 20)
            for (double interval = 0; interval * (double)(n + 1) < 0.9 * MISS; interval += 2) {
                struct bursts bursts = {.in_flight = n, .interval = interval, .reading = reading};
                char *output = decide_misses(&bursts);
                assert_true(fabs(number_of(output, "outstanding_misses") - (double)n) < 0.01);
                free(output);
            }
}

/* More misses than half a burst, a bus that is busy all the time, and rows that do not repeat at
   twice as many loads. */
static void no_rises_are_unknown(void **state) {
    static const struct bursts bursts[] = {{.in_flight = 48},
                                           {.in_flight = 100, .interval = 3},
                                           {.in_flight = 16, .interval = 7},
                                           {.in_flight = 8, .interval = 40},
                                           {.in_flight = 60, .row = 20, .by = 80},
                                           {.in_flight = 60, .interval = 2, .row = 9, .by = 70}};
    (void)state;
    for (size_t i = 0; i < sizeof bursts / sizeof *bursts; i++) {
        char *output = decide_misses(&bursts[i]);
        assert_string_equal(answer_of(output, "outstanding_misses"), "unknown");
        free(output);
    }
}

static void a_table_without_a_row_is_unknown(void **state) {
    (void)state;
    char *output = run_method(&misses_method, "# columns: loads ns\n1 90\n3 190\n5 290\n", USUAL);
    assert_string_equal(answer_of(output, "outstanding_misses"), "unknown");
    free(output);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rises_are_the_answer),
        cmocka_unit_test(no_rises_are_unknown),
        cmocka_unit_test(a_table_without_a_row_is_unknown),
    };
    return cmocka_run_group_tests_name("caches_misses", tests, NULL, NULL);
}
