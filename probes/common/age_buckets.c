/* age_buckets.c - divides ages into buckets. */
#include "age_buckets.h"

#include <math.h>

enum { AN_OCTAVE = 3 }; /* buckets */

void age_buckets_divide(struct age_buckets *buckets, size_t youngest, size_t end) {
    double age = (double)youngest;
    buckets->count = 0;
    while (buckets->count < AGE_BUCKETS_MOST && age < (double)end) {
        buckets->begin[buckets->count++] = (size_t)age;
        age = (double)youngest * pow(2, (double)buckets->count / AN_OCTAVE);
    }
    buckets->begin[buckets->count] = end;
}

size_t age_buckets_width(const struct age_buckets *buckets, size_t bucket) {
    return buckets->begin[bucket + 1] - buckets->begin[bucket];
}

size_t age_buckets_find(const struct age_buckets *buckets, size_t age) {
    size_t bucket = 0;
    while (bucket + 1 < buckets->count && buckets->begin[bucket + 1] <= age)
        bucket++;
    return bucket;
}
