/* answer.c - writes name=value lines. */
#include "answer.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>

enum { NUMBER_BYTES = 330 }; /* DBL_MAX has 309 digits */

/* Every value passes here. */
static void answer(struct answers *answers, const char *name, const char *value,
                   double confidence) {
    if (confidence < answers->least) {
        answer_unknown(answers, name, "%s would be the value, but its confidence is only %.2f",
                       value, confidence);
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

static double to_unit(double value, double unit) {
    return floor(value / unit + 0.5) * unit;
}

void answer_rounded(struct answers *answers, const char *name, double value, int digits,
                    double confidence) {
    double unit = pow(10, floor(log10(value)) - digits + 1);
    if (unit < 1)
        unit = 1;
    answer_integer(answers, name, to_unit(value, unit), confidence);
}

void answer_within(struct answers *answers, const char *name, double value, double part) {
    answer_note(answers, "within %s %.0f %.0f", name, value * (1 - part), value * (1 + part));
}

/* Answers with the finest unit in which LOW and HIGH round to one value.  Returns false where there
   is none. */
static bool answer_shared_digits(struct answers *answers, const char *name, double low, double high,
                                 double part, double confidence) {
    static const double steps[] = {1, 2, 5, 10};
    double last = pow(10, floor(log10(low)) - 1);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        double unit = fmax(steps[i] * last, 1), value = to_unit(low, unit);
        bool same = fabs(value - to_unit(high, unit)) < unit / 2;
        if (same && value - low <= part * low && high - value <= part * high) {
            answer_integer(answers, name, value, confidence);
            answer_within(answers, name, value, part);
            return true;
        }
    }
    return false;
}

void answer_between(struct answers *answers, const char *name, double low, double high, double part,
                    double confidence) {
    if (!answer_shared_digits(answers, name, low, high, part, confidence))
        answer_unknown(answers, name,
                       "samples range from %.0f to %.0f, too far to round to one value", low, high);
}

void answer_drifting(struct answers *answers, const char *name, double low, double high,
                     double drift, double part, double confidence) {
    double lower = low * (1 - drift), higher = high * (1 + drift);
    if (!answer_shared_digits(answers, name, lower, higher, part, confidence))
        answer_between(answers, name, low, high, part, confidence);
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

void answer_final(struct answers *answers, const char *name) {
    answer_note(answers, "final %s", name);
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
