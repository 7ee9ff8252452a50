/* caches_levels.c - the levels of recorded latency curves (tests/curves) against the geometry that
   the makers publish, and how often an answer of each confidence is right. */
#include "../helper.h"

#include "caches_curve.h"

#include "../../analysis/caches/edges.h"
#include "../../analysis/caches/plateaus.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct method levels_method, mixture_method;

/* ---- recorded curves ---- */

struct recording {
    char name[256];
    double truth[3]; /* bytes; 0: there is no such level */
    char *output;
    char *sure; /* answers that configure would publish */
    struct table table;
};

enum { MOST_RECORDINGS = 64 };
static struct recording recording[MOST_RECORDINGS];
static size_t recordings;

/* Reads lines such as `# truth L2: 524288'. */
static void read_truth(struct recording *to, FILE *file) {
    char line[200];
    int level;
    double bytes;
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "# truth L%d%*[D:] %lf", &level, &bytes) == 2 && level >= 1 && level <= 3)
            to->truth[level - 1] = bytes;
    rewind(file);
}

static void read_recording(struct recording *to, const char *folder, const char *name) {
    char path[1024];
    struct table_error error;
    snprintf(to->name, sizeof to->name, "%s", name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    read_truth(to, file);
    assert_int_equal(table_read(&to->table, file, &error), 0);
    fclose(file);
    to->output = run_table(&mixture_method, &to->table, USUAL);
    to->sure = run_table(&mixture_method, &to->table, SURE_ENOUGH);
}

static int read_all(void **state) {
    char folder[300];
    const char *srcdir = getenv("srcdir");
    snprintf(folder, sizeof folder, "%s/tests/curves", srcdir != NULL ? srcdir : ".");
    DIR *curves = opendir(folder);
    (void)state;
    if (curves == NULL)
        return -1;
    for (struct dirent *entry; (entry = readdir(curves)) != NULL;)
        if (strstr(entry->d_name, ".curve") != NULL && recordings < MOST_RECORDINGS)
            read_recording(&recording[recordings++], folder, entry->d_name);
    closedir(curves);
    return recordings > 0 ? 0 : -1;
}

static int free_all(void **state) {
    (void)state;
    for (size_t i = 0; i < recordings; i++) {
        free(recording[i].output);
        free(recording[i].sure);
        table_free(&recording[i].table);
    }
    return 0;
}

/* Returns by how many octaves the size of level N is off; NaN if it is unknown. */
static double octaves_off(const struct recording *of, size_t n) {
    char name[20];
    snprintf(name, sizeof name, "l%zu_size", n);
    double off = log2(number_of(of->output, name) / of->truth[n - 1]);
    if (fabs(off) > 0.25)
        print_message("%s: %s=%s, truth %.0f\n", of->name, name, answer_of(of->output, name),
                      of->truth[n - 1]);
    return off;
}

/* The answer is a row of the curve, and the true size is below the next row. */
static void first_level_is_within_the_grid(void **state) {
    (void)state;
    for (size_t i = 0; i < recordings; i++) {
        double size = number_of(recording[i].output, "l1_size");
        size_t row = 0;
        while (row < recording[i].table.rows && table_at(&recording[i].table, row, 0) < size)
            row++;
        assert_true(row + 1 < recording[i].table.rows);
        assert_false(table_at(&recording[i].table, row, 0) > size);
        assert_true(recording[i].truth[0] >= size);
        assert_true(recording[i].truth[0] < table_at(&recording[i].table, row + 1, 0));
    }
}

/* At least NEAR of the WITH recordings that have level N are within a quarter octave, and the rest
   are within half an octave or unknown.  Sizes of any confidence count here. */
static void check_level(size_t n, size_t with, size_t near) {
    size_t have = 0, good = 0;
    for (size_t i = 0; i < recordings; i++) {
        if (!(recording[i].truth[n - 1] > 0))
            continue;
        double off = fabs(octaves_off(&recording[i], n));
        have++;
        good += off <= 0.25;
        assert_false(off > 0.5);
    }
    print_message("L%zu: %zu of %zu within a quarter octave\n", n, good, have);
    assert_int_equal(have, with);
    assert_true(good >= near);
}

static void sizes_are_near(void **state) {
    (void)state;
    check_level(1, 18, 18);
    check_level(2, 18, 18);
    check_level(3, 12, 12);
}

/* ---- how often answers are right ---- */

/* Answers by confidence: below 0.85, below 0.9, and from 0.9 on, which configure publishes. */
enum { BANDS = 3 };

struct band {
    size_t told, right;
};

static size_t band_of(double confidence) {
    return confidence < 0.845 ? 0 : confidence < 0.895 ? 1 : 2;
}

static void count_told(const struct recording *of, const char *name, bool right,
                       struct band band[BANDS]) {
    double confidence = confidence_of(of->output, name);
    if (!(confidence >= 0))
        return;
    band[band_of(confidence)].told++;
    band[band_of(confidence)].right += right;
}

static void count_recording(const struct recording *of, struct band band[BANDS]) {
    double levels = of->truth[2] > 0 ? 3 : 2;
    count_told(of, "cache_levels", number_of(of->output, "cache_levels") == levels, band);
    for (size_t n = 1; n <= 3; n++) {
        char name[ANSWER_NAME];
        if (of->truth[n - 1] > 0)
            count_told(of, answer_name(name, (double)n, "size"), fabs(octaves_off(of, n)) <= 0.25,
                       band);
    }
}

/* Answers of confidence 0.85 to 0.9 are right in nine of ten cases, and published ones always. */
static void confidence_means_something(void **state) {
    static const char *const name[BANDS] = {"below 0.85", "0.85 to 0.9", "0.9 and more"};
    struct band band[BANDS] = {{0, 0}};
    (void)state;
    for (size_t i = 0; i < recordings; i++)
        count_recording(&recording[i], band);
    for (size_t i = 0; i < BANDS; i++)
        print_message("confidence %s: %zu of %zu right\n", name[i], band[i].right, band[i].told);
    assert_true(band[1].told > 0 && band[1].right * 10 >= band[1].told * 9);
    assert_true(band[2].told >= 16 && band[2].right == band[2].told);
}

/* ---- leaving machines out ---- */

enum { FRACTIONS = 21 }; /* from 0.2 on, in steps of a hundredth */

static double fraction_at(size_t i) {
    return 0.2 + (double)i / 100;
}

/* Sets RIGHT[I] to the number of second and third levels of a recording whose size is right if the
   I-th fraction of a step counts as its edge. */
static void try_fractions(const struct recording *of, size_t right[FRACTIONS]) {
    struct curve curve = {.points = of->table.rows,
                          .bytes = table_column(&of->table, 0),
                          .raw = table_column(&of->table, 1),
                          .latency = table_column(&of->table, 1)};
    struct levels levels;
    assert_non_null(curve.bytes);
    assert_non_null(curve.raw);
    assert_non_null(curve.latency);
    assert_true(plateaus_find(&curve, &levels));
    for (size_t i = 0; i < FRACTIONS; i++) {
        edges_place(&curve, fraction_at(i), &levels);
        right[i] = 0;
        for (size_t k = 1; k < 3 && k + 1 < levels.count; k++)
            right[i] += fabs(log2(levels.level[k].size / of->truth[k])) <= 0.25;
    }
    free(curve.bytes);
    free(curve.raw);
    free(curve.latency);
}

/* Returns the middle of the fractions that are right most often without the recording OUT. */
static size_t choose_without(size_t right[][FRACTIONS], size_t out) {
    size_t most = 0, first = 0, last = 0;
    for (size_t i = 0; i < FRACTIONS; i++) {
        size_t all = 0;
        for (size_t k = 0; k < recordings; k++)
            all += k != out ? right[k][i] : 0;
        if (all > most)
            first = i;
        if (all >= most)
            last = i;
        most = all > most ? all : most;
    }
    return (first + last) / 2;
}

/* EDGES_CROSSED is the only constant that was chosen with these curves.  Whichever of them is left
   out, the choice is about the same, and it is right for the curve that was left out. */
static void no_machine_decides_alone(void **state) {
    static size_t right[MOST_RECORDINGS][FRACTIONS];
    size_t good = 0;
    (void)state;
    for (size_t i = 0; i < recordings; i++)
        try_fractions(&recording[i], right[i]);
    for (size_t i = 0; i < recordings; i++) {
        size_t chosen = choose_without(right, i);
        good += right[i][chosen];
        if (right[i][chosen] < 1 + (size_t)(recording[i].truth[2] > 0))
            print_message("%s left out: %.2f is chosen, and wrong\n", recording[i].name,
                          fraction_at(chosen));
        assert_true(fabs(fraction_at(chosen) - EDGES_CROSSED) < 0.05);
    }
    print_message("leave-one-out: %zu of 30 sizes of L2 and L3 right\n", good);
    assert_true(good >= 18 + 9);
}

/* ---- what else recorded curves say ---- */

static void number_of_levels(void **state) {
    (void)state;
    for (size_t i = 0; i < recordings; i++) {
        const char *levels = answer_of(recording[i].output, "cache_levels");
        const char *truth = recording[i].truth[2] > 0 ? "3" : "2";
        if (strcmp(levels, "unknown") != 0)
            assert_string_equal(levels, truth);
    }
}

/* Only last levels have a size on which the witnesses agree, and it is within a quarter octave. */
static void published_sizes_are_right(void **state) {
    size_t published = 0;
    (void)state;
    for (size_t i = 0; i < recordings; i++)
        for (size_t n = 1; n <= 3; n++) {
            char name[20];
            snprintf(name, sizeof name, "l%zu_size", n);
            if (strspn(answer_of(recording[i].sure, name), "0123456789") == 0)
                continue;
            double size = number_of(recording[i].sure, name);
            print_message("%s: %s=%.0f\n", recording[i].name, name, size);
            assert_true(n == 3 || !(recording[i].truth[n] > 0));
            assert_true(fabs(log2(size / recording[i].truth[n - 1])) <= 0.25);
            published++;
        }
    assert_true(published >= 2);
}

/* Cycles of L1 and L2 by the makers' manuals; 0 if they give none, or several. */
static void published_latencies_are_right(void **state) {
    static const struct {
        const char *name;
        double l1, l2;
    } known[] = {{"broadwellh", 4, 12},     {"cometlake", 4, 12},     {"conroe", 3, 14},
                 {"diamondville", 3, 0},    {"haswell", 4, 12},       {"k10_thuban", 3, 15},
                 {"k15_kaveri", 4, 0},      {"k15_zambezi8c", 4, 0},  {"k16_kabini", 3, 0},
                 {"k17_matisse", 4, 12},    {"k17_rome", 4, 12},      {"k17_zenp", 4, 12},
                 {"k19_raphael_04", 4, 14}, {"k8_manchester", 3, 12}, {"p4_prescott", 4, 0},
                 {"sandybridge3", 4, 12},   {"skylakex2", 4, 14},     {"tigerlake_01", 5, 14}};
    size_t l2 = 0;
    (void)state;
    for (size_t i = 0; i < recordings; i++)
        for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
            if (strncmp(recording[i].name, known[k].name, strlen(known[k].name)) != 0)
                continue;
            assert_true(number_of(recording[i].sure, "l1_latency") >= known[k].l1);
            assert_false(number_of(recording[i].sure, "l1_latency") > known[k].l1);
            if (known[k].l2 < 1 ||
                strcmp(answer_of(recording[i].sure, "l2_latency"), "unknown") == 0)
                continue;
            assert_int_equal(number_of(recording[i].sure, "l2_latency"), known[k].l2);
            l2++;
        }
    assert_true(l2 >= 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_level_is_within_the_grid),
        cmocka_unit_test(sizes_are_near),
        cmocka_unit_test(confidence_means_something),
        cmocka_unit_test(no_machine_decides_alone),
        cmocka_unit_test(number_of_levels),
        cmocka_unit_test(published_sizes_are_right),
        cmocka_unit_test(published_latencies_are_right),
    };
    return cmocka_run_group_tests_name("caches_levels", tests, read_all, free_all);
}
