/* methods.c - the methods of a program.

   methods.h has METHOD(name) for each of them: configure writes it for the methods that it carries,
   and m4/methods for all that exist. */
#include "method.h"

#include <stddef.h>

#define METHOD(name) extern const struct method name##_method;
#include "methods.h"
#undef METHOD

#define METHOD(name) &name##_method,
const struct method *const methods[] = {
#include "methods.h"
    NULL};
