/* statement.c - a recursive descent through C's precedences, as far as configurations need them. */
#include "statement.h"

#include <ctype.h>
#include <string.h>

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

static int add_operation(struct parser *parser, enum operation_kind kind, int one, int other) {
    struct statement *statement = parser->statement;
    if (statement->operations == STATEMENT_OPERATIONS) {
        parser->failed = true;
        return VALUE_CONSTANT;
    }
    statement->operation[statement->operations] = (struct operation){kind, {one, other}, 2};
    return VALUE_OPERATION + (int)statement->operations++;
}

/* The variable's number behind a p, or -1. */
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

static int parse_bits(struct parser *parser) {
    int value = parse_sum(parser);
    for (;;)
        if (take(parser, "<<"))
            value = add_operation(parser, OP_SHL, value, parse_sum(parser));
        else if (take(parser, "&"))
            value = add_operation(parser, OP_AND, value, parse_sum(parser));
        else
            return value;
}

static int parse_atom(struct parser *parser) {
    parser->at += strspn(parser->at, " \t\n");
    if (take(parser, "(")) {
        int value = parse_bits(parser);
        parser->failed = !take(parser, ")") || parser->failed;
        return value;
    }
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
    int value = parse_atom(parser);
    while (!parser->failed)
        if (take(parser, "*"))
            value = add_operation(parser, OP_MUL, value, parse_atom(parser));
        else if (take(parser, "/"))
            value = add_operation(parser, OP_DIV, value, parse_atom(parser));
        else
            return value;
    return value;
}

/* A product that is only a summand becomes one operation with the sum. */
static int add_sum(struct parser *parser, enum operation_kind kind, int one, int other) {
    struct statement *statement = parser->statement;
    int last = VALUE_OPERATION + (int)statement->operations - 1;
    struct operation *product = &statement->operation[statement->operations - 1];
    if (!parser->fused || (one != last && other != last) || product->kind != OP_MUL)
        return add_operation(parser, kind, one, other);
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

bool statement_parse(struct statement *statement, const char *text, bool fused) {
    struct parser parser = {statement, text, fused, false};
    memset(statement, 0, sizeof *statement);
    for (int i = 0; i < STATEMENT_VARIABLES; i++)
        statement->variable[i] = i;
    do {
        int number = take_variable(&parser);
        if (number < 0 || !take(&parser, "="))
            return false;
        statement->variable[number] = parse_bits(&parser);
    } while (!parser.failed && take(&parser, ";"));
    return !parser.failed && *parser.at == '\0';
}
