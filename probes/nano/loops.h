/* loops.h - which loops a statement is measured in. */
#ifndef LOOPS_H
#define LOOPS_H

/* Streams, and how often each statement stands in the loop: so often that the loop itself takes no
   more than the statements, and twice as often. */
#define BOTH(loop, n, u, twice) loop(n, u) loop(n, twice)
#define ALL_LOOPS(loop)                                                                            \
    BOTH(loop, 1, 16, 32)                                                                          \
    BOTH(loop, 2, 8, 16)                                                                           \
    BOTH(loop, 3, 4, 8)                                                                            \
    BOTH(loop, 4, 4, 8)                                                                            \
    BOTH(loop, 5, 2, 4)                                                                            \
    BOTH(loop, 6, 2, 4)                                                                            \
    BOTH(loop, 7, 2, 4)                                                                            \
    BOTH(loop, 8, 2, 4)                                                                            \
    BOTH(loop, 9, 2, 4)                                                                            \
    BOTH(loop, 10, 2, 4)                                                                           \
    BOTH(loop, 11, 2, 4)                                                                           \
    BOTH(loop, 12, 2, 4)                                                                           \
    BOTH(loop, 13, 2, 4)                                                                           \
    BOTH(loop, 14, 2, 4)                                                                           \
    BOTH(loop, 15, 2, 4)                                                                           \
    BOTH(loop, 16, 2, 4)

#endif
