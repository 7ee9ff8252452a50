/* execute.c - computes when each operation begins and ends. */
#include "execute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STREAMS = 32, POOLS = SIM_OPERATIONS, WARM = 30, ROUNDS = 60 };
/* A value that was read stays available without a read port for so many cycles.  This reproduces
   what a Pentium III does with two ports and two, three and four sources (X-Ray 5.2.1). */
static const double AT_HAND = 2;

struct state {
    const struct sim_execute *execute;
    const struct statement_loop *loop;
    struct statement statement;
    size_t streams;
    double entered, read;          /* when the next operation may enter, and when ports are free */
    double unit[POOLS][SIM_UNITS]; /* when each unit is free */
    double own[STREAMS][STATEMENT_VARIABLES], shared[STATEMENT_VARIABLES],
        stored[STREAMS]; /* when each value is ready */
    double last_read[STATEMENT_VARIABLES];
    size_t spilled, place[STATEMENT_OPERATIONS];
    struct sim_operation units[STATEMENT_OPERATIONS];
};

const struct sim_operation *execute_find(const struct sim_execute *execute,
                                         enum operation_kind kind, const char *type) {
    for (size_t i = 0; i < execute->operations; i++)
        if (execute->operation[i].kind == kind && strcmp(execute->operation[i].type, type) == 0)
            return &execute->operation[i];
    return NULL;
}

size_t execute_registers(const struct sim_execute *execute, const char *type) {
    return strchr("ia", type[0]) != NULL ? execute->registers - execute->reserved
                                         : execute->fp_registers;
}

static double later(double one, double other) {
    return one > other ? one : other;
}

/* ---- one operation ---- */

/* Finds the unit of an operation.  A vector, `f32x8', uses that of its element type, several times
   if it is wider than the unit.  Returns false if the core has no such operation. */
static bool find_unit(const struct state *state, const struct operation *operation,
                      struct sim_operation *unit) {
    char type[STATEMENT_TYPE];
    size_t lanes = 1, bytes = 4;
    strcpy(type, operation->type);
    char *times = strchr(type, 'x');
    if (times != NULL) {
        lanes = strtoul(times + 1, NULL, 10);
        *times = '\0';
        bytes = strcmp(type, "f64") == 0 ? 8 : 4;
    }
    const struct sim_operation *found = execute_find(state->execute, operation->kind, type);
    if (found == NULL || (lanes > 1 && state->execute->simd == 0))
        return false;
    *unit = *found;
    if (lanes > 1)
        unit->interval *= fmax(1, (double)(lanes * bytes) / (double)state->execute->simd);
    return true;
}

/* Returns the read ports that the operation needs at TIME: one for each variable that the statement
   changes, and one for each other that was not read recently. */
static double ports_for(struct state *state, const struct operation *operation, double time) {
    double ports = 0;
    for (size_t i = 0; i < operation->sources; i++) {
        int source = operation->source[i];
        if (source < 0 || source >= STATEMENT_VARIABLES ||
            (i > 0 && source == operation->source[i - 1]))
            continue;
        if (state->statement.variable[source] != source) {
            ports++;
        } else if (time >= state->last_read[source] + AT_HAND) {
            state->last_read[source] = time;
            ports++;
        }
    }
    return ports;
}

/* Returns the unit that is free first. */
static double *free_unit(struct state *state, const struct sim_operation *unit) {
    double *first = &state->unit[unit->pool][0];
    for (size_t i = 1; i < unit->units; i++)
        if (state->unit[unit->pool][i] < *first)
            first = &state->unit[unit->pool][i];
    return first;
}

/* Golden Cove adds small constants while it renames registers, without a unit and without
   latency. */
static bool is_folded(const struct state *state, const struct operation *operation) {
    bool sum = operation->kind == OP_ADD || operation->kind == OP_SUB;
    return state->execute->folds && sum && operation->type[0] == 'i' && operation->sources == 2 &&
           operation->source[1] == VALUE_CONSTANT;
}

/* Returns when an operation ends that enters now and has no latency. */
static double end_of_folded(struct state *state, double ready) {
    state->entered += 1 / state->execute->width;
    return later(ready, state->entered);
}

/* Returns when OPERATION ends if its operands are ready at READY. */
static double end_of(struct state *state, const struct operation *operation,
                     const struct sim_operation *unit, double ready) {
    double *free_at = free_unit(state, unit), start = later(later(ready, state->entered), *free_at);
    if (state->execute->read_ports > 0) {
        start = later(start, state->read);
        state->read = later(state->read, start - 1) +
                      ports_for(state, operation, start) / state->execute->read_ports;
    }
    *free_at = start + unit->interval + (ready > state->entered ? unit->gap : 0);
    if (state->execute->in_order)
        state->entered = later(state->entered, start);
    state->entered += 1 / state->execute->width;
    return start + unit->cycles;
}

/* ---- a statement of one stream ---- */

