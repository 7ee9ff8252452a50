/* control.h - mixes of instructions that fill most cores.  As most compilers make them, their loops
   differ by whole numbers of cycles while no other thread uses the core, and seldom beside one. */
#ifndef CONTROL_H
#define CONTROL_H

#include "mix.h"

enum { CONTROL_MIXES = 2 };
extern const struct mix control_mix[CONTROL_MIXES];

#endif
