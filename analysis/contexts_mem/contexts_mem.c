/* contexts_mem.c - contexts for memory: the threads whose loads from the first level do not slow
   each other (BlackjackBench 3.4). */
#include "../cores/cores.h"
#include "../product.h"

void contexts_mem_decide(const struct table *table, const struct options *options,
                         struct answers *answers) {
    (void)options;
    cores_contexts(table, "contexts_mem", answers);
}
