/* read_core.c - the lines `issue`, `op` and `decoded` of a machine file. */
#include "read_core.h"

#include <string.h>

static const char *const NO_YES[] = {"no", "yes", NULL};

/* Adds a row for each kind and type of the line; all of them share its units. */
void read_op(struct fields *fields, struct sim_machine *machine) {
    static const char *const types[] = {"i32", "i64", "f32", "f64"};
    static const char *const demanded[] = {"kinds", "types", "latency"};
    struct sim_execute *execute = &machine->execute;
    for (size_t i = 0; i < sizeof demanded / sizeof *demanded; i++)
        fields_demand(fields, demanded[i]);
    const char *kinds = take_text(fields, "kinds", ""), *type = take_text(fields, "types", "");
    struct sim_operation operation = {.cycles = take_number(fields, "latency", 1),
                                      .interval = take_number(fields, "interval", 1),
                                      .gap = take_number(fields, "gap", 0),
                                      .units = take_size(fields, "units", 1),
                                      .pool = take_size(fields, "pool", execute->operations)};
    if (operation.units < 1 || operation.units > SIM_UNITS || operation.pool >= SIM_OPERATIONS)
        fields_complain(fields, "units or pool is out of range");
    size_t before = execute->operations;
    for (size_t kind = 0; kind < OP_KINDS; kind++)
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            if (is_listed(kinds, OPERATION_NAMES[kind]) && is_listed(type, types[i]) &&
                execute->operations < SIM_OPERATIONS) {
                operation.kind = (enum operation_kind)kind;
                memcpy(operation.type, types[i], sizeof "i32");
                execute->operation[execute->operations++] = operation;
            }
    if (execute->operations == before)
        fields_complain(fields, "these kinds and types name no operation, or there are too many");
}

static const char *const ORDER[] = {"out", "in", NULL};

void read_issue(struct fields *fields, struct sim_machine *machine) {
    struct sim_execute *execute = &machine->execute;
    fields_demand(fields, "width");
    execute->width = take_number(fields, "width", 1);
    execute->read_ports = take_number(fields, "read_ports", 0);
    execute->loop = take_number(fields, "loop", 0);
    execute->in_order = take_word(fields, "order", ORDER, 0) == 1;
    execute->folds = take_word(fields, "folds", NO_YES, 0) == 1;
    execute->registers = take_size(fields, "registers", 0);
    execute->reserved = take_size(fields, "reserved", 0);
    execute->fp_registers = take_size(fields, "fp_registers", execute->registers);
    execute->load_queue = take_size(fields, "load_queue", 0);
    execute->simd = take_size(fields, "simd", 0);
    execute->forward = take_number(fields, "forward", 5);
    execute->miss = take_number(fields, "miss", 0);
    if (execute->reserved > 0 && execute->reserved >= execute->registers)
        fields_complain(fields, "all registers are reserved");
    if (!(execute->width > 0))
        fields_complain(fields, "width must be above 0");
}

void read_decoded(struct fields *fields, struct sim_machine *machine) {
    static const char *const demanded[] = {"entries", "ways", "window"};
    struct sim_decoded *decoded = &machine->decoded;
    for (size_t i = 0; i < sizeof demanded / sizeof *demanded; i++)
        fields_demand(fields, demanded[i]);
    decoded->entries = take_size(fields, "entries", 1);
    decoded->ways = take_size(fields, "ways", 1);
    decoded->window = take_size(fields, "window", 1);
    decoded->alone = take_word(fields, "alone", NO_YES, 0) == 1;
    decoded->operations = take_size(fields, "operations", 0);
    decoded->rate = take_number(fields, "rate", 4);
    decoded->decode = take_number(fields, "decode", 4);
    decoded->bytes = take_number(fields, "bytes", 16);
    if (!(decoded->rate > 0 && decoded->decode > 0 && decoded->bytes > 0))
        fields_complain(fields, "rate, decode and bytes must be above 0");
    if (decoded->entries == 0 || decoded->ways == 0 || decoded->window == 0 ||
        decoded->entries % decoded->ways != 0)
        fields_complain(fields, "entries, ways or window is 0, or ways do not divide entries");
}
