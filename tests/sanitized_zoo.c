/* sanitized_zoo.c - the simulated runs of make check, or with ZOO_SLOW=1 all of them
 * (trial/zoo_test.h), for make check-sanitized. */
#include "trial/zoo_test.h"

#include <stddef.h>

int main(void) {
    return zoo_test(NULL);
}
