/* statement.c - a recursive descent parser of C expressions, as far as configurations need them. */
#include "statement.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *const OPERATION_NAMES[OP_KINDS + 1] = {"add", "sub",  "mul",   "div", "rem", "and",
                                                   "or",  "xor",  "shl",   "shr", "fma", "sqrt",
                                                   "cvt", "load", "store", NULL};

struct binary {
    const char *token;
    enum operation_kind kind;
};

static const struct binary BITS[] = {{"<<", OP_SHL}, {">>", OP_SHR}, {"&", OP_AND},
                                     {"|", OP_OR},   {"^", OP_XOR},  {NULL, OP_KINDS}},
                           PRODUCTS[] = {
                               {"*", OP_MUL}, {"/", OP_DIV}, {"%", OP_REM}, {NULL, OP_KINDS}};

struct parser {
    struct statement *statement;
    const char *at;
    bool fused, failed;
};

static bool take(struct parser *parser, const char *token) {
    size_t length = strlen(token);
    parser->at += strspn(parser->at, " \t\n");
    if (strncmp(parser->at, token, length) != 0)
        return false;
    parser->at += length;
    return true;
}

/* Copies the type's name, as far as there is room; signed and unsigned types are equal to a
   core. */
static void take_type(struct parser *parser, char type[STATEMENT_TYPE]) {
    size_t length = 0;
    for (; isalnum((unsigned char)*parser->at); parser->at++)
        if (length + 1 < STATEMENT_TYPE)
            type[length++] = *parser->at;
    type[length] = '\0';
    if (type[0] == 's')
        type[0] = 'i';
}

static struct operation *last_operation(struct parser *parser) {
    return &parser->statement->operation[parser->statement->operations - 1];
}

static int add_operation(struct parser *parser, enum operation_kind kind, int one, int other) {
    struct statement *statement = parser->statement;
    if (statement->operations == STATEMENT_OPERATIONS) {
        parser->failed = true;
        return VALUE_CONSTANT;
    }
    statement->operation[statement->operations++] = (struct operation){kind, "", {one, other}, 2};
    return VALUE_OPERATION + (int)statement->operations - 1;
}

/* Returns the number of a variable p0, p1, ..., or -1 if there is none. */
static int take_variable(struct parser *parser) {
    if (!take(parser, "p") || !isdigit((unsigned char)*parser->at))
        return -1;
    int number = 0;
    while (isdigit((unsigned char)*parser->at) && number < STATEMENT_VARIABLES)
        number = 10 * number + *parser->at++ - '0';
    if (number >= STATEMENT_VARIABLES)
        return -1;
    if (parser->statement->variables <= (size_t)number)
        parser->statement->variables = (size_t)number + 1;
    return number;
}

static int parse_sum(struct parser *parser);
static int parse_atom(struct parser *parser);

/* Parses operands and the operators of ROW between them, as if all of these had one precedence. */
static int parse_binary(struct parser *parser, const struct binary *row,
                        int (*parse_operand)(struct parser *)) {
    int value = parse_operand(parser);
    for (const struct binary *next = row; next->token != NULL && !parser->failed;)
        if (take(parser, next->token)) {
            value = add_operation(parser, next->kind, value, parse_operand(parser));
            next = row;
        } else
            next++;
    return value;
}

static int parse_bits(struct parser *parser) {
    return parse_binary(parser, BITS, parse_sum);
}

static void must_take(struct parser *parser, const char *token) {
    parser->failed = !take(parser, token) || parser->failed;
}

/* Parses an address.  Adding a constant to it is part of the load. */
static int parse_place(struct parser *parser) {
    int place = parse_atom(parser);
    if (take(parser, "+"))
        must_take(parser, "8 * STREAM_NUMBER");
    return place;
}

/* Parses what follows LOAD: (type, place). */
static int parse_load(struct parser *parser) {
    char type[STATEMENT_TYPE];
    must_take(parser, "(");
    take_type(parser, type);
    must_take(parser, ",");
    int value = add_operation(parser, OP_LOAD, parse_place(parser), parser->statement->stored);
    strcpy(last_operation(parser)->type, type);
    must_take(parser, ")");
    return value;
}

