/* caches_hit.c - the latency of a hit behind the first level, where the times of several numbers of
   pages agree over an octave. */
#include "../helper.h"

#include <math.h>
#include <stdlib.h>

extern const struct method colours_method;

enum { TEXT = 60000 };

/* Returns the cycles of a load in a level of latency CYCLES behind one of latency 4.  The first
   level still holds a page with a probability that falls with the number of PAGES, at the rate
   KEPT.  Beyond 20 pages each page costs PENALTY more. */
static double hit_among(int pages, double cycles, double kept, double penalty, int places) {
    double share = kept > 0 ? exp(-pages / kept) : 0;
    return 4 * share + cycles * (1 - share) + (pages > 20 ? penalty / places : 0);
}

/* Decides on a table of two ways of one colour, with lines of 64 bytes, and rows of hits, one of
   the level ABOVE. */
static char *decide_hits(int level, double above, double cycles, double kept, double penalty) {
    static const int cost[] = {14, 14, 300};
    char *text = malloc(TEXT), *end = text;
    end +=
        sprintf(end,
                "# section: level\n# columns: level colours ways bytes ordered\n%d 1 2 4096 0.1\n"
                "# section: hits\n# columns: units usual half\n0 %g %g\n",
                level, above, above);
    for (int pages = 8; pages < 60; pages += pages / 4)
        end += sprintf(end, "%d %g %g\n", pages, hit_among(pages, cycles, kept, penalty, 8),
                       hit_among(pages, cycles, kept, penalty, 4));
    end += sprintf(end, "# section: groups\n# columns: colours ways shift cycles low\n");
    for (int ways = 1; ways <= 3; ways++)
        end += sprintf(end, "1 %d 0 %d %d\n", ways, cost[ways - 1], cost[ways - 1]);
    for (int shift = 16; shift <= 512; shift *= 2)
        for (int to = shift; to <= 2 * shift - 8; to += shift - 8) {
            int now = shift < 64 ? 300 : 14;
            end += sprintf(end, "1 3 %d %d %d\n", to, now, now);
        }
    sprintf(end, "1 4 0 300 300\n");
    char *output = run_method(&colours_method, text, USUAL);
    free(text);
    return output;
}

static void check_hits(double cycles, double kept, double penalty, const char *expected) {
    char *output = decide_hits(2, 4.05, cycles, kept, penalty);
    assert_string_equal(answer_of(output, "l2_size"), "8192");
    assert_string_equal(answer_of(output, "l2_latency"), expected);
    free(output);
}

static void an_octave_agrees_on_the_hit(void **state) {
    (void)state;
    check_hits(14, 0, 0, "14");
    check_hits(14.2, 0, 0, "14");
    check_hits(14.4, 0, 0, "unknown");
    check_hits(14, 4, 0, "14");       /* the first level holds some pages at first */
    check_hits(14, 30, 0, "unknown"); /* it holds some throughout */
    check_hits(14, 0, 8, "14");       /* a cycle per load, which depends on the places per page */
    check_hits(14, 0, 20, "14");
    char *output = decide_hits(3, 4, 40, 0, 0);
    assert_string_equal(answer_of(output, "l3_latency"), "");
    free(output);
    output = decide_hits(2, 4.33, 13, 0, 0); /* all times are a twelfth too long */
    assert_string_equal(answer_of(output, "l2_latency"), "unknown");
    free(output);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_octave_agrees_on_the_hit),
    };
    return cmocka_run_group_tests_name("caches_hit", tests, NULL, NULL);
}
