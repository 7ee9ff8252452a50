/* ends.c - both ends of pairs of CPUs that take turns. */
#include "ends.h"

#include "clock.h"
#include "crew.h"

#include <math.h>

bool ends_run(struct passing *passing, size_t count, size_t bytes, void (*run)(void *end),
              void *const *places) {
    static struct end end[CPUS_MOST];
    static struct order order[CPUS_MOST];
    for (size_t i = 0; i < 2 * count; i++) {
        struct passing *pair = &passing[i / 2];
        pair->ns = HUGE_VAL;
        end[i] = (struct end){pair, places[i / 2], bytes, i % 2 == 0, 0};
        order[i] = (struct order){i % 2 == 0 ? pair->from : pair->to, 0, run, &end[i]};
    }
    if (!crew_gather(order, 2 * count))
        return false;
    double begin_ns = crew_begin_ns(2 * count);
    for (size_t i = 0; i < 2 * count; i++)
        end[i].begin_ns = begin_ns;
    crew_run(order, 2 * count);
    return true;
}

#ifdef CAN_PASS
enum { SPINS = 256 };

bool turn_await(const struct passed_line *line, unsigned turn, double away_ns) {
    double until_ns = HUGE_VAL;
    for (size_t spins = 1; __atomic_load_n(&line->turn, __ATOMIC_ACQUIRE) != turn; spins++)
        if (spins % SPINS == 0) {
            double now_ns = clock_ns();
            if (now_ns > until_ns)
                return false;
            until_ns = until_ns < HUGE_VAL ? until_ns : now_ns + away_ns;
        }
    return true;
}

void turn_give(struct passed_line *line, unsigned turn) {
    __atomic_store_n(&line->turn, turn + 1, __ATOMIC_RELEASE);
}
#endif
