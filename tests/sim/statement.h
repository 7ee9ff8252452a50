/* statement.h - C assignments over p0, p1, ... as the operations that a compiler makes of them. */
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
    OP_AND,
    OP_SHL,
    OP_FMA,
    OP_SQRT,
    OP_CVT,
    OP_LOAD,
    OP_STORE,
    OP_KINDS
};

/* A value is a variable, from 0 on, or what an operation of this statement gives, or a constant. */
enum { VALUE_CONSTANT = -1, VALUE_OPERATION = STATEMENT_VARIABLES };

struct operation {
    enum operation_kind kind;
    char type[STATEMENT_TYPE];
    int source[STATEMENT_SOURCES];
    size_t sources;
};

struct statement {
    struct operation operation[STATEMENT_OPERATIONS];
    size_t operations;
    int variable[STATEMENT_VARIABLES]; /* its value at the end */
    size_t variables;                  /* up to the last that there is */
    bool read[STATEMENT_VARIABLES], assigned[STATEMENT_VARIABLES];
    int stored;                /* by the last store, which the loads behind it wait for */
    char type[STATEMENT_TYPE]; /* of p0 */
};

/* Also LOAD(type, place) and STORE(type, place, value), of one and the same place, to which
   8 * STREAM_NUMBER may be added, a word for each stream; sqrt(x); and conversions, (type)x.  TYPES
   is that of all variables, or `p0:f64 p1:i64'; an operation is of the type of the variable that it
   is for.  FUSED: a product and a sum are one operation.  Returns false where the text is not
   understood. */
bool statement_parse(struct statement *statement, const char *text, const char *types, bool fused);

#endif
