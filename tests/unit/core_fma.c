/* core_fma.c - a product and a sum are one instruction if they are rounded once. */
#include "../helper.h"

#include <stdlib.h>

extern const struct method fma_method;

static void one_rounding_is_fused(void **state) {
    static const char *const tables[][2] = {{"1 1\n2 1\n", "1"},
                                            {"1 2\n2 2\n", "0"},
                                            {"1 1\n2 2\n", "unknown"},
                                            {"1 3\n2 3\n", "unknown"}};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        char text[100];
        snprintf(text, sizeof text, "# columns: product roundings\n%s", tables[i][0]);
        char *output = run_method(&fma_method, text, USUAL);
        assert_string_equal(answer_of(output, "fma"), tables[i][1]);
        free(output);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_rounding_is_fused),
    };
    return cmocka_run_group_tests_name("core_fma", tests, NULL, NULL);
}
