/* daxpy_u1_prefetch.c - y = a * x + y, one vector in a round, and lines ahead of it. */
#define VECTORS 1
#define AHEAD 8
#include "daxpy.h"
