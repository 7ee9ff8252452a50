#include <lite.h>
int main(void) {
    return lite_block() == LITE_L1_SIZE ? 0 : 1;
}
