/* test_levels.c - the levels of recorded latency curves, against what the machines are known to
   have, and of made ones. */
#define _GNU_SOURCE
#include "helper.h"

#include "../analysis/caches/edges.h"
#include "../analysis/caches/mixture_capacity.h"
#include "../analysis/caches/mixture_fit.h"
#include "../analysis/caches/plateau_latency.h"
#include "../analysis/caches/plateaus.h"
#include "../analysis/caches/segment.h"
#include "sim/run.h"
#include "sim/zoo.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct method levels_method, mixture_method;

/* ---- recorded curves ---- */

/* A little less than configure asks for: what all witnesses agree on, published or not. */
static const struct options SURE_ENOUGH = {8, 2, 5, 8, 0.87};

struct recording {
    char name[256];
    double truth[3]; /* bytes, 0 where there is no such level */
    char *output;
    char *sure; /* of what configure would publish */
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
   octave or unknown.  Sizes are told with any confidence here. */
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

/* ---- how often what is told is right ---- */

/* Answers by their confidence: below, from 0.85, and from 0.9 on, which configure publishes. */
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

/* What is told with 0.85 or more is right nine times of ten; what is published always. */
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

enum { FRACTIONS = 21 }; /* from 0.2 on, by a hundredth */

static double fraction_at(size_t i) {
    return 0.2 + (double)i / 100;
}

/* RIGHT[I] is set to the sizes of the second and third level of a recording that are right where
   the I-th fraction of a step counts as its edge. */
static void try_fractions(const struct recording *of, size_t right[FRACTIONS]) {
    double *bytes = table_column(&of->table, 0), *latency = table_column(&of->table, 1);
    struct levels levels;
    assert_non_null(bytes);
    assert_non_null(latency);
    assert_true(
        plateaus_find(bytes, latency, &(struct singles){NULL, NULL}, of->table.rows, &levels));
    for (size_t i = 0; i < FRACTIONS; i++) {
        edges_place(bytes, latency, fraction_at(i), &levels);
        right[i] = 0;
        for (size_t k = 1; k < 3 && k + 1 < levels.count; k++)
            right[i] += fabs(log2(levels.level[k].size / of->truth[k])) <= 0.25;
    }
    free(bytes);
    free(latency);
}

/* The middle of the fractions that are right most often where recording OUT is left out. */
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

/* The one constant of an edge that these curves have a say in: whichever of them is left out, about
   the same is chosen, and what is chosen without a curve is right for it. */
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

/* Of the sizes only a last level's has witnesses that agree, and that within a quarter octave. */
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

/* Cycles of L1 and L2 by the makers' manuals; 0 where they give none, or several. */
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
        /* Memory that costs hardly more than what is before it: embedded DRAM, or TLBs? */
        {{32768, 262144, 1 << 21, 1 << 25}, {4, 12, 42, 95, 148}, "unknown", "l4_size", "unknown"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        double bytes[POINTS], latency[POINTS];
        make(bytes, latency, made[i].size, made[i].cost);
        char *output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
        assert_string_equal(answer_of(output, "cache_levels"), made[i].levels);
        assert_string_equal(answer_of(output, made[i].last), made[i].size_of_last);
        free(output);
    }
}

/* The share that a level of SIZE holds of BYTES in pages scattered over its colours: all of half as
   much, nothing of twice as much. */
static double held(double size, double bytes) {
    return fmin(fmax((1 - log2(bytes / size)) / 2, 0), 1);
}

/* Two levels whose smeared edges leave no plateau between them are not called one. */
static void two_smeared_edges_are_not_one(void **state) {
    static const double third[] = {0, 3 << 19};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        double bytes[POINTS], latency[POINTS];
        for (size_t k = 0; k < POINTS; k++) {
            bytes[k] = floor(1024 * pow(2, (double)k / 4) + 0.5);
            double near = held(1 << 20, bytes[k]), any = fmax(near, held(third[i] + 1, bytes[k]));
            latency[k] = bytes[k] <= 32768 ? 4 : 14 * near + 80 * (any - near) + 330 * (1 - any);
        }
        char *output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
        assert_string_equal(answer_of(output, "cache_levels"), i == 0 ? "2" : "unknown");
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
    char *output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "3");
    assert_string_equal(answer_of(output, "l2_size"), "262144");
    free(output);
    latency[POINTS - 1] = 4;
    output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "unknown");
    free(output);
}

