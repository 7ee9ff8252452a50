/* contexts_fp.c - floating-point contexts: the threads whose adds of doubles do not slow each other
   (BlackjackBench 3.4). */
#include "../cores/cores.h"
#include "../product.h"

void contexts_fp_decide(const struct table *table, const struct options *options,
                        struct answers *answers) {
    (void)options;
    cores_contexts(table, "contexts_fp", answers);
}
