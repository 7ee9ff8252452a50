/* control.h - mixes of instructions that fill most cores.  As gcc compiles them with -O2, their
   loops differ by whole numbers of cycles on a Zen 5 while no other thread uses the core.  Beside a
   thread that takes a steady part of it they seldom do, but always if it takes just half. */
#ifndef CONTROL_H
#define CONTROL_H

#include "mix.h"

enum { CONTROL_MIXES = 2 };
extern const struct mix control_mix[CONTROL_MIXES];

#endif