/* A curve that stops inside the last cache must not call that cache memory, where the flushed
   places say that memory is slower. */
static void flushed_places_tell_memory(void **state) {
    static const double size[] = {32768, 262144, 0}, cost[] = {4, 12, 40};
    double bytes[POINTS], latency[POINTS], cell[POINTS][4];
    struct table table = {.rows = POINTS,
                          .columns = 4,
                          .column = {"bytes", "cycles", "ns", "flushed"},
                          .cell = &cell[0][0]};
    (void)state;
    make(bytes, latency, size, cost);
    for (size_t flushed = 45; flushed <= 200; flushed += 155) {
        for (size_t i = 0; i < POINTS; i++) {
            double row[] = {bytes[i], latency[i], latency[i] / 2, (double)flushed};
            memcpy(cell[i], row, sizeof row);
        }
        char *output = run_table(&levels_method, &table, USUAL);
        bool memory = flushed == 45;
        assert_string_equal(answer_of(output, "cache_levels"), memory ? "2" : "unknown");
        assert_string_equal(answer_of(output, "mem_latency_ns"), memory ? "23" : "unknown");
        assert_string_equal(answer_of(output, "l3_latency"), memory ? "" : "40");
        assert_string_equal(answer_of(output, "l3_size"), memory ? "" : "unknown");
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
    char *output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "unknown");
    assert_string_equal(answer_of(output, "l1_latency"), "4");
    assert_string_equal(answer_of(output, "l2_size"), "unknown");
    assert_string_equal(answer_of(output, "mem_latency"), "unknown");
    free(output);
}

/* Two levels as made, and what was recorded behind them in TAIL, ROWS of MB and cycles; what was
   flushed costs as much as the last of it. */
static void check_tail(const double *size, const double *cost, const double (*tail)[2], size_t rows,
                       const char *levels, const char *l2_latency) {
    double bytes[POINTS], latency[POINTS], cell[POINTS][4], flushed = tail[rows - 1][1];
    size_t n = 0;
    make(bytes, latency, size, cost);
    while (bytes[n] < tail[0][0] * (1 << 20))
        n++;
    for (size_t i = 0; i < n + rows; i++) {
        double at = i < n ? bytes[i] : tail[i - n][0] * (1 << 20);
        double cycles = i < n ? latency[i] : tail[i - n][1], row[] = {at, cycles, cycles, flushed};
        memcpy(cell[i], row, sizeof row);
    }
    struct table table = {.rows = n + rows,
                          .columns = 4,
                          .column = {"bytes", "cycles", "ns", "flushed"},
                          .cell = &cell[0][0]};
    char *output = run_table(&levels_method, &table, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), levels);
    assert_string_equal(answer_of(output, "l2_latency"), l2_latency);
    free(output);
}

/* An edge from 14 cycles at 1 MB to 300 at 4 MB, as pages smear it, and what single loads there
   cost that a cache served: always 14, or up to SLOW; the plateau before climbs to FIRST. */
static void check_single(double slow, double first, const char *levels) {
    static const double size[] = {32768, 1 << 20, 0}, cost[] = {4, 14, 300};
    double bytes[POINTS], latency[POINTS], cell[POINTS][5];
    make(bytes, latency, size, cost);
    for (size_t i = 0; i < POINTS; i++) {
        double climbed = fmin(fmax(log2(bytes[i] / (1 << 20)) / 2, 0), 1);
        bool second = latency[i] > 4 && bytes[i] <= 1 << 20;
        if (second && first > 0)
            latency[i] = 14 + (first - 14) * log2(bytes[i] / 32768) / 5;
        if (bytes[i] > 1 << 20)
            latency[i] = 14 + 286 * pow(climbed, 3);
        double cached = second ? 14 : bytes[i] < 1 << 20 ? 4 : 14 + (slow - 14) * climbed;
        double row[] = {bytes[i], latency[i], latency[i], 300, climbed < 1 ? cached : 300};
        memcpy(cell[i], row, sizeof row);
    }
    struct table table = {.rows = POINTS,
                          .columns = 5,
                          .column = {"bytes", "cycles", "ns", "flushed", "cached"},
                          .cell = &cell[0][0]};
    char *output = run_table(&levels_method, &table, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), levels);
    free(output);
}

