#include <config.h>
#include <plus_arch.h>
#include <vector>
bool plus_block();
bool plus_block() {
    std::vector<char> block(ARCH_L1_SIZE);
    return block.size() == BLOCK && PLUS_L1_SIZE == ARCH_L1_SIZE && HAVE_VECTOR;
}
