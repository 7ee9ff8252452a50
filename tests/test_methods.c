/* test_methods.c - stores, replacement and misses in flight, decided from made tables. */
#define _GNU_SOURCE
#include "helper.h"

#include "../analysis/caches/replacement_models.h"
#include "../analysis/line.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

extern const struct method branches_method, clock_method, colours_method, fma_method, misses_method,
    replacement_method, stores_method, streams_method;

enum { STEPS = 400, SETS = 400, TEXT = 60000 };

/* ---- replacement ---- */

/* METHODS 1.7: all of a cycle one line too long misses, but for random replacement, where the
   exact ratio is 2 / (W + 1). */
static void a_cycle_too_long(void **state) {
    size_t block[STEPS];
    double miss[STEPS], sum;
    (void)state;
    for (size_t ways = 2; ways <= 16; ways *= 2)
        for (enum model model = MODEL_LRU; model < MODELS; model++) {
            for (size_t i = 0; i < STEPS; i++)
                block[i] = 1 + i % (ways + 1);
            model_predict(model, ways, SETS, block, STEPS, miss);
            sum = 0;
            for (size_t i = STEPS / 2; i < STEPS; i++)
                sum += miss[i] / (STEPS - STEPS / 2);
            double exact = model == MODEL_RANDOM ? 2 / (double)(ways + 1) : 1;
            assert_true(fabs(sum - exact) < 0.03);
        }
}

/* Eight ways are full, 2 is visited again, and two blocks come.  LRU gives up 1 and 3, FIFO 1 and
   2; of a tree the half away from 2 is next, which is where 1 is, and then the half of 2, but the
   quarter away from it, which is where 4 is: blocks fill the halves in turn. */
static void who_is_given_up(void **state) {
    static const size_t gone[MODEL_RANDOM][2] = {{1, 3}, {1, 2}, {1, 4}};
    (void)state;
    for (enum model model = MODEL_LRU; model < MODEL_RANDOM; model++)
        for (size_t asked = 1; asked <= 8; asked++) {
            size_t block[40], steps = 0;
            double miss[40];
            for (size_t i = 0; i < 16; i++)
                block[steps++] = 16 - i; /* what was there before */
            for (size_t i = 0; i < 8; i++)
                block[steps++] = 21 + i;
            block[steps++] = 22;
            block[steps++] = 31;
            block[steps++] = 32;
            block[steps++] = 20 + asked;
            model_predict(model, 8, SETS, block, steps, miss);
            assert_int_equal(miss[steps - 1] > 0.5,
                             asked == gone[model][0] || asked == gone[model][1]);
        }
}

/* A trace of WAYS kept by MODEL; or by one that gives up what was used last, where it is MODELS: of
   the first level, or of the SECOND, in the table of its colours. */
static char *decide_trace(enum model model, size_t ways, int second) {
    size_t block[STEPS], held[16] = {0}, last = 0;
    double miss[STEPS];
    uint64_t dice = 7;
    char *text = malloc(TEXT), *end = text;
    for (size_t i = 0; i < STEPS; i++)
        block[i] = i < 6 * ways ? 40 + i % (3 * ways) : 1 + chance(&dice, ways + 2);
    if (model < MODELS)
        model_predict(model, ways, SETS, block, STEPS, miss);
    for (size_t i = 0; i < STEPS && model == MODELS; i++) {
        size_t way = 0;
        while (way < ways && held[way] != block[i])
            way++;
        miss[i] = way == ways;
        if (way == ways)
            for (way = 0; way < ways - 1 && held[way] != 0; way++)
                continue;
        if (miss[i] > 0 && held[way] != 0)
            way = last;
        held[way] = block[i];
        last = way;
    }
    if (second)
        end += sprintf(end,
                       "# section: level\n# columns: level colours ways bytes ordered\n"
                       "2 1 %zu 4096 0\n# section: visits\n# columns: visit block cycles\n",
                       ways);
    else
        end += sprintf(end, "# columns: step block ways way sets ns\n");
    for (size_t i = 0; i < STEPS; i++)
        if (second)
            end += sprintf(end, "%zu %zu %g\n", i + 1, block[i] + 1, 3 + 7 * miss[i]);
        else
            end += sprintf(end, "%zu %zu %zu 4096 32 %g\n", i + 1, block[i], ways, 3 + 7 * miss[i]);
    if (second)
        sprintf(end, "# section: groups\n# columns: colours ways shift cycles low\n1 8 0 14 14\n");
    char *output = run_method(&replacement_method, text, USUAL);
    free(text);
    return output;
}

