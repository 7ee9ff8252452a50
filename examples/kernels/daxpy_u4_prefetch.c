/* daxpy_u4_prefetch.c - y = a * x + y, four vectors in a round, and lines ahead of it. */
#define VECTORS 4
#define AHEAD 8
#include "daxpy.h"
