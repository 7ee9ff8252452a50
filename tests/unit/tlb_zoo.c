/* tlb_zoo.c - the sweeps of the TLBs of data on every machine of tests/zoo/ (trial/zoo_test.h). */
#include "../trial/zoo_test.h"

int main(void) {
    return zoo_test("tlb");
}
