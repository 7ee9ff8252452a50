/* analyze.c - the analyzer's command line: analyze METHOD [FILE].

   Exit status: 0 answered, 1 everything unknown, 2 bad input with one line on stderr. */
#include "method.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int complain(const char *what, const char *why) {
    fprintf(stderr, "analyze: %s: %s\n", what, why);
    return 2;
}

/* Each line of TEXT, indented by the width of a method's name. */
static void print_below(const char *text) {
    for (size_t length; *text != '\0'; text += length + (text[length] != '\0')) {
        length = strcspn(text, "\n");
        printf("%17s%.*s\n", "", (int)length, text);
    }
}

static int help(void) {
    puts("Usage: analyze METHOD [OPTION NUMBER]... [FILE]\n"
         "Reads a table from FILE or standard input and prints what METHOD decides.\n\n"
         "Methods:");
    for (const struct method *const *method = methods; *method != NULL; method++) {
        printf("  %-14s %s\n", (*method)->name, (*method)->summary);
        if ((*method)->options != NULL)
            print_below((*method)->options);
    }
    puts("\nOption of all:   -C least confidence; values below it are unknown (0)");
    return fflush(stdout) == 0 ? 0 : 2;
}

static const struct method *find_method(const char *name) {
    const struct method *const *method = methods;
    while (*method != NULL && strcmp((*method)->name, name) != 0)
        method++;
    return *method;
}

/* A number from 0 to a million: no rule needs more. */
static int read_option(struct options *options, char letter, const char *word) {
    char *end;
    double value = strtod(word, &end);
    if (end == word || *end != '\0' || !(value >= 0 && value <= 1e6))
        return -1;
    if (letter == 'S')
        options->sample = (size_t)value;
    else if (letter == 'T')
        options->threshold = value;
    else if (letter == 'I')
        options->smooth = (size_t)value;
    else if (letter == 'G')
        options->group = (size_t)value;
    else if (letter == 'C')
        options->least = value;
    else
        return -1;
    return 0;
}

/* Reads the arguments after METHOD.  Returns 0, or 2 after an error message. */
static int read_arguments(char **arguments, struct options *options, const char **file) {
    for (; *arguments != NULL; arguments++) {
        const char *word = *arguments;
        if (word[0] != '-' || word[1] == '\0') {
            if (*file != NULL)
                return complain(word, "one FILE only");
            *file = word;
        } else if (arguments[1] == NULL || word[2] != '\0' ||
                   read_option(options, word[1], arguments[1]) != 0) {
            return complain(word, "no such option, or no number after it");
        } else {
            arguments++;
        }
    }
    return 0;
}

static int read_file(struct table *table, const char *file, struct table_error *error) {
    if (file == NULL || strcmp(file, "-") == 0)
        return table_read(table, stdin, error);
    FILE *in = fopen(file, "r");
    if (in == NULL)
        return table_refuse(error, "%s", strerror(errno));
    int status = table_read(table, in, error);
    fclose(in);
    return status;
}

static int decide(const struct method *method, const struct table *table,
                  const struct options *options, const char *name) {
    struct table_error error;
    struct answers answers = {stdout, 0, 0, options->least};
    if (method_check(method, table, &error) != 0)
        return complain(name, error.text);
    method->decide(table, options, &answers);
    if (fflush(stdout) != 0 || ferror(stdout))
        return complain("standard output", "cannot be written");
    return answers.known > 0 ? 0 : 1;
}

int main(int argc, char **argv) {
    struct options options = {8, 2, 5, 8, 0};
    struct table table;
    struct table_error error;
    const char *file = NULL;
    if (argc < 2)
        return complain("METHOD", "missing; try analyze --help");
    if (strcmp(argv[1], "--help") == 0)
        return help();
    const struct method *method = find_method(argv[1]);
    if (method == NULL)
        return complain(argv[1], "no such method; try analyze --help");
    if (read_arguments(argv + 2, &options, &file) != 0)
        return 2;
    const char *name = file != NULL ? file : "standard input";
    if (read_file(&table, file, &error) != 0)
        return complain(name, error.text);
    int status = decide(method, &table, &options, name);
    table_free(&table);
    return status;
}
