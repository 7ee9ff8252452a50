/* core_zoo.c - the sweeps of the core's clock on every machine of tests/zoo/ (trial/zoo_test.h). */
#include "../trial/zoo_test.h"

int main(void) {
    return zoo_test("core");
}
