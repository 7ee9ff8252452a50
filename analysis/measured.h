/* measured.h - the one spelling of "not measured", for numbers that are measured. */
#ifndef MEASURED_H
#define MEASURED_H

#include <math.h>
#include <stdbool.h>

/* Infinity, so that the minimum of some numbers is right where one of them was not measured, and no
   measured number is larger. */
#define NOT_MEASURED HUGE_VAL

/* A comparison with a finite number, which a compiler cannot leave out: flags such as -ffast-math
   say that there is no infinity, but there is one all the same. */
static inline bool is_measured(double number) {
    return number < 1.79e308;
}

#endif
