/* test_levels.c - the levels of recorded latency curves, against what the machines are known to
   have, and of made ones. */
#define _GNU_SOURCE
#include "helper.h"

#include "../analysis/levels/levels.h"
#include "../analysis/levels/segment.h"
#include "../analysis/product.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- recorded curves ---- */

struct recording {
    char name[256];
    double truth[3]; /* bytes, 0 where there is no such level */
    char *output;
    struct table table;
};

enum { MOST_RECORDINGS = 64 };
static struct recording recording[MOST_RECORDINGS];
static size_t recordings;

/* `# truth L2: 524288`, and the like. */
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
    to->output = run_table(levels_decide, &to->table, USUAL);
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
        table_free(&recording[i].table);
    }
    return 0;
}

/* Octaves by which level N of a recording is off; NaN where it is unknown. */
static double octaves_off(const struct recording *of, size_t n) {
    char name[20];
    snprintf(name, sizeof name, "l%zu_size", n);
    double off = log2(number_of(of->output, name) / of->truth[n - 1]);
    if (fabs(off) > 0.25)
        print_message("%s: %s=%s, truth %.0f\n", of->name, name, answer_of(of->output, name),
                      of->truth[n - 1]);
    return off;
}

/* The answer is a row, and the truth is not past the next one. */
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

/* At least NEAR of the recordings with level N within a quarter octave, the rest within half an
   octave or unknown. */
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

static void second_level(void **state) {
    (void)state;
    check_level(2, 18, 15);
}

static void third_level(void **state) {
    (void)state;
    check_level(3, 12, 8);
}

static void number_of_levels(void **state) {
    (void)state;
    for (size_t i = 0; i < recordings; i++) {
        const char *levels = answer_of(recording[i].output, "cache_levels");
        const char *truth = recording[i].truth[2] > 0 ? "3" : "2";
        if (strcmp(levels, "unknown") != 0)
            assert_string_equal(levels, truth);
    }
}

/* ---- made curves ---- */

enum { POINTS = 72 };

/* Four points an octave from 1K; a level's edge is sharp. */
static void make(double *bytes, double *latency, const double *size, const double *cost) {
    for (size_t i = 0; i < POINTS; i++) {
        size_t level = 0;
        bytes[i] = floor(1024 * pow(2, (double)i / 4) + 0.5);
        while (size[level] > 0 && bytes[i] > size[level])
            level++;
        latency[i] = cost[level];
    }
}

static void made_levels_are_found(void **state) {
    static const struct {
        double size[5], cost[6];
        const char *levels, *last, *size_of_last;
    } made[] = {
        {{32768, 262144, 8388608}, {4, 12, 40, 200}, "3", "l3_size", "8388608"},
        {{16384}, {2, 60}, "1", "l1_size", "16384"},
        {{32768, 1 << 20, 1 << 22, 1 << 25}, {4, 12, 40, 90, 300}, "4", "l4_size", "33554432"},
        /* A level of twice the one before it is not wide enough to be sure of. */
        {{65536, 131072}, {3, 15, 180}, "unknown", "l2_size", "unknown"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        double bytes[POINTS], latency[POINTS];
        make(bytes, latency, made[i].size, made[i].cost);
        char *output = run_curve(levels_decide, "bytes cycles", bytes, latency, POINTS, USUAL);
        assert_string_equal(answer_of(output, "cache_levels"), made[i].levels);
        assert_string_equal(answer_of(output, made[i].last), made[i].size_of_last);
        free(output);
    }
}

/* Slow points, one in ten, do not matter; one point that is far too fast makes all unknown. */
static void noise_is_slow(void **state) {
    static const double size[] = {32768, 262144, 8388608, 0}, cost[] = {4, 12, 40, 200};
    double bytes[POINTS], latency[POINTS];
    uint64_t seed = 42;
    (void)state;
    make(bytes, latency, size, cost);
    for (size_t i = 0; i < POINTS - 1; i++)
        latency[i] *= 1 + 0.01 * (double)chance(&seed, 100) / 100;
    for (size_t i = 5; i < POINTS - 1; i += 10)
        latency[i] *= 3;
    char *output = run_curve(levels_decide, "bytes cycles", bytes, latency, POINTS, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "3");
    assert_string_equal(answer_of(output, "l2_size"), "262144");
    free(output);
    latency[POINTS - 1] = 4;
    output = run_curve(levels_decide, "bytes cycles", bytes, latency, POINTS, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "unknown");
    free(output);
}

/* A curve that stops inside the last cache must not call that cache memory, where the flushed
   places say that memory is slower. */
static void flushed_places_tell_memory(void **state) {
    static const double size[] = {32768, 262144, 0}, cost[] = {4, 12, 40};
    double bytes[POINTS], latency[POINTS], cell[POINTS][4];
    struct table table = {POINTS, 4, {"bytes", "cycles", "ns", "flushed"}, &cell[0][0]};
    (void)state;
    make(bytes, latency, size, cost);
    for (size_t flushed = 45; flushed <= 200; flushed += 155) {
        for (size_t i = 0; i < POINTS; i++) {
            double row[] = {bytes[i], latency[i], latency[i] / 2, (double)flushed};
            memcpy(cell[i], row, sizeof row);
        }
        char *output = run_table(levels_decide, &table, USUAL);
        bool memory = flushed == 45;
        assert_string_equal(answer_of(output, "cache_levels"), memory ? "2" : "unknown");
        assert_string_equal(answer_of(output, "mem_latency_ns"), memory ? "23" : "unknown");
        assert_string_equal(answer_of(output, "l3_latency"), memory ? "none" : "40");
        assert_string_equal(answer_of(output, "l3_size"), memory ? "none" : "unknown");
        free(output);
    }
}

/* An edge as wide as an octave and more could hide a level: nothing behind it is numbered. */
static void a_gap_could_hide_a_level(void **state) {
    static const double size[] = {32768, 0}, cost[] = {4, 300};
    double bytes[POINTS], latency[POINTS];
    (void)state;
    make(bytes, latency, size, cost);
    for (size_t i = 0; i < POINTS; i++)
        if (bytes[i] > 32768 && bytes[i] < 1 << 20)
            latency[i] = 4 * pow(300.0 / 4, log2(bytes[i] / 32768) / 5);
    char *output = run_curve(levels_decide, "bytes cycles", bytes, latency, POINTS, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "unknown");
    assert_string_equal(answer_of(output, "l1_latency"), "4");
    assert_string_equal(answer_of(output, "l2_size"), "unknown");
    assert_string_equal(answer_of(output, "mem_latency"), "300");
    free(output);
}

/* ---- segments ---- */

static void segments_are_optimal(void **state) {
    const double y[] = {1, 1, 1, 5, 5, 9, 9, 9};
    size_t first[8];
    (void)state;
    assert_int_equal(segment(y, 8, 0.1, first), 3);
    assert_int_equal(first[0], 0);
    assert_int_equal(first[1], 3);
    assert_int_equal(first[2], 5);
    assert_int_equal(segment(y, 8, 1000, first), 1);
    assert_int_equal(segment(y, 1, 0.1, first), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_level_is_within_the_grid),
        cmocka_unit_test(second_level),
        cmocka_unit_test(third_level),
        cmocka_unit_test(number_of_levels),
        cmocka_unit_test(made_levels_are_found),
        cmocka_unit_test(noise_is_slow),
        cmocka_unit_test(flushed_places_tell_memory),
        cmocka_unit_test(a_gap_could_hide_a_level),
        cmocka_unit_test(segments_are_optimal),
    };
    return cmocka_run_group_tests(tests, read_all, free_all);
}
