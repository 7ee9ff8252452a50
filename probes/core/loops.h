/* loops.h - which loops a statement is measured in. */
#ifndef LOOPS_H
#define LOOPS_H

#include "paste.h"

/* X-Ray's option of unrolling (2.2): 1, or 2, as CPPFLAGS=-DPROBE_UNROLL=2. */
#ifndef PROBE_UNROLL
#define PROBE_UNROLL 1
#endif

/* Streams, and how often each statement stands in the loop: so often that the loop itself takes a
   small part of it, wherever it lies, and twice as often; or twice as often, and once more.  0
   streams: what of the chain is not the statement. */
#define BOTH(loop, n, u, twice, more) PASTE(BOTH, PROBE_UNROLL)(loop, n, u, twice, more)
#define BOTH_1(loop, n, u, twice, more) loop(n, u) loop(n, twice)
#define BOTH_2(loop, n, u, twice, more) loop(n, twice) loop(n, more)
#define REST_LOOPS(loop) BOTH(loop, 0, 8, 16, 32)
#define CHAIN_LOOPS(loop) BOTH(loop, 1, 8, 16, 32)
#define STREAM_LOOPS(loop)                                                                         \
    BOTH(loop, 2, 4, 8, 16)                                                                        \
    BOTH(loop, 3, 4, 8, 16)                                                                        \
    BOTH(loop, 4, 4, 8, 16)                                                                        \
    BOTH(loop, 5, 4, 8, 16)                                                                        \
    BOTH(loop, 8, 2, 4, 8)                                                                         \
    BOTH(loop, 10, 2, 4, 8)                                                                        \
    BOTH(loop, 12, 2, 4, 8)                                                                        \
    BOTH(loop, 13, 2, 4, 8)

/* Of sets of statements, each with variables of its own. */
#define SET_LOOPS(loop)                                                                            \
    BOTH(loop, 2, 4, 8, 16)                                                                        \
    BOTH(loop, 3, 3, 6, 12)                                                                        \
    BOTH(loop, 4, 2, 4, 8)                                                                         \
    BOTH(loop, 6, 2, 4, 8)                                                                         \
    BOTH(loop, 8, 2, 4, 8)                                                                         \
    BOTH(loop, 10, 2, 4, 8)                                                                        \
    BOTH(loop, 12, 2, 4, 8)

#endif