/* A mean of single loads that no two levels but these serve proves that there is none between. */
static void single_loads_tell_what_a_mean_hides(void **state) {
    (void)state;
    check_single(14, 0, "2");
    check_single(40, 0, "unknown");
    check_single(14, 26, "unknown");
}

/* All of them were disturbed, before the edge too, in which a third level of 40 cycles leaves no
   plateau (tests/zoo/busy with a third level of 1 MB). */
static void disturbed_single_loads_tell_nothing(void **state) {
    static const double K = 1024,
                        rows[][3] = {
                            {4, 4.0, 10},     {5.6, 4.0, 40},   {8, 4.0, 196},    {11, 4.0, 120},
                            {16, 3.9, 233},   {23, 4.0, 238},   {32, 3.9, 123},   {40, 11.6, 233},
                            {48, 11.8, 108},  {56, 11.8, 171},  {64, 12.0, 101},  {80, 12.1, 238},
                            {96, 17.7, 122},  {112, 16.9, 107}, {128, 16.3, 236}, {160, 19.3, 127},
                            {192, 21.6, 236}, {224, 26.1, 235}, {256, 27.4, 238}, {320, 28.9, 236},
                            {384, 35.8, 193}, {448, 36.1, 235}, {512, 38.0, 238}, {640, 39.5, 124},
                            {768, 79.0, 122}, {896, 157, 235},  {1024, 153, 129}, {1280, 200, 238},
                            {1536, 236, 132}, {1792, 241, 235}, {2048, 242, 132}, {2560, 243, 236},
                            {3072, 243, 211}, {4096, 243, 236}};
    enum { ROWS = sizeof rows / sizeof rows[0] };
    double cell[ROWS][5];
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        double row[] = {rows[i][0] * K, rows[i][1], rows[i][1] / 3, 240, rows[i][2]};
        memcpy(cell[i], row, sizeof row);
    }
    struct table table = {.rows = ROWS,
                          .columns = 5,
                          .column = {"bytes", "cycles", "ns", "flushed", "cached"},
                          .cell = &cell[0][0]};
    char *output = run_table(&levels_method, &table, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "unknown");
    free(output);
}

/* A last level of which one thread has 32 MB goes on serving as many bytes: an octave of that bends
   as a plateau might, but it is no level (Zen 5, recorded from 24 MB on). */
static void a_level_that_serves_on_is_one(void **state) {
    static const double size[] = {49152, 1 << 20, 0}, cost[] = {4, 14, 51},
                        tail[][2] = {{24, 54.6},  {32, 82.8},   {48, 301.1},  {64, 359.2},
                                     {96, 440.5}, {128, 555.8}, {192, 617.7}, {256, 603.0}};
    (void)state;
    check_tail(size, cost, tail, sizeof tail / sizeof tail[0], "unknown", "14");
}

/* A third level of 8 MB, hashed, behind one of 3 MB in scattered pages: neither leaves a plateau,
   and memory's is still climbing where it seems to begin (tests/zoo/apple, from 2 MB on). */
static void what_is_behind_an_edge_has_settled(void **state) {
    static const double size[] = {131072, 3 << 20, 0}, cost[] = {3, 18, 110},
                        tail[][2] = {{2, 35.3},   {2.5, 34.7}, {3, 54.5},   {3.5, 88.0},
                                     {4, 99.9},   {5, 120.2},  {6, 141.9},  {7, 163.3},
                                     {8, 191.3},  {10, 285.4}, {12, 321.3}, {14, 328.0},
                                     {16, 329.8}, {24, 331.0}};
    (void)state;
    check_tail(size, cost, tail, sizeof tail / sizeof tail[0], "unknown", "18");
}