/* Parses STORE(type, place, value).  Returns false if there is none. */
static bool parse_store(struct parser *parser) {
    char type[STATEMENT_TYPE];
    if (!take(parser, "STORE("))
        return false;
    take_type(parser, type);
    must_take(parser, ",");
    int place = parse_place(parser);
    must_take(parser, ",");
    parser->statement->stored = add_operation(parser, OP_STORE, parse_bits(parser), place);
    strcpy(last_operation(parser)->type, type);
    must_take(parser, ")");
    return true;
}

/* Parses what follows an opening parenthesis: a conversion, or an expression in parentheses. */
static int parse_inner(struct parser *parser) {
    char type[STATEMENT_TYPE] = "";
    if (strchr("fs", *parser->at) != NULL) {
        take_type(parser, type);
        must_take(parser, ")");
        int value = add_operation(parser, OP_CVT, parse_atom(parser), VALUE_CONSTANT);
        strcpy(last_operation(parser)->type, type);
        return value;
    }
    int value = parse_bits(parser);
    must_take(parser, ")");
    return value;
}

static int parse_atom(struct parser *parser) {
    parser->at += strspn(parser->at, " \t\n");
    if (take(parser, "LOAD"))
        return parse_load(parser);
    if (take(parser, "sqrtf(") || take(parser, "sqrt("))
        return add_operation(parser, OP_SQRT, parse_inner(parser), VALUE_CONSTANT);
    if (take(parser, "("))
        return parse_inner(parser);
    if (isdigit((unsigned char)*parser->at)) {
        parser->at += strspn(parser->at, "0123456789.");
        return VALUE_CONSTANT;
    }
    int number = take_variable(parser);
    if (number < 0) {
        parser->failed = true;
        return VALUE_CONSTANT;
    }
    parser->statement->read[number] = true;
    return parser->statement->variable[number];
}

static int parse_product(struct parser *parser) {
    return parse_binary(parser, PRODUCTS, parse_atom);
}

/* With FMA, a product that is used only in a sum becomes one operation with it. */
static int add_sum(struct parser *parser, enum operation_kind kind, int one, int other) {
    struct statement *statement = parser->statement;
    int last = VALUE_OPERATION + (int)statement->operations - 1;
    bool follows = statement->operations > 0 && (one == last || other == last);
    if (!parser->fused || !follows || last_operation(parser)->kind != OP_MUL)
        return add_operation(parser, kind, one, other);
    struct operation *product = last_operation(parser);
    product->kind = OP_FMA;
    product->source[product->sources++] = one == last ? other : one;
    return last;
}

static int parse_sum(struct parser *parser) {
    int value = parse_product(parser);
    while (!parser->failed)
        if (take(parser, "+"))
            value = add_sum(parser, OP_ADD, value, parse_product(parser));
        else if (take(parser, "-"))
            value = add_sum(parser, OP_SUB, value, parse_product(parser));
        else
            return value;
    return value;
}

/* Finds the type of the variable NUMBER. */
static void find_type(const char *types, int number, char type[STATEMENT_TYPE]) {
    char name[20];
    snprintf(name, sizeof name, "p%d:", number);
    const char *own = strstr(types, name);
    struct parser reader = {.at = own != NULL ? own + strlen(name) : types};
    take_type(&reader, type);
}

/* Gives the type of the variable NUMBER to those operations from FIRST on that have no type. */
static void set_types(struct parser *parser, size_t first, int number, const char *types) {
    struct statement *statement = parser->statement;
    char type[STATEMENT_TYPE];
    find_type(types, number, type);
    for (size_t i = first; i < statement->operations; i++)
        if (statement->operation[i].type[0] == '\0')
            strcpy(statement->operation[i].type, type);
}

static void parse_assignment(struct parser *parser, const char *types) {
    struct statement *statement = parser->statement;
    size_t first = statement->operations;
    int number = take_variable(parser);
    must_take(parser, "=");
    if (number < 0 || parser->failed) {
        parser->failed = true;
        return;
    }
    statement->variable[number] = parse_bits(parser);
    statement->assigned[number] = true;
    set_types(parser, first, number, types);
}

bool statement_parse(struct statement *statement, const char *text, const char *types, bool fused) {
    struct parser parser = {statement, text, fused, false};
    memset(statement, 0, sizeof *statement);
    for (int i = 0; i < STATEMENT_VARIABLES; i++)
        statement->variable[i] = i;
    statement->stored = VALUE_STORED;
    find_type(types, 0, statement->type);
    do
        if (!parse_store(&parser))
            parse_assignment(&parser, types);
    while (!parser.failed && take(&parser, ";"));
    return !parser.failed && *parser.at == '\0';
}
