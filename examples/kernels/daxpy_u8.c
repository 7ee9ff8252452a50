/* daxpy_u8.c - y = a * x + y, eight vectors in a round. */
#define VECTORS 8
#define AHEAD 0
#include "daxpy.h"
