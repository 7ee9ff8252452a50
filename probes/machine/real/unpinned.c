/* unpinned.c - the real machine behind the seam of unpinned.h. */
#include "../unpinned.h"

#include "burden.h"
#include "crew.h"
#include "real.h"

#include <math.h>
#include <stdlib.h>

/* Of a burden: a few ms, as long as a scheduler needs to see that a CPU is idle. */
enum { PIECES_EACH = 256 };

struct toil {
    enum burden burden;
    size_t rounds;
    double begin_ns, end_ns;
};

static void toil(void *with) {
    struct toil *all = with;
    crew_await(all->begin_ns);
    for (size_t i = 0; i < PIECES_EACH; i++)
        burden_bear(all->burden, all->rounds);
    all->end_ns = clock_ns();
}

static double run(struct toil *each, struct order *order, size_t count, struct toil with) {
    double last_ns = 0;
    for (size_t i = 0; i < count; i++)
        order[i] = (struct order){i / (CREW_EACH - CREW_PINNED),
                                  CREW_PINNED + i % (CREW_EACH - CREW_PINNED), toil, &each[i]};
    if (!crew_gather(order, count))
        return HUGE_VAL;
    with.begin_ns = crew_begin_ns(count);
    for (size_t i = 0; i < count; i++)
        each[i] = with;
    crew_run(order, count);
    for (size_t i = 0; i < count; i++)
        last_ns = fmax(last_ns, each[i].end_ns);
    return last_ns - with.begin_ns;
}

double unpinned_ns(struct machine *machine, size_t count, enum burden burden) {
    struct toil *each = calloc(count, sizeof *each);
    struct order *order = calloc(count, sizeof *order);
    struct toil with = {burden, burden_rounds(machine), 0, 0};
    double ns = each != NULL && order != NULL ? run(each, order, count, with) : HUGE_VAL;
    free(each);
    free(order);
    return ns;
}
