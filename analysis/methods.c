/* methods.c - the methods that a program has.

   methods.h holds METHOD(name) for each of them: configure writes it for what it carries, and
   m4/methods for all that there are. */
#include "method.h"

#include <stddef.h>

#define METHOD(name) extern const struct method name##_method;
#include "methods.h"
#undef METHOD

#define METHOD(name) &name##_method,
const struct method *const methods[] = {
#include "methods.h"
    NULL};
