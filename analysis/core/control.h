/* control.h - the section `control' of a statement's table: loops of other instructions that fill
   the core, whose cycles differ by whole numbers unless another thread uses it. */
#ifndef CONTROL_H
#define CONTROL_H

#include "../table.h"

#include <stdbool.h>

/* Does the control of TABLE show that no other thread used the core?  Even so one thread in ten
   that takes a steady part is not noticed, nor one that takes half. */
bool control_is_undisturbed(const struct table *table);

#endif
