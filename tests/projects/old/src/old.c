#include "config.h"
#include "oldarch.h"
int old_block(void);
int old_block(void) {
    return BLOCK == ARCH_L1_SIZE && OLD_L1_SIZE == ARCH_L1_SIZE && ARCH_L1_LINE == 64;
}
