/* ages.c - hits, fills, victims and aging under quad-age LRU. */
#include "ages.h"

static void become(const struct ages *ages, size_t way, unsigned age) {
    *ages->oldest -= ages->age[way] == AGE_OLDEST;
    *ages->oldest += age == AGE_OLDEST;
    ages->age[way] = (uint8_t)age;
}

/* Ages all lines until one has the oldest age.  If the update rule spares the line used last, that
   is way USED; USED may be no way. */
static void rise(const struct ages *ages, size_t used) {
    bool spared = ages->qlru->update % 2 == 1, single = ages->qlru->update >= 2;
    unsigned most = 0;
    if (*ages->oldest > 0)
        return;
    for (size_t way = 0; way < ages->ways; way++)
        if (ages->age[way] != AGE_EMPTY && ages->age[way] > most && !(spared && way == used))
            most = ages->age[way];
    unsigned step = single ? 1 : AGE_OLDEST - most;
    for (size_t way = 0; way < ages->ways; way++)
        if (ages->age[way] != AGE_EMPTY && !(spared && way == used))
            become(ages, way, ages->age[way] + step);
}

void ages_empty(const struct ages *ages, size_t way) {
    become(ages, way, AGE_EMPTY);
}

void ages_hit(const struct ages *ages, size_t way) {
    unsigned age = ages->age[way];
    unsigned after = age == 3 ? ages->qlru->hit[0] : age == 2 ? ages->qlru->hit[1] : 0;
    become(ages, way, after);
    if (!ages->qlru->on_miss)
        rise(ages, way);
}

void ages_fill(const struct ages *ages, size_t way, struct rng *rng) {
    unsigned bimodal = ages->qlru->bimodal, age = ages->qlru->insert;
    if (bimodal > 0 && rng_below(rng, bimodal) == 0)
        age = 2;
    become(ages, way, age);
    if (!ages->qlru->on_miss)
        rise(ages, way);
}

static size_t leftmost_oldest(const struct ages *ages) {
    size_t way = 0;
    while (way < ages->ways && ages->age[way] != AGE_OLDEST)
        way++;
    return way;
}

size_t ages_victim(const struct ages *ages) {
    size_t way = leftmost_oldest(ages);
    if (way == ages->ways && ages->qlru->replace_any)
        return 0;
    for (; way == ages->ways; way = leftmost_oldest(ages))
        rise(ages, ages->ways);
    return way;
}
