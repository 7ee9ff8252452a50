/* answer.h - the answers of a method: `name=value` lines, each with its confidence or the reason
   why there is no value. */
#ifndef ANSWER_H
#define ANSWER_H

#include <stddef.h>
#include <stdio.h>

struct answers {
    FILE *out;
    size_t known, unknown;
    double least; /* minimum confidence: values below it are unknown */
};

enum { ANSWER_NAME = 40 };

/* Writes l<LEVEL>_WHAT to NAME, and returns it. */
const char *answer_name(char name[ANSWER_NAME], double level, const char *what);

/* NAME=VALUE as an integer, halves up, and `# confidence NAME 0.97`.  CONFIDENCE is from 0 to 1;
   configure takes values from 0.9 on: one that is only likely has less, and is unknown. */
void answer_integer(struct answers *answers, const char *name, double value, double confidence);

/* NAME=VALUE with DIGITS significant digits, for values that vary from run to run: ns, MHz. */
void answer_rounded(struct answers *answers, const char *name, double value, int digits,
                    double confidence);

/* The evidence allows any value from LOW to HIGH.  Tries steps of 1, 2, 5 and 10 units of the
   second digit, and answers with the first in which LOW and HIGH round to the same number, if that
   is within PART, relative, of both; else unknown.  So 1210 to 1240 is 1200, in steps of 100, and
   so is 1240 to 1260, in steps of 200.  A third digit of a value that fluctuates would be different
   a minute later. */
void answer_between(struct answers *answers, const char *name, double low, double high, double part,
                    double confidence);

/* As answer_between, for a value that may change by DRIFT, relative, within minutes: prefers a unit
   in which it would be the same after such a change. */
void answer_drifting(struct answers *answers, const char *name, double low, double high,
                     double drift, double part, double confidence);

/* `# within NAME LEAST MOST`: a value within PART of VALUE, relative, that the system reports does
   not contradict it.  The two functions above write it too. */
void answer_within(struct answers *answers, const char *name, double value, double part);

/* NAME=WORD, one of the words in the parameter's row. */
void answer_word(struct answers *answers, const char *name, const char *word, double confidence);

/* NAME=none: there is no such level, which is a fact and not unknown. */
void answer_none(struct answers *answers, const char *name, double confidence);

/* `# least NAME VALUE`: evidence that NAME, though unknown, is not below VALUE, a whole number.  A
   smaller value that the system reports is not believed. */
void answer_least(struct answers *answers, const char *name, double value);

/* `# final NAME`: NAME is unknown, and no other table of the same sweep and machine would decide
   it: running the sweep again is useless. */
void answer_final(struct answers *answers, const char *name);

/* `# note`, evidence for people.  A printf format. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void answer_note(struct answers *answers, const char *note, ...);

/* `# NAME: reason` and NAME=unknown.  The reason is a printf format. */
#ifdef __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
void answer_unknown(struct answers *answers, const char *name, const char *reason, ...);

#endif
