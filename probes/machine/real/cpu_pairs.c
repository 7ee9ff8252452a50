/* cpu_pairs.c - runs both sides of pairs of CPUs, which take turns by an atomic counter in a line
   of its own. */
#include "cpu_pairs.h"

#include "clock.h"
#include "thread_pool.h"

bool cpu_pairs_run(struct cpu_pair *pairs, size_t count, size_t bytes, void (*run)(void *side),
                   void *const *places) {
    static struct pair_side side[CPUS_MOST];
    static struct pool_job job[CPUS_MOST];
    for (size_t i = 0; i < 2 * count; i++) {
        struct cpu_pair *pair = &pairs[i / 2];
        pair->ns = NOT_MEASURED;
        side[i] = (struct pair_side){pair, places[i / 2], bytes, i % 2 == 0, 0};
        job[i] = (struct pool_job){i % 2 == 0 ? pair->from : pair->to, 0, run, &side[i]};
    }
    if (!pool_prepare(job, 2 * count))
        return false;
    double begin_ns = pool_start_ns(2 * count);
    for (size_t i = 0; i < 2 * count; i++)
        side[i].begin_ns = begin_ns;
    pool_run(job, 2 * count);
    return true;
}

#ifdef CAN_PING_PONG
enum { SPINS = 256 };

bool turn_await(const struct turn_line *line, unsigned turn, double away_ns) {
    double until_ns = NOT_MEASURED;
    for (size_t spins = 1; __atomic_load_n(&line->turn, __ATOMIC_ACQUIRE) != turn; spins++)
        if (spins % SPINS == 0) {
            double now_ns = clock_ns();
            if (now_ns > until_ns)
                return false;
            until_ns = is_measured(until_ns) ? until_ns : now_ns + away_ns;
        }
    return true;
}

void turn_give(struct turn_line *line, unsigned turn) {
    __atomic_store_n(&line->turn, turn + 1, __ATOMIC_RELEASE);
}
#endif