static void each_policy_is_told(void **state) {
    static const char *const word[MODELS + 1] = {"lru", "fifo", "plru", "random", "unknown"};
    (void)state;
    for (size_t ways = 4; ways <= 16; ways += 4)
        for (enum model model = MODEL_LRU; model <= MODELS; model++)
            for (int second = 0; second < 2; second++) {
                char *output = decide_trace(model, ways, second);
                assert_string_equal(answer_of(output, second ? "l2_replacement" : "l1_replacement"),
                                    word[model]);
                free(output);
            }
}

/* Of two ways a tree is LRU, of three as well; and of one there is nothing to choose. */
static void few_ways(void **state) {
    (void)state;
    for (size_t ways = 1; ways <= 3; ways++) {
        char *output = decide_trace(MODEL_TREE, ways, 0);
        assert_string_equal(answer_of(output, "l1_replacement"), ways == 1 ? "none" : "lru");
        free(output);
    }
}

/* ---- lines ---- */

/* Places begin PHASE bytes apart in lines of LINE: what a shift by each word ends, of a conflict
   that costs 100.  NOISE comes on top of the middle of all values. */
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

/* Of a line that is no power of two only a part of the places keeps the conflict to its end. */
static void lines_end_conflicts(void **state) {
    (void)state;
    for (size_t line = 16; line <= 128; line *= 2) {
        assert_int_equal(line_of(line, line, 20), line);
        assert_int_equal(line_of(line, line, 40), 0); /* too much to know what ends */
    }
    assert_int_equal(line_of(96, 32, 0), 96);
    assert_int_equal(line_of(48, 16, 0), 48);
    assert_int_equal(line_of(160, 32, 0), 0); /* a fifth only: it could be noise */
    assert_int_equal(line_of(512, 512, 0), 0);
}

/* Zen 3, lines of 64 bytes, beside a thread that took from the second level most of the time.  At
   best the first shifts that end the conflict still cost something. */
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
    shifts_add(&shifts, 128, 90, 60); /* kept again */
    assert_int_equal(shifts_line(&shifts, LONGEST_WORD), 0);
}

/* ---- misses in flight ---- */

/* SHARP: how sudden the knee is; 0: two straight lines. */
static char *decide_misses(double in_flight, double sharp) {
    char *text = malloc(TEXT), *end = text;
    end += sprintf(end, "# columns: chains cycles low high\n");
    for (int k = 1; k <= 48; k++) {
        double cycles = 300 * fmax(1.0 / k, 1 / in_flight);
        if (sharp > 0)
            cycles = 300 * pow(pow(k, -sharp) + pow(in_flight, -sharp), 1 / sharp);
        end += sprintf(end, "%d %g %g %g\n", k, cycles, cycles, cycles);
    }
    char *output = run_method(&misses_method, text, USUAL);
    free(text);
    return output;
}

static void knee_is_the_answer(void **state) {
    (void)state;
    for (int n = 1; n <= 42; n++) {
        char *output = decide_misses(n, 0);
        assert_true(fabs(number_of(output, "outstanding_misses") - n) < 0.01);
        free(output);
    }
}

