/* daxpy_u8_prefetch.c - y = a * x + y, eight vectors in a round, and lines ahead of it. */
#define VECTORS 8
#define AHEAD 8
#include "daxpy.h"
