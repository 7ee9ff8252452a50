/* kernel_timer.c - the timing of a kernel by clocks of any step: as many calls as the clock needs,
   the least of a few samples, and no result if the clock is too coarse (Whaley & Castaldo 2). */
#include "../helper.h"

#include "../../probes/kernel/check.h"
#include "../../probes/kernel/process.h"
#include "../../probes/kernel/turns.h"
#include "../sim/zoo.h"

#include <math.h>
#include <stdlib.h>

enum { ELEMENTS = 64, LARGE = 1 << 30 };

/* The machine, its clock's step, the time of a call of each candidate, and after how many calls one
   takes far longer, since another thread had the CPU. */
static struct {
    struct machine *machine;
    double step_ns, call_ns[2];
    size_t calls[2], disturbed;
} now;

double clock_ns(void) {
    return floor(machine_age_ns(now.machine) / now.step_ns) * now.step_ns;
}

double clock_overhead_ns(void) {
    return 0;
}

void cpus_stay(struct machine *machine, size_t cpu) {
    (void)machine;
    (void)cpu;
}

bool cpus_spread(struct machine *machine, size_t count) {
    (void)machine;
    return count == 1;
}

static double call(size_t candidate, void *const *at) {
    (void)at;
    now.calls[candidate]++;
    bool away = now.disturbed > 0 && now.calls[candidate] % now.disturbed == 0;
    sim_spend(now.machine, now.call_ns[candidate] + (away ? 1e7 : 0));
    return 0;
}

/* The operand's memory is simulated, so there is nothing to fill. */
void kernel_fill(const struct kernel_operand *operand, unsigned char *at) {
    (void)operand;
    (void)at;
}

/* Results are not compared here. */
size_t kernel_results(const struct kernel *kernel) {
    (void)kernel;
    return 1;
}

double *kernel_share(size_t count) {
    return calloc(count, sizeof(double));
}

void kernel_unshare(double *shared, size_t count) {
    (void)count;
    free(shared);
}

enum tried kernel_call(const struct kernel *kernel, size_t candidate, size_t try, double *results) {
    (void)try;
    results[0] = kernel->call(candidate, NULL);
    return TRIED_FINE;
}

const char *kernel_why(enum tried tried) {
    (void)tried;
    return NULL;
}

bool kernel_agrees(const struct kernel *kernel, const double *results, const double *expected) {
    (void)kernel;
    return results[0] == expected[0];
}

/* The candidates run in this process, one after the other. */
static double (*answers[2])(void *with, char question);
static void *answers_with[2];
static size_t opened;

const char *process_open(struct process *process, double (*answer)(void *with, char question),
                         void *with) {
    process->line = (int)(opened % 2);
    answers[process->line] = answer;
    answers_with[process->line] = with;
    opened++;
    return NULL;
}

const char *process_ask(struct process *process, char question, double seconds, double *answer) {
    assert_true(seconds > 0);
    *answer = answers[process->line](answers_with[process->line], question);
    return NULL;
}

void process_close(struct process *process) {
    (void)process;
}

/* Times two candidates whose operand is in LEVEL.  Returns NULL, or why there is no result. */
static const char *time_both(size_t level, double ns[2]) {
    bool alive[] = {true, true};
    const struct kernel_operand operand = {
        {"X", sizeof(double), ELEMENTS, 1, level}, false, NULL, NULL};
    const struct kernel kernel = {
        .operand = &operand, .operands = 1, .candidates = 2, .call = call, .cpus = 1};
    struct sim_machine sim;
    struct turns *turns;
    zoo_read("zen2", &sim);
    sim.noise = (struct noise){.step_ns = now.step_ns};
    sim.limit = LARGE;
    now.machine = sim_open(&sim, 1);
    assert_non_null(now.machine);
    const char *why = turns_open(now.machine, &kernel, alive, stderr, &turns);
    for (size_t i = 0; i < 2 && why == NULL; i++)
        ns[i] = turns_sample(turns, i);
    turns_close(turns);
    machine_close(now.machine);
    return why;
}

/* Both candidates are timed to a hundredth, whatever the clock's step is. */
static void check_times(double step_ns, double one_ns, double other_ns, size_t level) {
    double ns[2];
    now.step_ns = step_ns;
    now.call_ns[0] = one_ns;
    now.call_ns[1] = other_ns;
    assert_null(time_both(level, ns));
    assert_true(fabs(ns[0] - one_ns) <= one_ns / 100);
    assert_true(fabs(ns[1] - other_ns) <= other_ns / 100);
}

static void calls_grow_until_the_clock_sees_them(void **state) {
    (void)state;
    check_times(1, 1e6, 2e6, IN_MEMORY); /* one call is enough */
    check_times(20, 150, 170, IN_MEMORY);
    check_times(1000, 20, 21, 1);
    check_times(1e4, 1e5, 1e5, 2);
}

/* Each candidate has its own number of calls; otherwise the slow one would take very long. */
static void a_slow_one_is_not_called_as_often(void **state) {
    (void)state;
    now.calls[1] = 0;
    check_times(1000, 20, 1e6, 1);
    assert_true(now.calls[1] < 30);
    check_times(1000, 1e6, 20, 1); /* the first candidate does not decide for both */
}

static void the_least_of_a_few_counts(void **state) {
    (void)state;
    now.disturbed = 7;
    check_times(1, 1e6, 2e6, 1);
    now.disturbed = 0;
}

/* A flushed operand serves one call, so a sample cannot have as many calls as this clock needs. */
static void a_coarse_clock_says_nothing(void **state) {
    double ns[2];
    (void)state;
    now.step_ns = 1e6;
    now.call_ns[0] = now.call_ns[1] = 100;
    assert_non_null(time_both(IN_MEMORY, ns));
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_grow_until_the_clock_sees_them),
        cmocka_unit_test(a_slow_one_is_not_called_as_often),
        cmocka_unit_test(the_least_of_a_few_counts),
        cmocka_unit_test(a_coarse_clock_says_nothing),
    };
    return cmocka_run_group_tests_name("kernel_timer", tests, NULL, NULL);
}
