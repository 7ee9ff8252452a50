#include <config.h>
#include <lite.h>
int lite_block(void) {
    return BLOCK == ARCH_L1_SIZE ? ARCH_L1_SIZE : 0;
}
