/* ddot_u4.c - the dot product in four sums. */
#define SUMS 4
#include "ddot.h"