static void no_knee_is_unknown(void **state) {
    static const double in_flight[] = {10, 10.5, 28, 46, 1000}, sharp[] = {3, 0, 6, 0, 0};
    (void)state;
    for (size_t i = 0; i < 5; i++) {
        char *output = decide_misses(in_flight[i], sharp[i]);
        assert_string_equal(answer_of(output, "outstanding_misses"), "unknown");
        free(output);
    }
}

/* ---- streams ---- */

/* A single stream takes ONE cycles, ALONE percent of its samples while nobody else ran; of many
   streams one operation begins in a cycle. */
static void check_latency(double one, double alone, const char *latency) {
    char text[TEXT], *end = text;
    end += sprintf(end, "# columns: streams unrolled op_cycles alone_percent\n");
    for (int unrolled = 8; unrolled <= 16; unrolled += 8)
        end += sprintf(end, "1 %d %g %g\n", unrolled, unrolled * one, alone);
    for (int streams = 4; streams <= 10; streams++)
        for (int unrolled = 4; unrolled <= 8; unrolled += 4)
            end += sprintf(end, "%d %d %g 100\n", streams, unrolled,
                           unrolled * fmax(one, (double)streams));
    char *output = run_method(&streams_method, text, USUAL);
    assert_string_equal(answer_of(output, "latency_op"), latency);
    free(output);
}

/* Another thread may take every second cycle of what begins once a cycle. */
static void half_of_the_units_may_delay_a_stream(void **state) {
    (void)state;
    check_latency(2, 100, "2");
    check_latency(2, 10, "unknown");
    check_latency(3, 10, "3");
}

/* A ruler that is off by 1.5 percent is off by a cycle in 65. */
static void a_long_latency_is_a_whole_number_by_chance(void **state) {
    (void)state;
    check_latency(40.1, 100, "40");
    check_latency(65.1, 100, "unknown");
}

/* So many operations begin in a cycle of few streams, beside a LOOP of so many cycles, and of many,
   in so many percent of the samples of either, or NONE_AGREE. */
enum { NONE_AGREE = -1 };

static void check_rate(const double begin[2], double loop, const double percent[2],
                       const char *rate) {
    static const int STREAMS[] = {2, 3, 4, 5, 8, 10, 12, 13};
    char text[TEXT], *end = text;
    end += sprintf(end, "# columns: streams unrolled op_cycles alone_percent\n"
                        "1 8 16 100\n1 16 32 100\n");
    for (size_t i = 0; i < sizeof STREAMS / sizeof *STREAMS; i++)
        for (int unrolled = 4, many = STREAMS[i] >= 8; unrolled <= 8; unrolled += 4) {
            end += sprintf(end, "%d %d %g ", STREAMS[i], unrolled,
                           (many ? 0 : loop) + unrolled * STREAMS[i] / begin[many]);
            end += percent[many] < 0 ? sprintf(end, "-\n") : sprintf(end, "%g\n", percent[many]);
        }
    char *output = run_method(&streams_method, text, USUAL);
    assert_string_equal(answer_of(output, "throughput_op"), rate);
    free(output);
}

#define PAIR(few, many) ((const double[]){few, many})

/* The order in which few streams fill the units may come out this way or that. */
static void many_streams_tell_the_rate_of_few(void **state) {
    (void)state;
    check_rate(PAIR(2, 2), 0, PAIR(NONE_AGREE, 100), "2000");
    check_rate(PAIR(1.8, 2), 0, PAIR(NONE_AGREE, 70), "2000");
    check_rate(PAIR(2, 2), 0, PAIR(NONE_AGREE, 10), "2000");
    check_rate(PAIR(2, 2), 0, PAIR(40, 40), "2000");
    check_rate(PAIR(2, 2), 0, PAIR(0, 0), "unknown");
    check_rate(PAIR(3, 2), 0, PAIR(NONE_AGREE, 100), "unknown");
    check_rate(PAIR(3.2, 3.2), 0, PAIR(100, 100), "unknown");
}

/* The values of many streams do not fit the registers, and a large loop hides how fast few are:
   then the rate of many is not the best. */
