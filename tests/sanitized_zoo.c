/* sanitized_zoo.c - all sweeps on every machine of tests/zoo/ (trial/zoo_test.h), for make
 * check-sanitized. */
#include "trial/zoo_test.h"

#include <stddef.h>

int main(void) {
    return zoo_test(NULL);
}