/* Memory it is nevertheless (tests/zoo/ice_lake, from 5 MB on). */
static void memory_begins_on_the_way(void **state) {
    static const double size[] = {49152, 5 << 18, 0}, cost[] = {5, 14, 70},
                        tail[][2] = {{5, 70.7},   {6, 99.9},   {7, 144.8},  {8, 213.1}, {10, 270.7},
                                     {12, 279.8}, {14, 280.0}, {16, 280.0}, {24, 280.0}};
    (void)state;
    check_tail(size, cost, tail, sizeof tail / sizeof tail[0], "3", "14");
}

/* On the way to memory two points were far too fast: between them lies no level. */
static void a_healed_plateau_is_no_level(void **state) {
    static const double size[] = {32768, 1 << 20, 1 << 24, 0}, cost[] = {4, 14, 60, 1400};
    double bytes[POINTS], latency[POINTS];
    (void)state;
    for (int slow = 0; slow < 2; slow++) {
        make(bytes, latency, size, cost);
        for (size_t i = 0; i < POINTS; i++)
            if (bytes[i] > 1 << 24 && bytes[i] <= 1 << 26)
                latency[i] = slow && i % 6 != 0 ? 830 : 420;
        char *output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
        assert_string_equal(answer_of(output, "cache_levels"), slow ? "unknown" : "4");
        assert_string_equal(answer_of(output, "l2_latency"), "14");
        free(output);
    }
}

/* A TLB of 256 KB whose misses cost more than the second level's hits: what it adds goes on rising,
   and is no level. */
static void a_tlb_is_no_level(void **state) {
    static const double size[] = {32768, 1 << 21, 1 << 25, 0}, cost[] = {4, 14, 70, 300};
    double bytes[POINTS], latency[POINTS];
    (void)state;
    for (int walk = 0; walk <= 28; walk += 4) {
        make(bytes, latency, size, cost);
        for (size_t i = 0; i < POINTS; i++)
            latency[i] += walk * fmax(1 - (1 << 18) / bytes[i], 0);
        char *output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
        const char *levels = answer_of(output, "cache_levels");
        if (walk <= 8 || strcmp(levels, "unknown") != 0)
            assert_string_equal(levels, "3");
        free(output);
    }
}

/* Three levels with two columns more: what was flushed, and single loads that a cache served. */
static void check_cached(const double *latency, const double *cached, const char *levels) {
    static const double size[] = {49152, 1 << 21, 1 << 24, 0}, cost[] = {5, 16, 110, 400};
    double bytes[POINTS], made[POINTS], cell[POINTS][5];
    make(bytes, made, size, cost);
    for (size_t i = 0; i < POINTS; i++) {
        size_t level = 0;
        while (level < 3 && made[i] > cost[level])
            level++;
        bool ends = bytes[i] > 1 << 19 && bytes[i] <= 1 << 21;
        double cycles = ends ? latency[(size_t)(4 * log2(bytes[i]) + 0.5) - 77] : made[i];
        double row[] = {bytes[i], cycles, cycles, 400, cached[level]};
        memcpy(cell[i], row, sizeof row);
    }
    struct table table = {.rows = POINTS,
                          .columns = 5,
                          .column = {"bytes", "cycles", "ns", "flushed", "cached"},
                          .cell = &cell[0][0]};
    char *output = run_table(&levels_method, &table, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), levels);
    free(output);
}

/* The last points of a plateau are its edge's first, where pages are scattered: they do not make
   two levels of it, but half an octave that costs more does. */
static void a_plateau_may_end_in_its_edge(void **state) {
    static const double cached[] = {5, 16, 110, 400}, edge[] = {18, 19, 20, 20, 21, 21, 22, 25},
                        level[] = {26, 26, 26, 26, 26, 26, 26, 26};
    (void)state;
    check_cached(edge, cached, "3");
    check_cached(level, cached, "unknown");
}

/* No load costs less than a hit in the first level: the others beside it are too cheap as well. */
static void single_loads_may_be_biased(void **state) {
    static const double flat[] = {16, 16, 16, 16, 16, 16, 16, 16}, biased[] = {0.001, 8, 102, 400},
                        shared[] = {5, 5, 110, 400};
    (void)state;
    check_cached(flat, biased, "3");
    check_cached(flat, shared, "unknown");
}