static void a_loop_hides_no_faster_rate(void **state) {
    (void)state;
    check_rate(PAIR(4, 3), 3, PAIR(100, 100), "unknown");
    check_rate(PAIR(4, 3), 0, PAIR(100, 100), "4000");
}

/* ---- clocks ---- */

/* Samples of a CPU of 2500 MHz, every second of another cycle where SLOWER is true, and bursts of
   so many loads that begin anywhere in a STEP of the clock, whose readings are cut to whole ns;
   SHARE of them are interrupted. */
static char *decide_clock(double step, double load, bool slower, double share) {
    char *text = malloc(TEXT), *end = text;
    unsigned random = 1;
    end += sprintf(end, "# columns: sample cycle_ns load_ns burst_ns\n");
    for (int i = 1; i <= 128; i++) {
        random = random * 1103515245 + 12345;
        double begin = (double)(random >> 16) / 65536 * step;
        random = random * 1103515245 + 12345;
        double ns = floor((4 * step + (double)(random >> 16) / 8192 * step) / load + 1) * load;
        if (i % 32 < share * 32)
            ns += 20000 + 17 * i;
        double first = floor(floor(begin / step) * step);
        double last = floor(floor((begin + ns) / step) * step);
        end += sprintf(end, "%d %g %g %g\n", i, slower && i % 2 == 0 ? 0.5 : 0.4, load,
                       fmax(last - first, 0.1));
    }
    char *output = run_method(&clock_method, text, USUAL);
    free(text);
    return output;
}

static void check_clock(char *output, const char *mhz, const char *resolution) {
    assert_string_equal(answer_of(output, "cpu_mhz"), mhz);
    assert_string_equal(answer_of(output, "timer_resolution_ps"), resolution);
    free(output);
}

static void the_step_is_found_through_cuts_and_interruptions(void **state) {
    (void)state;
    check_clock(decide_clock(1, 1.3, false, 0), "2500", "1000");
    check_clock(decide_clock(10, 1.3, false, 0.04), "2500", "10000");
    check_clock(decide_clock(1000 / 19.2, 2, false, 0), "2500", "52000");
    check_clock(decide_clock(40, 2, false, 0.04), "2500", "40000");
}

/* A table of 128 samples, of which so many in a hundred are of another cycle. */
static void check_mhz(double cycle, double other, int percent, const char *mhz) {
    char *text = malloc(TEXT), *end = text;
    end += sprintf(end, "# columns: sample cycle_ns load_ns burst_ns\n");
    for (int i = 1; i <= 128; i++)
        end += sprintf(end, "%d %g 1 %d\n", i, i % 100 < percent ? other : cycle, 60 + i % 17);
    char *output = run_method(&clock_method, text, USUAL);
    assert_string_equal(answer_of(output, "cpu_mhz"), mhz);
    free(output);
    free(text);
}

static void only_digits_that_samples_share_are_published(void **state) {
    (void)state;
    check_mhz(1 / 2.9, 1 / 2.9, 0, "2900");
    check_mhz(1 / 2.907, 1 / 2.907, 0, "2900");
    check_mhz(1 / 2.9, 1 / 2.872, 40, "2900");
    check_mhz(1 / 3.1, 1 / 2.98, 40, "3000");
    check_mhz(1 / 2.445, 1 / 2.456, 40, "2400");
    check_mhz(1 / 2.95, 1 / 2.79, 40, "unknown");
    check_mhz(1 / 2.9, 1 / 2.79, 5, "2900");
}

/* Steps of 10 ns that the system slews, by up to 3 ns, are not steps of 1 ns. */
static void slewed_steps_are_unknown(void **state) {
    char *text = malloc(TEXT), *end = text;
    unsigned random = 1;
    (void)state;
    end += sprintf(end, "# columns: sample cycle_ns load_ns burst_ns\n");
    for (int i = 1; i <= 128; i++) {
        random = random * 1103515245 + 12345;
        end += sprintf(end, "%d 0.4 1 %u\n", i, 60 + random / 65536 % 17 * 10 + random / 8192 % 4);
    }
    check_clock(run_method(&clock_method, text, USUAL), "2500", "unknown");
    free(text);
}

