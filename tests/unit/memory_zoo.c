/* memory_zoo.c - the sweeps of NUMA nodes on every machine of tests/zoo/ (trial/zoo_test.h). */
#include "../trial/zoo_test.h"

int main(void) {
    return zoo_test("memory");
}
