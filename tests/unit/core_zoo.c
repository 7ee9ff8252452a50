/* core_zoo.c - the core's sweeps that depend on no flags, so far its clock, on every machine of
   tests/zoo/ (trial/zoo_test.h). */
#include "../trial/zoo_test.h"

int main(void) {
    return zoo_test("core");
}
