/* statement.h - C assignments over p0, p1, ..., as the operations that a compiler makes of them. */
#ifndef SIM_STATEMENT_H
#define SIM_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>

enum {
    STATEMENT_OPERATIONS = 132,
    STATEMENT_VARIABLES = 132,
    STATEMENT_SOURCES = 3,
    STATEMENT_TYPE = 8
};

enum operation_kind {
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_REM,
    OP_AND,
    OP_OR,
    OP_XOR,
    OP_SHL,
    OP_SHR,
    OP_FMA,
    OP_SQRT,
    OP_CVT,
    OP_LOAD,
    OP_STORE,
    OP_KINDS
};

/* The kinds' names, then NULL. */
extern const char *const OPERATION_NAMES[OP_KINDS + 1];

/* A value is a variable, from 0 on, the result of an operation of this statement, a constant, or
   what the same statement stored the last time. */
enum { VALUE_CONSTANT = -1, VALUE_STORED = -2, VALUE_OPERATION = STATEMENT_VARIABLES };

struct operation {
    enum operation_kind kind;
    char type[STATEMENT_TYPE];
    int source[STATEMENT_SOURCES];
    size_t sources;
};

struct statement {
    struct operation operation[STATEMENT_OPERATIONS];
    size_t operations;
    int variable[STATEMENT_VARIABLES]; /* each variable's value at the end */
    size_t variables;                  /* one more than the highest number */
    bool read[STATEMENT_VARIABLES], assigned[STATEMENT_VARIABLES];
    int stored;                /* the last store, on which later loads depend, or VALUE_STORED */
    char type[STATEMENT_TYPE]; /* of p0 */
};

/* Parses TEXT.  It may also contain sqrt(x), conversions to f32, f64, s32 or s64, (type)x, and
   LOAD(type, place) and STORE(type, place, value), where 8 * STREAM_NUMBER, a word for each
   stream, may be added to the place.  Every load after a store of the same stream waits for it,
   whatever the place.
   TYPES is the type of all variables, or a list as `p0:f64 p1:i64'; an operation has the type of
   the variable that it is for.  FUSED: a product and a sum become one operation.  Returns false if
   the text cannot be parsed. */
bool statement_parse(struct statement *statement, const char *text, const char *types, bool fused);

#endif
