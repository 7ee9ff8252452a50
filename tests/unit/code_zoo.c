/* code_zoo.c - the sweeps of the instruction cache, decoded instructions and branches on every
   machine of tests/zoo/ (trial/zoo_test.h). */
#include "../trial/zoo_test.h"

int main(void) {
    return zoo_test("code");
}
