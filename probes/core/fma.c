/* fma.c - finds whether the compiler, with these flags, fuses a*b+c, by how often the result is
   rounded.  Fails, with the process, if the CPU lacks the instruction.

   X-Ray compares times (3.2.3), which cannot decide if adder and multiplier work as fast side by
   side.  A fused operation rounds once: a product minus its own rounded value is 0 only if the
   product was rounded first. */
#include "../machine/sweep.h"

#include <float.h>

enum { PRODUCTS = 8 };

/* The expression that may be fused. */
static double multiply_add(double a, double b, double c) {
    return a * b + c;
}

/* (1 + i e)(1 + k e) = 1 + (i + k) e + i k e^2.  No wider type that may replace double holds the
   last term beside 1 (x87 has eleven bits more). */
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
