/* papers_methods.c - every method of the papers on random tables and without memory, and the list
   of methods. */
#include "papers_curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct method *const ALL[] = {&step_first_method,  &step_relative_method,
                                           &step_scaled_method, &cluster_method,
                                           &sigma_method,       &vote_method};

/* Each name=value is `unknown` or a number, and each number has a confidence from 0 to 1. */
static void check_answers(char *output) {
    for (char *line = strtok(output, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        double confidence;
        char *value = strchr(line, '=');
        if (sscanf(line, "# confidence %*s %lf", &confidence) == 1)
            assert_true(confidence >= 0 && confidence <= 1);
        else if (line[0] != '#')
            assert_true(value != NULL &&
                        (strcmp(value, "=unknown") == 0 || isfinite(strtod(value + 1, NULL))));
    }
}

/* Random tables: noise, rises, equal values, and spans of six hundred decades. */
static void rules_survive_random_tables(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 200; round++) {
        double x[MOST], y[MOST];
        size_t n = 2 + chance(&seed, 60), kinds = 1 + chance(&seed, 30);
        int wide = chance(&seed, 4) == 0;
        for (size_t i = 0; i < n; i++) {
            x[i] = (i > 0 ? x[i - 1] : 0) + 1 + (double)chance(&seed, 1000);
            y[i] = wide ? pow(10, (double)chance(&seed, 600) - 300)
                        : 1 + (double)(chance(&seed, kinds) + i / 20);
        }
        for (size_t k = 0; k < COUNT(ALL); k++) {
            struct options options = {chance(&seed, 12), (double)chance(&seed, 4),
                                      chance(&seed, 12), chance(&seed, 12), 0};
            char *output = run_curve(ALL[k], "bytes cycles", x, y, n, options);
            check_answers(output);
            free(output);
        }
    }
}

/* Without this option AddressSanitizer would end the program when malloc fails. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1";
}

/* A table with more rows than there is memory to copy. */
static void rules_without_memory_know_nothing(void **state) {
    (void)state;
    struct options options = USUAL;
    double cell[2] = {1, 1};
    struct table table = {
        .rows = SIZE_MAX / 16, .columns = 2, .column = {"bytes", "cycles"}, .cell = cell};
    options.group = 1;
    for (size_t k = 0; k < COUNT(ALL); k++) {
        char *output = run_table(ALL[k], &table, options);
        assert_non_null(strstr(output, "no memory\n"));
        assert_non_null(strstr(output, "=unknown\n"));
        free(output);
    }
    char *output = run_table(&monotone_method, &table, options);
    assert_string_equal(output, "# monotone: no memory\nmonotone=unknown\n");
    free(output);
}

static const struct method *find(const char *name) {
    const struct method *const *method = methods;
    while (*method != NULL && strcmp((*method)->name, name) != 0)
        method++;
    assert_non_null(*method);
    return *method;
}

static void methods_are_listed_once_and_with_their_limits(void **state) {
    (void)state;
    for (const struct method *const *each = methods; *each != NULL; each++) {
        const struct method *method = *each;
        assert_ptr_equal(find(method->name), method);
        assert_true(strlen(method->name) <= 14 && strlen(method->summary) <= 63);
        assert_true(method->decide != NULL && method->form[0].columns > method->form[0].keys);
        assert_true(method->rows >= 2 && method->rows <= TABLE_MAX_ROWS);
    }
    assert_ptr_equal(find("monotone"), &monotone_method);
    assert_ptr_equal(find("step-first"), &step_first_method);
    assert_ptr_equal(find("step-relative"), &step_relative_method);
    assert_ptr_equal(find("step-scaled"), &step_scaled_method);
    assert_ptr_equal(find("cluster"), &cluster_method);
    assert_ptr_equal(find("sigma"), &sigma_method);
    assert_ptr_equal(find("vote"), &vote_method);
    assert_int_equal(find("cluster")->rows, 512);
    assert_int_equal(find("vote")->form[0].keys, 0);
    assert_int_equal(find("levels")->form[0].keys, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_survive_random_tables),
        cmocka_unit_test(rules_without_memory_know_nothing),
        cmocka_unit_test(methods_are_listed_once_and_with_their_limits),
    };
    return cmocka_run_group_tests_name("papers_methods", tests, NULL, NULL);
}
