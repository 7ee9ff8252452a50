/* daxpy_u4.c - y = a * x + y, four vectors in a round. */
#define VECTORS 4
#define AHEAD 0
#include "daxpy.h"
