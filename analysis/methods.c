/* methods.c - the methods of the analyzer that a configure script carries. */
#include "product.h"

const struct method methods[] = {PRODUCT_METHODS, {NULL, NULL, 0, 0, 0, NULL}};
