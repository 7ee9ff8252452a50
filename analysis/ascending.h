/* ascending.h - the order of numbers. */
#ifndef ASCENDING_H
#define ASCENDING_H

/* Doubles from the least on, for qsort. */
static inline int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#endif
