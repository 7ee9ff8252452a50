/* ddot_u8.c - the dot product in eight sums. */
#define SUMS 8
#include "ddot.h"
