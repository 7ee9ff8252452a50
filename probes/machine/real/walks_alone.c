/* walks_alone.c - tells by the compiler's optimisation, with which walk.c is compiled too. */
#include "../walks_alone.h"

bool chain_walks_alone(const struct machine *machine) {
    (void)machine;
#ifdef __OPTIMIZE__
    return true;
#else
    return false;
#endif
}
