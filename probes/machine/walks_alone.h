/* walks_alone.h - whether a walk touches its chain's pages only. */
#ifndef WALKS_ALONE_H
#define WALKS_ALONE_H

#include "machine.h"

/* Returns whether a walk touches no memory outside its chain.  Without optimisation the compiler
   keeps variables on a page of the stack. */
bool chain_walks_alone(const struct machine *machine);

#endif
