/* number.h - answers on an axis of any unit; configure takes whole numbers only. */
#ifndef NUMBER_H
#define NUMBER_H

#include "../answer.h"

/* NAME=VALUE without rounding (`%.15g`). */
static inline void answer_number(struct answers *answers, const char *name, double value,
                                 double confidence) {
    char text[40];
    snprintf(text, sizeof text, "%.15g", value);
    answer_word(answers, name, text, confidence);
}

#endif
