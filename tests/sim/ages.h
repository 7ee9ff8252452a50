/* ages.h - one set under quad-age LRU. */
#ifndef SIM_AGES_H
#define SIM_AGES_H

#include "policy.h"

/* AGE_EMPTY marks a way without a line. */
enum { AGE_OLDEST = 3, AGE_EMPTY = 255 };

struct ages {
    uint8_t *age;     /* one for each way */
    uint32_t *oldest; /* number of ways that have the oldest age */
    size_t ways;
    const struct qlru *qlru;
};

void ages_empty(const struct ages *ages, size_t way);
void ages_hit(const struct ages *ages, size_t way);
void ages_fill(const struct ages *ages, size_t way, struct rng *rng);
size_t ages_victim(const struct ages *ages);

#endif
