/* ends.h - both ends of pairs of CPUs that take turns. */
#ifndef ENDS_H
#define ENDS_H

#include "../pass.h"

#if defined __GNUC__ && !defined __TINYC__
#define CAN_PASS
#endif

/* A line, with room for what is fetched beside it. */
enum { PASSED_BYTES = 256 };
struct passed_line {
    unsigned turn;
    unsigned char rest[PASSED_BYTES - sizeof(unsigned)];
};

/* What runs on one CPU of a pair.  PLACE is the pair's own memory. */
struct end {
    struct passing *passing;
    void *place;
    size_t bytes;
    bool first;
    double begin_ns;
};

/* Has RUN, of an end, run on both CPUs of COUNT pairs at the same time, each in its place.  Returns
 * false where threads are not to be had or cannot be pinned. */
bool ends_run(struct passing *passing, size_t count, size_t bytes, void (*run)(void *end),
              void *const *places);

/* Waits until it is TURN on this line; false where it is not in AWAY_NS.  And gives it on. */
bool turn_await(const struct passed_line *line, unsigned turn, double away_ns);
void turn_give(struct passed_line *line, unsigned turn);

#endif