/* What a load takes may be the step that shows, and two rates are none. */
static void steps_of_loads_are_no_clock(void **state) {
    (void)state;
    check_clock(decide_clock(1, 10, true, 0), "unknown", "unknown");
    check_clock(run_method(&clock_method,
                           "# columns: sample cycle_ns load_ns burst_ns\n1 1 1 1\n2 1 1 2\n",
                           USUAL),
                "unknown", "unknown");
}

/* ---- fma ---- */

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

/* ---- branches ---- */

/* What each of four branches costs, and all together in parts of their sum; what a taken one costs
   more, and a step. */
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

/* Zen 5, whose front end is faster or slower by where a branch lies. */
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

/* ---- stores ---- */

struct range {
    double low, high;
};

static struct range exactly(double cost) {
    return (struct range){cost, cost};
}

/* What a row of KIND costs after visits of so many KB. */
typedef struct range row_cost(int kind, int kb, const void *how);

/* What is decided from rows of the first KINDS kinds, 2K to 8M, where the clock's step may be OFF.
 */
static char *decide_stores(row_cost *cost, int kinds, const void *how, double off) {
    static const char *const words[] = {"", "held", "stored", "away", "written", "stores", "loads"};
    static const int kinds_in_order[] = {3, 1, 2, 4, 6, 5};
    char *text = malloc(TEXT), *end = text;
    for (int i = 0; i < 6; i++) {
        int kind = kinds_in_order[i];
        if (i == 0 || i == 4)
            end += sprintf(end, "# section: %s\n# columns: kind bytes cost low high\n",
                           i == 0 ? "groups" : "sets");
        for (int kb = 2; kind <= kinds && kb <= 8192; kb *= 2) {
            struct range range = cost(kind, kb, how);
            end += sprintf(end, "%s %d %g %g %g\n", words[kind], kb * 1024,
                           (range.low + range.high) / 2, range.low, range.high);
        }
    }
    sprintf(end, "# section: clock\n# columns: off_ns\n%g\n", off);
    char *output = run_method(&stores_method, text, USUAL);
    free(text);
    return output;
}

/* What the first level does, and what stores cost there, in the second and behind it. */
struct storing {
    int allocates;
    const double *store;
};

/* Two levels, 32K and 512K, hits 4, 14 and 200; loads side by side cost a tenth. */
static struct range cost_of_two(int kind, int kb, const void *how) {
    const struct storing *storing = how;
    int level = kb < 32 ? 0 : kb <= 512 ? 1 : 2;
    double latency = level == 0 ? 4 : level == 1 ? 14 : 200, fetch = latency / 10;
    switch (kind) {
    case 2:
        return exactly(level == 0 && !storing->allocates ? 14 : latency);
    case 3:
        return exactly(200);
    case 4:
        return exactly(storing->store[storing->allocates ? 0 : level]);
    case 5:
        return exactly(storing->store[level] + (storing->allocates && level > 0 ? fetch : 0));
    case 6:
        return exactly(fetch);
    default:
        return exactly(latency);
    }
}

static void check_stores(int allocates, const double *store, const char *first,
                         const char *second) {
    struct storing storing = {allocates, store};
    char *output = decide_stores(cost_of_two, 6, &storing, 0);
    assert_string_equal(answer_of(output, "l1_write_allocate"), allocates ? "1" : "0");
    assert_string_equal(answer_of(output, "l2_write_allocate"), "1");
    assert_string_equal(answer_of(output, "l1_write_back"), first);
    assert_string_equal(answer_of(output, "l2_write_back"), second);
    free(output);
}

