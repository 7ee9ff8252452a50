/* core_branch_miss.c - the penalty of a mispredicted branch, which must be equal at four
   branches. */
#include "../helper.h"

#include <stdlib.h>

extern const struct method branches_method;

enum { TEXT = 60000 };

/* The costs of the four branches, of all of them together relative to their sum, of a taken branch,
   and of a step. */
struct costs {
    double penalty[4], among, taken, step;
    const char *answer;
};

static char *decide_branches(const struct costs *costs) {
    char text[TEXT], *end = text;
    end += sprintf(end, "# columns: steps always random first cycles\n");
    for (int steps = 1; steps <= 2; steps++) {
        double never = (1 + 4 * steps) * costs->step, sum = 0;
        end += sprintf(end, "%d 0 0 0 %g\n", steps, never);
        for (int i = 0; i < 4; i++) {
            double added = (costs->penalty[i] + costs->taken) / 2;
            end += sprintf(end, "%d 0 1 %d %g\n", steps, i, never + added);
            sum += costs->among * costs->penalty[i] / 2 + costs->taken / 2;
        }
        end += sprintf(end, "%d 0 4 0 %g\n%d 4 0 0 %g\n", steps, never + sum, steps,
                       never + 4 * costs->taken);
    }
    return run_method(&branches_method, text, USUAL);
}

static void a_penalty_is_the_same_everywhere(void **state) {
    static const struct costs costs[] = {
        {{14, 14, 14, 14}, 1, 0, 6, "14"},          {{14, 14, 14, 14}, 1, 1, 6, "14"},
        {{14.2, 14, 14.1, 14}, 1, 0, 13.5, "14"},   {{14, 14, 14, 20}, 1, 0, 6, "14"},
        {{14, 14, 20, 20}, 1, 0, 6, "unknown"},     {{10, 14, 14, 14}, 1, 0, 6, "unknown"},
        {{14, 14, 14, 14}, 0.9, 0, 6, "unknown"},   {{14, 14, 14, 14}, 1, 0, 6.3, "unknown"},
        {{14.5, 14.5, 14.5, 14.5}, 1, 0, 6, "15"},  {{14.3, 14.3, 14.3, 14.3}, 1, 0, 6, "unknown"},
        {{0.2, 0.2, 0.2, 0.2}, 1, 0, 6, "unknown"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        char *output = decide_branches(&costs[i]);
        assert_string_equal(answer_of(output, "branch_miss"), costs[i].answer);
        free(output);
    }
}

/* A Zen 5, whose front end is faster or slower depending on where a branch is. */
static void a_penalty_of_places_is_unknown(void **state) {
    char *output = run_method(&branches_method,
                              "# columns: steps always random first cycles\n"
                              "1 0 0 0 30.1308\n1 0 1 0 41.8241\n1 0 1 1 41.9077\n"
                              "1 0 1 2 40.6953\n1 0 1 3 41.9163\n1 0 4 0 76.2376\n"
                              "1 4 0 0 30.1625\n2 0 0 0 54.2852\n2 0 1 0 64.6856\n"
                              "2 0 1 1 66.7721\n2 0 1 2 65.5198\n2 0 1 3 64.6386\n"
                              "2 0 4 0 99.2566\n2 4 0 0 54.2974\n",
                              USUAL);
    (void)state;
    assert_string_equal(answer_of(output, "branch_miss"), "unknown");
    free(output);
}

static void rows_that_are_missing_leave_it_unknown(void **state) {
    char *output = run_method(&branches_method,
                              "# columns: steps always random first cycles\n"
                              "1 0 0 0 30\n1 0 1 0 37\n1 0 1 1 37\n",
                              USUAL);
    (void)state;
    assert_string_equal(answer_of(output, "branch_miss"), "unknown");
    free(output);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_penalty_is_the_same_everywhere),
        cmocka_unit_test(a_penalty_of_places_is_unknown),
        cmocka_unit_test(rows_that_are_missing_leave_it_unknown),
    };
    return cmocka_run_group_tests_name("core_branch_miss", tests, NULL, NULL);
}
