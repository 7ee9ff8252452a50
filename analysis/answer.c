/* answer.c - writes name=value lines. */
#include "answer.h"

#include <math.h>
#include <stdarg.h>

enum { NUMBER_BYTES = 330 }; /* DBL_MAX has 309 digits */

/* Every value passes here. */
static void answer(struct answers *answers, const char *name, const char *value,
                   double confidence) {
    if (confidence < answers->least) {
        answer_unknown(answers, name, "%s, but with a confidence of %.2f", value, confidence);
        return;
    }
    fprintf(answers->out, "%s=%s\n# confidence %s %.2f\n", name, value, name, confidence);
    answers->known++;
}

const char *answer_name(char name[ANSWER_NAME], double level, const char *what) {
    snprintf(name, ANSWER_NAME, "l%.0f_%s", level, what);
    return name;
}

void answer_integer(struct answers *answers, const char *name, double value, double confidence) {
    char text[NUMBER_BYTES];
    snprintf(text, sizeof text, "%.0f", floor(value + 0.5));
    answer(answers, name, text, confidence);
}

void answer_rounded(struct answers *answers, const char *name, double value, int digits,
                    double confidence) {
    double unit = pow(10, floor(log10(value)) - digits + 1);
    if (unit < 1)
        unit = 1;
    answer_integer(answers, name, floor(value / unit + 0.5) * unit, confidence);
}

void answer_number(struct answers *answers, const char *name, double value, double confidence) {
    char text[NUMBER_BYTES];
    snprintf(text, sizeof text, "%.15g", value);
    answer(answers, name, text, confidence);
}

void answer_word(struct answers *answers, const char *name, const char *word, double confidence) {
    answer(answers, name, word, confidence);
}

void answer_none(struct answers *answers, const char *name, double confidence) {
    answer(answers, name, "none", confidence);
}

void answer_least(struct answers *answers, const char *name, double value) {
    answer_note(answers, "least %s %.0f", name, floor(value));
}

void answer_note(struct answers *answers, const char *note, ...) {
    va_list arguments;
    fputs("# ", answers->out);
    va_start(arguments, note);
    vfprintf(answers->out, note, arguments);
    va_end(arguments);
    fputc('\n', answers->out);
}

void answer_unknown(struct answers *answers, const char *name, const char *reason, ...) {
    va_list arguments;
    fprintf(answers->out, "# %s: ", name);
    va_start(arguments, reason);
    vfprintf(answers->out, reason, arguments);
    va_end(arguments);
    fprintf(answers->out, "\n%s=unknown\n", name);
    answers->unknown++;
}