/* Returns whether each stream has its own copy of the variable. */
static bool is_own(const struct state *state, int variable) {
    return variable == 0 || (state->loop->set && state->statement.assigned[variable]);
}

static double value_at(const struct state *state, int value, size_t stream, const double *done) {
    if (value >= VALUE_OPERATION)
        return done[value - VALUE_OPERATION];
    if (value == VALUE_CONSTANT)
        return 0;
    if (value == VALUE_STORED)
        return state->stored[stream];
    return is_own(state, value) ? state->own[stream][value] : state->shared[value];
}

/* Does the statement read its streams' p0 as they were before it?  If it stores, and does not, they
   are in memory. */
static bool reads_old(const struct statement *statement) {
    for (size_t i = 0; i < statement->operations; i++)
        for (size_t k = 0; k < statement->operation[i].sources; k++)
            if (statement->operation[i].source[k] == 0)
                return true;
    return false;
}

/* Finds the values that have no register and are spilled: first the p0 of streams, then the other
   variables.  Sets of statements are assumed to have enough registers. */
static void find_spilled(struct state *state) {
    const struct statement *statement = &state->statement;
    bool in_memory = statement->stored >= VALUE_OPERATION && !reads_old(statement);
    size_t live = in_memory ? 1 : state->streams,
           registers = execute_registers(state->execute, statement->type);
    for (size_t k = 1; k < statement->variables; k++)
        live += statement->read[k];
    state->spilled = registers > 0 && live > registers && !state->loop->set ? live - registers : 0;
    for (size_t k = 0; k < statement->variables; k++)
        if (statement->variable[k] >= VALUE_OPERATION)
            state->place[statement->variable[k] - VALUE_OPERATION] =
                k == 0 ? 1 : state->streams + k;
}

/* Adds a store and a load if operation I computes the final value of a spilled variable.  Places of
   variables begin at 1. */
static void spill(struct state *state, size_t i, size_t stream, double *done) {
    size_t place = state->place[i];
    if (place == 0 || (place == 1 ? stream : place - 1) >= state->spilled)
        return;
    *done += state->execute->forward;
    state->entered += 2 / state->execute->width;
}

static void run_statement(struct state *state, size_t stream) {
    const struct statement *statement = &state->statement;
    double done[STATEMENT_OPERATIONS];
    for (size_t i = 0; i < statement->operations; i++) {
        const struct operation *operation = &statement->operation[i];
        double ready = 0;
        for (size_t k = 0; k < operation->sources; k++)
            ready = later(ready, value_at(state, operation->source[k], stream, done));
        done[i] = is_folded(state, operation) ? end_of_folded(state, ready)
                                              : end_of(state, operation, &state->units[i], ready);
        spill(state, i, stream, &done[i]);
    }
    for (size_t k = 0; k < statement->variables; k++)
        if (statement->variable[k] != (int)k)
            *(is_own(state, (int)k) ? &state->own[stream][k] : &state->shared[k]) =
                value_at(state, statement->variable[k], stream, done);
    if (statement->stored >= VALUE_OPERATION)
        state->stored[stream] = value_at(state, statement->stored, stream, done);
}

/* ---- rounds ---- */

static void run_round(struct state *state) {
    for (size_t u = 0; u < state->loop->unrolled; u++)
        for (size_t stream = 0; stream < state->streams; stream++)
            run_statement(state, stream);
    state->entered += 2 / state->execute->width + state->execute->loop;
}

static double latest(const struct state *state) {
    double latest = state->entered;
    for (size_t i = 0; i < state->streams; i++) {
        latest = later(latest, state->stored[i]);
        for (size_t k = 0; k < state->statement.variables; k++)
            latest = later(latest, state->own[i][k]);
    }
    return latest;
}

/* Returns false if the core lacks one of the operations. */
static bool find_units(struct state *state) {
    for (size_t i = 0; i < state->statement.operations; i++)
        if (!find_unit(state, &state->statement.operation[i], &state->units[i]))
            return false;
    return true;
}

double execute_round(const struct sim_execute *execute, const struct statement_loop *loop) {
    bool fused = execute_find(execute, OP_FMA, "f64") != NULL;
    struct state *state = calloc(1, sizeof *state);
    double begun = 0, cycles = 0;
    if (state == NULL)
        abort();
    state->execute = execute;
    state->loop = loop;
    state->streams = loop->streams > 0 ? loop->streams : 1;
    bool good = loop->streams <= STREAMS && execute->width > 0 &&
                statement_parse(&state->statement, loop->statement, loop->types, fused) &&
                find_units(state);
    find_spilled(state);
    for (size_t round = 0; round < WARM + ROUNDS && good; round++) {
        begun = round == WARM ? latest(state) : begun;
        run_round(state);
    }
    cycles = good ? (latest(state) - begun) / ROUNDS : 0;
    free(state);
    return cycles;
}
