/* methods.c - the methods of the analyzer that a configure script carries.

   methods.h, which configure writes, holds METHOD(name) for each method that it needs. */
#include "product.h"

#define METHOD(name) METHOD_##name,
const struct method methods[] = {
#include "methods.h"
    {NULL, NULL, 0, 0, 0, NULL}};
const char methods_options[] = "";
