/* sim_zeros.c - simulated pages that are only read: they share a line, unless the system gives each
   a frame of its own. */
#include "../../probes/machine/zeros.h"
#include "../sim/zoo.h"
#include "sim_parts.h"

enum { ZEROS = 64 /* pages, which the first TLB holds */ };

/* Cycles of a load of pages that were loaded before. */
static double cost_of_zeros(const char *name) {
    struct sim_machine sim;
    struct pages pages = {0};
    uint32_t page[ZEROS];
    zoo_read(name, &sim);
    struct machine *machine = sim_open(&sim, 1);
    assert_non_null(machine);
    assert_true(pages_draw(machine, &pages, ZEROS * sim.pages.bytes, PAGES_ZEROS));
    for (uint32_t i = 0; i < ZEROS; i++)
        page[i] = i;
    struct zeros zeros = {&pages, page, ZEROS, 0};
    zeros_walk(machine, &zeros);
    zeros_walk(machine, &zeros);
    double cycles = zeros_burst(machine, &zeros) * sim.ghz / ZEROS;
    pages_release(machine, &pages);
    machine_close(machine);
    return cycles;
}

static void zeros_share_a_line(void **state) {
    (void)state;
    assert_true(near(cost_of_zeros("zen4"), 4, 1e-9));
    assert_true(cost_of_zeros("zeros_apart") > 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(zeros_share_a_line)};
    return cmocka_run_group_tests_name("sim_zeros", tests, NULL, NULL);
}
