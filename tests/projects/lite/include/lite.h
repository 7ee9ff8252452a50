#include <lite_arch.h>
int lite_block(void);
