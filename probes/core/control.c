/* control.c - the mixes that fill a core: two integer adds and a load in turn. */
#include "control.h"
#include "loops.h"
#include "mix_loops.h"

/* Where not all streams of a statement fit the registers, their rate may be that of spills, which
   no control tells from that of the operation.  The loops have multiples of 24 instructions, which
   take whole numbers of cycles on cores that issue 2, 3, 4, 6 or 8 of them in one. */
#if defined MANY_REGISTERS || defined __x86_64__
#define MIX_24_0_12 MIX_8_0_4 MIX_8_0_4 MIX_8_0_4
MIX_LOOPS(control_8_0_4, MIX_8_0_4)
MIX_LOOPS(control_24_0_12, MIX_24_0_12)
#define CONTROL_RUN MIX_RUN
#else
#define CONTROL_RUN(name, unrolled) NULL
#endif

const struct mix control_mix[CONTROL_MIXES] = {
    {8, 0, 4, {CONTROL_RUN(control_8_0_4, 2), CONTROL_RUN(control_8_0_4, 4)}},
    {24, 0, 12, {CONTROL_RUN(control_24_0_12, 2), CONTROL_RUN(control_24_0_12, 4)}}};
