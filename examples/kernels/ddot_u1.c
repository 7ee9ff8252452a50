/* ddot_u1.c - the dot product in one sum. */
#define SUMS 1
#include "ddot.h"
