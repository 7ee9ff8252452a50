/* daxpy_u1.c - y = a * x + y, one vector in a round. */
#define VECTORS 1
#define AHEAD 0
#include "daxpy.h"
