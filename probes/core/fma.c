/* fma.c - does the compiler, with these flags, make one instruction of a*b+c?  (X-Ray 3.2.3)

   X-Ray compares times, which says nothing where adder and multiplier are as fast side by side
   (METHODS 1.15).  A fused one rounds once: what is left of a product whose rounded value is taken
   from it is 0 where it was rounded before.  The CPU that lacks the instruction ends this probe. */
#include "../machine/sweep.h"

#include <float.h>

enum { PRODUCTS = 8 };

/* The statement in question. */
static double multiply_add(double a, double b, double c) {
    return a * b + c;
}

/* (1 + i e)(1 + k e) is 1 + (i + k) e and i k e^2, which no type that is used instead can hold
   beside 1 (x87's has eleven bits more). */
static int roundings(int i, int k) {
    volatile double a = 1 + i * DBL_EPSILON, b = 1 + k * DBL_EPSILON;
    volatile double c = -(1 + (i + k) * DBL_EPSILON), rest = multiply_add(a, b, c);
    return rest == i * DBL_EPSILON * (k * DBL_EPSILON) ? 1 : rest == 0 ? 2 : 3;
}

sweep sweep_fma;

const char *sweep_fma(struct machine *machine, FILE *out) {
    (void)machine;
    fprintf(out, "# sweep: fma\n# columns: product roundings\n");
    for (int i = 1; i <= PRODUCTS; i++)
        fprintf(out, "%d\t%d\n", i, roundings(2 * i - 1, 2 * i + 1));
    return NULL;
}
