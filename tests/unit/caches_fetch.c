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

/* Two tables: of partners that are always visited, and of one in four of them. */
static const char *fetched_both(const double *always, const double *seldom) {
    static char value[40];
    char text[2000], *end = text;
    end += sprintf(end, "# section: always\n# columns: distance cycles low high every\n");
    for (int i = 0; i < 6; i++)
        end += sprintf(end, "%d %g %g %g 1\n", 8 << i, always[i], always[i], always[i]);
    end += sprintf(end, "# section: seldom\n# columns: distance cycles low high every\n");
    for (int i = 0; i < 6; i++)
        end += sprintf(end, "%d %g %g %g 4\n", 8 << i, seldom[i], seldom[i], seldom[i]);
    char *output = run_method(&fetch_method, text, USUAL);
    snprintf(value, sizeof value, "%s", answer_of(output, "fetch_size"));
    free(output);
    return value;
}

/* A prefetcher that learns brings some partners that are always visited, and one of the next line
   half of all. */
static void partners_that_are_seldom_visited_tell_prefetchers(void **state) {
    (void)state;
    const double clear[] = {100, 101, 100, 200, 199, 200}, some[] = {100, 101, 100, 135, 160, 200};
    const double half[] = {100, 101, 100, 150, 200, 200}, pair[] = {100, 101, 100, 102, 200, 200};
    const double none[] = {160, 159, 160, 200, 201, 199}, next[] = {160, 159, 160, 180, 201, 199};
    const double both[] = {160, 159, 160, 161, 201, 199}, more[] = {160, 159, 160, 172, 190, 199};
    assert_string_equal(fetched_both(clear, none), "64");
    assert_string_equal(fetched_both(some, none), "64");
    assert_string_equal(fetched_both(some, next), "64");
    assert_string_equal(fetched_both(half, next), "64");
    assert_string_equal(fetched_both(pair, both), "128");
    assert_string_equal(fetched_both(pair, none), "unknown");
    assert_string_equal(fetched_both(some, more), "unknown");
    assert_string_equal(fetched(some), "unknown");
    /* Where pointers are followed, places cost less than a miss, and pairs come late. */
    const double late[] = {58, 59, 58, 108, 198, 198},
                 seldom_late[] = {126, 127, 126, 164, 199, 199};
    const double follows[] = {58, 59, 58, 198, 197, 198}, seldom[] = {126, 127, 126, 199, 198, 199};
    assert_string_equal(fetched_both(late, seldom_late), "unknown");
    assert_string_equal(fetched_both(follows, seldom), "64");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partners_that_are_seldom_visited_tell_prefetchers),
        cmocka_unit_test(fetch_size_is_the_step),
    };
    return cmocka_run_group_tests_name("caches_fetch", tests, NULL, NULL);
}
