/* run.c - runs a sweep on a simulated machine, and the analyzer on its table. */
#include "run.h"

#include <stdlib.h>
#include <string.h>

/* The confidence that configure requires. */
static const struct options OPTIONS = {8, 2, 5, 8, 0.9};

/* Ends the test if no file can be opened. */
static FILE *scratch(void) {
    FILE *file = tmpfile();
    if (file == NULL)
        abort();
    return file;
}

/* Returns the text of FILE, and rewinds it. */
static char *text_of(FILE *file) {
    long size = ftell(file);
    char *text = size >= 0 ? calloc(1, (size_t)size + 1) : NULL;
    rewind(file);
    if (text == NULL || fread(text, 1, (size_t)size, file) != (size_t)size)
        abort();
    rewind(file);
    return text;
}

static void measure(sweep *run, const struct sim_machine *sim, uint64_t seed, FILE *out) {
    struct machine *machine = sim_open(sim, seed);
    if (machine == NULL)
        abort();
    const char *why = run(machine, out);
    if (why != NULL)
        fprintf(out, "%s\n", why);
    machine_close(machine);
}

static void decide(const struct method *const *deciders, FILE *in, FILE *out) {
    struct table table;
    struct table_error error;
    struct answers answers = {out, 0, 0, OPTIONS.least};
    if (table_read(&table, in, &error) != 0) {
        fprintf(out, "%s\n", error.text);
        return;
    }
    for (const struct method *const *method = deciders; *method != NULL; method++)
        if (method_check(*method, &table, &error) == 0)
            (*method)->decide(&table, &OPTIONS, &answers);
        else
            fprintf(out, "%s\n", error.text);
    table_free(&table);
}

struct run run_sweep(sweep *run, const struct method *method, const struct sim_machine *sim,
                     uint64_t seed) {
    const struct method *const deciders[] = {method, NULL};
    return run_sweep_by(run, deciders, sim, seed);
}

struct run run_sweep_by(sweep *run, const struct method *const *deciders,
                        const struct sim_machine *sim, uint64_t seed) {
    struct run result;
    FILE *table = scratch(), *output = scratch();
    measure(run, sim, seed, table);
    result.table = text_of(table);
    decide(deciders, table, output);
    result.output = text_of(output);
    fclose(table);
    fclose(output);
    return result;
}

void run_free(struct run *run) {
    free(run->table);
    free(run->output);
}

void run_answer(const char *output, const char *name, char *value, size_t size) {
    size_t length = strlen(name);
    value[0] = '\0';
    for (const char *line = output; *line != '\0'; line += strcspn(line, "\n") + 1) {
        if (strncmp(line, name, length) == 0 && line[length] == '=')
            snprintf(value, size, "%.*s", (int)strcspn(line + length + 1, "\n"), line + length + 1);
        if (line[strcspn(line, "\n")] == '\0')
            return;
    }
}
