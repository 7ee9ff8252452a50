/* caches_misses.c - outstanding misses are where cost per load stops falling with more chains;
   unknown without a sharp knee. */
#include "../helper.h"

#include <math.h>
#include <stdlib.h>

extern const struct method misses_method;

enum { TEXT = 60000 };

/* SHARP is how sudden the knee is; 0: two straight lines. */
static char *decide_misses(double in_flight, double sharp) {
    char *text = malloc(TEXT), *end = text;
    end += sprintf(end, "# columns: chains cycles low high\n");
    for (int k = 1; k <= 48; k++) {
        double cycles = 300 * fmax(1.0 / k, 1 / in_flight);
        if (sharp > 0)
            cycles = 300 * pow(pow(k, -sharp) + pow(in_flight, -sharp), 1 / sharp);
        end += sprintf(end, "%d %g %g %g\n", k, cycles, cycles, cycles);
    }
    char *output = run_method(&misses_method, text, USUAL);
    free(text);
    return output;
}

static void knee_is_the_answer(void **state) {
    (void)state;
    for (int n = 1; n <= 42; n++) {
        char *output = decide_misses(n, 0);
        assert_true(fabs(number_of(output, "outstanding_misses") - n) < 0.01);
        free(output);
    }
}

static void no_knee_is_unknown(void **state) {
    static const double in_flight[] = {10, 10.5, 28, 46, 1000}, sharp[] = {3, 0, 6, 0, 0};
    (void)state;
    for (size_t i = 0; i < 5; i++) {
        char *output = decide_misses(in_flight[i], sharp[i]);
        assert_string_equal(answer_of(output, "outstanding_misses"), "unknown");
        free(output);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knee_is_the_answer),
        cmocka_unit_test(no_knee_is_unknown),
    };
    return cmocka_run_group_tests_name("caches_misses", tests, NULL, NULL);
}
