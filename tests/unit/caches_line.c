/* caches_line.c - the line size, from the shifts that end a conflict; unknown if noise or another
   thread of the core could have ended it. */
#include "../helper.h"

#include "../../analysis/line.h"

#include <stdlib.h>

extern const struct method colours_method;

enum { TEXT = 60000 };

/* Returns the line size that is decided when a conflict costs 100.  Places begin at each multiple
   of PHASE in lines of LINE.  NOISE is added to the usual values, but not to the least ones. */
static double line_of(size_t line, size_t phase, double noise) {
    struct shifts shifts = {.full = 100};
    for (size_t shift = 8; shift <= 256; shift += 8) {
        double kept = 0, phases = (double)(line / phase);
        for (size_t at = 0; at < line; at += phase)
            kept += (at + shift < line) / phases;
        shifts_add(&shifts, (double)shift, 100 * kept + noise, 100 * kept);
    }
    return shifts_line(&shifts, LONGEST_WORD);
}

/* If a line is no power of two, only a part of the places keep the conflict until the shift is a
   line. */
static void lines_end_conflicts(void **state) {
    (void)state;
    for (size_t line = 16; line <= 128; line *= 2) {
        assert_int_equal(line_of(line, line, 20), line);
        assert_int_equal(line_of(line, line, 40), 0); /* too noisy to see the end */
    }
    assert_int_equal(line_of(96, 32, 0), 96);
    assert_int_equal(line_of(48, 16, 0), 48);
    assert_int_equal(line_of(160, 32, 0), 0); /* the last fifth of the conflict could be noise */
    assert_int_equal(line_of(512, 512, 0), 0);
}

/* A Zen 3, with lines of 64 bytes, beside a thread that used the second level most of the time.
   The first shifts that end the conflict still cost something, even at best. */
static void lines_beside_a_thread_are_unknown(void **state) {
    static const char *const rows[] = {
        "1 1 0 11.8543 8.8355\n1 7 0 12.2926 8.8114\n"
        "1 8 0 15.6593 8.8372\n1 9 0 26.9720 20.6102\n"
        "1 9 16 24.8588 18.6168\n1 9 24 23.4938 18.2682\n"
        "1 9 32 23.8039 18.1756\n1 9 40 23.9930 18.8008\n"
        "1 9 48 24.2773 18.1537\n1 9 56 24.4304 18.6426\n"
        "1 9 64 16.7155 12.0546\n1 9 88 15.9024 12.1781\n"
        "1 9 96 15.2720 9.5640\n1 9 120 15.1859 8.8166\n"
        "1 9 128 16.5019 8.8127\n1 9 184 16.4582 9.6785\n"
        "1 9 192 16.2073 9.6734\n1 10 0 33.4626 27.5076\n",
        "1 1 0 11.6193 8.7382\n1 7 0 12.6913 8.8006\n"
        "1 8 0 14.6263 9.0805\n1 9 0 27.7457 22.1520\n"
        "1 9 16 24.1209 19.1324\n1 9 56 25.3439 19.5478\n"
        "1 9 64 16.8903 8.9308\n1 9 120 17.0361 9.0095\n"
        "1 9 128 17.7366 9.0379\n1 9 184 16.8426 8.9760\n"
        "1 9 192 16.8671 9.3140\n1 9 248 16.6052 9.0792\n"
        "1 9 256 15.3823 8.9192\n1 9 376 11.5466 9.5057\n"
        "1 9 384 11.7633 9.5238\n1 10 0 35.7170 28.9199\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = malloc(TEXT);
        sprintf(text,
                "# section: level\n# columns: level colours ways bytes ordered\n2 16 8 4096 0.05\n"
                "# section: groups\n# columns: colours ways shift cycles low\n%s",
                rows[i]);
        char *output = run_method(&colours_method, text, USUAL);
        assert_string_equal(answer_of(output, "l2_line"), "unknown");
        free(output);
        free(text);
    }
}

static void noise_ends_no_conflict(void **state) {
    struct shifts shifts = {.full = 100};
    (void)state;
    shifts_add(&shifts, 56, 100, 95);
    shifts_add(&shifts, 64, 25, 5);
    shifts_add(&shifts, 120, 20, 2);
    assert_int_equal(shifts_line(&shifts, LONGEST_WORD), 64);
    shifts_add(&shifts, 128, 90, 60); /* in conflict again */
    assert_int_equal(shifts_line(&shifts, LONGEST_WORD), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_conflicts),
        cmocka_unit_test(lines_beside_a_thread_are_unknown),
        cmocka_unit_test(noise_ends_no_conflict),
    };
    return cmocka_run_group_tests_name("caches_line", tests, NULL, NULL);
}
