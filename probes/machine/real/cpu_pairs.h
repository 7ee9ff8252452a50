/* cpu_pairs.h - pairs of CPUs that take turns. */
#ifndef CPU_PAIRS_H
#define CPU_PAIRS_H

#include "../ping_pong.h"

#if defined __GNUC__ && !defined __TINYC__
#define CAN_PING_PONG
#endif

/* The line that both sides share, padded to what a prefetcher may fetch with it. */
enum { TURN_LINE_BYTES = 256 };
struct turn_line {
    unsigned turn;
    unsigned char rest[TURN_LINE_BYTES - sizeof(unsigned)];
};

/* What one CPU of a pair does.  PLACE is memory of the pair. */
struct pair_side {
    struct cpu_pair *pair;
    void *place;
    size_t bytes;
    bool first;
    double begin_ns;
};

/* Calls RUN, with a struct pair_side, on both CPUs of COUNT pairs at the same time; PLACES has the
   memory of each pair.  Returns false if threads cannot be created or pinned. */
bool cpu_pairs_run(struct cpu_pair *pairs, size_t count, size_t bytes, void (*run)(void *side),
                   void *const *places);

/* turn_await spins until the line says TURN, and returns false if it does not within AWAY_NS.
   turn_give hands the line to the other side. */
bool turn_await(const struct turn_line *line, unsigned turn, double away_ns);
void turn_give(struct turn_line *line, unsigned turn);

#endif
