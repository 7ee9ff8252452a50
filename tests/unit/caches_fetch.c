/* caches_fetch.c - the bytes of one fetch from the cost of pairs of loads. */
#include "../helper.h"

#include <stdlib.h>

extern const struct method fetch_method;

static const char *fetched(const double *cycles) {
    static const double distance[] = {8, 16, 32, 64, 128, 256};
    static char value[40];
    char *output = run_curve(&fetch_method, "distance cycles", distance, cycles, 6, USUAL);
    snprintf(value, sizeof value, "%s", answer_of(output, "fetch_size"));
    free(output);
    return value;
}

static void fetch_size_is_the_step(void **state) {
    (void)state;
    assert_string_equal(fetched((double[]){100, 101, 100, 200, 199, 200}), "64");
    assert_string_equal(fetched((double[]){100, 101, 100, 120, 199, 200}), "128");
    assert_string_equal(fetched((double[]){100, 101, 100, 110, 109, 110}), "unknown");
    assert_string_equal(fetched((double[]){100, 101, 190, 110, 190, 200}), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fetch_size_is_the_step),
    };
    return cmocka_run_group_tests_name("caches_fetch", tests, NULL, NULL);
}
