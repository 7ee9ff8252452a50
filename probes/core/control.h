/* control.h - mixes of instructions that fill most cores.  While no other thread uses the core, the
   loops of such mixes differ by whole numbers of cycles. */
#ifndef CONTROL_H
#define CONTROL_H

#include "mix.h"

enum { CONTROL_MIXES = 2 };
extern const struct mix control_mix[CONTROL_MIXES];

#endif
