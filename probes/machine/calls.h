/* calls.h - calls of functions that only return. */
#ifndef CALLS_H
#define CALLS_H

#include "machine.h"

#include <stdint.h>

/* The bytes of the area, and of a chunk, which is no-ops followed by a return. */
enum { CALLS_AREA = 1 << 20, CALLS_CHUNK = 16 };

/* COUNT calls, each at an OFFSET of the area at which an instruction begins; the places repeat
   after LAP calls.  The area has BYTES, with the loop that makes the calls at LOOP.  RUN makes the
   calls, and is NULL if the compiler has no assembler for the area.  A simulated machine places the
   area in its own memory.  With a BLOCK_RUN there are no offsets, and each call executes the last
   LAP blocks of that run, after the last FAR_LAP blocks of FAR, if FAR is not NULL. */
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
