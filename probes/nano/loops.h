/* loops.h - which loops a statement is measured in. */
#ifndef LOOPS_H
#define LOOPS_H

/* Streams, and how often each statement stands in the loop: so often that the loop itself takes a
   small part of it, wherever it lies, and twice as often.  0 streams: what of the chain is not the
   statement. */
#define BOTH(loop, n, u, twice) loop(n, u) loop(n, twice)
#define REST_LOOPS(loop) BOTH(loop, 0, 16, 32)
#define CHAIN_LOOPS(loop) BOTH(loop, 1, 16, 32)
#define STREAM_LOOPS(loop)                                                                         \
    BOTH(loop, 2, 4, 8)                                                                            \
    BOTH(loop, 3, 4, 8)                                                                            \
    BOTH(loop, 4, 4, 8)                                                                            \
    BOTH(loop, 5, 4, 8)                                                                            \
    BOTH(loop, 8, 3, 6)                                                                            \
    BOTH(loop, 10, 3, 6)                                                                           \
    BOTH(loop, 12, 2, 4)                                                                           \
    BOTH(loop, 13, 2, 4)

/* Of sets of statements, each with variables of its own. */
#define SET_LOOPS(loop)                                                                            \
    BOTH(loop, 2, 4, 8)                                                                            \
    BOTH(loop, 3, 3, 6)                                                                            \
    BOTH(loop, 4, 2, 4)                                                                            \
    BOTH(loop, 6, 2, 4)                                                                            \
    BOTH(loop, 8, 2, 4)                                                                            \
    BOTH(loop, 10, 2, 4)                                                                           \
    BOTH(loop, 12, 2, 4)

#endif
