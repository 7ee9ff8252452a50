/* calls.h - calls of functions that only return (METHODS 0a.4). */
#ifndef CALLS_H
#define CALLS_H

#include "machine.h"

#include <stdint.h>

/* The area's bytes, and those of a chunk, which is no-ops and a return after them. */
enum { CALLS_AREA = 1 << 20, CALLS_CHUNK = 16 };

/* Calls COUNT times, each time another place of the area, at which an instruction begins; what they
   are made for repeats after a LAP of them.  The area has so many BYTES, with the loop that calls
   at LOOP in it.  RUN makes them, and is NULL where the compiler has no assembler for the area; a
   machine that does not exist takes the area to lie somewhere.  With a BLOCK_RUN each call is of
   the same, of its last LAP blocks, behind the last FAR_LAP of another one where FAR is that, and
   there are no offsets. */
struct calls {
    const uint32_t *offset;
    size_t count, lap, bytes, loop;
    const struct block_run *block_run, *far;
    size_t far_lap;
    void (*run)(const struct calls *calls);
};

/* Makes the calls between two rulers.  *TIMING is the cost of one call.  Returns false as
   chain_sample does, and if RUN is NULL. */
bool calls_sample(struct machine *machine, const struct calls *calls, struct timing *timing);

#endif
