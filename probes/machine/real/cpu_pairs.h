/* cpu_pairs.h - both ends of pairs of CPUs that take turns. */
#ifndef CPU_PAIRS_H
#define CPU_PAIRS_H

#include "../ping_pong.h"

#if defined __GNUC__ && !defined __TINYC__
#define CAN_PING_PONG
#endif

/* A line, with room for what is fetched beside it. */
enum { TURN_LINE_BYTES = 256 };
struct turn_line {
    unsigned turn;
    unsigned char rest[TURN_LINE_BYTES - sizeof(unsigned)];
};

/* What runs on one CPU of a pair.  PLACE is the pair's own memory. */
struct pair_side {
    struct cpu_pair *pair;
    void *place;
    size_t bytes;
    bool first;
    double begin_ns;
};

/* Has RUN, of an end, run on both CPUs of COUNT pairs at the same time, each in its place.  Returns
 * false where threads are not to be had or cannot be pinned. */
bool cpu_pairs_run(struct cpu_pair *pairs, size_t count, size_t bytes, void (*run)(void *side),
                   void *const *places);

/* Waits until it is TURN on this line; false where it is not in AWAY_NS.  And gives it on. */
bool turn_await(const struct turn_line *line, unsigned turn, double away_ns);
void turn_give(struct turn_line *line, unsigned turn);

#endif
