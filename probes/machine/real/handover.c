/* handover.c - times loads of lines that another CPU has written. */
#include "../handover.h"

#include "cpu_pairs.h"
#include "real.h"
#include "thread_pool.h"
#include "walk.h"

#ifdef CAN_PING_PONG
/* A side gives up after HAND_AWAY_NS, and WALKED_NS for each line of FAR, which the writer walks.
 */
static const double HAND_AWAY_NS = 5e7, WALKED_NS = 300;

struct handed {
    struct turn_line line;
    struct handover *handover;
    bool lost[2]; /* whether each side gave up */
};

static void walk_once(const struct chain *chain) {
    if (chain != NULL)
        (void)walk(chain->at, chain->count);
}

static void write_lines(const struct handover *handover, bool held) {
    if (held)
        walk_once(handover->far);
    store_beside(handover->lines);
    store_beside(handover->others);
    if (!held)
        walk_once(handover->far);
    walk_once(handover->near);
}

static double load_lines(const struct handover *handover) {
    const struct chain *lines = handover->lines;
    double begin_ns = clock_ns();
    (void)walk(lines->at, lines->count);
    return (clock_ns() - begin_ns) / (double)lines->count;
}

/* Turns alternate between the two CPUs: the even ones are the writer's. */
static void hand_over(void *with) {
    struct pair_side *side = with;
    struct handed *handed = side->place;
    struct handover *handover = handed->handover;
    double away_ns = HAND_AWAY_NS + WALKED_NS * (double)handover->far->count;
    unsigned turn = side->first ? 0 : 1;
    pool_wait_until(side->begin_ns);
    for (size_t i = 0; i < 2 * handover->rounds; i++, turn += 2) {
        bool held = i % 2 == 0;
        if (!turn_await(&handed->line, turn, away_ns)) {
            handed->lost[side->first] = true;
            return;
        }
        if (side->first)
            write_lines(handover, held);
        else
            *(held ? &handover->held_ns[i / 2] : &handover->away_ns[i / 2]) = load_lines(handover);
        turn_give(&handed->line, turn);
    }
}
#endif

bool parallel_handover(struct machine *machine, const struct cpu_pair *pair,
                       struct handover *handover) {
    (void)machine;
#ifdef CAN_PING_PONG
    static struct handed handed;
    static void *place[] = {&handed};
    struct cpu_pair both = *pair;
    handed = (struct handed){.handover = handover};
    return cpu_pairs_run(&both, 1, 0, hand_over, place) && !handed.lost[0] && !handed.lost[1];
#else
    (void)pair;
    (void)handover;
    return false;
#endif
}