/* A step of stores that is no more than their fetching says nothing, where lines are fetched. */
static void steps_of_stores(void **state) {
    static const double back[] = {1, 4, 30}, through[] = {4, 4, 30}, last[] = {30, 30, 30};
    (void)state;
    check_stores(1, back, "1", "1");
    check_stores(1, through, "unknown", "1");
    check_stores(1, last, "unknown", "unknown");
    check_stores(0, back, "1", "1");
    check_stores(0, through, "0", "1");
}

/* Three levels, 32K, 512K and 8M, hits 4, 14, 50 and 200.  A group that was written once costs so
   much after visits of 1, 2, 4 and 8M. */
static struct range cost_of_three(int kind, int kb, const void *stored) {
    int third = (kb > 1024) + (kb > 2048) + (kb > 4096);
    if (kind == 3)
        return exactly(200);
    if (kind == 2 && kb > 512)
        return exactly(((const double *)stored)[third]);
    return exactly(kb < 32 ? 4 : kb <= 512 ? 14 : 50);
}

static void check_third(const double *stored, const char *expected) {
    char *output = decide_stores(cost_of_three, 3, stored, 0);
    assert_string_equal(answer_of(output, "l2_write_allocate"), "1");
    assert_string_equal(answer_of(output, "l3_write_allocate"), expected);
    assert_string_equal(answer_of(output, "l4_write_allocate"), "unknown");
    free(output);
}

/* Visits that fill the level push out what was written once before what was read twice. */
static void a_full_level_is_no_proof(void **state) {
    static const double brought[] = {50, 50, 50, 50}, brim[] = {50, 50, 50, 200},
                        away[] = {200, 200, 200, 200}, between[] = {70, 70, 70, 200};
    (void)state;
    check_third(brought, "1");
    check_third(brim, "1");
    check_third(away, "0");
    check_third(between, "unknown");
}

/* Two levels, hits 4 and 100, and between them one row of groups that cost so much. */
static struct range cost_between(int kind, int kb, const void *between) {
    if (kind == 3)
        return exactly(1000);
    return kb == 64 ? *(const struct range *)between : exactly(kb < 64 ? 4 : 100);
}

static void check_between(double low, double high, const char *expected) {
    struct range between = {low, high};
    char *output = decide_stores(cost_between, 3, &between, 0);
    assert_string_equal(answer_of(output, "l1_write_allocate"), "1");
    assert_string_equal(answer_of(output, "l2_write_allocate"), expected);
    free(output);
}

/* Two levels, hits 4 and 14, and 200 behind them.  Groups that were written cost so much. */
static struct range cost_disturbed(int kind, int kb, const void *written) {
    if (kind == 2)
        return *(const struct range *)written;
    return exactly(kind == 3 ? 200 : kb < 32 ? 4 : kb <= 512 ? 14 : 200);
}

static void check_disturbed(double low, double high, const char *expected) {
    struct range written = {low, high};
    char *output = decide_stores(cost_disturbed, 3, &written, 0);
    assert_string_equal(answer_of(output, "l1_write_allocate"), expected);
    assert_string_equal(answer_of(output, "l2_write_allocate"), high < 15 ? "1" : expected);
    free(output);
}

/* What was interrupted again and again is no miss. */
static void a_disturbed_store_is_no_miss(void **state) {
    (void)state;
    check_disturbed(200, 210, "0");
    check_disturbed(14, 14, "0");
    check_disturbed(14, 200, "unknown");
    check_disturbed(3000, 3100, "unknown");
    check_disturbed(4600, 7900, "unknown");
}

/* Two levels, 64K and 512K, hits 1 and 5, and 200 behind them, in steps of a third of 1.35. */
static struct range cost_in_steps(int kind, int kb, const void *how) {
    (void)how;
    return exactly(kind == 3 ? 200 : kb < 8 ? 0.54 : kb < 64 ? 1.43 : kb <= 512 ? 5.4 : 200);
}