/* ---- latency ---- */

static void flat_part_is_the_latency(void **state) {
    static const struct {
        double latency[16], value;
        bool sure;
    } plateau[] = {
        /* Points that partly hit the level above, agreement, then a TLB. */
        {{13.5, 13.7, 14.06, 14.06, 14.1, 14.06, 14.06, 14.13, 14.06, 15, 16, 17}, 14, true},
        {{12, 12, 12, 12, 14, 16}, 12, true},
        /* Slow points between do not matter. */
        {{4.02, 9, 4.01, 4.02, 30, 4.03}, 4, true},
        /* A whole number that two points agree on, before a TLB's plateau. */
        {{14, 14, 16, 16, 16, 16, 16, 16}, 16, false},
        {{14, 14, 15, 15, 15, 16, 16, 16, 16}, 16, false},
        /* A TLB in every point: no whole number. */
        {{14.45, 14.5, 14.45, 14.44, 14.5, 14.48}, 14, false},
        /* No flat part. */
        {{12, 12.4, 12.8, 13.2, 13.6, 14, 14.4}, 12, false},
        {{4.1}, 4, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof plateau / sizeof plateau[0]; i++) {
        size_t n = 0;
        while (n < 16 && plateau[i].latency[n] > 0)
            n++;
        struct plateau_latency found = latency_of(plateau[i].latency, n, 2, false);
        assert_int_equal(floor(found.value + 0.5), plateau[i].value);
        assert_int_equal(found.sure, plateau[i].sure);
    }
}

/* From 72 KB on each page is a miss of the TLB, which adds a cycle to each load: what it is without
   is told by what the TLB reaches, or by nothing. */
static void a_miss_of_the_tlb_is_no_latency(void **state) {
    static const double size[] = {32768, 1 << 20, 0}, cost[] = {4, 14, 140},
                        reach[] = {1 << 20, 65536, 32768};
    double bytes[POINTS], latency[POINTS], cell[POINTS][3];
    struct table table = {
        .rows = POINTS, .columns = 3, .column = {"bytes", "cycles", "reach"}, .cell = &cell[0][0]};
    (void)state;
    make(bytes, latency, size, cost);
    for (size_t k = 0; k < sizeof reach / sizeof reach[0]; k++) {
        for (size_t i = 0; i < POINTS; i++) {
            double row[] = {bytes[i], latency[i] + (bytes[i] > 72 << 10), reach[k]};
            memcpy(cell[i], row, sizeof row);
        }
        char *output = run_table(&levels_method, &table, SURE_ENOUGH);
        assert_string_equal(answer_of(output, "l1_latency"), "4");
        assert_string_equal(answer_of(output, "l2_latency"), k == 1 ? "14" : "unknown");
        free(output);
    }
}

/* A Zen 5 in a virtual machine, its huge pages backed by small ones: L1 48K of 4 cycles, L2 1M of
   14, an L3 of which one thread gets a part that even a person cannot tell. */
static const char zen5[] = "# columns: bytes cycles ns flushed\n"
                           "8192 4.0237 1.0151 547.81\n10240 4.0208 0.9983 559.80\n"
                           "12288 4.0231 0.9956 561.01\n14336 4.0162 0.9934 545.21\n"
                           "16384 4.0191 1.0139 563.62\n20480 4.0087 0.9905 528.34\n"
                           "24576 4.0158 1.0134 550.69\n28672 4.0190 1.0139 534.40\n"
                           "32768 4.0252 1.0139 509.69\n40960 4.0226 1.0148 419.74\n"
                           "49152 4.0378 1.0186 515.84\n57344 13.7197 3.3942 573.30\n"
                           "65536 13.4582 3.3727 546.42\n81920 14.0781 3.4943 558.26\n"
                           "98304 14.0899 3.5442 559.10\n114688 14.1044 3.5700 547.33\n"
                           "131072 14.0987 3.5694 549.52\n163840 14.0586 3.5672 560.93\n"
                           "196608 14.0632 3.5651 608.27\n229376 14.1333 3.5469 591.90\n"
                           "262144 14.0557 3.5585 562.76\n327680 14.0604 3.5585 555.44\n"
                           "393216 14.0869 3.5620 554.84\n458752 15.1642 3.8216 592.20\n"
                           "524288 16.0096 4.0141 568.31\n655360 16.9707 4.2528 565.99\n"
                           "786432 18.3553 4.5993 586.13\n917504 20.6821 5.1777 546.20\n"
                           "1048576 26.9356 6.7514 539.66\n1310720 39.5048 9.9051 553.79\n"
                           "1572864 49.5693 12.4285 555.32\n1835008 51.4306 12.7278 562.56\n"
                           "2097152 53.2658 13.0476 578.03\n2621440 51.8013 13.2411 554.85\n"
                           "3145728 55.4960 13.9145 568.29\n3670016 51.7818 12.9369 553.82\n"
                           "4194304 52.0177 12.8731 538.05\n5242880 72.2469 18.0499 783.00\n"
                           "6291456 52.0138 12.9102 576.89\n7340032 52.3609 12.9580 575.27\n"
                           "8388608 53.6508 13.1856 551.20\n10485760 188.7970 46.5536 554.52\n"
                           "14680064 350.6144 86.7685 529.48\n16777216 411.3262 101.7597 546.61\n"
                           "25165824 626.6911 153.5098 553.44\n33554432 596.9132 148.1586 566.41\n"
                           "50331648 608.2810 151.5247 566.62\n";

static void partial_hits_are_no_latency(void **state) {
    char *output = run_method(&mixture_method, zen5, SURE_ENOUGH);
    (void)state;
    assert_string_equal(answer_of(output, "l1_latency"), "4");
    assert_string_equal(answer_of(output, "l2_latency"), "14");
    assert_string_equal(answer_of(output, "l3_latency"), "unknown");
    assert_string_equal(answer_of(output, "l3_size"), "unknown");
    assert_true(strstr(output, "# witness: l2 by the colour mixture: 1") != NULL);
    free(output);
}

/* ---- the colour mixture ---- */

/* A cache and an edge that it makes: pages drawn at random, or side by side. */
struct drawn {
    size_t colours, ways;
    bool contiguous, random_replacement;
    size_t layouts;
};

/* Misses of PAGES that take turns in one colour; of random replacement after it has settled. */
static double misses_in_colour(const struct drawn *cache, size_t pages, uint64_t *seed) {
    size_t held[64], misses = 0, laps = 40;
    if (pages <= cache->ways || !cache->random_replacement || pages > 3 * cache->ways)
        return pages <= cache->ways ? 0 : (double)pages;
    for (size_t way = 0; way < cache->ways; way++)
        held[way] = way;
    for (size_t i = 0; i < laps * pages; i++) {
        size_t way = 0;
        while (way < cache->ways && held[way] != i % pages)
            way++;
        if (way < cache->ways)
            continue;
        held[chance(seed, cache->ways)] = i % pages;
        misses += i >= laps * pages / 2;
    }
    return (double)misses / ((double)laps / 2);
}

static double draw_misses(const struct drawn *cache, size_t pages, uint64_t *seed) {
    size_t *count = calloc(cache->colours, sizeof *count);
    double misses = 0;
    assert_non_null(count);
    for (size_t i = 0; i < pages; i++)
        count[cache->contiguous ? i % cache->colours : chance(seed, cache->colours)]++;
    for (size_t colour = 0; colour < cache->colours; colour++)
        misses += misses_in_colour(cache, count[colour], seed);
    free(count);
    return misses / (double)pages;
}

enum { EDGE_ROWS = 24, PAGE = 4096 };

/* Four rows an octave from a quarter of the capacity to 13 times it, 40 cycles and 200, with a per
   cent of noise. */
static void draw_edge(const struct drawn *cache, uint64_t *seed, double *bytes, double *latency) {
    for (size_t i = 0; i < EDGE_ROWS; i++) {
        double misses = 0, capacity = (double)(cache->colours * cache->ways);
        size_t pages = (size_t)(capacity * pow(2, ((double)i - 8 + 0.5) / 4) + 0.5);
        for (size_t layout = 0; layout < cache->layouts; layout++)
            misses += draw_misses(cache, pages, seed) / (double)cache->layouts;
        bytes[i] = (double)(pages * PAGE);
        latency[i] = (40 + 160 * misses) * (1 + 0.0001 * (double)chance(seed, 100));
    }
}

/* As edges.c crosses a quarter of the step. */
static double cross(const double *bytes, const double *latency) {
    size_t i = 0;
    while (i + 2 < EDGE_ROWS && latency[i + 1] <= 80)
        i++;
    double part = (80 - latency[i]) / (latency[i + 1] - latency[i]);
    return bytes[i] * pow(bytes[i + 1] / bytes[i], fmin(fmax(part, 0), 1));
}

static double octaves(double a, double b) {
    return fabs(log2(a / b));
}

/* Fits one draw.  What is published is within a quarter octave.  Returns whether something is. */
static bool check_draw(const struct drawn *cache, uint64_t *seed) {
    double bytes[EDGE_ROWS], latency[EDGE_ROWS];
    double truth = (double)(cache->colours * cache->ways * PAGE);
    struct mixture mixture;
    draw_edge(cache, seed, bytes, latency);
    double size = cross(bytes, latency);
    if (!mixture_fit(bytes, latency, EDGE_ROWS, size, &mixture) ||
        !capacity_agree(&size, 0, &mixture))
        return false;
    if (octaves(size, truth) > 0.25)
        fail_msg("%zu colours of %zu ways: %.0f bytes", cache->colours, cache->ways, size);
    return true;
}

static void capacity_is_right_or_unsure(void **state) {
    static const size_t geometry[][2] = {{5, 3},   {8, 20},   {16, 16},  {20, 12}, {32, 8},
                                         {128, 2}, {128, 16}, {512, 16}, {96, 11}, {40, 48}};
    uint64_t seed = 4711;
    size_t published[2] = {0, 0};
    (void)state;
    for (size_t i = 0; i < sizeof geometry / sizeof geometry[0]; i++)
        for (size_t kind = 0; kind < 4; kind++)
            for (size_t repeat = 0; repeat < 4; repeat++) {
                struct drawn cache = {geometry[i][0], geometry[i][1], kind % 2 == 1, kind >= 2, 1};
                published[kind % 2] += check_draw(&cache, &seed);
            }
    print_message("published: %zu of 80 with random pages, %zu of 80 with contiguous ones\n",
                  published[0], published[1]);
    assert_true(published[0] > 0 && published[1] >= 24);
}

/* With chance averaged out the fit alone finds the capacity. */
static void fit_finds_the_capacity(void **state) {
    static const size_t geometry[][2] = {{8, 20}, {16, 16}, {20, 12}, {32, 8}, {128, 16}};
    uint64_t seed = 42;
    (void)state;
    for (size_t i = 0; i < sizeof geometry / sizeof geometry[0]; i++) {
        struct drawn cache = {geometry[i][0], geometry[i][1], false, false, 20};
        double bytes[EDGE_ROWS], latency[EDGE_ROWS];
        double truth = (double)(cache.colours * cache.ways * PAGE);
        struct mixture mixture;
        draw_edge(&cache, &seed, bytes, latency);
        assert_true(mixture_fit(bytes, latency, EDGE_ROWS, cross(bytes, latency), &mixture));
        print_message("%zu colours of %zu ways: %.0f%% of them, %zu ways\n", cache.colours,
                      cache.ways, 100 * mixture.size / truth, mixture.ways);
        assert_true(octaves(mixture.size, truth) <= log2(1.1));
        assert_true(mixture.least <= truth && truth <= mixture.most);
    }
}

/* Where the bottom of the range is a victim's own size and the level's before it, or the best fit
   is none, or the crossing lies elsewhere, nothing is published. */
static void witnesses_must_agree(void **state) {
    static const double M = 1 << 20;
    struct mixture mixture = {.size = 8 * M, .misfit = 0.5, .least = 7 * M, .most = 9.5 * M};
    double size = 8 * M;
    (void)state;
    assert_true(capacity_agree(&size, 0.1 * M, &mixture));
    assert_true(size >= 7.98 * M && size <= 8.01 * M);
    assert_false(capacity_agree(&size, 1 * M, &mixture));
    mixture.misfit = 2;
    assert_false(capacity_agree(&size, 0.1 * M, &mixture));
    mixture.misfit = 0.5;
    size = 5 * M;
    assert_false(capacity_agree(&size, 0.1 * M, &mixture));
}

static void strange_edges_do_no_harm(void **state) {
    double bytes[EDGE_ROWS], latency[EDGE_ROWS];
    struct mixture mixture;
    (void)state;
    for (size_t i = 0; i < EDGE_ROWS; i++) {
        bytes[i] = pow(10, (double)i * 13);
        latency[i] = pow(10, (double)i * 13 - 5);
    }
    for (size_t i = 0; i < EDGE_ROWS; i++)
        (void)mixture_fit(bytes, latency, EDGE_ROWS, bytes[i], &mixture);
    for (size_t i = 0; i < EDGE_ROWS; i++) {
        bytes[i] = (double)(i + 1) * 65536;
        latency[i] = 7;
    }
    assert_false(mixture_fit(bytes, latency, EDGE_ROWS, 1 << 20, &mixture));
    assert_false(mixture_fit(bytes, latency, 4, 1 << 20, &mixture));
    assert_false(mixture_fit(bytes, latency, 0, 1 << 20, &mixture));
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

/* ---- the sweep ---- */

sweep sweep_levels;

/* Of a Zen 2 whose last level others contend for at first. */
static void find_levels_contended(double us, char *value, size_t size) {
    struct sim_machine sim;
    zoo_read("zen2", &sim);
    sim.noise.contended = 40;
    sim.noise.contended_us = us;
    struct run run = run_sweep(sweep_levels, &levels_method, &sim, 1);
    run_answer(run.output, "cache_levels", value, size);
    run_free(&run);
}

/* Only the first layout sees all sizes: others who are busy during it, and gone then, make no
   level of what it alone saw. */
static void who_leaves_is_no_level(void **state) {
    char value[40];
    (void)state;
    for (double us = 8000; us <= 14000; us += 2000) {
        find_levels_contended(us, value, sizeof value);
        assert_string_equal(value, "3");
    }
}

/* Nor does who stays for all of a sweep, or until one is made again. */
static void who_leaves_late_is_no_level(void **state) {
    static const double late[] = {26000, 40000, 56000};
    char value[40];
    (void)state;
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        find_levels_contended(late[i], value, sizeof value);
        if (strcmp(value, "unknown") != 0)
            assert_string_equal(value, "3");
    }
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
        cmocka_unit_test(made_levels_are_found),
        cmocka_unit_test(two_smeared_edges_are_not_one),
        cmocka_unit_test(noise_is_slow),
        cmocka_unit_test(flushed_places_tell_memory),
        cmocka_unit_test(a_gap_could_hide_a_level),
        cmocka_unit_test(single_loads_tell_what_a_mean_hides),
        cmocka_unit_test(disturbed_single_loads_tell_nothing),
        cmocka_unit_test(a_level_that_serves_on_is_one),
        cmocka_unit_test(what_is_behind_an_edge_has_settled),
        cmocka_unit_test(memory_begins_on_the_way),
        cmocka_unit_test(a_healed_plateau_is_no_level),
        cmocka_unit_test(a_tlb_is_no_level),
        cmocka_unit_test(a_plateau_may_end_in_its_edge),
        cmocka_unit_test(single_loads_may_be_biased),
        cmocka_unit_test(flat_part_is_the_latency),
        cmocka_unit_test(a_miss_of_the_tlb_is_no_latency),
        cmocka_unit_test(partial_hits_are_no_latency),
        cmocka_unit_test(capacity_is_right_or_unsure),
        cmocka_unit_test(fit_finds_the_capacity),
        cmocka_unit_test(witnesses_must_agree),
        cmocka_unit_test(strange_edges_do_no_harm),
        cmocka_unit_test(segments_are_optimal),
        cmocka_unit_test(who_leaves_is_no_level),
        cmocka_unit_test(who_leaves_late_is_no_level),
    };
    return cmocka_run_group_tests(tests, read_all, free_all);
}
