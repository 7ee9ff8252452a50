/* loops.h - which loops a statement is measured in. */
#ifndef LOOPS_H
#define LOOPS_H

/* Streams, and how often each statement stands in the loop: so often that the loop itself takes a
   small part of it, wherever it lies, and twice as often. */
#define BOTH(loop, n, u, twice) loop(n, u) loop(n, twice)
#define ALL_LOOPS(loop)                                                                            \
    BOTH(loop, 1, 16, 32)                                                                          \
    BOTH(loop, 2, 8, 16)                                                                           \
    BOTH(loop, 3, 8, 16)                                                                           \
    BOTH(loop, 4, 8, 16)                                                                           \
    BOTH(loop, 5, 4, 8)                                                                            \
    BOTH(loop, 6, 4, 8)                                                                            \
    BOTH(loop, 7, 4, 8)                                                                            \
    BOTH(loop, 8, 4, 8)                                                                            \
    BOTH(loop, 10, 4, 8)                                                                           \
    BOTH(loop, 12, 4, 8)                                                                           \
    BOTH(loop, 13, 4, 8)                                                                           \
    BOTH(loop, 14, 4, 8)                                                                           \
    BOTH(loop, 16, 4, 8)

#endif
