/* caches_replacement.c - predictions of replacement policies, and the policy that a trace of misses
   shows. */
#include "../helper.h"

#include "../../analysis/caches/replacement_models.h"

#include <math.h>
#include <stdlib.h>

extern const struct method replacement_method;

enum { STEPS = 400, SETS = 400, TEXT = 60000 };

/* All loads of a cycle that is one line too long miss, except under random replacement, where the
   exact miss ratio is 2 / (W + 1). */
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

/* Eight ways are full, block 2 is visited again, and two new blocks come.  LRU evicts 1 and 3, FIFO
   1 and 2.  A tree first evicts from the half without 2, which is 1, and then from the other half,
   but in the quarter without 2, which is 4, since blocks fill the halves in turn. */
static void who_is_given_up(void **state) {
    static const size_t gone[MODEL_RANDOM][2] = {{1, 3}, {1, 2}, {1, 4}};
    (void)state;
    for (enum model model = MODEL_LRU; model < MODEL_RANDOM; model++)
        for (size_t asked = 1; asked <= 8; asked++) {
            size_t block[40], steps = 0;
            double miss[40];
            for (size_t i = 0; i < 16; i++)
                block[steps++] = 16 - i; /* the contents before */
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

/* Decides on a trace of WAYS under MODEL, or, if it is MODELS, under a policy that evicts the most
   recently used block.  The trace is of the first level, or, with SECOND, of the second. */
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

/* With two or three ways a tree is LRU, and with one way there is no choice. */
static void few_ways(void **state) {
    (void)state;
    for (size_t ways = 1; ways <= 3; ways++) {
        char *output = decide_trace(MODEL_TREE, ways, 0);
        assert_string_equal(answer_of(output, "l1_replacement"), ways == 1 ? "none" : "lru");
        free(output);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cycle_too_long),
        cmocka_unit_test(who_is_given_up),
        cmocka_unit_test(each_policy_is_told),
        cmocka_unit_test(few_ways),
    };
    return cmocka_run_group_tests_name("caches_replacement", tests, NULL, NULL);
}
