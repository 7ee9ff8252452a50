/* expected.c - the lines `unknown` and `often` of a machine file. */
#include "expected.h"

#include <stdio.h>
#include <string.h>

/* The sweeps that are tried on simulated machines, and their parameters (tests/pairs). */
static const struct {
    const char *sweep;
    const char *const *names;
} ROWS[] = {
#define METHOD(name)
#define SWEEP(name)
#define NAMES(...)                                                                                 \
    (const char *const[]) {                                                                        \
        __VA_ARGS__, NULL                                                                          \
    }
#define TRIED(sweep, subject, methods, names) {#sweep, names},
#include "pairs.h"
#undef METHOD
#undef SWEEP
#undef NAMES
#undef TRIED
};

bool is_listed(const char *list, const char *word) {
    size_t length = strlen(word);
    for (; *list != '\0'; list += strcspn(list, ",") + (list[strcspn(list, ",")] == ','))
        if (strcspn(list, ",") == length && strncmp(list, word, length) == 0)
            return true;
    return false;
}

static bool is_sweep(const char *word) {
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (strcmp(ROWS[i].sweep, word) == 0)
            return true;
    return false;
}

static bool is_parameter(const char *word) {
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        for (const char *const *name = ROWS[i].names; *name != NULL; name++)
            if (strcmp(*name, word) == 0)
                return true;
    return false;
}

/* Copies the list of KEY to TO, and complains of a word that is not IS_KNOWN. */
static void take_list(struct fields *fields, const char *key, bool (*is_known)(const char *word),
                      char to[EXPECTED_NAMES]) {
    const char *list = take_text(fields, key, "");
    if (strlen(list) >= EXPECTED_NAMES)
        fields_complain(fields, "%s is too long", key);
    snprintf(to, EXPECTED_NAMES, "%.*s", EXPECTED_NAMES - 1, list);
    while (*list != '\0') {
        char word[60];
        size_t length = strcspn(list, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, list);
        if (!is_known(word))
            fields_complain(fields, "no parameter or sweep is named '%.40s'", word);
        list += length + (list[length] == ',');
    }
}

static void take_why(struct fields *fields, char to[EXPECTED_WHY]) {
    const char *why = take_text(fields, "why", "");
    fields_demand(fields, "why");
    if (strlen(why) >= EXPECTED_WHY)
        fields_complain(fields, "why is longer than %d characters", EXPECTED_WHY - 1);
    snprintf(to, EXPECTED_WHY, "%.*s", EXPECTED_WHY - 1, why);
}

void read_unknown(struct fields *fields, struct expected *expected) {
    if (expected->unknowns == EXPECTED_LINES) {
        fields_complain(fields, "more than %d lines of unknown parameters", EXPECTED_LINES);
        return;
    }
    struct expected_unknown *unknown = &expected->unknown[expected->unknowns++];
    fields_demand(fields, "of");
    take_list(fields, "of", is_parameter, unknown->names);
    take_list(fields, "in", is_sweep, unknown->sweeps);
    take_why(fields, unknown->why);
}

void read_often(struct fields *fields, struct expected *expected) {
    static const char *const runs[] = {"all", "quiet", "noisy", "never", NULL};
    if (expected->oftens == EXPECTED_LINES) {
        fields_complain(fields, "more than %d lines of runs", EXPECTED_LINES);
        return;
    }
    struct expected_often *often = &expected->often[expected->oftens++];
    fields_demand(fields, "runs");
    often->runs = (enum expected_runs)take_word(fields, "runs", runs, RUNS_ALL);
    fields_demand(fields, "sweeps");
    take_list(fields, "sweeps", is_sweep, often->sweeps);
    take_why(fields, often->why);
}
