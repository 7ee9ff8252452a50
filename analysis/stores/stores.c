#include "../product.h"
void stores_decide(const struct table *table, const struct options *options, struct answers *answers){(void)table;(void)options;answer_unknown(answers,"l1_write_back","x");}
