/* nano.h - the sweep of one statement. */
#ifndef NANO_H
#define NANO_H

#include "../harness/nano.h"
#include "../harness/probe.h"

/* The two fastest samples of a configuration, in cycles of a round; HUGE_VAL where there is none.
 */
struct fastest {
    size_t rounds;
    double best, second;
};

/* Samples COUNT configurations in turn. */
void nano_measure(struct machine *machine, const struct nano *nano, size_t count,
                  struct fastest *row);

/* Are they near enough to each other to be believed? */
bool fastest_agree(const struct fastest *row);

/* Prints the table of the statement NAME, whose COUNT configurations differ by streams and
   unrolling: cycles of a round of each.  Returns NULL, or why there is none. */
const char *nano_sweep(struct machine *machine, const char *name, const struct nano *nano,
                       size_t count, FILE *out);

#endif
