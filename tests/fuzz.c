/* fuzz.c - any bytes as a table for any method: make fuzz (clang's libFuzzer).
   The first byte chooses the method, the rest is the table. */
#define _GNU_SOURCE
#include "../analysis/method.h"

#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct method *choose(uint8_t byte) {
    size_t count = 0;
    while (methods[count] != NULL)
        count++;
    return methods[byte % count];
}

static void decide(const struct method *method, const struct table *table) {
    static const struct options options = {8, 2, 5, 8, 0};
    struct table_error error;
    struct answers answers = {fopen("/dev/null", "w"), 0, 0, 0};
    if (answers.out == NULL)
        return;
    if (method_check(method, table, &error) == 0)
        method->decide(table, &options, &answers);
    fclose(answers.out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct table table;
    struct table_error error;
    FILE *in = size > 1 ? fmemopen((void *)(uintptr_t)(data + 1), size - 1, "r") : NULL;
    if (in == NULL)
        return 0;
    if (table_read(&table, in, &error) == 0) {
        decide(choose(data[0]), &table);
        table_free(&table);
    }
    fclose(in);
    return 0;
}
