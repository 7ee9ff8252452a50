/* control.c - the mixes that fill a core: two integer adds and a load in turn. */
#include "control.h"
#include "mix_loops.h"

/* The loops have multiples of 24 instructions, which take whole numbers of cycles on cores that
   issue 2, 3, 4, 6 or 8 of them in one. */
#define MIX_24_0_12 MIX_8_0_4 MIX_8_0_4 MIX_8_0_4
MIX_LOOPS(control_8_0_4, MIX_8_0_4)
MIX_LOOPS(control_24_0_12, MIX_24_0_12)

const struct mix control_mix[CONTROL_MIXES] = {
    {8, 0, 4, {MIX_RUN(control_8_0_4, 2), MIX_RUN(control_8_0_4, 4)}},
    {24, 0, 12, {MIX_RUN(control_24_0_12, 2), MIX_RUN(control_24_0_12, 4)}}};
