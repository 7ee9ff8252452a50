/* rest.h - lets other load come and go. */
#ifndef REST_H
#define REST_H

#include "machine.h"

/* Sleeps for NS. */
void machine_rest(struct machine *machine, double ns);

#endif