/* What a clock makes of a level by its step is not two of them. */
static void a_step_of_the_clock_is_no_level(void **state) {
    (void)state;
    char *fine = decide_stores(cost_in_steps, 3, NULL, 0);
    char *coarse = decide_stores(cost_in_steps, 3, NULL, 1.35);
    assert_string_equal(answer_of(fine, "l3_write_allocate"), "1");
    assert_string_equal(answer_of(coarse, "l1_write_allocate"), "1");
    assert_string_equal(answer_of(coarse, "l3_write_allocate"), "unknown");
    free(fine);
    free(coarse);
}

/* Each group of a row is served by one of two levels: the mean of them is no third one. */
static void a_row_between_may_be_a_level(void **state) {
    (void)state;
    check_between(20, 20, "unknown");
    check_between(4, 20, "unknown");
    check_between(4, 100, "1");
    check_between(4, 4, "1");
}

/* ---- hits behind the first level ---- */

/* A level of so many cycles behind one of 4, which keeps a page of KEPT with a chance that falls
   with the pages that are visited; beyond 20 of them a page costs PENALTY more. */
static double hit_among(int pages, double cycles, double kept, double penalty, int places) {
    double share = kept > 0 ? exp(-pages / kept) : 0;
    return 4 * share + cycles * (1 - share) + (pages > 20 ? penalty / places : 0);
}

/* Two ways of one colour, lines of 64 bytes, and rows of hits, of the level ABOVE too. */
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
    check_hits(14, 4, 0, "14");       /* the first level keeps some at the begin */
    check_hits(14, 30, 0, "unknown"); /* and here all along */
    check_hits(14, 0, 8, "14");       /* a whole cycle, where places share what a page costs */
    check_hits(14, 0, 20, "14");
    char *output = decide_hits(3, 4, 40, 0, 0);
    assert_string_equal(answer_of(output, "l3_latency"), "");
    free(output);
    output = decide_hits(2, 4.33, 13, 0, 0); /* all is too long by a twelfth */
    assert_string_equal(answer_of(output, "l2_latency"), "unknown");
    free(output);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cycle_too_long),
        cmocka_unit_test(who_is_given_up),
        cmocka_unit_test(each_policy_is_told),
        cmocka_unit_test(few_ways),
        cmocka_unit_test(lines_end_conflicts),
        cmocka_unit_test(lines_beside_a_thread_are_unknown),
        cmocka_unit_test(noise_ends_no_conflict),
        cmocka_unit_test(knee_is_the_answer),
        cmocka_unit_test(no_knee_is_unknown),
        cmocka_unit_test(half_of_the_units_may_delay_a_stream),
        cmocka_unit_test(many_streams_tell_the_rate_of_few),
        cmocka_unit_test(a_loop_hides_no_faster_rate),
        cmocka_unit_test(a_long_latency_is_a_whole_number_by_chance),
        cmocka_unit_test(the_step_is_found_through_cuts_and_interruptions),
        cmocka_unit_test(only_digits_that_samples_share_are_published),
        cmocka_unit_test(slewed_steps_are_unknown),
        cmocka_unit_test(steps_of_loads_are_no_clock),
        cmocka_unit_test(one_rounding_is_fused),
        cmocka_unit_test(a_penalty_is_the_same_everywhere),
        cmocka_unit_test(a_penalty_of_places_is_unknown),
        cmocka_unit_test(rows_that_are_missing_leave_it_unknown),
        cmocka_unit_test(steps_of_stores),
        cmocka_unit_test(a_full_level_is_no_proof),
        cmocka_unit_test(a_disturbed_store_is_no_miss),
        cmocka_unit_test(a_step_of_the_clock_is_no_level),
        cmocka_unit_test(a_row_between_may_be_a_level),
        cmocka_unit_test(an_octave_agrees_on_the_hit),
    };
    return cmocka_run_group_tests_name("methods", tests, NULL, NULL);
}
